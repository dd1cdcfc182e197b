"""A task expects a disagreement that cannot be.

## What it finds
`expected: {verdict: below}` where the published value is the least of the metric's range, `above` where it is the
greatest, and `expected` for a task that is blocked.

## Why
`expected` tells a reader which disagreement is known. One that no run can show was never seen: the direction is the
wrong way round, or the task was copied.

## Example
```yaml
metrics:
  accuracy: {unit: percent, range: [0, 100]}
experiments:
  gunpoint:
    tasks: {accuracy: {metric: accuracy, published: "100.0", expected: {verdict: above, why: own-kernels}}}
```

## What to do
Say where the measured value stands to the published one, or take `expected` away.

## Standard
SPEC.md, section "Comparing".
"""

from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Direction, Task
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.published_texts import texts_of
from reprobridge_spec.rules.runnable import is_task_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each expectation that nothing can meet."""
    for full_id, task in context.tasks.items():
        reason = None if task.expected is None else _reason(context, full_id, task, task.expected.verdict)
        if reason is not None:
            yield Fault(
                message=f"task `{full_id}` is expected to disagree, and {reason}",
                advice="Mend the direction, or take `expected` away.",
                path=of_task(context.manifest, full_id, "expected"),
            )


def _reason(context: Context, full_id: str, task: Task, direction: Direction) -> str | None:
    if is_task_blocked(context, full_id):
        return "it is blocked, so that nothing is measured"
    values = [Decimal(text) for text in texts_of(task.published)]
    if task.range is None or not values or task.range[0] >= task.range[1]:
        return None
    low, high = task.range
    if direction is Direction.BELOW and max(values) <= low:
        return f"nothing is below {values[0]}, the least value of its range"
    if direction is Direction.ABOVE and min(values) >= high:
        return f"nothing is above {values[0]}, the greatest value of its range"
    return None


RULE = Rule(code="RRM025", name="expected-impossible", level=Level.SPECIFIED, check=check)
