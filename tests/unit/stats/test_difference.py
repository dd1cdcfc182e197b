from decimal import Decimal
from typing import Any

import pytest

from reprobridge_spec.model.comparison import Sameness
from reprobridge_spec.model.task import Floor, Task
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.stats.difference import Side, differ

SAME, DIFFERENT, UNKNOWN = Sameness.SAME, Sameness.DIFFERENT, Sameness.CANNOT_BE_TOLD


def answer(first: Side, second: Side, **task: Any) -> Sameness:
    return differ("a/b", Task(**task), first, second).sameness


def seeds(**scores: str) -> Side:
    by_seed = {int(name[1:]): score for name, score in scores.items()}
    return Side(value=next(iter(by_seed.values())), by_seed=by_seed)


def test_a_difference_has_its_sign_and_its_part() -> None:
    first, second = Side(value="80", verdict=Verdict.COMPATIBLE), Side(value="76", verdict=Verdict.INCOMPATIBLE)
    found = differ("a/b", Task(), first, second)
    assert (found.first, found.second, found.difference, found.relative) == ("80", "76", "-4", Decimal("-0.05"))
    assert (found.first_verdict, found.second_verdict) == (Verdict.COMPATIBLE, Verdict.INCOMPATIBLE)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (Side(value="90"), Side(value="90.9"), SAME),
        (Side(value="90"), Side(value="90.91"), DIFFERENT),
        (Side(value="90"), Side(value="89.0"), DIFFERENT),
        (Side(value="90", interval=("80", "100")), Side(value="99"), SAME),
        (Side(value="90", interval=("80", "95")), Side(value="99"), DIFFERENT),
        (Side(value="79", interval=("80", "100")), Side(value="81"), DIFFERENT),
        (Side(value="90"), Side(), UNKNOWN),
        (Side(), Side(value="90"), UNKNOWN),
        (Side(value="0"), Side(value="0"), UNKNOWN),
    ],
)
def test_two_values_agree_within_the_floor_or_the_interval_of_the_references(
    first: Side, second: Side, expected: Sameness
) -> None:
    assert answer(first, second) is expected


def test_the_floor_of_the_task_counts() -> None:
    assert answer(Side(value="0"), Side(value="0.5"), floor=Floor(absolute=Decimal(1))) is SAME


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (seeds(s0="90", s1="80"), SAME),
        (seeds(s1="80.8", s7="1"), SAME),
        (seeds(s0="90", s1="81"), DIFFERENT),
        (seeds(s0="89", s1="80"), DIFFERENT),
    ],
)
def test_seeds_that_both_have_are_held_against_each_other(second: Side, expected: Sameness) -> None:
    assert answer(seeds(s0="90", s1="80"), second) is expected


@pytest.mark.parametrize(("score", "expected"), [("90.5", SAME), ("93", SAME), ("96", DIFFERENT)])
def test_runs_over_other_seeds_are_compared_by_their_means(score: str, expected: Sameness) -> None:
    first = seeds(s0="89", s1="90", s2="91")
    assert answer(first, seeds(s7=score)) is expected
    assert answer(first, Side(value=score, unseeded=[score])) is expected
