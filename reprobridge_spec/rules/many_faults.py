"""Faults of one kind in one file: the first few stand alone, the others are counted."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reprobridge_spec.rules.base import Fault

FEW = 10


def first_few(faults: Iterable[Fault], what: str) -> Iterator[Fault]:
    """The first faults as they are, and one more that counts the others.

    Args:
        faults: of one file, in its order.
        what: what the others are, as in "and 12 more LINES".
    """
    kept = list(faults)
    yield from kept[:FEW]
    others = kept[FEW:]
    if len(others) == 1:
        yield others[0]
    elif others:
        last = others[-1].mark
        until = f", up to line {last.line}" if last else ""
        yield replace(others[0], message=f"{others[0].message}; and {len(others) - 1} more {what}{until}", fix=None)
