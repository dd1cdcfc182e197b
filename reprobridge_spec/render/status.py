"""How far an artifact is, for people: a line a task, the runs that are missing, and what to type next."""

from collections.abc import Iterator

from reprobridge_spec.model.status import ExperimentStatus, OpenKind, OpenPoint, Standing, Status, TaskStatus
from reprobridge_spec.model.verdict import Interval, Verdict
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable

_HEAD = ("task", "standing", "runs", "published", "measured", "interval", "verdict")
_STANDING, _VERDICT = 1, 6
_COLORS = {
    Standing.SCORED: "green",
    Standing.STALE: "yellow",
    Standing.NOT_DONE: "yellow",
    Standing.BLOCKED: "yellow",
    Standing.FAILED: "red",
}
_MANY = 12
"""Missing runs of one experiment, and open points of one kind, from which on they are counted."""
_HEADINGS = {OpenKind.TODO: "to be written", OpenKind.GUESS: "guesses to look at"}


def text(status: Status, style: Style) -> Iterator[str]:
    """The status, line by line."""
    yield from _table(status, style)
    for row in status.tasks:
        for remark in [*([row.reason] if row.reason else []), *(row.judgement.notes if row.judgement else [])]:
            yield f"  {row.task}: {printable(remark)}"
    for experiment in status.experiments:
        if remark := _lacking(experiment, status):
            yield style.paint("yellow", f"  {remark}")
    if status.unfinished:
        yield style.paint("yellow", f"  cut off, or under way: {_listed(status.unfinished)}")
    yield from _open(status.open, style)
    yield ""
    yield summary(status)
    for step in status.next:
        yield f"next: {style.paint('bold', step.command)}  ({printable(step.why)})"


def summary(status: Status) -> str:
    """The artifact and how many tasks stand where, in one line."""
    words = [word_of(row) for row in status.tasks]
    counted = ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words)) or "none"
    cells = f"; {len(status.tasks)} of {status.own_cells} own cells" if status.own_cells else ""
    return f"{printable(status.artifact)} ({status.level}): tasks: {counted}{cells}; {status.records} records"


def word_of(row: TaskStatus) -> str:
    """How far a task is in words: its verdict, once it is scored."""
    if row.judgement is None:
        return row.standing.replace("-", " ")
    if row.judgement.as_expected:
        return "as expected, not compatible"
    return row.judgement.verdict.replace("-", " ")


def _table(status: Status, style: Style) -> Iterator[str]:
    lines = [_HEAD, *(_cells(row) for row in status.tasks)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEAD))]
    for number, line in enumerate(lines):
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        if number == 0:
            yield style.paint("bold", "  ".join(cells).rstrip())
            continue
        row = status.tasks[number - 1]
        cells[_STANDING] = style.paint(_COLORS[row.standing], cells[_STANDING]) if row.standing in _COLORS else cells[1]
        if row.judgement is not None:
            good = row.judgement.verdict is Verdict.COMPATIBLE or row.judgement.as_expected
            cells[_VERDICT] = style.paint("green" if good else "red", cells[_VERDICT].rstrip())
        yield "  ".join(cells).rstrip()


def _cells(row: TaskStatus) -> tuple[str, ...]:
    judgement = row.judgement
    if judgement is None:
        published = printable(row.published or "-")
        return (row.task, row.standing.replace("-", " "), f"{row.runs} of {row.of}", published, "-", "-", "-")
    direction = f" ({judgement.direction})" if judgement.direction else ""
    expected = ", as expected" if judgement.as_expected else ""
    return (
        row.task,
        row.standing.value,
        f"{row.runs} of {row.of}",
        printable(row.published or "-"),
        short(judgement.measured),
        _interval(judgement.shown or judgement.interval),
        judgement.verdict.replace("-", " ") + direction + expected,
    )


def _interval(interval: Interval | None) -> str:
    return f"[{short(interval.low)}, {short(interval.high)}]" if interval else "-"


def _open(points: list[OpenPoint], style: Style) -> Iterator[str]:
    """What waits for a person, of each kind the first few."""
    for kind in OpenKind:
        own = [point for point in points if point.kind is kind]
        if own:
            yield ""
            yield style.paint("bold", f"{_HEADINGS[kind]} ({len(own)}):")
        for point in own[:_MANY]:
            yield f"  {printable(point.file)}:{point.line}  {printable(point.text)}"
        if len(own) > _MANY:
            yield f"  ... and {len(own) - _MANY} more (`--format json` has all)"


def _lacking(row: ExperimentStatus, status: Status) -> str:
    """What an experiment lacks; empty where it lacks nothing, or nothing of it is to be run."""
    own = [task for task in status.tasks if task.task.startswith(f"{row.experiment}/")]
    if not row.missing or (own and all(task.standing is Standing.BLOCKED for task in own)):
        return ""
    told = f"{row.experiment}: {row.runs} of {row.of} runs; missing: {_listed(row.missing)}"
    for number, what in ((row.failed, "failed"), (row.stale, "only of another plan")):
        told += f"; {number} {what}" if number else ""
    return f"{told}; smoke run: {row.smoke.replace('-', ' ')}"


def _listed(names: list[str]) -> str:
    shown = [printable(name) for name in names[:_MANY]]
    return ", ".join(shown) + (f" and {len(names) - _MANY} more" if len(names) > _MANY else "")
