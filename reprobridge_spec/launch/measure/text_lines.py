"""The lines of a printed text as a terminal would show them: no colours, no overwritten states."""

from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from reprobridge_spec.launch.measure.base import open_text
from reprobridge_spec.lazy_pattern import lazy_pattern

PIECE = 1 << 20
"""Characters that are read at once; of a longer line, what was overwritten is dropped while it is read."""

# each part stops at the next escape, so that no text of escapes takes more than one pass
_ESCAPE = lazy_pattern(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequence: colour, cursor, erase
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # operating system command: title, link
    r"|\x1b[ -/]*[0-Z\\^-~]?"  # other escapes
)
_TO_START = lazy_pattern(r"(?:\x1b\[|\x9b)[01]?G")
_ERASED = lazy_pattern(r"(?:\x1b\[|\x9b)2K|\r(?:(?:\x1b\[|\x9b)[0-9;]{0,40}m){0,9}(?:\x1b\[|\x9b)0?[KJ]")


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Each line with its number from one, as it stood at last.

    A bare carriage return starts the line anew, so of a progress bar only the last state is left; what was erased or
    typed over is gone. Bytes that are no text become replacement characters. Cursor movements between lines are not
    followed.

    Raises:
        OSError: the file cannot be read.
    """
    with open_text(path, newline="\n", errors="replace") as file:
        for number, (line, too_long) in enumerate(_whole(file), 1):
            yield number, line if too_long else _at_last(line)


def _whole(file: TextIO) -> Iterator[tuple[str, bool]]:
    """Each line without its end, and whether it was too long to be kept, so that only its beginning is there."""
    line, too_long = "", False
    while piece := file.readline(PIECE):
        line += piece.removesuffix("\n")
        if too_long or len(line) > PIECE:
            line, too_long = _last_state(line, too_long=too_long)
        if piece.endswith("\n"):
            yield line, too_long
            line, too_long = "", False
    if line:
        yield line, too_long


def _last_state(line: str, *, too_long: bool) -> tuple[str, bool]:
    """What is needed of the beginning of a long line, and whether that is too long to be kept whole."""
    # not at the very end: there it may belong to the end of the line
    start = line.rfind("\r", 0, -1)
    if start >= 0:
        line, too_long = line[start:], False
    if len(line) <= PIECE:
        return line, too_long
    return line[:PIECE] + line[-1], True


def _at_last(line: str) -> str:
    if "\x1b" in line or "\x9b" in line or "\x9d" in line:
        line = _TO_START.sub("\r", line)
        kept = max((erased.end() for erased in _ERASED.finditer(line)), default=0)
        line = _ESCAPE.sub("", line[kept:])
    line = line.rstrip("\r").rpartition("\r")[2]
    return _typed_over(line) if "\b" in line else line


def _typed_over(line: str) -> str:
    shown: list[str] = []
    at = 0
    for character in line:
        if character == "\b":
            at = max(at - 1, 0)
            continue
        shown[at : at + 1] = [character]
        at += 1
    return "".join(shown)
