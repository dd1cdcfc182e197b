"""From records to verdicts: one row a task."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from decimal import Decimal

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.campaign import NotRun
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.references import Observation, References
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome, RunRecord
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.stats.judge import judge
from reprobridge_spec.stats.published import published_text


@dataclass(frozen=True, slots=True)
class Stopped:
    """An experiment whose runs were not all made: what that means for its tasks, and why."""

    verdict: Verdict
    reason: str
    fault: Fault


def stopped_by(result: NotRun) -> Stopped:
    """What a run that was not made means for the tasks of its experiment."""
    verdict = Verdict.FAILED if result.fault is Fault.ARTIFACT else Verdict.COULD_NOT_BE_DONE
    return Stopped(verdict, f"{result.planned.label}: {result.reason}", result.fault)


def judge_tasks(
    experiments: Mapping[str, Experiment],
    names: Iterable[str],
    records: Sequence[RunRecord],
    references: References | None,
    stopped: Mapping[str, Stopped],
    *,
    changed: Collection[str] = (),
) -> list[TaskResult]:
    """One row for each task of the experiments `names`, in the manifest's order.

    Args:
        experiments: with defaults and metrics filled in.
        names: experiments that were asked for.
        records: the scored runs that count.
        references: observations to compare with.
        stopped: experiments whose runs were not all made, and why.
        changed: full ids of tasks that are judged otherwise than when their runs were made.
    """
    wanted = set(names)
    observations = references.references if references else {}
    rows = [
        _row(f"{name}/{task_name}", task, experiment, records, observations, stopped.get(name))
        for name, experiment in experiments.items()
        if name in wanted
        for task_name, task in (experiment.tasks or {}).items()
    ]
    return [_with_note(row) if row.task in changed else row for row in rows]


def _with_note(row: TaskResult) -> TaskResult:
    notes = [*row.judgement.notes, "The judgement changed after its runs were made."]
    return row.model_copy(update={"judgement": row.judgement.model_copy(update={"notes": notes})})


def _row(
    full_id: str,
    task: Task,
    experiment: Experiment,
    records: Sequence[RunRecord],
    observations: Mapping[str, list[Observation]],
    stopped: Stopped | None,
) -> TaskResult:
    runs = [record for record in records if record.score_of(full_id) or _belongs(record, full_id)]
    seconds = sum((record.predicate.used.wall_seconds for record in runs), Decimal(0))
    ids = [record.predicate.run for record in runs]
    blocked = task.blocked or experiment.blocked
    if blocked is not None:
        reason = f"{blocked.reason}: {blocked.detail}"
        return _without_value(full_id, task, Verdict.BLOCKED, reason, ids, seconds)
    failed = next(
        (record for record in runs if record.predicate.outcome is Outcome.FAILED and not _has(record, full_id)), None
    )
    if failed is not None:
        reason = f"{failed.predicate.run}: {failed.predicate.reason}"
        row = _without_value(full_id, task, Verdict.FAILED, reason, ids, seconds)
        return row.model_copy(update={"fault": Fault.ARTIFACT})
    values = [score.value for record in runs if (score := record.score_of(full_id)) and score.value is not None]
    missing = len(runs_of(experiment)) - len(values)
    if missing > 0:
        missed = f"{missing} of {len(runs_of(experiment))} runs were not made"
        why = stopped or _not_done(runs, missed)
        row = _without_value(full_id, task, why.verdict, why.reason, ids, seconds)
        return row.model_copy(update={"fault": why.fault})
    judgement = judge(
        task=task,
        values=values,
        references=observations.get(full_id, []),
        deterministic=experiment.deterministic is True,
    )
    judgement = _with_network(judgement, runs)
    fault = Fault.STATISTICS if judgement.verdict in {Verdict.TOO_WIDE_TO_TELL, Verdict.CANNOT_BE_TOLD} else None
    return TaskResult(task=full_id, judgement=judgement, runs=ids, n=len(values), seconds=seconds, fault=fault)


def _with_network(judgement: Judgement, runs: Sequence[RunRecord]) -> Judgement:
    """A verdict that rests on the answers of a service says so."""
    hosts = dict.fromkeys(host for record in runs for host in record.predicate.isolation.hosts)
    if not hosts:
        return judgement
    filtered = all(record.predicate.isolation.hosts_filtered for record in runs if record.predicate.isolation.hosts)
    others = "" if filtered else "; other hosts were not kept from its runs"
    note = f"It needed the network, for {', '.join(hosts)}{others}."
    return judgement.model_copy(update={"notes": [*judgement.notes, note]})


def _not_done(runs: Sequence[RunRecord], missed: str) -> Stopped:
    """Why runs are missing: what the first of them says that could not be done, else that they were not made."""
    for record in runs:
        if record.predicate.outcome is Outcome.NOT_DONE:
            reason = f"{record.predicate.run}: {record.predicate.reason}"
            return Stopped(Verdict.COULD_NOT_BE_DONE, reason, record.predicate.fault or Fault.ENVIRONMENT)
    return Stopped(Verdict.COULD_NOT_BE_DONE, missed, Fault.EVALUATOR)


def _belongs(record: RunRecord, full_id: str) -> bool:
    return record.predicate.mode is Mode.SCORED and record.predicate.experiment == full_id.partition("/")[0]


def _has(record: RunRecord, full_id: str) -> bool:
    score = record.score_of(full_id)
    return score is not None and score.value is not None


def _without_value(
    full_id: str, task: Task, verdict: Verdict, reason: str, runs: list[str], seconds: Decimal
) -> TaskResult:
    published = None if task.published is None else published_text(task.published)
    judgement = Judgement(verdict=verdict, published=published)
    return TaskResult(task=full_id, judgement=judgement, runs=runs, seconds=seconds, reason=reason)


def holds(results: Iterable[TaskResult]) -> bool:
    """Whether every task that ran is compatible or comes out as its `expected` says."""
    return all(
        row.judgement.verdict in {Verdict.COMPATIBLE, Verdict.BLOCKED} or row.judgement.as_expected for row in results
    )
