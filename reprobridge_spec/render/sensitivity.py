"""A decision's alternatives for people: score, change, interval, and what the verdict would be."""

from collections.abc import Iterator

from reprobridge_spec.model.sensitivity import SensitivityReport, SensitivityRow
from reprobridge_spec.model.verdict import Judgement
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable

_HEAD = ("task", "decided", "score", "change", "interval", "inside", "verdict would be")
_VERDICT = 6


def text(report: SensitivityReport, style: Style) -> Iterator[str]:
    """A line on what was compared, a table, and below it what else must be known."""
    seeds = f", over seeds {', '.join(map(str, report.seeds))} alone" if report.seeds else ""
    yield f"decision {report.decision}{seeds}"
    cells = [_HEAD, *(_cells(row) for row in report.rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    for number, line in enumerate(cells):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        if number == 0:
            yield style.paint("bold", "  ".join(padded).rstrip())
            continue
        padded[_VERDICT] = style.paint(_color(report.rows[number - 1].judgement), padded[_VERDICT])
        yield "  ".join(padded).rstrip()
    for row in report.rows:
        for said in [row.reason] if row.reason else []:
            yield f"  {row.task}, {_decided(row)}: {printable(said)}"


def _cells(row: SensitivityRow) -> tuple[str, ...]:
    judgement = row.judgement
    interval = judgement.shown or judgement.interval
    return (
        row.task if row.alternative is None else "",
        _decided(row),
        short(judgement.measured),
        _signed(row.change),
        f"[{short(interval.low)}, {short(interval.high)}]" if interval else "-",
        "-" if judgement.score_in_interval is None else ("yes" if judgement.score_in_interval else "no"),
        _verdict(judgement),
    )


def _decided(row: SensitivityRow) -> str:
    return row.alternative or "as decided"


def _signed(change: str | None) -> str:
    if change is None:
        return "-"
    shown = short(change)
    return shown if shown.startswith("-") or shown == "0" else f"+{shown}"


def _verdict(judgement: Judgement) -> str:
    words = judgement.verdict.replace("-", " ")
    return f"{words} ({judgement.direction})" if judgement.direction else words


def _color(judgement: Judgement) -> str:
    if judgement.score_in_interval is None:
        return "yellow"
    return "green" if judgement.score_in_interval else "red"
