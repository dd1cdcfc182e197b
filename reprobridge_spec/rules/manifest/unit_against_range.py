"""A metric's unit and its range are of two scales.

## What it finds
`unit: percent` with a range that ends at 1, and `unit: fraction` with one that ends at 100. It is a warning.

## Why
One of the two is wrong, and with it the comparison: a score that is right looks a hundred times too large or too
small.

## Example
```yaml
metrics:
  accuracy: {name: accuracy, unit: percent, range: [0, 1], better: higher}
```

## What to do
Declare both as the paper prints the value; `multiply: 100` in `measure` turns what the launcher writes into it.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task

_ENDS = {"percent": 1, "fraction": 100}


def check(context: Context) -> Iterator[Fault]:
    """Each unit that its range contradicts, once where it is written."""
    seen = set()
    for full_id, task in context.tasks.items():
        if task.unit is None or task.range is None or task.range[1] != _ENDS.get(task.unit):
            continue
        place = of_task(context.manifest, full_id, "range")
        if place not in seen:
            seen.add(place)
            yield Fault(
                message=f"the unit of task `{full_id}` is {task.unit}, and its range is "
                f"{task.range[0]} to {task.range[1]}",
                advice="Declare both as the paper prints the value.",
                path=place,
            )


RULE = Rule(code="RRM027", name="unit-against-range", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
