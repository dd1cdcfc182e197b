"""Verdicts for people: task, published, measured, interval, what decided it, verdict, time."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from reprobridge_spec.model.verdict import DecidedBy, Interval, Judgement, TaskResult, Verdict
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable
from reprobridge_spec.stats.openness import is_open

_HEAD = ("task", "published", "measured", "interval", "decided by", "verdict", "time")
_DECIDED = {
    DecidedBy.T: "t",
    DecidedBy.RELATIVE_FLOOR: "floor",
    DecidedBy.ABSOLUTE_FLOOR: "absolute floor",
    DecidedBy.TOLERANCE: "tolerance",
    DecidedBy.DEFAULT_TOLERANCE: "1% of published",
    DecidedBy.DETERMINISTIC: "deterministic, 1%",
}
_GOOD = {Verdict.COMPATIBLE}
_NEUTRAL = {Verdict.BLOCKED, Verdict.COULD_NOT_BE_DONE, Verdict.PARTIAL}
_WITHOUT_ANSWER = {Verdict.BLOCKED, Verdict.COULD_NOT_BE_DONE}
_DIGITS = 6


def table(rows: Sequence[TaskResult], style: Style) -> Iterator[str]:
    """One line a task under a head, columns aligned; below it what else must be known of each."""
    cells = [_HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    for number, line in enumerate(cells):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        if number == 0:
            yield style.paint("bold", "  ".join(padded).rstrip())
        else:
            padded[5] = style.paint(_color(rows[number - 1].judgement), padded[5])
            yield "  ".join(padded).rstrip()
    yield from _remarks(rows)


def summary(result: Verification, style: Style) -> Iterator[str]:
    """What a verification proves, on what, and how long it took."""
    shown = result.isolation
    apart = f"isolation {shown.kind}" if shown else "nothing ran"
    if shown and not shown.read_only:
        apart += " (the launchers could read and write what the caller can)"
    yield f"evidence: {result.evidence}, {result.seeds} seeds; {apart}"
    cells = (
        f"{result.coverage.tasks} of {result.coverage.own_cells} own cells"
        if result.coverage.own_cells
        else "own cells not counted"
    )
    yield f"covered: {cells}; ready after {result.setup_seconds:.1f} s, runs {result.run_seconds:.1f} s"
    yield f"tasks: {_counted(result.tasks)}"
    if result.faults:
        counts = (f"{one.tasks} {one.verdict.replace('-', ' ')} ({one.fault})" for one in result.faults)
        yield f"without an answer, and whose fault it is: {', '.join(counts)}"
    yield f"{result.artifact}: {style.paint('bold', _answer(result, style))}"


def _answer(result: Verification, style: Style) -> str:
    if result.holds:
        return style.paint("green", "it holds")
    # a part that holds is no proof of the whole
    if result.asked is not None and not any(map(is_open, result.tasks)):
        return style.paint("yellow", "what was asked for holds, and that is not all of it")
    if all(row.judgement.verdict in _WITHOUT_ANSWER for row in result.tasks):
        return style.paint("yellow", "it cannot be told")
    return style.paint("red", "it does not hold")


def _counted(rows: Sequence[TaskResult]) -> str:
    words = [
        "as expected, not compatible" if row.judgement.as_expected else row.judgement.verdict.replace("-", " ")
        for row in rows
    ]
    return ", ".join(f"{words.count(word)} {word}" for word in dict.fromkeys(words)) or "none"


def short(number: str | None) -> str:
    """A number with few digits, enough to compare by eye."""
    if number is None:
        return "-"
    value = Decimal(number)
    rounded = value if len(value.as_tuple().digits) <= _DIGITS else Decimal(f"{value:.{_DIGITS}g}")
    return f"{rounded.normalize():f}" if abs(rounded) < Decimal(10) ** 15 else str(rounded)


def _cells(row: TaskResult) -> tuple[str, ...]:
    judgement = row.judgement
    return (
        row.task,
        judgement.published or "-",
        short(judgement.measured),
        _interval(judgement.shown or judgement.interval),
        decided(judgement.decided_by) if judgement.decided_by else "-",
        verdict(judgement),
        f"{row.seconds:.1f} s" if row.runs else "-",
    )


def _interval(interval: Interval | None) -> str:
    return f"[{short(interval.low)}, {short(interval.high)}]" if interval else "-"


def decided(by: DecidedBy) -> str:
    """What set the half-width of an interval, in a word or two."""
    return _DECIDED[by]


def verdict(judgement: Judgement) -> str:
    """A verdict with its direction, in words."""
    words = judgement.verdict.replace("-", " ")
    direction = f" ({judgement.direction})" if judgement.direction else ""
    return words + direction + (", as expected" if judgement.as_expected else "")


def _color(judgement: Judgement) -> str:
    if judgement.verdict in _GOOD or judgement.as_expected:
        return "green"
    return "yellow" if judgement.verdict in _NEUTRAL else "red"


def _remarks(rows: Iterable[TaskResult]) -> Iterator[str]:
    for row in rows:
        said = [row.reason] if row.reason else []
        for text in [*said, *row.judgement.notes]:
            yield f"  {row.task}: {printable(text)}"
