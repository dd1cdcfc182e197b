"""A task does not say all that a score has to be compared with.

## What it finds
A task that lacks one of: `at`, `published`, `dataset`, `statistic`, `measure`, `name`, `unit`, `better`, be it in
the task or in its metric. A task that is blocked, itself or with its experiment, needs `at` and `published` only.

## Why
A number can only be held against another if it is known which one, on which data, in which unit, over which runs,
and where it is read. Nothing of this is guessed: each guess is a way to be wrong by a factor of one hundred.

## Example
```yaml
tasks:
  accuracy:
    at: {table: t2, column: Accuracy}
    published: "92.60"          # percent or fraction? mean of what? read from where?
```

## What to do
Say it in the task, or in the metric that it names where many cells have it in common.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.runnable import is_task_blocked

_OF_ALL: tuple[str, ...] = ("at", "published")
_BESIDE_METRIC = (*_OF_ALL, "dataset")
_OF_MEASURED = (*_OF_ALL, "dataset", "statistic", "measure", "name", "unit", "better")


def check(context: Context) -> Iterator[Fault]:
    """One fault a task, with all that it lacks."""
    for full_id, task in context.tasks.items():
        asked = _OF_ALL if is_task_blocked(context, full_id) else _OF_MEASURED
        if task.metric is not None and task.metric not in context.manifest.metrics:
            # dangling-pointer names the metric, which may say all else
            asked = tuple(field for field in asked if field in _BESIDE_METRIC)
        missing = [field for field in asked if getattr(task, field) is None]
        if missing:
            yield Fault(
                message=f"task `{full_id}` does not say {', '.join(f'`{field}`' for field in missing)}",
                advice="Write it in the task, or in the metric that the task names.",
                path=of_task(context.manifest, full_id),
            )


RULE = Rule(code="RRL001", name="task-incomplete", level=Level.SPECIFIED, check=check)
