"""A validation's report for people: place, source line with a caret, what is wrong, what to do."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from reprobridge_spec.findings import Finding, Report, Severity, Silenced
from reprobridge_spec.fingerprint import SourceLine
from reprobridge_spec.render.style import Style

_MAX_LINE = 110
_GUTTER = 9
_COLORS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "blue"}
_WHOLE = 10
"""Findings of one rule that are shown with their line; from there on a reader knows the rule."""
_MANY = 15
"""Findings from which on they are counted by rule."""
_UPCOMING = 10


def render(report: Report, source_line: SourceLine, style: Style, folder: str = "") -> Iterator[str]:
    """The report, line by line.

    Args:
        report: what was found.
        source_line: gives the lines of the artifact's files.
        style: what the place that is written to can show.
        folder: where the artifact lies, seen from the caller's folder; places begin with it.
    """
    shown: Counter[str] = Counter()
    short = False
    for finding in report.findings:
        shown[finding.rule] += 1
        was_short, short = short, shown[finding.rule] > _WHOLE
        if was_short and not short:
            yield ""
        yield from _finding(finding, None if short else source_line, style, folder)
        if not short:
            yield ""
    if short:
        yield ""
    yield from _silenced(report, style, folder)
    yield from _upcoming(report, style, folder)
    for remark in _not_looked(report):
        yield from _wrapped(remark, style, color="yellow", indent="")
    yield from _by_rule(report, style)
    yield from _compared(report)
    yield _summary(report, style)
    yield from _what_next(report)


def concise(report: Report, folder: str = "") -> Iterator[str]:
    """One line a finding: `file:line:column: weight: CODE name: message`; then what does not count or did not look."""
    for finding in report.findings:
        yield line_of(finding, folder)
    yield from remarks(report, folder)


def line_of(finding: Finding, folder: str = "") -> str:
    """A finding in one line."""
    message = printable(finding.message)
    return f"{place(finding, folder)}: {finding.severity}: {finding.rule} {finding.name}: {message}"


def remarks(report: Report, folder: str = "") -> Iterator[str]:
    """A line for each finding that is silenced, for each reason why rules did not look, and for what was left out."""
    for silenced in report.silenced:
        yield silenced_line(silenced, folder)
    artifact = printable(report.artifact)
    yield from (f"{artifact}: {remark}" for remark in _not_looked(report))


def silenced_line(silenced: Silenced, folder: str = "") -> str:
    """A finding that does not count, by what, and the reason, in one line."""
    finding = silenced.finding
    said = f"{finding.rule} {finding.name}: {printable(finding.message)}"
    return (
        f"{place(finding, folder)}: silenced {finding.severity}: {said} ({silenced.by}: {printable(silenced.reason)})"
    )


def place(finding: Finding, folder: str = "") -> str:
    """`file:line:column`, or less where less is known."""
    path = "/".join(part for part in (folder, finding.file) if part)
    return printable(path) + (f":{finding.mark.line}:{finding.mark.column}" if finding.mark else "")


def printable(text: str) -> str:
    """`text` without characters that a terminal would act on: artifacts come from strangers."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text)


def counted(report: Report) -> str:
    """The artifact, the level, how many findings of each weight, and what did not count or look, in one line."""
    return _summary(report, Style())


def total(reports: Sequence[Report]) -> str:
    """One line on many artifacts."""
    wrong = sum(1 for report in reports if report.worst() is Severity.ERROR)
    counts = _counts(finding for report in reports for finding in report.findings) or "no findings"
    unchecked = sum(1 for report in reports if report.not_checked)
    told = f"; {unchecked} with rules that could not look" if unchecked else ""
    return f"{_number(len(reports), 'artifact')}: {len(reports) - wrong} without errors, {wrong} with; {counts}{told}"


def reasons(report: Report) -> list[tuple[str, list[str]]]:
    """Each reason why rules could not look, with their codes."""
    found: dict[str, list[str]] = {}
    for item in report.not_checked:
        found.setdefault(item.reason, []).append(item.rule)
    return list(found.items())


def _finding(finding: Finding, source_line: SourceLine | None, style: Style, folder: str) -> Iterator[str]:
    head = style.paint(_COLORS[finding.severity], f"{finding.severity} {finding.rule} {finding.name}")
    repair = style.paint("green", " [--fix]") if finding.fix else ""
    yield f"{style.paint('bold', place(finding, folder))}  {head}{repair}"
    if source_line and finding.mark and (line := source_line(finding.file, finding.mark.line)) is not None:
        yield from _excerpt(line, finding.mark.line, finding.mark.column, style)
    yield from _wrapped(finding.message, style)
    if finding.advice:
        yield from _wrapped(f"{'→' if style.unicode else '->'} {finding.advice}", style)


def _wrapped(text: str, style: Style, *, color: str = "", indent: str = "  ") -> Iterator[str]:
    text = printable(text)
    lines = [indent + text]
    if style.width:
        lines = textwrap.wrap(
            text,
            max(style.width, 40),
            initial_indent=indent,
            subsequent_indent=f"{indent}  " if text.startswith(("→", "-> ")) or not indent else indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
    yield from (style.paint(color, line) if color else line for line in lines)


def _excerpt(line: str, number: int, column: int, style: Style) -> Iterator[str]:
    most = min(_MAX_LINE, max(20, style.width - _GUTTER)) if style.width else _MAX_LINE
    start = max(0, column - 1 - most // 2) if len(line) > most else 0
    shown = "".join(" " if character == "\t" else character for character in line[start : start + most])
    cut = "…" if style.unicode else "..."
    if start:
        shown = cut + shown[len(cut) :]
    if len(line) > start + most:
        shown = shown[: -len(cut)] + cut
    yield f"  {number:>4} | {printable(shown)}".rstrip()
    yield f"       | {' ' * (column - 1 - start)}{style.paint('red', '^')}"


def _silenced(report: Report, style: Style, folder: str) -> Iterator[str]:
    if report.silenced:
        yield style.paint("dim", f"Silenced, not counted ({len(report.silenced)}):")
        for silenced in report.silenced:
            yield from _wrapped(silenced_line(silenced, folder), style, color="dim")
        yield ""


def _upcoming(report: Report, style: Style, folder: str) -> Iterator[str]:
    if not report.upcoming:
        return
    yield style.paint("dim", f"Next, for levels above {report.level} ({len(report.upcoming)}):")
    for finding in report.upcoming[:_UPCOMING]:
        said = f"{place(finding, folder)}  {finding.rule} {finding.name}: {finding.message}"
        yield from _wrapped(said, style, color="dim")
    if len(report.upcoming) > _UPCOMING:
        yield style.paint("dim", f"  … and {len(report.upcoming) - _UPCOMING} more")
    yield ""


def _not_looked(report: Report) -> Iterator[str]:
    partly = {item.reason for item in report.not_checked if item.partly}
    for reason, rules in reasons(report):
        # what most rules found stands there: that they did not look would be wrong
        yield printable(reason if reason in partly else f"not checked: {_listed(rules)}: {reason}")
    if report.left_out.words:
        yield printable(f"left out: {', '.join(report.left_out.words)}")


def _listed(rules: list[str]) -> str:
    shown = 6
    return ", ".join(rules) if len(rules) <= shown else f"{len(rules)} rules"


def _by_rule(report: Report, style: Style) -> Iterator[str]:
    if len(report.findings) < _MANY:
        return
    heads = Counter((finding.severity, finding.rule, finding.name) for finding in report.findings)
    yield style.paint("bold", "By rule:")
    for (severity, rule, name), number in sorted(heads.items(), key=lambda item: (-item[0][0].weight, -item[1])):
        yield f"  {number:>5}  {style.paint(_COLORS[severity], f'{severity} {rule} {name}')}"
    yield ""


def _compared(report: Report) -> Iterator[str]:
    if found := report.compared:
        said = f"{_number(found.files, 'file')}, {found.bytes:,} bytes"
        yield f"compared with the package's own list, MANIFEST.sha256: {said}"


def _summary(report: Report, style: Style) -> str:
    counts = _counts(report.findings)
    answer = style.paint("bold", counts) if counts else style.paint("green", "no findings")
    partly = sum(item.partly for item in report.not_checked)
    if not report.checked and not counts:
        answer = style.paint("yellow", "checked in part" if partly else "not checked")
    silenced = f", {len(report.silenced)} silenced" if report.silenced else ""
    profile = f" under {printable(report.profile)}" if report.profile else ""
    return f"{printable(report.artifact)}: {report.level}{profile}: {answer}{silenced} ({_looked(report, partly)})"


def _looked(report: Report, partly: int) -> str:
    """How many rules looked; `partly` is how many of them looked at a part."""
    rules = [f"{report.checked} rules checked"] if report.checked or not partly else []
    rules += [f"{partly} rules checked in part"] if partly else []
    unchecked = len(report.not_checked) - partly
    return ", ".join([*rules, f"{unchecked} not checked"] if unchecked else rules)


def _counts(findings: Iterable[Finding]) -> str:
    numbers = Counter(finding.severity for finding in findings)
    return ", ".join(_number(numbers[severity], severity) for severity in Severity if numbers[severity])


def _number(number: int, what: str) -> str:
    return f"{number} {what}{'s' if number != 1 else ''}"


def _what_next(report: Report) -> Iterator[str]:
    if report.findings:
        fixable = sum(1 for finding in report.findings if finding.fix)
        repair = f"{fixable} can be repaired by `--fix`; " if fixable else ""
        heaviest = max(report.findings, key=lambda finding: finding.severity.weight)
        yield f"{repair}`rrspec explain {heaviest.rule}` says more about a rule"
