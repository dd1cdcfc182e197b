"""The first faults of a file with very many."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from reprobridge_spec.rules.base import Fault

LIMIT = 20


def first_few(faults: Iterable[Fault]) -> Iterator[Fault]:
    """The first `LIMIT` faults; the last of them says how many there are besides."""
    rest = iter(faults)
    first = list(islice(rest, LIMIT))
    more = sum(1 for _ in rest)
    yield from first[:-1]
    if first:
        yield replace(first[-1], message=f"{first[-1].message}, and so in {more} more places") if more else first[-1]
