"""Where the hunks of one file belong, and what they make of it."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from reprobridge_spec.documents.patch.form import Hunk, PatchError, Side
from reprobridge_spec.documents.patch.lines import MAX_LINES

_AGAIN = "Look at the order of the entries and at what was edited since; then make the patch again."
_SEARCHES = 100  # each may go through the whole file
_SHOWN = 60


def with_hunks(before: bytes, hunks: Sequence[Hunk], path: str) -> bytes:
    """The content of a file after its hunks.

    The old part of a hunk stands at the line that it says, each line exactly; or, where lines before it moved,
    at the only place behind the hunk before it.

    Raises:
        PatchError: one does not fit.
    """
    if before.count(b"\n") > MAX_LINES:
        raise PatchError(f"`{path}` has more than {MAX_LINES} lines", _AGAIN, hunks[0].line)
    places = _Places(before, path)
    parts: list[bytes] = []
    for hunk in hunks:
        done = places.done
        at = places.take(hunk)
        parts += places.lines[done:at]
        parts += hunk.new
    parts += places.lines[places.done :]
    if any(not part.endswith(b"\n") for part in parts[:-1]):
        raise PatchError(f"`{path}` would have a line without an end in its middle", _AGAIN, hunks[-1].line)
    return b"".join(parts)


class _Places:
    """The lines of a file; those before `done` are behind a hunk."""

    def __init__(self, before: bytes, path: str) -> None:
        self.lines = _lines(before)
        self.done = 0
        self._before = before
        self._path = path
        self._starts = [0, *accumulate(len(line) for line in self.lines)]
        self._moved = 0
        self._searches = 0

    def take(self, hunk: Hunk) -> int:
        """The index of the line where the old part of a hunk begins; what it covers is done."""
        wanted = hunk.old
        said = hunk.old_start - 1 if wanted else hunk.old_start
        at = next((place for place in (said, said + self._moved) if self._fits(place, wanted)), None)
        if at is None:
            at = self._only_place(wanted)
        if at is None:
            raise self._misfit(hunk, said)
        self._moved = at - said
        self.done = at + len(wanted)
        return at

    def _fits(self, at: int, wanted: list[bytes]) -> bool:
        return self.done <= at <= len(self.lines) and self.lines[at : at + len(wanted)] == wanted

    def _only_place(self, wanted: list[bytes]) -> int | None:
        self._searches += 1
        if not wanted or self._searches > _SEARCHES:
            return None
        block, start = b"".join(wanted), self._starts[self.done]
        found = [start] if self._before.startswith(block, start) else []
        at = start - 1
        while len(found) < 2 and (at := self._before.find(b"\n" + block, at + 1)) >= 0:  # noqa: PLR2004 (two are many)
            found.append(at + 1)
        if len(found) != 1:
            return None
        place = bisect_left(self._starts, found[0])
        # bytes that begin a longer line are not the line
        return place if self._fits(place, wanted) else None

    def _misfit(self, hunk: Hunk, said: int) -> PatchError:
        what = f"hunk {hunk.number} does not fit `{self._path}`"
        if said < self.done:
            return PatchError(f"{what}: it begins in or before the hunk before it", _AGAIN, hunk.line)
        index = said
        for number, (side, text) in enumerate(hunk.lines, start=1):
            if side is Side.NEW:
                continue
            if index >= len(self.lines) or self.lines[index] != text:
                there = f"is {_shown(self.lines[index])}" if index < len(self.lines) else "is not there"
                return PatchError(f"{what}: line {index + 1} of the file {there}", _AGAIN, hunk.line + number)
            index += 1
        return PatchError(f"{what}, which has {len(self.lines)} lines", _AGAIN, hunk.line)


def _lines(data: bytes) -> list[bytes]:
    """Lines with their ends; a carriage return alone ends none."""
    lines = data.split(b"\n")
    last = lines.pop()
    return [line + b"\n" for line in lines] + ([last] if last else [])


def _shown(line: bytes) -> str:
    text = line.decode("utf-8", "backslashreplace")
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")
