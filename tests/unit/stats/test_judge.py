from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from reprobridge_spec.model.references import Observation, Origin
from reprobridge_spec.model.task import (
    Direction,
    Estimator,
    Expected,
    Floor,
    Precision,
    PublishedRange,
    PublishedValue,
    Statistic,
    Task,
    Tolerance,
)
from reprobridge_spec.model.verdict import DecidedBy, Interval, Judgement, Verdict
from reprobridge_spec.stats.judge import judge

WORKED = ("93.1", "92.8", "93.4", "93.0", "92.9")
AROUND_91 = ("91.25", "91.15", "91.35", "91.3", "91.2")
BAD_MODE = ("0.895200", "0.893200", "0.959100", "0.953000", "0.961500")
FRACTION = {"unit": "fraction", "range": [Decimal(0), Decimal(1)]}


def task(published: Any = "93.1", **fields: Any) -> Task:
    statistic = fields.pop("statistic", Statistic(estimator=Estimator.SINGLE))
    return Task(published=published, statistic=statistic, **fields)


def judged(value: str, references: tuple[str, ...] = (), subject: Task | None = None, **fields: Any) -> Judgement:
    observations = [Observation(value=text, by=Origin.AUTHOR, n=1) for text in references]
    return judge(task=subject or task(), values=[value], references=observations, **fields)


def test_without_references_one_percent_of_the_published_value_decides() -> None:
    judgement = judged("91.308")
    assert judgement.interval == Interval(low="92.169", high="94.031")
    assert (judgement.verdict, judgement.direction) == (Verdict.INCOMPATIBLE, Direction.BELOW)
    assert (judgement.decided_by, judgement.references) == (DecidedBy.DEFAULT_TOLERANCE, 0)
    assert (judgement.published_in_interval, judgement.score_in_interval) == (True, False)
    assert judgement.plain_rule is None


def test_with_references_the_same_score_is_not_the_published_value() -> None:
    judgement = judged("91.308", AROUND_91)
    assert judgement.interval == Interval(low="90.3375", high="92.1625")
    assert (judgement.verdict, judgement.direction) == (Verdict.NOT_THE_PUBLISHED_VALUE, Direction.BELOW)
    assert (judgement.published_in_interval, judgement.score_in_interval) == (False, True)
    assert judgement.plain_rule is False


def test_both_inside_is_compatible_and_says_everything() -> None:
    judgement = judged("93.0", WORKED)
    assert judgement.verdict is Verdict.COMPATIBLE
    assert judgement.direction is None
    assert judgement.interval == Interval(low="92.1096", high="93.9704")
    assert (judgement.center, judgement.references, judgement.stable) == ("93.04", 5, True)
    assert Decimal(judgement.spread or 0).quantize(Decimal("1e-6")) == Decimal("0.230217")
    assert judgement.decided_by is DecidedBy.RELATIVE_FLOOR
    assert judgement.position == Decimal("-0.0429922613929")
    assert judgement.resolution == Decimal("0.01")
    assert (judgement.at_half_width, judgement.at_double_width) == (Verdict.COMPATIBLE, Verdict.COMPATIBLE)
    assert judgement.plain_rule is True
    assert judgement.notes == []


@pytest.mark.parametrize(
    ("value", "verdict", "direction"),
    [
        ("92.1096", Verdict.COMPATIBLE, None),
        ("93.9704", Verdict.COMPATIBLE, None),
        ("92.10959", Verdict.INCOMPATIBLE, Direction.BELOW),
        ("93.97041", Verdict.INCOMPATIBLE, Direction.ABOVE),
    ],
)
def test_the_ends_are_inside_and_better_is_no_excuse(value: str, verdict: Verdict, direction: Direction | None) -> None:
    judgement = judged(value, WORKED)
    assert (judgement.verdict, judgement.direction) == (verdict, direction)


def test_a_measured_value_that_equals_the_published_one_has_no_direction() -> None:
    judgement = judged("93.1", AROUND_91)
    assert (judgement.verdict, judgement.direction) == (Verdict.INCOMPATIBLE, None)


def test_a_worse_and_a_better_published_value_turn_the_direction() -> None:
    judgement = judged("91.3", AROUND_91, task("89.9"))
    assert (judgement.verdict, judgement.direction) == (Verdict.NOT_THE_PUBLISHED_VALUE, Direction.ABOVE)


@pytest.mark.parametrize(
    ("published", "inside", "plain"),
    [
        ("92.2", True, False),
        ("92.163", True, False),
        ("92.17", False, False),
        (PublishedValue(value="92.2", precision=Precision.EXACT), False, False),
        ("92.1625", True, True),
        ("93", False, False),
        ("92.7", False, False),
        ("9.2e1", True, True),
        (PublishedRange(low="91.0", high="93.0"), True, True),
        (PublishedRange(low="92.0", high="92.6"), False, False),
    ],
)
def test_a_printed_value_meets_the_interval_with_half_a_unit(published: Any, *, inside: bool, plain: bool) -> None:
    # the interval is [90.3375, 92.1625]
    judgement = judged("91.3", AROUND_91, task(published))
    assert (judgement.published_in_interval, judgement.plain_rule) == (inside, plain)


@pytest.mark.parametrize(("published", "inside"), [("32", True), ("31", False)])
def test_a_printed_whole_number_stands_for_one_unit(published: str, *, inside: bool) -> None:
    judgement = judged("32.4", ("32.4",) * 5, task(published, floor=Floor(relative=Decimal("0.001"))))
    assert judgement.published_in_interval is inside


@pytest.mark.parametrize(("published", "inside"), [("1.2e-3", True), ("1.3e-3", False)])
def test_a_printed_exponent_moves_the_last_digit(published: str, *, inside: bool) -> None:
    judgement = judged("0.001162", ("0.001162",) * 5, task(published))
    assert judgement.published_in_interval is inside


def test_a_wide_interval_is_never_compatible() -> None:
    judgement = judged("0.84", BAD_MODE, task("0.95", **FRACTION))
    assert judgement.verdict is Verdict.TOO_WIDE_TO_TELL
    assert judgement.interval is not None
    low, high = float(judgement.interval.low), float(judgement.interval.high)
    assert (round(low, 4), round(high, 4)) == (0.8259, 1.0389)
    assert (judgement.center, round(float(judgement.spread or 0), 4)) == ("0.9324", 0.0350)
    assert judgement.shown == Interval(low=judgement.interval.low, high="1")
    assert judgement.plain_rule is True
    assert judgement.at_half_width is Verdict.INCOMPATIBLE
    assert any("too wide" in note for note in judgement.notes)


def test_a_score_outside_even_a_wide_interval_is_incompatible() -> None:
    judgement = judged("0.80", BAD_MODE, task("0.95", **FRACTION))
    assert (judgement.verdict, judgement.direction) == (Verdict.INCOMPATIBLE, Direction.BELOW)


def test_the_bound_of_the_width_can_be_set() -> None:
    assert judged("0.84", BAD_MODE, task("0.95"), widest=Fraction(12, 100)).verdict is Verdict.COMPATIBLE
    assert judged("93.0", WORKED, widest=Fraction(9, 1000)).verdict is Verdict.TOO_WIDE_TO_TELL


def test_a_resolution_of_exactly_the_bound_still_tells() -> None:
    subject = task("100", tolerance=Tolerance(relative=Decimal("0.1"), reason="r"))
    assert judged("110", subject=subject).verdict is Verdict.COMPATIBLE


def test_an_interval_over_the_whole_range_tells_nothing() -> None:
    subject = task("3", floor=Floor(absolute=Decimal(6)), range=[Decimal(0), Decimal(9)])
    judgement = judged("4", ("3",) * 5, subject)
    assert (judgement.verdict, judgement.decided_by) == (Verdict.TOO_WIDE_TO_TELL, DecidedBy.ABSOLUTE_FLOOR)


def test_where_the_absolute_floor_decides_the_resolution_does_not_count() -> None:
    subject = task("3", floor=Floor(absolute=Decimal(2)), range=[Decimal(0), Decimal(9)])
    judgement = judged("4", ("3",) * 5, subject)
    assert (judgement.verdict, round(float(judgement.resolution or 0), 3)) == (Verdict.COMPATIBLE, 0.667)


@pytest.mark.parametrize("references", [(), ("3",) * 5])
@pytest.mark.parametrize(
    ("floor", "verdict"),
    [("0.3", Verdict.COMPATIBLE), ("0.31", Verdict.TOO_WIDE_TO_TELL), ("5", Verdict.TOO_WIDE_TO_TELL)],
)
def test_without_a_range_the_resolution_of_an_absolute_floor_counts(
    references: tuple[str, ...], floor: str, verdict: Verdict
) -> None:
    judgement = judged("3.2", references, task("3", floor=Floor(absolute=Decimal(floor))))
    assert (judgement.verdict, judgement.decided_by) == (verdict, DecidedBy.ABSOLUTE_FLOOR)


def test_one_percent_of_zero_cannot_be_told() -> None:
    judgement = judged("0", ("0",) * 5, task("0"))
    assert (judgement.verdict, judgement.decided_by) == (Verdict.CANNOT_BE_TOLD, DecidedBy.RELATIVE_FLOOR)
    assert (judgement.score_in_interval, judgement.at_double_width, judgement.position) == (None, None, None)
    assert "absolute" in judgement.notes[0]


def test_references_around_zero_cannot_be_told_although_they_spread() -> None:
    assert judged("0", ("-1", "1", "0"), task("0")).verdict is Verdict.CANNOT_BE_TOLD


def test_a_published_zero_cannot_be_told_without_references() -> None:
    assert judged("0", (), task("0")).verdict is Verdict.CANNOT_BE_TOLD


@pytest.mark.parametrize("references", [(), ("0",) * 5, ("-1", "1", "0", "0", "0")])
def test_an_absolute_floor_makes_a_zero_tell(references: tuple[str, ...]) -> None:
    subject = task("0", floor=Floor(absolute=Decimal(5)), range=[Decimal(0), Decimal(1319)])
    judgement = judged("4", references, subject)
    assert (judgement.verdict, judgement.decided_by) == (Verdict.COMPATIBLE, DecidedBy.ABSOLUTE_FLOOR)
    assert judged("6", references, subject).verdict is Verdict.INCOMPATIBLE


def test_references_that_spread_past_the_absolute_floor_around_zero_are_too_wide() -> None:
    subject = task("0", floor=Floor(absolute=Decimal("0.1")))
    assert judged("1", ("-1", "1", "0", "0", "0"), subject).verdict is Verdict.TOO_WIDE_TO_TELL


@pytest.mark.parametrize(("published", "stable"), [("10.0", True), ("9.9", False), ("-10", True), ("0", False)])
def test_references_within_ten_percent_of_the_published_value_are_stable(published: str, *, stable: bool) -> None:
    assert judged("10.5", ("10", "11"), task(published)).stable is stable


def test_a_declared_tolerance_decides_without_references_and_gives_its_reason() -> None:
    subject = task(tolerance=Tolerance(absolute=Decimal(2), reason="three runs of ours differ by two points"))
    judgement = judged("91.308", subject=subject)
    assert (judgement.verdict, judgement.decided_by) == (Verdict.COMPATIBLE, DecidedBy.TOLERANCE)
    assert any("three runs of ours" in note for note in judgement.notes)


def test_a_declared_tolerance_says_nothing_where_there_are_references() -> None:
    subject = task(tolerance=Tolerance(absolute=Decimal(9), reason="r"))
    assert judged("80", WORKED, subject).verdict is Verdict.INCOMPATIBLE


def test_an_order_of_tasks_is_not_judged_on_one_of_them() -> None:
    judgement = judged("93.1", subject=task(tolerance=Tolerance(rank=True, reason="only the order matters")))
    assert (judgement.verdict, judgement.interval) == (Verdict.CANNOT_BE_TOLD, None)


def test_one_reference_is_none() -> None:
    judgement = judged("93.0", ("80",))
    assert (judgement.references, judgement.decided_by) == (0, DecidedBy.DEFAULT_TOLERANCE)


def test_the_only_observation_of_a_deterministic_method_is_enough() -> None:
    judgement = judged("93.1", ("92.5",), deterministic=True)
    assert judgement.interval == Interval(low="91.575", high="93.425")
    assert (judgement.verdict, judgement.decided_by) == (Verdict.COMPATIBLE, DecidedBy.DETERMINISTIC)
    assert any("deterministic" in note for note in judgement.notes)


SEEDS = Statistic(estimator=Estimator.MEAN, over="seeds")


def test_a_deterministic_experiment_with_unequal_scores_has_failed() -> None:
    judgement = judge(task=task(statistic=SEEDS), values=["93.1", "93.10", "93.2"], deterministic=True)
    assert judgement.verdict is Verdict.FAILED
    assert "93.1, 93.2" in judgement.notes[0]


def test_a_deterministic_experiment_with_equal_scores_is_judged() -> None:
    judgement = judge(task=task(statistic=SEEDS), values=["93.1", "93.10"], deterministic=True)
    assert (judgement.verdict, judgement.measured) == (Verdict.COMPATIBLE, "93.1")


def test_runs_over_seeds_are_folded_and_compared_with_observations_of_their_kind() -> None:
    means = [Observation(value=text, by=Origin.AUTHOR, seeds=[10 * i, 10 * i + 1]) for i, text in enumerate(WORKED, 1)]
    singles = [Observation(value="50", by=Origin.IMPORTED, n=1, source="a blog")]
    judgement = judge(task=task(statistic=SEEDS), values=["93.0", "93.2"], references=[*means, *singles], runs=2)
    assert (judgement.verdict, judgement.measured, judgement.references) == (Verdict.COMPATIBLE, "93.1", 5)
    assert judgement.notes == ["The observation 50 is no reference: it is over 1 run, the statistic over 2."]


def test_missing_runs_are_partial() -> None:
    judgement = judge(task=task(statistic=SEEDS), values=["93.0", "93.2"], runs=3)
    assert (judgement.verdict, judgement.measured) == (Verdict.PARTIAL, "93.1")
    assert judgement.notes == ["There are scores of 2 of the statistic's 3 runs."]


def test_surplus_runs_cannot_be_told() -> None:
    judgement = judge(task=task(statistic=SEEDS), values=["93.0", "93.2"], runs=1)
    assert judgement.verdict is Verdict.CANNOT_BE_TOLD


@pytest.mark.parametrize(
    "statistic",
    [Statistic(estimator=Estimator.SINGLE, over="seeds"), Statistic(estimator=Estimator.MEAN, over="questions")],
)
def test_several_scores_of_a_statistic_of_one_run_cannot_be_told(statistic: Statistic) -> None:
    judgement = judge(task=task(statistic=statistic), values=["93.0", "93.2"])
    assert judgement.verdict is Verdict.CANNOT_BE_TOLD
    assert "folded" in judgement.notes[0]


def test_no_score_has_failed() -> None:
    assert judge(task=task(), values=[]).verdict is Verdict.FAILED


@pytest.mark.parametrize("value", ["nan", "1e400", "92.6%"])
def test_what_is_no_number_has_failed(value: str) -> None:
    assert judged(value).verdict is Verdict.FAILED


@pytest.mark.parametrize("subject", [task(None), task("1e400"), task(statistic=None)])
def test_a_task_that_declares_too_little_cannot_be_told(subject: Task) -> None:
    assert judged("93.1", subject=subject).verdict is Verdict.CANNOT_BE_TOLD


# given cases C53: fraction and percent


def test_a_value_out_of_the_declared_range_has_failed() -> None:
    judgement = judged("91.0", subject=task("0.91", **FRACTION))
    assert judgement.verdict is Verdict.FAILED
    assert "outside the metric's range, 0 to 1" in judgement.notes[0]


@pytest.mark.parametrize(
    ("published", "value", "unit", "factor"),
    [("92.6", "0.926", "percent", "100"), ("92.6", "0.926", None, "100"), ("0.926", "92.6", "fraction", "0.01")],
)
def test_a_value_on_another_scale_has_failed_and_is_not_rescaled(
    published: str, value: str, unit: str | None, factor: str
) -> None:
    judgement = judged(value, subject=task(published, unit=unit))
    assert (judgement.verdict, judgement.measured, judgement.as_expected) == (Verdict.FAILED, value, False)
    assert f"multiplied by {factor}" in judgement.notes[0]


@pytest.mark.parametrize(
    ("published", "value", "unit"), [("0.82", "0.8", "percent"), ("2.0", "200", "seconds"), ("92.6", "0.5", "percent")]
)
def test_any_other_difference_is_no_question_of_scale(published: str, value: str, unit: str) -> None:
    assert judged(value, subject=task(published, unit=unit)).verdict is Verdict.INCOMPATIBLE


def test_near_zero_a_hundredth_is_no_evidence_of_another_scale() -> None:
    subject = task("0.5", unit="percent", floor=Floor(absolute=Decimal(1)))
    assert judged("80", subject=subject).verdict is Verdict.INCOMPATIBLE


# what the guide expects


@pytest.mark.parametrize(
    ("value", "references", "as_expected"),
    [("90", (), True), ("91.3", AROUND_91, True), ("95", (), False), ("93.1", (), False), ("93.1", AROUND_91, False)],
)
def test_what_the_guide_expects_is_incompatible_in_its_direction(
    value: str, references: tuple[str, ...], *, as_expected: bool
) -> None:
    subject = task(expected=Expected(verdict=Direction.BELOW, why="d1"))
    judgement = judged(value, references, subject)
    assert judgement.as_expected is as_expected
    assert any("The guide expects" in note for note in judgement.notes) is not as_expected


def test_a_wide_interval_is_not_what_the_guide_expects() -> None:
    subject = task("0.95", expected=Expected(verdict=Direction.BELOW, why="d1"))
    assert not judged("0.84", BAD_MODE, subject).as_expected


# the benchmark's own rule


def test_the_plain_rule_knows_no_rounding_no_width_and_no_other_floor() -> None:
    floors = Floor(relative=Decimal("0.05"), absolute=Decimal(10))
    judgement = judged("91.3", AROUND_91, task("92.22", floor=floors))
    assert (judgement.published_in_interval, judgement.plain_rule) == (True, False)


def test_the_plain_rule_of_a_deterministic_method_is_one_percent() -> None:
    judgement = judged("92.5", ("92.5",), task("93.5", floor=Floor(absolute=Decimal(10))), deterministic=True)
    assert (judgement.decided_by, judgement.plain_rule) == (DecidedBy.ABSOLUTE_FLOOR, False)


def test_the_verdict_at_other_widths_stands_beside_it() -> None:
    judgement = judged("92.3", WORKED, task("93.0"))
    assert judgement.verdict is Verdict.COMPATIBLE
    assert (judgement.at_half_width, judgement.at_double_width) == (Verdict.INCOMPATIBLE, Verdict.COMPATIBLE)


def test_a_doubled_width_may_be_too_wide() -> None:
    judgement = judged("0.81", ("0.80", "0.82", "0.79", "0.81", "0.83"), task("0.81"))
    assert (judgement.verdict, judgement.at_double_width) == (Verdict.COMPATIBLE, Verdict.TOO_WIDE_TO_TELL)


def test_what_is_shown_is_clipped_and_the_interval_is_not() -> None:
    judgement = judged("1", ("1",) * 5, task("1.0", **FRACTION))
    assert judgement.interval == Interval(low="0.99", high="1.01")
    assert judgement.shown == Interval(low="0.99", high="1")


def test_a_judgement_survives_json() -> None:
    judgement = judged("0.81", ("0.80", "0.82", "0.79"), task("0.81", **FRACTION))
    again = Judgement.model_validate_json(judgement.model_dump_json())
    assert again.interval == judgement.interval
    assert (again.verdict, again.at_half_width) == (judgement.verdict, judgement.at_half_width)
