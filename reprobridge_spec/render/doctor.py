"""What a machine can do with an artifact, for people: what is there, what is missing, what to do, how long it takes."""

from collections.abc import Iterator

from reprobridge_spec.model.readiness import Check, CheckState, Doctor, Readiness
from reprobridge_spec.render.style import Style
from reprobridge_spec.render.text import printable
from reprobridge_spec.stats.observations import counted

_MARKS = {
    CheckState.OK: ("green", "✓", "ok"),
    CheckState.MISSING: ("red", "✗", "--"),
    CheckState.NOTE: ("blue", "·", "  "),
}
_MINUTE, _HOUR = 60, 3600


def text(report: Doctor, style: Style) -> Iterator[str]:
    """The report, line by line; the answer stands last."""
    yield style.paint("bold", "this machine")
    yield from _checks(report.machine, style)
    yield style.paint("bold", "what the artifact needs")
    yield from _checks(report.needs, style)
    for host in report.network:
        yield f"  network: {printable(host)}"
    yield style.paint("bold", "experiments")
    for row in report.experiments:
        yield from _row(row, style)
    yield _time(report)
    ready = sum(len(row.tasks) for row in report.experiments if row.ready)
    every = sum(len(row.tasks) for row in report.experiments)
    answer = f"{ready} of {every} tasks can be run here"
    color = "green" if report.ready else "red"
    yield f"{printable(report.artifact)}: {style.paint('bold', style.paint(color, answer))}"


def duration(seconds: float) -> str:
    """A time that is only guessed: `40 s`, `4 min`, `2.5 h`."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < 2 * _HOUR else f"{seconds / _HOUR:.1f} h"


def _checks(checks: list[Check], style: Style) -> Iterator[str]:
    width = max((len(check.what) for check in checks), default=0)
    for check in checks:
        color, mark, word = _MARKS[check.state]
        sign = style.paint(color, mark if style.unicode else word)
        yield f"  {sign} {printable(check.what).ljust(width)}  {printable(check.found)}"
        if check.state is CheckState.MISSING and check.do:
            yield f"      {printable(check.do)}"


def _row(row: Readiness, style: Style) -> Iterator[str]:
    if row.blocked is not None:
        yield f"    {row.experiment}: blocked: {printable(row.blocked)}"
        return
    color, mark, word = _MARKS[CheckState.OK if row.ready else CheckState.MISSING]
    sign = style.paint(color, mark if style.unicode else word)
    time = f"about {duration(float(row.seconds))}" if row.seconds is not None else "time not known"
    counts = f"{counted(len(row.tasks), 'task')}, {counted(row.runs)}"
    yield f"  {sign} {row.experiment}: {counts}, {time} (says {printable(row.seconds_from)})"
    for missing in row.missing:
        yield f"      lacks {printable(missing)}"


def _time(report: Doctor) -> str:
    if report.seconds is not None:
        return f"all runs here: about {duration(float(report.seconds))}, environments and inputs aside"
    return f"time not known of: {', '.join(report.unknown)}"
