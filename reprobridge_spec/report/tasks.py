"""The task table: one row a task with its interval, which opens to all that is known of it."""

from decimal import Decimal

from reprobridge_spec.model.status import TaskStatus
from reprobridge_spec.render.amounts import DASH, duration
from reprobridge_spec.render.table import short
from reprobridge_spec.report.interval_bar import bar, legend
from reprobridge_spec.report.markup import Html, join, tag
from reprobridge_spec.report.numbers import numbers_of
from reprobridge_spec.report.sections import section
from reprobridge_spec.report.sources import Sources
from reprobridge_spec.report.task_details import details
from reprobridge_spec.report.words import task_answer
from reprobridge_spec.stats.published import published_text

_HEAD = (
    ("Task", "text"),
    ("In the paper", "text"),
    ("Metric", "text"),
    ("Published", "number"),
    ("Interval", ""),
    ("Score", "number"),
    ("Runs", "number"),
    ("Wall time", "number"),
    ("GPU", "number"),
    ("Status", "text"),
)
_WIDTH = str(len(_HEAD))


def tasks(sources: Sources) -> Html:
    """The section on tasks."""
    rows = sources.status.tasks
    note = (
        "A score is compatible where both it and the published value lie in the interval that the references give. "
        "Each row opens to what decided it and to its evidence."
    )
    if not rows:
        return section("tasks", "Tasks", tag("p", "The manifest declares no task.", class_="none"))
    heads = [
        tag("th", name, scope="col", role="columnheader", data_kind=kind or None, class_=f"c{number}")
        for number, (name, kind) in enumerate(_HEAD)
    ]
    bodies = [_body(sources, row) for row in rows]
    whole = tag(
        "table",
        tag("caption", f"{len(rows)} tasks, in the manifest's order", class_="unseen"),
        tag("thead", tag("tr", *heads, role="row"), role="rowgroup"),
        *bodies,
        class_="tasks",
        id="task-table",
        role="table",
    )
    return section("tasks", "Tasks", legend(), whole, note=note)


def _body(sources: Sources, row: TaskStatus) -> Html:
    task = sources.context.tasks[row.task]
    judgement = sources.judgement(row.task)
    published = published_text(task.published) if task.published is not None else ""
    measured = judgement.measured if judgement else None
    numbers = numbers_of(sources, row.task)
    seconds = _seconds(sources, row.task)
    cards = _cards(sources, row.task)
    cells = [
        _cell(1, _place(sources, row.task)),
        _cell(2, _metric(sources, row.task)),
        _cell(3, published or DASH, _sortable(float(numbers.published)) if numbers.published is not None else ""),
        _cell(4, bar(numbers)),
        _cell(5, short(measured) if measured else DASH, measured or ""),
        _cell(6, f"{row.runs} of {row.of}", _sortable(row.runs / row.of if row.of else 0)),
        _cell(7, duration(seconds) if seconds else DASH, str(seconds)),
        _cell(8, str(cards) if cards else "none", str(cards)),
        _cell(9, task_answer(row, judgement).badge),
    ]
    anchor = f"task-{row.task.replace('/', '--')}"
    shown = join([part for step in row.task.split("/") for part in (step, Html("/<wbr>"))][:-1])
    name = tag("th", tag("a", shown, href=f"#{anchor}"), scope="row", role="rowheader", class_="c0")
    opening = tag(
        "details",
        tag("summary", "How, what decided, evidence, log", tag("span", f" of {row.task}", class_="unseen")),
        details(sources, row.task),
    )
    return tag(
        "tbody",
        tag("tr", name, *cells, role="row", class_="row"),
        tag("tr", tag("td", opening, colspan=_WIDTH, role="cell"), role="row", class_="under"),
        id=anchor,
        role="rowgroup",
    )


def _cell(column: int, shown: str, sort: str | None = None) -> Html:
    return tag("td", shown, role="cell", class_=f"c{column}", data_label=_HEAD[column][0], data_sort=sort)


def _sortable(value: float) -> str:
    return f"{value:.12g}"


def _place(sources: Sources, full_id: str) -> str:
    at = sources.context.tasks[full_id].at
    if at is None:
        return "not said"
    table = sources.manifest.tables.get(at.table)
    name = at.table if table is None else table.label or table.path or at.table
    page = f", p. {table.page}" if table is not None and table.page else ""
    row = at.row or (table.row if table else None)
    column = at.column or (table.column if table else None)
    return ", ".join(part for part in (f"{name}{page}", row, column) if part)


def _metric(sources: Sources, full_id: str) -> str:
    task = sources.context.tasks[full_id]
    name = task.name or task.metric or "not said"
    unit = f" ({task.unit})" if task.unit else ""
    arrow = {"higher": "\N{NO-BREAK SPACE}↑", "lower": "\N{NO-BREAK SPACE}↓"}.get(
        task.better.value if task.better else "", ""
    )
    return f"{name}{unit}{arrow}"


def _seconds(sources: Sources, full_id: str) -> Decimal:
    runs = sources.subject.counted.get(full_id.partition("/")[0], {}).values()
    return sum((run.said.used.wall_seconds for run in runs), Decimal(0))


def _cards(sources: Sources, full_id: str) -> int:
    """How many accelerators a run is declared to need."""
    resources = sources.context.experiments[full_id.partition("/")[0]].resources
    return resources.gpus.count if resources and resources.gpus else 0
