from decimal import Decimal
from typing import Any

import pytest

from reprobridge_spec.launch.campaign import NotRun
from reprobridge_spec.launch.results import Stopped, holds, judge_tasks, stopped_by
from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.run_record import Mode, RunRecord
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from tests.unit.launch.run_records import record

TASK = {
    "unit": "percent",
    "range": [0, 100],
    "better": "higher",
    "statistic": {"estimator": "single", "over": "seeds", "n": 1},
    "measure": {"file": "scores.json", "json": "/accuracy"},
    "published": "90.0",
}
BLOCKED = {"reason": "access", "detail": "the data are closed"}
NOT_RUN = NotRun(planned=Planned(experiment="test", mode=Mode.SCORED, seed=0, index=0), reason="no GPU here")


def experiment(task: dict[str, Any] | None = None, **values: Any) -> Experiment:
    return Experiment.model_validate({"seeds": [0], "tasks": {"accuracy": TASK | (task or {})}} | values)


def row(
    *records: RunRecord, body: Experiment | None = None, stopped: Stopped | None = None, changed: tuple[str, ...] = ()
) -> TaskResult:
    experiments = {"test": body or experiment()}
    (only,) = judge_tasks(experiments, ["test"], records, None, {"test": stopped} if stopped else {}, changed=changed)
    return only


def test_a_measured_run_is_judged() -> None:
    found = row(record(score="90.1", run="a"))
    assert (found.task, found.judgement.verdict, found.judgement.measured) == ("test/accuracy", "compatible", "90.1")
    assert (found.runs, found.n, found.seconds, found.reason) == (["a"], 1, Decimal(2), None)


def test_a_failed_run_fails_its_task_with_its_reason() -> None:
    found = row(record(score=None, reason="the launcher ended with exit code 1", run="a"))
    assert (found.judgement.verdict, found.reason) == (Verdict.FAILED, "a: the launcher ended with exit code 1")
    assert (found.judgement.measured, found.judgement.published) == (None, "90.0")


def test_one_failed_run_among_several_fails_the_task() -> None:
    body = experiment({"statistic": {"estimator": "mean", "over": "seeds"}}, seeds=[0, 1])
    assert row(record(), record(score=None, seed=1, index=1), body=body).judgement.verdict is Verdict.FAILED


def test_a_run_that_failed_for_another_task_does_not_fail_this_one() -> None:
    assert row(record(score="90", outcome="failed", reason="task loss")).judgement.verdict is Verdict.COMPATIBLE


def test_runs_that_were_not_made_are_counted() -> None:
    body = experiment({"statistic": {"estimator": "mean", "over": "seeds"}}, seeds=[0, 1, 2])
    found = row(record(), body=body)
    assert (found.judgement.verdict, found.reason) == (Verdict.COULD_NOT_BE_DONE, "2 of 3 runs were not made")


@pytest.mark.parametrize("fault", [Fault.ARTIFACT, Fault.ENVIRONMENT, Fault.EVALUATOR])
def test_what_stopped_an_experiment_decides_its_tasks(fault: Fault) -> None:
    not_run = NotRun(planned=NOT_RUN.planned, reason=NOT_RUN.reason, fault=fault)
    found = row(stopped=stopped_by(not_run))
    verdict = Verdict.FAILED if fault is Fault.ARTIFACT else Verdict.COULD_NOT_BE_DONE
    assert (found.judgement.verdict, found.reason) == (verdict, "test seed 0: no GPU here")


@pytest.mark.parametrize(
    "body", [experiment(blocked=BLOCKED), experiment({"blocked": BLOCKED})], ids=["it", "its task"]
)
def test_what_is_blocked_says_why(body: Experiment) -> None:
    found = row(body=body)
    assert (found.judgement.verdict, found.reason) == (Verdict.BLOCKED, "access: the data are closed")


def test_only_what_was_asked_for_has_rows_in_the_manifest_s_order() -> None:
    experiments = {name: experiment() for name in ("b", "a", "c")}
    rows = judge_tasks(experiments, ["c", "b"], [], None, {})
    assert [found.task for found in rows] == ["b/accuracy", "c/accuracy"]


def test_a_judgement_that_changed_after_the_run_is_said() -> None:
    said = "The judgement changed after its runs were made."
    assert said in row(record(), changed=("test/accuracy",)).judgement.notes
    assert said not in row(record(), changed=("other/accuracy",)).judgement.notes


def test_claimed_determinism_is_checked() -> None:
    body = experiment({"statistic": {"estimator": "mean", "over": "seeds"}}, seeds=[0, 1], deterministic=True)
    same = [record(score="90"), record(score="90", seed=1, index=1)]
    other = [record(score="90"), record(score="90.0001", seed=1, index=1)]
    assert row(*same, body=body).judgement.verdict is Verdict.COMPATIBLE
    assert row(*other, body=body).judgement.verdict is Verdict.FAILED


@pytest.mark.parametrize("verdict", Verdict)
def test_only_compatible_and_blocked_tasks_hold(verdict: Verdict) -> None:
    found = TaskResult.model_validate({"task": "a/b", "judgement": Judgement(verdict=verdict), "seconds": 0})
    assert holds([found]) is (verdict in {Verdict.COMPATIBLE, Verdict.BLOCKED})
