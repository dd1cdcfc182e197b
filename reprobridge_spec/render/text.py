"""A validation's report for people: place, source line with a caret, what is wrong, what to do."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.fingerprint import SourceLine
from reprobridge_spec.render.style import Style

_MAX_LINE = 110
_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "blue"}


def render(report: Report, source_line: SourceLine, style: Style) -> Iterator[str]:
    """The report, line by line."""
    for finding in report.findings:
        yield from _finding(finding, source_line, style)
        yield ""
    yield from _upcoming(report, style)
    yield from _not_checked(report, style)
    yield _summary(report, style)


def concise(report: Report) -> Iterator[str]:
    """One line a finding: `file:line:column: CODE name: message`."""
    for finding in report.findings:
        yield f"{place(finding)}: {finding.severity}: {finding.rule} {finding.name}: {printable(finding.message)}"


def place(finding: Finding) -> str:
    """`file:line:column`, or less where less is known."""
    return printable(finding.file) + (f":{finding.mark.line}:{finding.mark.column}" if finding.mark else "")


def _finding(finding: Finding, source_line: SourceLine, style: Style) -> Iterator[str]:
    head = style.paint(_COLORS[finding.severity], f"{finding.severity} {finding.rule} {finding.name}")
    yield f"{style.paint('bold', place(finding))}  {head}"
    if finding.mark and (line := source_line(finding.file, finding.mark.line)) is not None:
        yield from _excerpt(line, finding.mark.line, finding.mark.column, style)
    yield f"  {printable(finding.message)}"
    if finding.advice:
        yield f"  {'→' if style.unicode else '->'} {printable(finding.advice)}"


def _excerpt(line: str, number: int, column: int, style: Style) -> Iterator[str]:
    start = max(0, column - 1 - _MAX_LINE // 2) if len(line) > _MAX_LINE else 0
    shown = "".join(" " if character == "\t" else character for character in line[start : start + _MAX_LINE])
    yield f"  {number:>4} | {printable(shown)}"
    yield f"       | {' ' * (column - 1 - start)}{style.paint('red', '^')}"


def printable(text: str) -> str:
    """`text` without characters that a terminal would act on: artifacts come from strangers."""
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def _upcoming(report: Report, style: Style) -> Iterator[str]:
    if not report.upcoming:
        return
    yield style.paint("dim", f"Next, for levels above {report.level} ({len(report.upcoming)}):")
    for finding in report.upcoming[:10]:
        yield style.paint("dim", f"  {place(finding)}  {finding.rule} {finding.name}: {printable(finding.message)}")
    if len(report.upcoming) > 10:  # noqa: PLR2004 (as many as are shown)
        yield style.paint("dim", f"  … and {len(report.upcoming) - 10} more")
    yield ""


def _not_checked(report: Report, style: Style) -> Iterator[str]:
    reasons: dict[str, list[str]] = {}
    for item in report.not_checked:
        reasons.setdefault(item.reason, []).append(item.rule)
    for reason, rules in reasons.items():
        yield style.paint("yellow", f"not checked: {_listed(rules)}: {reason}")


def _listed(rules: list[str]) -> str:
    shown = 6
    return ", ".join(rules) if len(rules) <= shown else f"{len(rules)} rules"


def _summary(report: Report, style: Style) -> str:
    counts = ", ".join(
        f"{number} {severity}{'s' if number != 1 else ''}"
        for severity in Severity
        if (number := sum(1 for finding in report.findings if finding.severity is severity))
    )
    answer = style.paint("bold", counts) if counts else style.paint("green", "no findings")
    open_rules = f", {len(report.not_checked)} not checked" if report.not_checked else ""
    return f"{report.artifact}: {report.level}: {answer} ({report.checked} rules checked{open_rules})"


def joined(lines: Iterable[str]) -> str:
    """Lines as one text that ends with a line end."""
    return "".join(f"{line}\n" for line in lines)
