"""The best of several scores is taken, and no decision says so.

## What it finds
A measure with `select: max` or `min` that picks the best of several values, such as the best epoch, and a statistic
that is the best of several runs or epochs. Nothing is said where a decision about the task speaks of the best, of
epochs or of selection.

## Why
The best epoch on the test data is better than the last one, and better than the method: it was picked by the score that
is reported. Papers report one or the other, and seldom say which.

## Example
```yaml
metrics:
  accuracy: {better: higher, measure: {file: log, regex: "test acc ([0-9.]+)", select: max}}
```

## What to do
Take `last` where the paper reports the last epoch. Where it reports the best, keep `max`, and write a decision that
says so and names the tasks.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.measure import CommandMeasure, Select
from reprobridge_spec.model.task import Better, Estimator, Task
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.runnable import is_task_blocked
from reprobridge_spec.rules.said_in_guide import is_decided

_WORDS = ("best", "epoch", "select", "maxim", "minim", "checkpoint")
_BEST = {
    Select.MAX: Better.HIGHER,
    Select.MIN: Better.LOWER,
    Estimator.MAX: Better.HIGHER,
    Estimator.MIN: Better.LOWER,
}


def check(context: Context) -> Iterator[Fault]:
    """Each place that takes the best, once for all tasks that share it."""
    seen = set[Path]()
    for full_id, task in context.tasks.items():
        if is_task_blocked(context, full_id) or is_decided(context, _WORDS, task=full_id):
            continue
        for field, what in _takes_best(task):
            place = of_task(context.manifest, full_id, field)
            if place not in seen:
                seen.add(place)
                yield Fault(
                    message=f"task `{full_id}` {what}, and no decision about it says that the paper does so",
                    advice="Take `last`, or write a decision about the task that says why the best counts.",
                    path=(*place, "select" if field == "measure" else "estimator"),
                )


def _takes_best(task: Task) -> Iterator[tuple[str, str]]:
    measure, statistic = task.measure, task.statistic
    if measure is not None and not isinstance(measure, CommandMeasure) and _is_best(task, measure.select):
        yield "measure", f"is measured by the best of several values (`select: {measure.select}`)"
    if statistic is not None and _is_best(task, statistic.estimator):
        over = f" over {statistic.over}" if statistic.over else ""
        yield "statistic", f"is the best{over} (`estimator: {statistic.estimator}`)"


def _is_best(task: Task, choice: Select | Estimator) -> bool:
    return choice in _BEST and task.better in {None, _BEST[choice]}


RULE = Rule(code="RRL012", name="best-on-test", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
