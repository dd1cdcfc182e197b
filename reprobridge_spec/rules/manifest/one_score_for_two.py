"""Two tasks read one and the same score, and their published values differ.

## What it finds
Two tasks of one experiment that are measured from the same place in the same way, and have published values that are
different numbers. It is a warning: a paper may print one score in two ways.

## Why
One number cannot be two. Nearly always a task was copied and its `measure` forgotten, so that a score is held
against the published value of another one.

## Example
```yaml
tasks:
  clean: {metric: accuracy, at: {table: t1, column: Clean}, published: "93.1"}
  noisy: {metric: accuracy, at: {table: t1, column: Noisy}, published: "71.4"}      # both read /accuracy
```

## What to do
Say for each task in `measure` where its own score stands.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Task
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.published_texts import texts_of
from reprobridge_spec.rules.runnable import is_task_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each task that reads what another one reads."""
    seen: dict[tuple[str, str, str], str] = {}
    for full_id, task in context.tasks.items():
        if task.measure is None or task.published is None or is_task_blocked(context, full_id):
            continue
        statistic = task.statistic.model_dump_json() if task.statistic else ""
        key = (full_id.partition("/")[0], task.measure.model_dump_json(), statistic)
        first = seen.setdefault(key, full_id)
        if _numbers(task) != _numbers(context.tasks[first]):
            yield Fault(
                message=f"task `{full_id}` reads the same score as task `{first}`, and another value is published",
                advice="Say in `measure` of each where its own score stands.",
                path=of_task(context.manifest, full_id, "measure"),
            )


def _numbers(task: Task) -> list[Decimal]:
    return [Decimal(text) for text in texts_of(task.published)]


RULE = Rule(code="RRM022", name="one-score-for-two", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
