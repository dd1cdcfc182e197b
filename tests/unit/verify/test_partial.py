from collections.abc import Sequence
from typing import Any

import pytest

from reprobridge_spec.launch.results import Stopped, judge_tasks
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.verdict import TaskResult, Verdict
from reprobridge_spec.verify.partial import with_partial
from reprobridge_spec.verify.recorded import Recorded
from tests.unit.launch.run_records import record

TASK = {
    "unit": "percent",
    "range": [0, 100],
    "statistic": {"estimator": "mean", "over": "seeds"},
    "measure": {"file": "scores.json", "json": "/accuracy"},
    "published": "90.0",
}
NOT_ASKED = Stopped(Verdict.COULD_NOT_BE_DONE, "1 of its 3 runs were asked for", Fault.EVALUATOR)
BEFORE = [Recorded(seed=seed, index=seed, value=value) for seed, value in enumerate(["90.0", "90.4", "89.6"])]


def row(
    records: Sequence[RunRecord],
    *,
    stopped: Stopped | None = NOT_ASKED,
    recorded: list[Recorded] | None = BEFORE,
    fresh: bool = False,
    **values: Any,
) -> TaskResult:
    body = Experiment.model_validate({"seeds": [0, 1, 2], "tasks": {"accuracy": TASK}} | values)
    rows = judge_tasks({"test": body}, ["test"], records, None, {"test": stopped} if stopped else {})
    known = {"test/accuracy": recorded} if recorded is not None else {}
    (found,) = with_partial(rows, {"test": body}, records, known, fresh=fresh)
    return found


def seed(number: int, score: str, **values: Any) -> RunRecord:
    return record(seed=number, index=number, score=score, run=f"run-{number}", **values)


@pytest.mark.parametrize(
    ("score", "inside"), [("90.4", True), ("91.3", True), ("89.5", True), ("91.31", False), ("60", False)]
)
def test_one_seed_is_held_against_its_own_record(score: str, *, inside: bool) -> None:
    found = row([seed(1, score)])
    assert (found.judgement.verdict, found.judgement.score_in_interval) == (Verdict.PARTIAL, inside)
    assert (found.judgement.center, found.n, found.runs, found.reason, found.fault) == (
        "90.4",
        1,
        ["run-1"],
        None,
        None,
    )
    assert found.judgement.notes[0] == "1 of the statistic's 3 runs were made: this is a partial check."


def test_fresh_seeds_are_held_against_the_mean_of_the_recorded_ones() -> None:
    found = row([record(seed=77, index=0, score="90.9"), record(seed=78, index=1, score="90.7")], fresh=True)
    assert (found.judgement.center, found.judgement.measured, found.judgement.score_in_interval) == ("90", "90.8", True)


def test_runs_that_are_counted_have_no_seed_of_their_own_and_are_held_against_the_mean() -> None:
    body = Experiment.model_validate({"runs": 3, "tasks": {"accuracy": TASK}})
    records = [record(seed=None, index=0, score="90.8")]
    rows = judge_tasks({"test": body}, ["test"], records, None, {"test": NOT_ASKED})
    known = {"test/accuracy": [Recorded(seed=None, index=one.index, value=one.value) for one in BEFORE]}
    (found,) = with_partial(rows, {"test": body}, records, known, fresh=False)
    assert (found.judgement.center, found.judgement.score_in_interval) == ("90", True)


def test_all_runs_are_no_partial_check() -> None:
    found = row([seed(0, "90"), seed(1, "90.2"), seed(2, "90.1")], stopped=None)
    assert found.judgement.verdict is Verdict.COMPATIBLE


@pytest.mark.parametrize("recorded", [[], BEFORE[:1], None], ids=["empty", "of-another-seed", "none"])
def test_without_a_record_nothing_can_be_told(recorded: list[Recorded] | None) -> None:
    found = row([seed(1, "90.4")], recorded=recorded)
    assert (found.judgement.verdict, found.fault) == (Verdict.CANNOT_BE_TOLD, Fault.ARTIFACT)
    assert "no recorded run of seed 1" in found.judgement.notes[1]


def test_fresh_seeds_without_a_record_cannot_be_told() -> None:
    found = row([record(seed=77, score="90")], recorded=None, fresh=True)
    assert (found.judgement.verdict, "no recorded run" in found.judgement.notes[1]) == (Verdict.CANNOT_BE_TOLD, True)


def test_a_run_that_failed_is_no_partial_check() -> None:
    found = row([seed(0, "90"), record(seed=1, index=1, score=None, reason="exit code 1")])
    assert (found.judgement.verdict, found.fault) == (Verdict.FAILED, Fault.ARTIFACT)


@pytest.mark.parametrize(
    "stopped",
    [
        Stopped(Verdict.COULD_NOT_BE_DONE, "the machine is gone", Fault.ENVIRONMENT),
        Stopped(Verdict.FAILED, "the run before it failed", Fault.ARTIFACT),
    ],
    ids=["the-machine", "the-artifact"],
)
def test_what_is_missing_through_another_fault_is_no_partial_check(stopped: Stopped) -> None:
    found = row([seed(0, "90")], stopped=stopped)
    assert (found.judgement.verdict, found.fault) == (stopped.verdict, stopped.fault)


def test_without_any_score_nothing_was_checked() -> None:
    assert row([]).judgement.verdict is Verdict.COULD_NOT_BE_DONE
