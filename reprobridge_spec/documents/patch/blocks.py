"""Where two texts differ: blocks of lines, and the hunks that they are shown in."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

CONTEXT = 3
"""Lines that are shown before and behind what differs."""
_MOST = 2000
"""Lines up to which the shortest diff is looked for; that takes time of their square."""
_MOST_PAIRS = 500_000
"""Pairs of lines that are the same, up to which it is looked for: files of labels have few different lines."""
_DEEPEST = 16
"""How often a part is parted again; nobody writes texts that need more."""
_FEW = 16
"""Differing lines up to which texts of one length are taken to differ line by line."""


class Block(NamedTuple):
    """Lines `old` to `old_end` (not included) give way to lines `new` to `new_end`."""

    old: int
    old_end: int
    new: int
    new_end: int


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a text with their ends; only line feeds end lines."""
    lines = data.split(b"\n")
    return [line + b"\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def blocks_of(before: Sequence[bytes], after: Sequence[bytes]) -> list[Block]:
    """What differs, in order, with nothing in common at the ends of a block."""
    if len(before) == len(after):
        differing = [index for index, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]]
        # repairs seldom add or remove a line
        if len(differing) <= _FEW:
            return _joined(Block(index, index + 1, index, index + 1) for index in differing)
    return _joined(_between(before, after, Block(0, len(before), 0, len(after))))


def hunks_of(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """Blocks that share lines of context."""
    hunk: list[Block] = []
    for block in blocks:
        if hunk and block.old - hunk[-1].old_end > 2 * CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _between(before: Sequence[bytes], after: Sequence[bytes], part: Block, depth: int = 0) -> Iterator[Block]:
    part = _trimmed(before, after, part)
    old, old_end, new, new_end = part
    if old == old_end or new == new_end:
        if part != (old, old, new, new):
            yield part
    elif max(old_end - old, new_end - new) <= _MOST and _pairs(before, after, part) <= _MOST_PAIRS:
        matcher = SequenceMatcher(None, before[old:old_end], after[new:new_end], autojunk=False)
        for kind, one, two, three, four in matcher.get_opcodes():
            if kind != "equal":
                yield Block(one + old, two + old, three + new, four + new)
    else:
        yield from _parted(before, after, part, depth)


def _parted(before: Sequence[bytes], after: Sequence[bytes], part: Block, depth: int) -> Iterator[Block]:
    """A long part, cut at lines that stand once on each side and in the same order."""
    anchors = _anchors(before, after, part) if depth < _DEEPEST else []
    if not anchors:
        yield part
        return
    at_old, at_new = part.old, part.new
    for old, new in [*anchors, (part.old_end, part.new_end)]:
        yield from _between(before, after, Block(at_old, old, at_new, new), depth + 1)
        at_old, at_new = old + 1, new + 1


def _pairs(before: Sequence[bytes], after: Sequence[bytes], part: Block) -> int:
    there = Counter(after[part.new : part.new_end])
    return sum(there[before[place]] for place in range(part.old, part.old_end))


def _trimmed(before: Sequence[bytes], after: Sequence[bytes], part: Block) -> Block:
    old, old_end, new, new_end = part
    while old < old_end and new < new_end and before[old] == after[new]:
        old, new = old + 1, new + 1
    while old < old_end and new < new_end and before[old_end - 1] == after[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    return Block(old, old_end, new, new_end)


def _anchors(before: Sequence[bytes], after: Sequence[bytes], part: Block) -> list[tuple[int, int]]:
    """The longest run of such lines that goes up on both sides."""
    old = _once(before, range(part.old, part.old_end))
    new = _once(after, range(part.new, part.new_end))
    pairs = [(place, new[line]) for line, place in old.items() if line in new]
    ends: list[int] = []
    last: list[int] = []
    back: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(ends, place)
        ends[at : at + 1], last[at : at + 1] = [place], [number]
        back.append(last[at - 1] if at else -1)
    found: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        found.append(pairs[number])
        number = back[number]
    return found[::-1]


def _once(lines: Sequence[bytes], places: range) -> dict[bytes, int]:
    """Lines that stand once there, with their places in order."""
    counted = Counter(lines[place] for place in places)
    return {lines[place]: place for place in places if counted[lines[place]] == 1}


def _joined(blocks: Iterable[Block]) -> list[Block]:
    joined: list[Block] = []
    for block in blocks:
        if joined and joined[-1].old_end == block.old and joined[-1].new_end == block.new:
            joined[-1] = joined[-1]._replace(old_end=block.old_end, new_end=block.new_end)
        else:
            joined.append(block)
    return joined
