from decimal import Decimal

import pytest

from reprobridge_spec.model.task import Estimator, Floor, Statistic, Task
from reprobridge_spec.model.verdict import DecidedBy, Interval, Verdict
from reprobridge_spec.stats.partial import Repeat, judge_fresh_seeds, judge_given_seeds

TASK = Task(
    published="0.81428571",
    unit="fraction",
    range=[Decimal(0), Decimal(1)],
    statistic=Statistic(estimator=Estimator.MEAN, over="seeds"),
)
RECORDED = ("0.81714", "0.80571", "0.81714", "0.81714", "0.81714")


def task(**fields: object) -> Task:
    return TASK.model_copy(update=fields)


@pytest.mark.parametrize(
    ("value", "inside"),
    [("0.81", True), ("0.8181", True), ("0.8019", True), ("0.81811", False), ("0.80189", False)],
)
def test_a_repeated_seed_is_compared_with_its_own_record(value: str, *, inside: bool) -> None:
    judgement = judge_given_seeds(TASK, [Repeat(seed=0, value=value, recorded="0.81")])
    assert judgement.verdict is Verdict.PARTIAL
    assert judgement.score_in_interval is inside
    assert judgement.interval == Interval(low="0.8019", high="0.8181")


def test_every_repeated_seed_must_be_inside() -> None:
    repeats = [
        Repeat(seed=0, value="0.81714", recorded="0.81714"),
        Repeat(seed=1, value="0.7", recorded="0.80571"),
        Repeat(seed=2, value="0.81", recorded="0.81714"),
    ]
    judgement = judge_given_seeds(TASK, repeats)
    assert (judgement.score_in_interval, judgement.measured, judgement.center) == (False, "0.7", "0.80571")
    assert judgement.notes[1] == "Seed 1: 0.7 now, 0.80571 recorded (outside the floor)."
    assert len(judgement.notes) == 3


def test_a_partial_check_never_says_compatible() -> None:
    judgement = judge_given_seeds(TASK, [Repeat(seed=0, value="0.81428571", recorded="0.81428571")])
    assert (judgement.verdict, judgement.score_in_interval) == (Verdict.PARTIAL, True)
    assert judgement.published_in_interval is None


def test_an_absolute_floor_holds_for_a_repeated_seed() -> None:
    judgement = judge_given_seeds(
        task(floor=Floor(absolute=Decimal(5)), range=None), [Repeat(seed=0, value="4", recorded="0")]
    )
    assert (judgement.score_in_interval, judgement.decided_by) == (True, DecidedBy.ABSOLUTE_FLOOR)


def test_around_a_recorded_zero_nothing_can_be_told() -> None:
    judgement = judge_given_seeds(TASK, [Repeat(seed=0, value="0", recorded="0")])
    assert (judgement.verdict, judgement.score_in_interval) == (Verdict.CANNOT_BE_TOLD, None)


def test_a_value_out_of_range_is_no_score() -> None:
    judgement = judge_given_seeds(TASK, [Repeat(seed=0, value="81", recorded="0.81")])
    assert (judgement.verdict, judgement.score_in_interval) == (Verdict.FAILED, None)


def test_fresh_runs_are_compared_with_the_mean_of_the_recorded_ones() -> None:
    judgement = judge_fresh_seeds(task(floor=Floor(relative=Decimal(0))), ["0.80", "0.81"], RECORDED)
    assert (judgement.measured, judgement.center) == ("0.805", "0.814854")
    # t(0.975, 4) · 0.00511165 · √(1/5 + 1/2)
    assert judgement.interval is not None
    half = (Decimal(judgement.interval.high) - Decimal(judgement.interval.low)) / 2
    assert float(half) == pytest.approx(2.776445 * 0.00511165 * 0.7**0.5, rel=1e-5)
    assert (judgement.decided_by, judgement.score_in_interval) == (DecidedBy.T, True)
    assert "√(1/5 + 1/2)" in judgement.notes[0]


@pytest.mark.parametrize(
    ("value", "inside"), [("0.82914", True), ("0.79931", True), ("0.831", False), ("0.799", False)]
)
def test_one_fresh_run_has_the_width_of_a_single_run(value: str, *, inside: bool) -> None:
    judgement = judge_fresh_seeds(TASK, [value], RECORDED)
    assert (judgement.verdict, judgement.score_in_interval) == (Verdict.PARTIAL, inside)


def test_one_recorded_run_leaves_the_floor() -> None:
    judgement = judge_fresh_seeds(TASK, ["0.8181"], ["0.81"])
    assert (judgement.score_in_interval, judgement.decided_by) == (True, DecidedBy.RELATIVE_FLOOR)
    assert "only one recorded run" in judgement.notes[0]


def test_two_recorded_runs_have_a_spread() -> None:
    judgement = judge_fresh_seeds(TASK, ["0.85"], ["0.80", "0.82"])
    assert (judgement.decided_by, judgement.references, judgement.score_in_interval) == (DecidedBy.T, 2, True)


def test_nothing_to_compare_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="no repeated seed"):
        judge_given_seeds(TASK, [])
    with pytest.raises(ValueError, match="no fresh or no recorded"):
        judge_fresh_seeds(TASK, [], RECORDED)
    with pytest.raises(ValueError, match="no fresh or no recorded"):
        judge_fresh_seeds(TASK, ["1"], [])
