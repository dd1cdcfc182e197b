"""The lines of a printed text as a terminal would show them: no colours, no overwritten states."""

import re
from collections.abc import Iterator
from pathlib import Path

# each part stops at the next escape, so that no text of escapes takes more than one pass
_ESCAPE = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]?"  # control sequence: colour, cursor, erase
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?"  # operating system command: title, link
    r"|\x1b[ -/]*[0-Z\\^-~]?"  # other escapes
)


def lines(path: Path) -> Iterator[tuple[int, str]]:
    """Each line with its number from one, as it stood at last.

    A bare carriage return starts the line anew, so of a progress bar only the last state is left. Bytes that
    are no UTF-8 become replacement characters. Cursor movements between lines are not followed.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        for number, raw in enumerate(file, 1):
            text = _ESCAPE.sub("", raw.decode("utf-8", "replace")).rstrip("\r\n")
            yield number, text.rpartition("\r")[2]
