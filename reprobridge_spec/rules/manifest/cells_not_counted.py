"""The paper's own cells are not all accounted for.

## What it finds
A manifest without a table or without a task; a table without `own_cells`; a table whose tasks and `left_out` cells
do not add up to `own_cells`; and two tasks at the same cell. Blocked tasks count: they are cells, too.

## Why
Three compatible tasks say little if the paper has eighty-five results and nobody knows which three were chosen.
Every report therefore says how many of the paper's own cells it covers, and that number has to be right.

## Example
```yaml
tables:
  t2: {document: paper, label: Table 2, own_cells: 17}    # sixteen tasks, and no word on the seventeenth
```

## What to do
Count the cells that are this paper's own results, give each a task, and list the others under `left_out` with a
reason.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Location, Table
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task

Cell = tuple[str, str | None, str | None, str | None]


def check(context: Context) -> Iterator[Fault]:
    """Each table that is not counted, then each cell that is counted twice."""
    if not context.tasks:
        yield Fault(
            message="the manifest has no task, so nothing of the paper is measured",
            advice="Declare one task for each score that is measured, under `experiments:`.",
            path=("experiments",),
        )
    if not context.manifest.tables:
        yield Fault(
            message="the manifest declares no table, so the paper's own cells are not counted",
            advice="Declare under `tables:` each table with results of this paper, with `own_cells`.",
            path=("tables",),
        )
    for name, table in context.manifest.tables.items():
        yield from _table(context, name, table)
    yield from _same_cells(context)


def _table(context: Context, name: str, table: Table) -> Iterator[Fault]:
    if table.own_cells is None:
        yield Fault(
            message=f"table `{name}` does not say how many cells are the paper's own results",
            advice="Count them and write `own_cells:`; cells without a task go under `left_out:`.",
            path=("tables", name),
        )
        return
    tasks = sum(task.at is not None and task.at.table == name for task in context.tasks.values())
    left_out = sum(part.cells for part in table.left_out)
    if tasks + left_out != table.own_cells:
        yield Fault(
            message=f"table `{name}` has {table.own_cells} own cells, but {_number(tasks, 'task')} and "
            f"{_number(left_out, 'cell')} left out make {tasks + left_out}",
            advice="Mend `own_cells`, give the missing cells a task, or list them under `left_out:` with a reason.",
            path=("tables", name, "own_cells"),
        )


def _number(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _same_cells(context: Context) -> Iterator[Fault]:
    first: dict[Cell, str] = {}
    for full_id, task in context.tasks.items():
        if task.at is None:
            continue
        cell = _cell(context, task.at)
        if cell in first:
            yield Fault(
                message=f"task `{full_id}` is at the same cell as task `{first[cell]}`",
                advice="Say `row`, `column` or `protocol`, whichever tells the two cells apart.",
                path=of_task(context.manifest, full_id, "at"),
            )
        first.setdefault(cell, full_id)


def _cell(context: Context, at: Location) -> Cell:
    table = context.manifest.tables.get(at.table)
    row = at.row or (table.row if table else None)
    column = at.column or (table.column if table else None)
    return at.table, row, column, at.protocol


RULE = Rule(code="RRM014", name="cells-not-counted", level=Level.SPECIFIED, check=check)
