"""Reports as workflow commands, which GitHub shows beside the lines of a change.

It takes ten errors, ten warnings and ten notices from one step and drops the others without a word; what is more
stands as plain lines in the log.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.render.markdown import document
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.render.text import counted, line_of, printable, remarks, total

MOST = 10
"""Annotations of one weight that are taken from one step."""
_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_SUMMARY_BYTES = 1_000_000
"""A step's summary may have a little more."""


def annotations(reports: Sequence[Shown]) -> Iterator[str]:
    """Commands for the findings of all artifacts, lines for those beyond what is shown, and a summary."""
    room = Counter(dict.fromkeys(Severity, MOST))
    rest: Counter[Severity] = Counter()
    for one in reports:
        for finding in one.report.findings:
            if room[finding.severity]:
                room[finding.severity] -= 1
                yield _command(one, finding)
            else:
                rest[finding.severity] += 1
                yield _log(line_of(finding, one.folder))
    for one in reports:
        yield from map(_log, remarks(one.report, one.folder))
        yield _log(counted(one.report))
    if rest or len(reports) != 1:
        yield _log(_ending(reports, rest))


def step_summary(reports: Sequence[Shown]) -> str:
    """Markdown for the file that `GITHUB_STEP_SUMMARY` names; cut at a line where it is more than is taken."""
    kept: list[str] = []
    size = 0
    for line in document(reports):
        size += len(line.encode("utf-8")) + 1
        if size > _SUMMARY_BYTES:
            kept += ["", "There is more; the log of the step has it."]
            break
        kept.append(line)
    return "\n".join([*kept, ""])


def _ending(reports: Sequence[Shown], rest: Counter[Severity]) -> str:
    said = total([one.report for one in reports])
    if not rest:
        return said
    more = ", ".join(
        f"{rest[severity]} {_COMMANDS[severity]}{'s' if rest[severity] != 1 else ''}"
        for severity in Severity
        if rest[severity]
    )
    return f"{said}; {more} more than the {MOST} of each kind that are shown beside their lines stand in this log"


def _command(one: Shown, finding: Finding) -> str:
    properties = {"file": one.path(finding.file)}
    if finding.mark:
        properties |= {"line": str(finding.mark.line), "col": str(finding.mark.column)}
    properties["title"] = f"{finding.rule} {finding.name}"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    message = "\n".join(part for part in (finding.message, finding.advice) if part)
    return f"::{_COMMANDS[finding.severity]} {written}::{_data(message)}"


def _log(text: str) -> str:
    # a line of a stranger's words must be no command: those begin with `::`, or hold `##[` anywhere
    return f"rrspec: {printable(text)}".replace("##[", "## [")


def _data(text: str) -> str:
    shown = "".join(character if character in "\r\n" else printable(character) for character in text)
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
