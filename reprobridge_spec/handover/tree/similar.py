"""Texts that moved and were edited on the way: of the same name elsewhere, with most of their lines."""

from collections import Counter
from collections.abc import Container, Sequence

from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.documents.patch.blocks import lines_of
from reprobridge_spec.documents.patch.write import is_text
from reprobridge_spec.handover.tree.tree import Tree

_MOST_BYTES = 1 << 20
_MOST_TRIED = 2000
"""Pairs of files that are looked into."""
_LEAST_ALIKE = 0.6
"""The part of the bytes of the larger text that stands in lines of both."""


def moved_and_edited(
    old: Tree, new: Tree, gone: Sequence[str], come: Sequence[str], told: Container[str]
) -> dict[str, str]:
    """New paths of such texts, each with the path that it had.

    Args:
        old: the first side.
        new: the second side.
        gone: paths of the first side alone.
        come: paths of the second side alone.
        told: those of `come` of which it is told already where they are from.
    """
    by_name: dict[str, list[str]] = {}
    for path in gone:
        if _may_be_alike(old.entries[path]):
            by_name.setdefault(_name(path), []).append(path)
    found: dict[str, str] = {}
    tried = 0
    for path in come:
        if path in told or not _may_be_alike(new.entries[path]):
            continue
        candidates = by_name.get(_name(path), [])
        tried += len(candidates)
        if tried > _MOST_TRIED:
            break
        likeness, best = max(((_likeness(old, new, other, path), other) for other in candidates), default=(0.0, ""))
        if likeness >= _LEAST_ALIKE:
            found[path] = best
            candidates.remove(best)
    return found


def _may_be_alike(entry: Entry) -> bool:
    return entry.kind is Kind.FILE and 0 < entry.size <= _MOST_BYTES


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _likeness(old: Tree, new: Tree, before: str, after: str) -> float:
    try:
        one, other = old.read(before, _MOST_BYTES), new.read(after, _MOST_BYTES)
    except (OSError, ValueError):
        return 0.0
    if not (is_text(one) and is_text(other)):
        return 0.0
    common = Counter(lines_of(one)) & Counter(lines_of(other))
    return sum(len(line) * number for line, number in common.items()) / max(len(one), len(other))
