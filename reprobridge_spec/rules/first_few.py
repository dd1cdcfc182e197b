"""Faults of one kind in one file: the first few stand alone, the others are counted."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from reprobridge_spec.findings import Severity
from reprobridge_spec.rules.base import Fault

FEW = 10


def first_few(faults: Iterable[Fault], what: str = "such place", few: int = FEW) -> Iterator[Fault]:
    """The first faults as they are, and one more, at the first of the others, that counts those.

    Each severity is counted by itself, so that no error hides behind notes.

    Args:
        faults: of one file, in its order.
        what: what one of the others is, as in "and 12 more LINEs".
        few: how many of a severity stand alone.
    """
    alone: dict[Severity | None, int] = {}
    others: dict[Severity | None, _Others] = {}
    for fault in faults:
        weight = fault.severity
        if alone.get(weight, 0) < few:
            alone[weight] = alone.get(weight, 0) + 1
            yield fault
        elif weight in others:
            others[weight].add(fault)
        else:
            others[weight] = _Others(fault)
    for group in others.values():
        yield group.counted(what)


class _Others:
    """The others of one severity; only the first and the last are kept."""

    def __init__(self, first: Fault) -> None:
        self._first = self._last = first
        self._more = 0

    def add(self, fault: Fault) -> None:
        self._last = fault
        self._more += 1

    def counted(self, what: str) -> Fault:
        if not self._more:
            return self._first
        many = f"{what}s" if self._more > 1 else what
        until = f", up to line {self._last.mark.line}" if self._last.mark else ""
        return replace(self._first, message=f"{self._first.message}; and {self._more} more {many}{until}", fix=None)
