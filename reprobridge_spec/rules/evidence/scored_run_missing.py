"""A task lacks scored runs of its present plan.

## What it finds
For each task that is not blocked, and each experiment that only leaves outputs: seeds (or positions, where `runs`
is declared) without a record of a scored run with the present method digest that gave the task's score. The message
says of each whether there is no record, a stale one, or one that failed. Runs behind references do not count.

## Why
The runs are what the artifact claims. If the plan changed after them, they measured something else; if seeds are
missing, nobody knows why.

## Example
```text
rra.yaml                    seeds: [0, 1, 2]
evidence/runs/              italy-0, italy-1            (no run of seed 2)
```

## What to do
Run `rrspec run EXPERIMENT --resume`, which makes what is missing. What cannot be run is said by `blocked`.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import CommandMeasure, Measure
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome, RunPredicate
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.rules.run_records import behind_references
from reprobridge_spec.rules.run_records import of_experiment as records_of
from reprobridge_spec.rules.runnable import is_blocked

_NO_RECORD = "no record"
_MANY = 10
_STALE = "the plan changed after the run"


def check(context: Context) -> Iterator[Fault]:
    """One fault for the tasks of an experiment that lack the same runs."""
    methods = PresentMethods(context)
    of_others = behind_references(context)
    for name, body in context.experiments.items():
        if is_blocked(body) or (body.seeds is None and body.runs is None):
            continue  # runs-undeclared asks for their number
        runs = [
            record.predicate
            for _, record in records_of(context, name, Mode.SCORED)
            if record.predicate.run not in of_others
        ]
        method = methods.of(name) if runs else ""
        if method is None:
            continue
        alike: dict[str, list[str | None]] = {}
        for task in _measured(name, body):
            if lacking := _lacking(context, body, task, runs, method):
                alike.setdefault(lacking, []).append(task)
        for lacking, tasks in alike.items():
            yield Fault(
                message=f"{_who(name, tasks)} scored runs: {lacking}",
                advice=f"Run `rrspec run {name} --resume`, which makes what is missing.",
                path=of_task(context.manifest, tasks[0]) if tasks[0] else ("experiments", name),
            )
    methods.raise_if_unknown()


def _measured(name: str, body: Experiment) -> Iterator[str | None]:
    """Tasks that are not blocked; None for an experiment that only leaves outputs."""
    if not body.tasks:
        yield None
    for task, said in (body.tasks or {}).items():
        if said.blocked is None:
            yield f"{name}/{task}"


def _who(name: str, tasks: list[str | None]) -> str:
    if tasks == [None]:
        return f"experiment `{name}` lacks"
    listed = ", ".join(f"`{task}`" for task in tasks)
    return f"tasks {listed} lack" if len(tasks) > 1 else f"task {listed} lacks"


def _lacking(context: Context, body: Experiment, task: str | None, runs: list[RunPredicate], method: str) -> str:
    """What is missing, grouped by why; empty where nothing is."""
    by_reason: dict[str, list[str]] = {}
    by_number: dict[int | None, list[RunPredicate]] = {}
    for run in runs:
        by_number.setdefault(run.index if body.seeds is None else run.seed, []).append(run)
    for index, seed in enumerate(runs_of(body)):
        candidates = by_number.get(index if body.seeds is None else seed, [])
        reason = _reason(context, task, candidates, method)
        if reason is not None:
            by_reason.setdefault(reason, []).append(str(index if seed is None else seed))
    what = "run" if body.seeds is None else "seed"
    return "; ".join(f"{_listed(what, which)} ({reason})" for reason, which in by_reason.items())


def _listed(what: str, which: list[str]) -> str:
    more = f" and {len(which) - _MANY} more" if len(which) > _MANY else ""
    return f"{what}{'s' if len(which) > 1 else ''} {', '.join(which[:_MANY])}{more}"


def _reason(context: Context, task: str | None, candidates: list[RunPredicate], method: str) -> str | None:
    """Why none of the candidates counts; None where one does."""
    if not candidates:
        return _NO_RECORD
    fresh = [run for run in candidates if run.plan.method == method]
    if not fresh:
        return _STALE
    reasons = [_fault_in(context, task, run) for run in fresh]
    return None if None in reasons else reasons[-1]


def _fault_in(context: Context, task: str | None, run: RunPredicate) -> str | None:
    if run.outcome is not Outcome.MEASURED:
        return f"{run.outcome}: {run.reason}" if run.reason else str(run.outcome)
    if task is None:
        return None
    name = task.partition("/")[2]
    if run.plan.tasks.get(name) != context.plans.task(task):
        # judged otherwise: the score is extracted again, from what was kept
        return None if _is_kept(context.tasks[task].measure, run) else "the measured file was not kept"
    score = run.scores.get(name)
    if score is None or score.value is None:
        return f"no score: {score.error}" if score is not None and score.error else "no score"
    return None


def _is_kept(measure: Measure | None, run: RunPredicate) -> bool:
    if measure is None or isinstance(measure, CommandMeasure) or measure.file == "log":
        return True
    kept = [output.path for output in run.outputs if output.kept]
    return any(path == measure.file or path.startswith(f"{measure.file}/") for path in kept)


RULE = Rule(code="RRV002", name="scored-run-missing", level=Level.EXECUTED, check=check)
