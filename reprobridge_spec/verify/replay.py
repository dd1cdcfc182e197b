"""The paper's tables again: for each cell the printed number, the mean of the references, and the new value."""

from collections.abc import Iterable, Mapping

from reprobridge_spec.model.comparison import Cell, TableReplay
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.task import Location, Table, Task
from reprobridge_spec.model.verdict import TaskResult
from reprobridge_spec.stats.published import published_text

_NOT_SAID = "-"


def replayed(manifest: Manifest, tasks: Mapping[str, Task], rows: Iterable[TaskResult]) -> list[TableReplay]:
    """Each table of the manifest, in its order.

    Args:
        manifest: the manifest.
        tasks: its tasks by full id, with their metric's values filled in.
        rows: results; a task without one has no new value.
    """
    results = {row.task: row for row in rows}
    cells: dict[str, list[Cell]] = {name: [] for name in manifest.tables}
    for full_id, task in tasks.items():
        if task.at is not None and task.at.table in cells:
            table = manifest.tables[task.at.table]
            cells[task.at.table].append(_cell(full_id, task, task.at, table, results.get(full_id)))
    return [
        TableReplay(
            table=name,
            document=table.document,
            label=table.label or (f"page {table.page}" if table.page else table.path),
            rows=list(dict.fromkeys(cell.row for cell in cells[name])),
            columns=list(dict.fromkeys(cell.column for cell in cells[name])),
            cells=cells[name],
            own_cells=table.own_cells,
            left_out=table.left_out,
        )
        for name, table in manifest.tables.items()
    ]


def _cell(full_id: str, task: Task, at: Location, table: Table, result: TaskResult | None) -> Cell:
    judgement = result.judgement if result else None
    blocked = task.blocked
    reason = result.reason if result else None
    if reason is None and blocked is not None:
        reason = f"{blocked.reason}: {blocked.detail}"
    return Cell(
        task=full_id,
        row=at.row or table.row or _NOT_SAID,
        column=at.column or table.column or _NOT_SAID,
        printed=None if task.published is None else published_text(task.published),
        reference=judgement.center if judgement and judgement.references else None,
        new=judgement.measured if judgement else None,
        verdict=judgement.verdict if judgement else None,
        as_expected=judgement.as_expected if judgement else False,
        reason=reason,
    )
