"""What a verification claims about itself, held against what the document and the artifact allow to be computed."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal

from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome, UsedEnvironment
from reprobridge_spec.model.verdict import TaskResult, Verdict
from reprobridge_spec.model.verification import RunSummary, Verification
from reprobridge_spec.rules.base import Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.judged_again import difference
from reprobridge_spec.rules.moments import moment
from reprobridge_spec.rules.runnable import is_blocked, is_task_blocked
from reprobridge_spec.stats.published import published_text

_SECOND = Decimal(1)
"""Moments may be written in whole seconds."""


def contradiction(context: Context, body: Verification) -> str | None:
    """Why a verification of the present content cannot hold, as the rest of a sentence; None where it can.

    Raises:
        Unchecked: a lock cannot be read.
    """
    return next(_contradictions(context, body), None)


def _contradictions(context: Context, body: Verification) -> Iterator[str]:
    yield from _rows(context, body)
    yield from _runs_of_experiments(context, body)
    yield from _runs(body)
    yield from _judgements(context, body)
    yield from _environments(context, body)
    yield from _itself(context, body)


def _rows(context: Context, body: Verification) -> Iterator[str]:
    rows = [row.task for row in body.tasks]
    if lacking := [task for task in context.tasks if task not in rows]:
        yield f"it has no row for task `{lacking[0]}`{_and_more(lacking)}"
    if foreign := [task for task in rows if task not in context.tasks]:
        yield f"its row `{foreign[0]}`{_and_more(foreign)} is no task of the manifest"
    elif len(rows) > len(context.tasks):
        twice = next(task for task, count in Counter(rows).items() if count > 1)
        yield f"it has {rows.count(twice)} rows for task `{twice}`"
    for row in body.tasks:
        verdict = row.judgement.verdict
        if verdict not in {Verdict.COMPATIBLE, Verdict.BLOCKED} and not row.judgement.as_expected:
            yield f"task `{row.task}` is {verdict}"
        elif row.task in context.tasks and (verdict is Verdict.BLOCKED) != is_task_blocked(context, row.task):
            said = "does not block it" if verdict is Verdict.BLOCKED else "blocks it"
            yield f"task `{row.task}` is {verdict}, and the manifest {said}"


def _and_more(tasks: list[str]) -> str:
    return f" (and {len(tasks) - 1} more)" if tasks[1:] else ""


def _runs(body: Verification) -> Iterator[str]:
    for what, count in Counter(run.run for run in body.runs).items():
        if count > 1:
            yield f"it has {count} runs `{what}`"
    for what, count in Counter(run.record_sha256 for run in body.runs).items():
        if count > 1:
            yield f"{count} of its runs have the same record, {what[:12]}…"
    if body.runs and (body.isolation is None or body.hardware is None):
        yield f"it has runs, and no {'isolation' if body.isolation is None else 'hardware'}"


def _runs_of_experiments(context: Context, body: Verification) -> Iterator[str]:
    for name, experiment in context.experiments.items():
        if is_blocked(experiment):
            continue
        made = [run for run in body.runs if run.experiment == name]
        if bad := next((run for run in made if run.outcome != Outcome.MEASURED), None):
            yield f"run `{bad.run}` is {bad.outcome}"
        scored, wanted = sum(run.mode is Mode.SCORED for run in made), len(runs_of(experiment))
        if scored != wanted:
            yield f"it has {_counted(scored)} of experiment `{name}` in mode `scored` instead of {wanted}"
        if experiment.smoke is not None and scored == len(made):
            yield f"it has no smoke run of experiment `{name}`"


def _counted(runs: int) -> str:
    return f"{runs or 'no'} run{'' if runs == 1 else 's'}"


def _judgements(context: Context, body: Verification) -> Iterator[str]:
    runs = {run.run: run for run in body.runs}
    for row in body.tasks:
        if row.task not in context.tasks:
            continue
        if row.judgement.verdict is Verdict.BLOCKED:
            published = context.tasks[row.task].published
            if published is not None and row.judgement.published != published_text(published):
                yield f"task `{row.task}` says that {row.judgement.published} is published"
        elif fault := _fault_in_runs(context, row, runs) or difference(context, row.task, row.judgement):
            yield f"task `{row.task}` {fault}"


def _fault_in_runs(context: Context, row: TaskResult, runs: dict[str, RunSummary]) -> str | None:
    name = row.task.partition("/")[0]
    wanted = len(runs_of(context.experiments[name]))
    if other := next((run for run in row.runs if not _is_scored(runs.get(run), name)), None):
        return f"rests on run `{other}`, which is no scored run of `{name}` in it"
    if len(set(row.runs)) != wanted or len(row.runs) != wanted:
        return f"rests on {_counted(len(set(row.runs)))} instead of {wanted}"
    return None if row.n == wanted else f"says n = {row.n}, and rests on {wanted} runs"


def _is_scored(run: RunSummary | None, experiment: str) -> bool:
    return run is not None and run.experiment == experiment and run.mode is Mode.SCORED


def _environments(context: Context, body: Verification) -> Iterator[str]:
    for used in body.environments:
        if fault := _fault_in_environment(context, used):
            yield fault
    built = {used.id for used in body.environments}
    run = {experiment.environment for experiment in context.experiments.values() if not is_blocked(experiment)}
    for lacking in sorted(name for name in run if name is not None and name not in built):
        yield f"environment `{lacking}` was not built"


def _fault_in_environment(context: Context, used: UsedEnvironment) -> str | None:
    declared = context.manifest.environments.get(used.id)
    if declared is None:
        return f"its environment `{used.id}` is none of the manifest"
    locks = declared.locks
    if used.lock != locks.get(used.platform, used.lock) or used.lock not in locks.values():
        return f"its environment `{used.id}` was built from `{used.lock}`, which is not its lock for {used.platform}"
    try:
        present = context.files.sha256(used.lock)
    except (KeyError, OSError, ValueError) as error:
        raise Unchecked(f"{used.lock} cannot be read: {error}") from error
    if used.lock_sha256 != present:
        return f"its environment `{used.id}` was built from another `{used.lock}` than this one"
    if used.variables != dict(declared.variables):
        return f"its environment `{used.id}` had other variables than the manifest declares"
    return None


def _itself(context: Context, body: Verification) -> Iterator[str]:
    present = f"{context.manifest.id} {context.manifest.version}"
    if body.artifact != present:
        yield f"it is of `{body.artifact}`, and this is `{present}`"
    tasks, cells = len(context.tasks), sum(table.own_cells or 0 for table in context.manifest.tables.values())
    if (body.coverage.tasks, body.coverage.own_cells) != (tasks, cells):
        said = body.coverage
        yield f"it counts {said.tasks} tasks and {said.own_cells} cells, and the manifest has {tasks} and {cells}"
    if moment(body.ended) < moment(body.started):
        yield f"it ended at {body.ended}, before it started"
    elif (span := _seconds_between(body.started, body.ended)) is not None and body.run_seconds > span + 2 * _SECOND:
        yield f"its runs took {body.run_seconds} seconds, and it took {span}"


def _seconds_between(started: str, ended: str) -> Decimal | None:
    try:
        first, last = (datetime.fromisoformat(moment(text)[0] + "+00:00") for text in (started, ended))
    except ValueError:
        return None  # no day of a calendar
    return Decimal(int((last - first).total_seconds()))
