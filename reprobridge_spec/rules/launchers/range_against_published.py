"""A published value cannot be: it lies outside the declared range.

## What it finds
A `range` whose ends are equal or the wrong way round, a published range whose ends are, and a published value
outside the `range` of its metric.

## Why
Nearly always one of the two is in percent and the other a fraction. Every comparison would then be wrong by a
factor of one hundred, and every score incompatible for no reason.

## Example
```yaml
metrics:
  accuracy: {unit: fraction, range: [0, 1]}
experiments:
  italy: {tasks: {accuracy: {metric: accuracy, published: "96.96"}}}
```

## What to do
Declare unit and range as the paper prints the value. Where the launcher writes a fraction and the paper prints
percent, `multiply: 100` in `measure` turns the one into the other.

## Standard
SPEC.md, section "Measuring".
"""

from collections.abc import Iterator
from decimal import Decimal

from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import PublishedRange, Task
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task, written_metrics
from reprobridge_spec.rules.published_texts import texts_of

_HUNDRED = 100


def check(context: Context) -> Iterator[Fault]:
    """Each range that is none, then each value outside its range."""
    for written in written_metrics(context.manifest):
        limits = written.body.range
        if limits is not None and limits[0] >= limits[1]:
            yield Fault(
                message=f"the range of {written.label} begins at {limits[0]} and ends at {limits[1]}",
                advice="Write the least possible value first, then the greatest.",
                path=(*written.place, "range"),
            )
    for full_id, task in context.tasks.items():
        yield from _published(full_id, task, of_task(context.manifest, full_id, "published"))


def _published(full_id: str, task: Task, place: Path) -> Iterator[Fault]:
    values = [Decimal(text) for text in texts_of(task.published)]
    if isinstance(task.published, PublishedRange) and values[0] > values[1]:
        yield Fault(
            message=f"the published range of task `{full_id}` begins at {values[0]} and ends at {values[1]}",
            advice="Write its lower end as `low` and its upper end as `high`.",
            path=place,
        )
    if task.range is None or task.range[0] >= task.range[1]:
        return
    low, high = task.range
    outside = next((value for value in values if not low <= value <= high), None)
    if outside is not None:
        yield Fault(
            message=f"the published value {outside} of task `{full_id}` lies outside its range, {low} to {high}",
            advice=_advice(outside, low, high),
            path=place,
        )


def _advice(value: Decimal, low: Decimal, high: Decimal) -> str:
    if low <= value / _HUNDRED <= high:
        return (
            "The value looks like percent and the range like a fraction: declare both as the paper prints the value, "
            "and `multiply: 100` where the launcher writes a fraction."
        )
    return "Mend the range or the value."


RULE = Rule(code="RRL008", name="range-against-published", level=Level.SPECIFIED, check=check)
