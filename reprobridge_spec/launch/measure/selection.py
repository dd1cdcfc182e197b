"""Which of several matches is the score."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import assert_never

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.measure.base import Match, MeasureError, shown
from reprobridge_spec.model.measure import Select
from reprobridge_spec.stats import exact

SHOWN_MATCHES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The match that is the score.

    Attributes:
        match: where it stands.
        value: its score.
        rank: which of how many it is, in words.
    """

    match: Match
    value: str
    rank: str


def choose(matches: Iterator[Match], select: Select, read: Callable[[Match], str]) -> Chosen:
    """The match that `select` means; `first` looks no further than it.

    Args:
        matches: at least one, in the order of the file.
        select: the rule.
        read: the score at a match; a match that is neither chosen nor compared is not read.

    Raises:
        MeasureError: `only` finds several, or a match that has to be read is no number.
    """
    first = next(matches)
    match select:
        case Select.ONLY:
            return _only(first, matches, read)
        case Select.FIRST:
            return Chosen(match=first, value=read(first), rank="first match")
        case Select.LAST:
            return _last(first, matches, read)
        case Select.MAX:
            return _extreme(first, matches, read, sign=1)
        case Select.MIN:
            return _extreme(first, matches, read, sign=-1)
        case _:
            assert_never(select)


def _only(first: Match, others: Iterator[Match], read: Callable[[Match], str]) -> Chosen:
    more = list(islice(others, SHOWN_MATCHES - 1))
    if not more:
        return Chosen(match=first, value=read(first), rank="only match")
    total = 1 + len(more) + sum(1 for _ in others)
    listed = "; ".join(f"{match.place}: {shown(match.text)}" for match in (first, *more))
    rest = f"; and {total - SHOWN_MATCHES} more" if total > SHOWN_MATCHES else ""
    raise MeasureError(
        f"{total} places match, and `select` is `only`: {listed}{rest}",
        hint="narrow the match, or say `select: first`, `last`, `max` or `min` as the paper does",
    )


def _last(first: Match, others: Iterator[Match], read: Callable[[Match], str]) -> Chosen:
    total, last = 1, first
    for match in others:
        total, last = total + 1, match
    return Chosen(match=last, value=read(last), rank=f"last of {_matches(total)}")


def _extreme(first: Match, others: Iterator[Match], read: Callable[[Match], str], *, sign: int) -> Chosen:
    total, best, value = 1, first, read(first)
    most = sign * exact.number(value)
    for match in others:
        total, candidate = total + 1, read(match)
        if (number := sign * exact.number(candidate)) > most:
            best, value, most = match, candidate, number
    name = "greatest" if sign > 0 else "least"
    return Chosen(match=best, value=value, rank=f"{name} of {_matches(total)}")


def _matches(number: int) -> str:
    return "1 match" if number == 1 else f"{number} matches"
