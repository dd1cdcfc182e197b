"""What every kind of `measure` gives: matches in the outputs, and what came of reading them."""

import os
import stat
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from io import TextIOWrapper
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass

MAX_BYTES = 256 << 20
"""The largest output that is read for a score."""
SHOWN_FILES = 10
SHOWN_CHARACTERS = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The score of one run.

    Attributes:
        value: the number as decimal text, exactly, after `multiply`.
        how: where it was read, in words.
    """

    value: str
    how: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotMeasured:
    """The outputs hold no such score, which is the artifact's fault.

    Attributes:
        reason: what is wrong, one sentence.
        advice: what to do, one sentence.
    """

    reason: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotDone:
    """Nobody looked, which is not the artifact's fault.

    Attributes:
        reason: why, one sentence.
    """

    reason: str


Measurement = Measured | NotMeasured | NotDone


class MeasureError(ArtifactError):
    """The outputs hold no such score; `extract` turns it into a `NotMeasured`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One place that a measure fits.

    Attributes:
        place: file, and line or pointer in it.
        text: what stands there.
        decimal: the decimal sign of `text`.
        fault: why it is no number, which counts only where this match is the one that is selected.
    """

    place: str
    text: str
    decimal: str = "."
    fault: MeasureError | None = None


def output_file(outputs: Path, name: str) -> Path:
    """The regular file `name` below `outputs`, not above the size limit.

    Raises:
        MeasureError: there is none, it is none of the run's own, or it is too large.
    """
    if status := _status_without_links(outputs, name):
        _check(status, name)
        return outputs / name
    try:
        path = artifact_path.below(outputs, name)
    except (ValueError, OSError, RuntimeError) as error:
        raise MeasureError(
            f"the output {error}", hint="name a file that the launcher writes into RRA_OUTPUT_DIR"
        ) from error
    return regular_file(path, name, missing=lambda: _left_in(outputs))


def _status_without_links(outputs: Path, name: str) -> os.stat_result | None:
    """The status of what lies at `name`; None where it is not there, or a link may stand on the way.

    To resolve both paths takes longer than all else that a small output needs, and an audit reads thousands.
    """
    if artifact_path.fault_in(name) is not None:
        return None
    place, status = str(outputs), None
    try:
        for step in name.split("/"):
            place = f"{place}/{step}"
            status = os.lstat(place)
            if stat.S_ISLNK(status.st_mode):
                return None
    except OSError:
        return None
    return status


def regular_file(path: Path, name: str, *, missing: Callable[[], str]) -> Path:
    """`path`, if it is a regular file and not above the size limit.

    Args:
        path: the file.
        name: how messages call it.
        missing: gives what messages say where it is not there.

    Raises:
        MeasureError: it is not there, is no regular file, or is too large.
    """
    try:
        status = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise MeasureError(
            f"{shown(name)} is not there; {missing()}", hint="correct `file`, or let the launcher write it"
        ) from None
    _check(status, name)
    return path


def _check(status: os.stat_result, name: str) -> None:
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "no regular file"
        raise MeasureError(f"{shown(name)} is {what}", hint="name a file that holds the score")
    if status.st_size > MAX_BYTES:
        raise MeasureError(
            f"{shown(name)} has {status.st_size:,} bytes; at most {MAX_BYTES:,} are read for a score",
            hint="let the launcher write the score into a file of its own",
        )


def not_utf8(place: str, data: bytes) -> MeasureError:
    """What is wrong with the JSON at `place`, which begins with `data` and is no UTF-8."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        hint = "it begins with the mark of UTF-16, which PowerShell writes; let the launcher write UTF-8"
    else:
        hint = "let the launcher write UTF-8"
    return MeasureError(f"{place} is not UTF-8", hint=hint)


def open_text(path: Path, *, newline: str, errors: str = "strict") -> TextIOWrapper:
    """A text that is no JSON: in UTF-16 where its mark stands at the beginning, else in UTF-8.

    Raises:
        OSError: the file cannot be read.
    """
    file = path.open("rb")
    try:
        is_utf16 = file.peek(2)[:2] in {BOM_UTF16_LE, BOM_UTF16_BE}
    except OSError:
        file.close()
        raise
    return TextIOWrapper(file, encoding="utf-16" if is_utf16 else "utf-8-sig", errors=errors, newline=newline)


def shown(text: str) -> str:
    """`text` in one short line; what could paint a terminal is written as an escape."""
    short = text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"
    if short.isprintable():
        return short
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in short
    )


def _left_in(outputs: Path) -> str:
    try:
        names = list(FolderFiles(outputs).entries)
    except OSError:
        names = []
    if not names:
        return "the run left no files"
    listed = ", ".join(shown(name) for name in names[:SHOWN_FILES])
    rest = f" and {len(names) - SHOWN_FILES} more" if len(names) > SHOWN_FILES else ""
    return f"the run left {listed}{rest}"
