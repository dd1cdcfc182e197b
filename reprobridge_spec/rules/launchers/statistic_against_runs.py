"""A task's statistic does not go with the runs of its experiment.

## What it finds
Several runs with a statistic that is not `over: seeds`; several runs with the estimator `single`; an `n` that is
not the number of runs that are folded; and a mean, median, maximum or minimum that does not say over what.

## Why
Several runs are folded by the verifier, so the statistic has to say how. Any other `over` (questions, folds,
episodes) is computed inside one run; with several runs there would be several values and nobody said which counts.

## Example
```yaml
experiments:
  italy:
    seeds: [0, 1, 2]
    tasks:
      accuracy: {statistic: {estimator: mean, over: questions, n: 1319}}     # three means of 1319 questions
```

## What to do
Write `over: seeds` with an estimator that folds, or declare one run. Give `n` only where it is not the number of
seeds.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import folds_seeds, runs_of
from reprobridge_spec.model.task import Estimator, Statistic
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.runnable import is_task_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each task whose statistic and runs disagree."""
    for full_id, task in context.tasks.items():
        experiment = context.experiments[full_id.partition("/")[0]]
        declared = experiment.seeds is not None or experiment.runs is not None
        if task.statistic is None or not declared or is_task_blocked(context, full_id):
            continue
        found = _disagreement(task.statistic, len(runs_of(experiment)))
        if found is not None:
            yield Fault(
                message=f"task `{full_id}` {found[0]}",
                advice=found[1],
                path=of_task(context.manifest, full_id, "statistic"),
            )


def _disagreement(statistic: Statistic, runs: int) -> tuple[str, str] | None:
    """What is wrong, as the rest of a sentence, and what to do."""
    estimator, over = statistic.estimator, statistic.over
    if folds_seeds(statistic):
        if runs > 1 and estimator is Estimator.SINGLE:
            return (
                f"takes a single value over {runs} runs",
                "Say how they become one, such as `mean`, or declare one run.",
            )
        if statistic.n is not None and statistic.n != runs:
            return (
                f"has a statistic of {statistic.n} values, and its experiment has {runs} runs",
                "Declare as many runs as the statistic has, or leave `n` out.",
            )
        return None
    if runs > 1:
        what = f"is computed over {over} inside each run" if over else "does not say over what its statistic is"
        return (
            f"{what}, and its experiment has {runs} runs",
            "Write `over: seeds` where the runs are folded, or declare exactly one run.",
        )
    if over is None and estimator is not Estimator.SINGLE:
        return f"is a {estimator}, and does not say over what", "Write `over:`, such as `seeds` or `questions`."
    return None


RULE = Rule(code="RRL004", name="statistic-against-runs", level=Level.SPECIFIED, check=check)
