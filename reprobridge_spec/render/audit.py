"""An audit for people: a row a task, each finding with its proof, and what it would take to tell."""

import textwrap
from collections.abc import Iterator
from typing import Any

from reprobridge_spec.model.audit import AuditedTask, AuditFinding, AuditReport, AuditVerdict, Bearing, Procedure
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.table import short
from reprobridge_spec.render.text import printable

_HEAD = ("task", "score", "compares", "evidence", "procedure", "verdict")
_COLORS = {
    AuditVerdict.SUPPORTED: "green",
    AuditVerdict.CONSISTENT: "green",
    AuditVerdict.NOT_SUPPORTED: "red",
    AuditVerdict.CANNOT_BE_TOLD: "yellow",
    AuditVerdict.BLOCKED: "yellow",
}
_BEARINGS = {Bearing.CONTRADICTS: "red", Bearing.LEAVES_OPEN: "yellow", Bearing.REMARK: "blue"}
_WIDTH = 110
_LONGEST = 80
_MANY = 50
"""Findings of one reason from which on they are counted."""


def text(report: AuditReport, style: Style) -> Iterator[str]:
    """The report, line by line."""
    yield from _table(report, style)
    shown: dict[str, int] = {}
    for finding in report.findings:
        shown[finding.reason] = shown.get(finding.reason, 0) + 1
        if shown[finding.reason] <= _MANY:
            yield ""
            yield from _finding(finding, style)
    more = {reason: count - _MANY for reason, count in shown.items() if count > _MANY}
    if more:
        yield ""
    for reason, count in more.items():
        yield f"and {count} more findings of {reason}"
    if report.not_checked:
        yield ""
    for part in report.not_checked:
        yield style.paint("yellow", f"not checked: {printable(part.what)}: {printable(part.reason)}")
    yield ""
    yield from _summary(report, style)


def lines(report: AuditReport) -> Iterator[dict[str, Any]]:
    """One value a line for programs: each task, each finding, then the report without them; `kind` says which."""
    document = report.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    for kind, key in (("task", "tasks"), ("finding", "findings")):
        for item in document.pop(key):
            yield {"kind": kind, "artifact": report.artifact, **item}
    yield {"kind": "summary", **document}


def _table(report: AuditReport, style: Style) -> Iterator[str]:
    cells = [_HEAD, *(_cells(row) for row in report.tasks)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(_HEAD))]
    for number, line in enumerate(cells):
        padded = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        if number == 0:
            yield style.paint("bold", "  ".join(padded).rstrip())
        else:
            padded[-1] = style.paint(_COLORS[report.tasks[number - 1].verdict], padded[-1].rstrip())
            yield "  ".join(padded).rstrip()


def _cells(row: AuditedTask) -> tuple[str, ...]:
    judgement = row.judgement
    if row.verdict is AuditVerdict.BLOCKED:
        return (row.task, "-", "-", "-", "-", "blocked")
    compares = "-"
    if judgement is not None:
        compares = judgement.verdict.replace("-", " ") + (f" ({judgement.direction})" if judgement.direction else "")
    return (
        row.task,
        short(judgement.measured if judgement else None),
        compares,
        row.evidence,
        "evaluation only" if row.procedure is Procedure.EVALUATION else "full",
        row.verdict.replace("-", " "),
    )


def _finding(finding: AuditFinding, style: Style) -> Iterator[str]:
    place = printable(finding.file) + (f":{finding.line}" if finding.line else "")
    name = f"{finding.rule} {finding.reason}" if finding.rule else finding.reason
    bearing = style.paint(_BEARINGS[finding.bearing], finding.bearing.replace("-", " "))
    yield f"{place}: {bearing}: {style.paint('bold', name)}"
    yield from textwrap.wrap(printable(finding.message), _WIDTH, initial_indent="    ", subsequent_indent="    ")
    if finding.recorded is not None or finding.found is not None:
        yield f"    recorded {_value(finding.recorded)}, found {_value(finding.found)}"
    if finding.tasks:
        shown = ", ".join(finding.tasks[:5])
        yield f"    about {shown}" + (f" and {len(finding.tasks) - 5} more tasks" if len(finding.tasks) > 5 else "")  # noqa: PLR2004


def _value(value: str | None) -> str:
    if value is None:
        return "nothing"
    clean = printable(value)
    return clean if len(clean) <= _LONGEST else f"{clean[:_LONGEST]}…"


def _summary(report: AuditReport, style: Style) -> Iterator[str]:
    verdicts = [row.verdict for row in report.tasks]
    counted = ", ".join(f"{verdicts.count(one)} {one.replace('-', ' ')}" for one in AuditVerdict if one in verdicts)
    answer = style.paint("green", "nothing contradicts its scores")
    if not report.holds:
        is_open = AuditVerdict.NOT_SUPPORTED not in verdicts
        answer = style.paint("yellow", "it cannot be told") if is_open else style.paint("red", "not all is supported")
    yield f"{report.records} records; tasks: {counted or 'none'}"
    if AuditVerdict.CONSISTENT in verdicts:
        yield "Self-made evidence proves nothing about its authenticity: `consistent` says that nothing contradicts it."
    yield f"{printable(report.artifact)}: {style.paint('bold', answer)}"
