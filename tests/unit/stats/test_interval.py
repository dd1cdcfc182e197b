from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from reprobridge_spec.model.task import Floor, Tolerance
from reprobridge_spec.model.verdict import DecidedBy
from reprobridge_spec.stats.interval import (
    CompatibilityInterval,
    around_deterministic,
    around_mean,
    around_observation,
    around_published,
    around_references,
    prediction_half_width,
)

WORKED = ("93.1", "92.8", "93.4", "93.0", "92.9")
SPREAD = (".80", ".82", ".79", ".81", ".83")


def numbers(texts: tuple[str, ...]) -> list[Fraction]:
    return [Fraction(text) for text in texts]


def test_the_floor_decides_where_references_agree_closely() -> None:
    interval = around_references(numbers(WORKED), None)
    assert interval.center == Fraction("93.04")
    assert float(interval.spread or 0) == pytest.approx(0.230217, abs=5e-7)
    assert interval.half == Fraction("0.9304")
    assert (interval.low, interval.high) == (Fraction("92.1096"), Fraction("93.9704"))
    assert interval.decided_by is DecidedBy.RELATIVE_FLOOR


def test_the_width_under_that_floor_is_the_standards() -> None:
    interval = around_references(numbers(WORKED), Floor(relative=Decimal(0)))
    assert float(interval.half) == pytest.approx(0.700193, abs=5e-7)
    assert interval.decided_by is DecidedBy.T


def test_the_spread_decides_where_references_differ() -> None:
    interval = around_references(numbers(SPREAD), None)
    assert float(interval.half) == pytest.approx(0.0480894, abs=5e-8)
    assert interval.decided_by is DecidedBy.T


def test_equal_references_leave_the_floor() -> None:
    interval = around_references(numbers((".812",) * 5), None)
    assert (interval.half, interval.spread) == (Fraction("0.00812"), Fraction(0))


ITALY, GUN, ARROW = "0.96958212", "1.0", "0.81428571"
MEASURED_ROWS = [
    ("italy aeon", "0.96929", "0.00053", "0.95960", "0.97898", "relative-floor", True, ITALY),
    ("italy l2", "0.96929", "0.00202", "0.95960", "0.97898", "relative-floor", True, ITALY),
    ("italy no scaling", "0.97201", "0.00043", "0.96229", "0.98173", "relative-floor", True, ITALY),
    ("gun aeon", "1", "0", "0.99", "1.01", "relative-floor", True, GUN),
    ("gun no scaling", "0.99200", "0.00298", "0.98208", "1.00192", "relative-floor", True, GUN),
    ("arrow aeon", "0.81143", "0.00904", "0.78395", "0.83891", "t", True, ARROW),
    ("arrow l2", "0.81486", "0.00511", "0.79931", "0.83040", "t", True, ARROW),
    ("arrow scaler", "0.81029", "0.00478", "0.79574", "0.82483", "t", True, ARROW),
    ("arrow no scaling", "0.78171", "0.01099", "0.74828", "0.81514", "t", True, ARROW),
]
MEASURED_ROWS_OF_TEN = [
    ("italy l2", "0.96929", "0.00202", "0.95960", "0.97898", "relative-floor", True, ITALY),
    ("gun l2", "1", "0", "0.99", "1.01", "relative-floor", True, GUN),
    ("arrow aeon", "0.81143", "0.00904", "0.79769", "0.82517", "t", True, ARROW),
    ("arrow l2", "0.81486", "0.00511", "0.80671", "0.82301", "relative-floor", True, ARROW),
    ("arrow scaler", "0.81029", "0.00478", "0.80218", "0.81839", "relative-floor", True, ARROW),
    ("arrow no scaling", "0.78171", "0.01099", "0.76500", "0.79843", "t", False, ARROW),
]


@pytest.mark.parametrize(
    ("over", "row"),
    [*((1, row) for row in MEASURED_ROWS), *((10, row) for row in MEASURED_ROWS_OF_TEN)],
    ids=lambda part: part if isinstance(part, int) else part[0],
)
def test_measured_rows_of_a_real_paper(over: int, row: tuple[str, str, str, str, str, str, bool, str]) -> None:
    _, mean, spread, low, high, decided_by, inside, published = row
    interval = around_mean(Fraction(mean), Fraction(spread) ** 2, 5, floor=None, over=over)
    assert float(interval.low) == pytest.approx(float(low), abs=1.6e-5)
    assert float(interval.high) == pytest.approx(float(high), abs=1.6e-5)
    assert interval.decided_by == decided_by
    assert interval.holds(Fraction(published)) is inside


@pytest.mark.parametrize(("over", "factor"), [(1, 3.0414), (3, 2.0276), (30, 1.3412)])
def test_a_mean_against_five_single_runs_has_its_own_width(over: int, factor: float) -> None:
    assert float(prediction_half_width(Fraction(1), 5, over)) == pytest.approx(factor, abs=5e-5)


def test_one_reference_has_no_spread() -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        prediction_half_width(Fraction(1), 1)


@pytest.mark.parametrize(
    ("floor", "half", "decided_by"),
    [
        (Floor(relative=Decimal("0.02")), "1.8608", DecidedBy.RELATIVE_FLOOR),
        (Floor(absolute=Decimal("0.5")), "0.9304", DecidedBy.RELATIVE_FLOOR),
        (Floor(absolute=Decimal(2)), "2", DecidedBy.ABSOLUTE_FLOOR),
        (Floor(relative=Decimal("0.02"), absolute=Decimal(1)), "1.8608", DecidedBy.RELATIVE_FLOOR),
    ],
)
def test_a_declared_floor_is_the_least_width(floor: Floor, half: str, decided_by: DecidedBy) -> None:
    interval = around_references(numbers(WORKED), floor)
    assert (interval.half, interval.decided_by) == (Fraction(half), decided_by)


def test_a_deterministic_observation_has_one_percent() -> None:
    interval = around_deterministic(Fraction("-0.5"), Floor(relative=Decimal("0.2")))
    assert (interval.half, interval.decided_by) == (Fraction("0.005"), DecidedBy.DETERMINISTIC)


@pytest.mark.parametrize(
    ("tolerance", "floor", "half", "decided_by"),
    [
        ({}, {}, "0.931", "default-tolerance"),
        ({}, {"relative": "0.2"}, "0.931", "default-tolerance"),
        ({}, {"absolute": "2"}, "2", "absolute-floor"),
        ({"absolute": "0.5"}, {}, "0.5", "tolerance"),
        ({"absolute": "0.5"}, {"absolute": "2"}, "0.5", "tolerance"),
        ({"absolute": "0"}, {}, "0", "tolerance"),
        ({"relative": "0.005"}, {}, "0.4655", "tolerance"),
        ({"relative": "0.005"}, {"absolute": "2"}, "2", "absolute-floor"),
        ({"relative": "0.05", "absolute": "1"}, {}, "1", "tolerance"),
    ],
)
def test_without_references_the_published_value_has_its_tolerance(
    tolerance: dict[str, str], floor: dict[str, str], half: str, decided_by: str
) -> None:
    widths: dict[str, Any] = {key: Decimal(text) for key, text in tolerance.items()}
    declared = Tolerance(reason="as in the paper", **widths)
    least = Floor(**{key: Decimal(text) for key, text in floor.items()})
    interval = around_published(Fraction("93.1"), declared, least)
    assert (interval.half, interval.decided_by) == (Fraction(half), decided_by)


@pytest.mark.parametrize("value", ["92.169", "94.031", "93.1"])
def test_ends_are_inside(value: str) -> None:
    assert around_published(Fraction("93.1"), None, None).holds(Fraction(value))


@pytest.mark.parametrize("value", ["92.1689999999999999999999", "94.0310000000000000000001"])
def test_what_is_past_an_end_is_outside(value: str) -> None:
    assert not around_published(Fraction("93.1"), None, None).holds(Fraction(value))


@pytest.mark.parametrize(
    ("interval", "can_tell"),
    [
        (around_observation(Fraction(0), None), False),
        (around_observation(Fraction(0), Floor(absolute=Decimal(0))), False),
        (around_references([Fraction(-1), Fraction(1)], None), False),
        (around_published(Fraction(0), Tolerance(relative=Decimal(1), reason="r"), None), False),
        (around_published(Fraction(0), Tolerance(absolute=Decimal(1), reason="r"), None), True),
        (around_observation(Fraction(0), Floor(absolute=Decimal(5))), True),
        (around_references([Fraction(-1), Fraction(1)], Floor(absolute=Decimal(5))), True),
        (around_observation(Fraction(1, 10**9), None), True),
    ],
)
def test_around_zero_only_a_width_in_the_metrics_unit_tells(interval: CompatibilityInterval, *, can_tell: bool) -> None:
    assert interval.can_tell is can_tell
