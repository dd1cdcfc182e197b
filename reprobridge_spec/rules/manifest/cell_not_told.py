"""A task does not say at which cell of its table it is.

## What it finds
A task whose `at` says neither row nor column, at a table that says neither and has more than one own cell, or does
not say how many it has. It is a warning.

## Why
The published value is what a reader looks up first. A table alone is not a place: where it holds the same number
twice, or another one, nobody can tell which of them the task is about.

## Example
```yaml
tables:
  t2: {document: paper, label: Table 2, own_cells: 17}
experiments:
  digits: {tasks: {accuracy: {at: {table: t2}, published: "92.6"}}}
```

## What to do
Write the `row` and the `column` as they are printed, in `at` or, where all tasks share it, in the table.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Location, Table
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task


def check(context: Context) -> Iterator[Fault]:
    """Each task that could be at any cell."""
    for full_id, task in context.tasks.items():
        table = context.manifest.tables.get(task.at.table) if task.at is not None else None
        if task.at is not None and table is not None and not _is_told(task.at, table):
            yield Fault(
                message=f"task `{full_id}` is somewhere in table `{task.at.table}`: no row and no column is said",
                advice="Write `row:` and `column:` as they are printed.",
                path=of_task(context.manifest, full_id, "at"),
            )


def _is_told(at: Location, table: Table) -> bool:
    return bool(at.row or at.column or table.row or table.column or table.own_cells == 1)


RULE = Rule(code="RRM024", name="cell-not-told", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
