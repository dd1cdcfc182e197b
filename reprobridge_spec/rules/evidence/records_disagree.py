"""Runs that should be one have different scores, or there are more of them than are declared.

## What it finds
Two scored records of the present method with the same seed and different scores for one task, as exact numbers,
judged in the same way. Of an experiment that counts `runs`, scores differ by nature: there, measured runs at an index
beyond the one that is declared for it. Runs behind references do not count there. It is a warning.

## Why
With several records to choose from, the score depends on the choice, and a reader cannot tell how it was made. If
one seed gives two scores, the seed does not fix the result either.

## Example
```text
evidence/runs/eval-0           seed 0, accuracy 91.1
evidence/runs/eval-0-again     seed 0, accuracy 91.9
```

## What to do
Keep the runs of one campaign. Where others were made, say in the guide why.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import runs_of
from reprobridge_spec.model.run_record import Mode, Outcome, RunPredicate
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment, of_task
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.rules.run_records import behind_references
from reprobridge_spec.rules.run_records import of_experiment as records_of
from reprobridge_spec.rules.runnable import is_blocked

_ADVICE = "Keep the runs of one campaign, and say in the guide why others were made."


def check(context: Context) -> Iterator[Fault]:
    """Each seed with two scores for a task, and each index with too many runs."""
    methods = PresentMethods(context)
    for name, body in context.experiments.items():
        records = [record.predicate for _, record in records_of(context, name, Mode.SCORED)]
        if is_blocked(body) or not records:
            continue
        method = methods.of(name)
        runs = sorted((run for run in records if run.plan.method == method), key=lambda run: run.run)
        for task in body.tasks or {}:
            yield from _differing(context, f"{name}/{task}", runs)
        if body.seeds is None:
            yield from _undeclared(context, name, body, runs)
    methods.raise_if_unknown()


def _differing(context: Context, full_id: str, runs: list[RunPredicate]) -> Iterator[Fault]:
    for seed, scores in _by_seed(full_id.partition("/")[2], runs).items():
        first, value = scores[0]
        others = [(run, other) for run, other in scores[1:] if Decimal(other) != Decimal(value)]
        if others:
            run, other = others[0]
            more = f", and {len(others) - 1} more differ" if others[1:] else ""
            yield Fault(
                message=f"run `{first}` gives {value} for task `{full_id}`, and run `{run}` of the same seed, "
                f"{seed[0]}, gives {other}{more}",
                advice=_ADVICE,
                path=of_task(context.manifest, full_id),
            )


def _by_seed(task: str, runs: list[RunPredicate]) -> dict[tuple[int, str | None], list[tuple[str, str]]]:
    """Runs with their scores, by seed and task digest: under another judgement, scores differ by right."""
    alike: dict[tuple[int, str | None], list[tuple[str, str]]] = {}
    for run in runs:
        score = run.scores.get(task)
        if run.seed is not None and score is not None and score.value is not None:
            alike.setdefault((run.seed, run.plan.tasks.get(task)), []).append((run.run, score.value))
    return alike


def _undeclared(context: Context, name: str, body: Experiment, runs: list[RunPredicate]) -> Iterator[Fault]:
    of_others = behind_references(context)
    by_index: dict[int, list[str]] = {}
    for run in runs:
        if run.seed is None and run.outcome is Outcome.MEASURED and run.run not in of_others:
            by_index.setdefault(run.index, []).append(run.run)
    for index, found in sorted(by_index.items()):
        declared = 1 if index < len(runs_of(body)) else 0
        if len(found) > declared:
            yield Fault(
                message=f"experiment `{name}` declares {declared or 'no'} run at index {index}, and has "
                f"{', '.join(f'`{run}`' for run in found)}",
                advice=_ADVICE,
                path=of_experiment(context.manifest, name, "runs"),
            )


RULE = Rule(
    code="RRV007",
    name="records-disagree",
    level=Level.EXECUTED,
    severity=Severity.WARNING,
    check=check,
)
