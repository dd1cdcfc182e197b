"""Which of many short texts stand in a text, told in one pass over it."""

from collections.abc import Iterable, Iterator, Sequence

from ahocorasick_rs import BytesAhoCorasick, Implementation

_SMALL = 8 << 10
"""Bytes of all signs together up to which the fastest machine is built; its size grows with them."""


class Signs:
    """Short texts that somebody looks for, in groups.

    Args:
        groups: texts that are not empty.
    """

    def __init__(self, groups: Sequence[Iterable[bytes]]) -> None:
        owners: dict[bytes, list[int]] = {}
        for number, group in enumerate(groups):
            for sign in group:
                owners.setdefault(sign, []).append(number)
        self._owners = list(owners.values())
        is_small = sum(map(len, owners)) <= _SMALL
        self._machine = BytesAhoCorasick(owners, implementation=Implementation.DFA if is_small else None)

    def groups_in(self, text: bytes) -> set[int]:
        """The numbers of the groups of which a sign stands in `text`."""
        signs = {sign for sign, _, _ in self._machine.find_matches_as_indexes(text, overlapping=True)}
        return {number for sign in signs for number in self._owners[sign]}

    def starts_in(self, text: bytes) -> Iterator[int]:
        """Where signs begin in `text`, in the order of their ends."""
        for _, start, _ in self._machine.find_matches_as_indexes(text, overlapping=True):
            yield start
