"""Three texts to one: what two sides made of the same base, line by line."""

from collections.abc import Iterator
from difflib import SequenceMatcher

from reprobridge_spec.frozen import dataclass

_Lines = list[bytes]


@dataclass(frozen=True, slots=True)
class _Run:
    """Lines that all three texts have: where they begin in each, and how many they are."""

    base: int
    mine: int
    theirs: int
    size: int

    @property
    def end(self) -> "_Run":
        """The place behind them."""
        return _Run(self.base + self.size, self.mine + self.size, self.theirs + self.size, 0)


def merged(base: bytes, mine: bytes, theirs: bytes) -> bytes | None:
    """What both sides made of `base`, in one; None where they made different things of the same lines."""
    old, one, other = (text.splitlines(keepends=True) for text in (base, mine, theirs))
    lines: _Lines = []
    done = _Run(0, 0, 0, 0)
    for run in _runs(old, one, other):
        chosen = _chosen(old[done.base : run.base], one[done.mine : run.mine], other[done.theirs : run.theirs])
        if chosen is None:
            return None
        lines += chosen
        lines += old[run.base : run.end.base]
        done = run.end
    return b"".join(lines)


def _chosen(base: _Lines, mine: _Lines, theirs: _Lines) -> _Lines | None:
    if mine in (base, theirs):
        return theirs
    return mine if theirs == base else None


def _runs(base: _Lines, mine: _Lines, theirs: _Lines) -> Iterator[_Run]:
    """What all three have, in order; the end of all three is the last."""
    kept = {line: place for start, place, size in _matches(base, mine) for line, place in _each(start, place, size)}
    for start, place, size in _matches(base, theirs):
        for line, there in _each(start, place, size):
            if line in kept:
                yield _Run(line, kept[line], there, 1)
    yield _Run(len(base), len(mine), len(theirs), 0)


def _each(start: int, place: int, size: int) -> Iterator[tuple[int, int]]:
    return zip(range(start, start + size), range(place, place + size), strict=True)


def _matches(base: _Lines, other: _Lines) -> Iterator[tuple[int, int, int]]:
    for block in SequenceMatcher(None, base, other, autojunk=False).get_matching_blocks():
        yield block.a, block.b, block.size
