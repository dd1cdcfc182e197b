"""A task's references are so far apart that their interval tells nothing.

## What it finds
A task that is run and has two references or more, whose interval has a half-width of more than 10% of its centre, or
covers the metric's range. It is a warning: no verdict in it is ever *compatible*.

## Why
Two of five runs that fell into a bad mode make an interval from 0.83 to 1.04. Wrong scores lie in it as well as right
ones; what it shows is that something was not controlled.

## Example
```text
references    0.8952  0.8932  0.9591  0.9530  0.9615
interval      0.9324 ± 0.1065
```

## What to do
Find out why the runs differ: a default that was left open, a bad start that needs a restart, too little data. With
more references the interval narrows by what their small number costs.

## Standard
SPEC.md, section "Comparing".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.references_of import usable_references
from reprobridge_spec.rules.runnable import is_task_blocked
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.interval import around_references
from reprobridge_spec.stats.judge import WIDEST
from reprobridge_spec.stats.notes import why_too_wide


def check(context: Context) -> Iterator[Fault]:
    """Each interval that holds nearly everything."""
    for full_id, task in context.tasks.items():
        values = () if is_task_blocked(context, full_id) else usable_references(context, full_id)
        if len(values) < 2 or context.references is None:  # noqa: PLR2004 (two make an interval)
            continue
        interval = around_references(values, task.floor)
        reason = why_too_wide(interval, task, WIDEST)
        if reason is not None:
            low, high = (exact.rounded(end, 4) for end in (interval.low, interval.high))
            yield Fault(
                message=f"the {len(values)} references of task `{full_id}` give {low} to {high}: "
                f"{reason[0].lower()}{reason[1:-1]}",
                advice="Find out why the reference runs differ, or add references.",
                file=context.references.file,
                path=("references", full_id),
            )


RULE = Rule(code="RRV020", name="interval-too-wide", level=Level.EXECUTED, severity=Severity.WARNING, check=check)
