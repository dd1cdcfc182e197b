from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.model.task import Estimator, Floor, Statistic, Task, Tolerance
from reprobridge_spec.model.verdict import DecidedBy, Verdict
from reprobridge_spec.stats.card import halved_by, interval_card
from reprobridge_spec.stats.interval import around_deterministic, around_mean, around_published, around_references

NO_FLOOR = Floor(relative=Decimal(0))
TASK = Task(
    published="0.81", unit="fraction", statistic=Statistic(estimator=Estimator.MEAN, over="seeds"), floor=NO_FLOOR
)
FIVE = (".80", ".82", ".79", ".81", ".83")


def card(values: tuple[str, ...] = (), references: tuple[str, ...] = FIVE, **given: Any) -> Any:
    task = given.pop("task", TASK)
    return interval_card(
        "a/b",
        task,
        references=[Observation(value=f"0{value}", by=Origin.AUTHOR, n=3) for value in references],
        runs=3,
        deterministic=given.pop("deterministic", False),
        values=values,
        values_from="as given",
        **given,
    )


def test_a_card_without_values_says_what_the_interval_can_tell() -> None:
    found = card()
    # t(0.975, 4) · s · √(1 + 1/5), the second vector of the specification
    assert float(found.half_width) == pytest.approx(0.0480894, rel=1e-5)
    assert (found.smallest_shift, found.judgement, len(found.references)) == (found.half_width, None, 5)
    # four of five values lie above the mean less 0.8416 standard deviations
    assert float(found.likely_shift) == pytest.approx(0.0480894 + 0.841621 * 0.0158114, rel=1e-5)


def test_values_are_judged_as_scores_or_as_the_value_of_the_statistic() -> None:
    assert card(("0.80", "0.82", "0.81")).judgement.measured == "0.81"
    assert card(("0.815",), are_folded=True).judgement.measured == "0.815"
    assert card(("0.80", "0.82")).judgement.verdict is Verdict.PARTIAL


def test_references_over_another_number_of_runs_are_none() -> None:
    found = interval_card(
        "a/b",
        TASK,
        references=[Observation(value="0.8", by=Origin.AUTHOR, n=1), Observation(value="0.9", by=Origin.AUTHOR, n=1)],
        runs=3,
        deterministic=False,
        values=(),
        values_from="none",
    )
    assert (found.references, found.half_width, found.likely_shift) == ([], "0.0081", None)


@pytest.mark.parametrize(
    "task",
    [TASK.model_copy(update={"published": None}), TASK.model_copy(update={"published": "1e999"})],
    ids=["nothing-published", "beyond-numbers"],
)
def test_without_a_published_number_and_references_there_is_no_interval(task: Task) -> None:
    found = card(references=(), task=task)
    assert (found.half_width, found.smallest_shift, found.halved_by) == (None, None, None)


def test_an_order_has_no_interval() -> None:
    ranked = TASK.model_copy(update={"tolerance": Tolerance(rank=True, reason="an order")})
    assert card(references=(), task=ranked).half_width is None


def test_around_zero_no_shift_is_the_smallest() -> None:
    zero = TASK.model_copy(update={"published": "0", "floor": None})
    assert card(references=(), task=zero).smallest_shift is None


@pytest.mark.parametrize(("n", "more"), [(2, 1), (3, 6)])
def test_it_says_how_many_more_references_would_halve_it(n: int, more: int) -> None:
    interval = around_mean(Fraction(100), Fraction(1), n, floor=NO_FLOOR)
    found = halved_by(interval, NO_FLOOR)
    assert found.more == more
    # by the formula itself: so many are enough, and one less is not
    assert around_mean(Fraction(100), Fraction(1), n + more, floor=NO_FLOOR).half <= interval.half / 2
    assert around_mean(Fraction(100), Fraction(1), n + more - 1, floor=NO_FLOOR).half > interval.half / 2


@pytest.mark.parametrize(
    ("interval", "floor", "why"),
    [
        (around_references([Fraction(100), Fraction(101), Fraction(100)], Floor(absolute=Decimal(50))), None, "floor"),
        (around_mean(Fraction(100), Fraction(1, 9), 3, floor=None), None, "Never: the floor is more than half of it."),
        (around_mean(Fraction(100), Fraction(1), 30, floor=NO_FLOOR), NO_FLOOR, "Never: the spread of single"),
        (around_mean(Fraction(0), Fraction(0), 5, floor=None), None, "Never: the floor decides"),
        (around_deterministic(Fraction(1), None), None, "Never: one percent of the only observation"),
        (around_published(Fraction(1), None, None), None, "One percent of the published value decides"),
        (
            around_published(Fraction(1), Tolerance(absolute=Decimal(1), reason="x"), None),
            None,
            "Never by references alone",
        ),
        (around_published(Fraction(0), None, Floor(absolute=Decimal(1))), None, "Never: the absolute floor decides."),
    ],
    ids=[
        "absolute-floor",
        "floor-near",
        "spread-alone",
        "all-equal",
        "deterministic",
        "one-percent",
        "tolerance",
        "zero",
    ],
)
def test_it_says_why_more_references_do_not_halve_it(interval: Any, floor: Floor | None, why: str) -> None:
    found = halved_by(interval, floor)
    assert (found.more, why in found.why) == (None, True)


def test_a_number_out_of_reach_is_none() -> None:
    # t falls to 1.96 so slowly that the last percent takes thousands
    interval = around_mean(Fraction(100), Fraction(1), 5, floor=NO_FLOOR)
    near = interval.times(Fraction("3.92") / interval.half).times(Fraction("1.0001"))
    assert halved_by(near, NO_FLOOR).why == "More than 1000 references would be needed."
    assert near.decided_by is DecidedBy.T
