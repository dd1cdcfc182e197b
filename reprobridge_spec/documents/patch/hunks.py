"""One hunk of a unified diff."""

import re

from reprobridge_spec.documents.patch.form import Hunk, PatchError, Side
from reprobridge_spec.documents.patch.lines import Lines
from reprobridge_spec.lazy_pattern import lazy_pattern

_HEAD = lazy_pattern(
    rb"@@ -([0-9]{1,10})(?:,([0-9]{1,10}))? \+([0-9]{1,10})(?:,([0-9]{1,10}))? @@(?: .*|\r)?", re.DOTALL
)
_SIDES = {ord(side.value): side for side in Side}
_NO_END = b"\\ "
_AGAIN = "Make the patch again with `git diff`; numbers in a hunk's first line are not edited by hand."


def read_hunk(lines: Lines, number: int) -> Hunk:
    """The hunk that begins at the next line.

    Args:
        lines: the patch file.
        number: position among the hunks of its file.

    Raises:
        PatchError: it is none, or has other numbers of lines than it says.
    """
    at, head = lines.number, _HEAD.fullmatch(lines.next())
    if head is None:
        raise PatchError("the first line of a hunk cannot be read", _AGAIN, at)
    old_start, new_start = int(head[1]), int(head[3])
    old_count, new_count = int(head[2] or 1), int(head[4] or 1)
    found: list[tuple[Side, bytes]] = []
    old_left, new_left = old_count, new_count
    while old_left > 0 or new_left > 0:
        side, text = _line(lines, at, number, f"{old_count} old and {new_count} new")
        old_left -= side is not Side.NEW
        new_left -= side is not Side.OLD
        found.append((side, text))
    _end(lines, at, number, fits=old_left == new_left == 0)
    return Hunk(number=number, line=at, old_start=old_start, new_start=new_start, lines=tuple(found))


def _line(lines: Lines, at: int, number: int, said: str) -> tuple[Side, bytes]:
    text = lines.peek()
    # some editors take away the space of an empty line
    side = Side.BOTH if text == b"" else _SIDES.get(text[0]) if text else None
    if side is None or text is None:
        raise PatchError(f"hunk {number} ends before the {said} lines that it says", _AGAIN, at)
    lines.next()
    if (lines.peek() or b"").startswith(_NO_END):
        lines.next()
        return side, text[1:]
    return side, text[1:] + b"\n"


def _end(lines: Lines, at: int, number: int, *, fits: bool) -> None:
    """Refuses a hunk with more lines than it says; a mail's signature, `-- `, is none of them."""
    text = lines.peek() or b""
    is_more = text[:1] in {b"+", b"-", b" "} and not text.startswith((b"--- ", b"-- ")) and text.rstrip() != b"--"
    if is_more or not fits:
        raise PatchError(f"hunk {number} has more lines than its first line says", _AGAIN, at)
