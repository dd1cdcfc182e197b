"""Which change made each line of a file what it is, told while patches are applied one after the other."""

from collections.abc import Sequence

from reprobridge_spec.documents.patch.blocks import blocks_of, lines_of
from reprobridge_spec.frozen import dataclass

Origin = int | str
"""Where a line comes from: its place in the release's file, or the change that brought it."""


@dataclass(frozen=True, slots=True)
class Origins:
    """The lines of one file.

    Attributes:
        lines: where each line comes from, in order.
        taken: which change took away each line of the release's file, by its place there.
        source: path of that file; None where the release has none.
    """

    lines: tuple[Origin, ...]
    taken: dict[int, str]
    source: str | None = None


def of_release(data: bytes, path: str) -> Origins:
    """A file as the release has it at `path`."""
    return Origins(tuple(range(len(lines_of(data)))), {}, path)


def after_change(before: Origins, change: str, old: bytes, new: bytes) -> Origins:
    """A file after a change turned the bytes `old` into `new`."""
    lines: list[Origin] = []
    taken = dict(before.taken)
    at = 0
    for block in blocks_of(lines_of(old), lines_of(new)):
        lines += before.lines[at : block.old]
        taken |= {origin: change for origin in before.lines[block.old : block.old_end] if isinstance(origin, int)}
        lines += [change] * (block.new_end - block.new)
        at = block.old_end
    lines += before.lines[at:]
    return Origins(tuple(lines), taken, before.source)


def changes_of(origins: Origins, old: range, new: Sequence[int]) -> list[str]:
    """The changes behind a part of a file, as they are met.

    Args:
        origins: the file after all changes.
        old: places of the lines of the release's file that are not there any more.
        new: places of the lines that are there instead, in the file after all changes.
    """
    found = [origins.taken[place] for place in old if place in origins.taken]
    found += [origin for place in new if isinstance(origin := origins.lines[place], str)]
    return found
