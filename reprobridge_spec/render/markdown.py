"""Reports as Markdown for people: what a change's page, an issue or a build's summary shows.

Words of an artifact are a stranger's: none of them becomes markup, a link, a mention or a reference to an issue.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from reprobridge_spec.findings import Finding, Report
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.render.text import counted, place, printable, reasons
from reprobridge_spec.rules.table import ENTRIES, page

_BACKQUOTED = lazy_pattern(r"`([^`]{1,300})`")
_SPLITS = lazy_pattern(r"[@#](?=\w)|(?<=[Gg][Hh])-(?=\d)")
"""What makes a mention of a person, or a reference to an issue, of the words after it."""
_MARKUP = lazy_pattern(r"[^A-Za-z0-9\x80-\U0010ffff .,;:()/=+%?'\"-]|(?<=[Ww]{3})\.|:(?=//)|^(?:[-+=]|[0-9]{1,9}[.)])")
"""Signs of markup, what makes a link of a bare address, and what begins a list or makes a heading of the line above."""
_WHAT_TO_DO = "## What to do\n"
_UPCOMING = 10


def document(reports: Sequence[Shown]) -> Iterator[str]:
    """The text, line by line: for each artifact a table and what did not count or look, then what its rules ask."""
    for one in reports:
        yield from _artifact(one)
    yield from _rules({finding.rule for one in reports for finding in one.report.findings})


def escaped(text: str) -> str:
    """`text` in Markdown, where it means itself and nothing else."""
    shown = printable(text)
    pieces: list[str] = []
    end = 0
    for match in _SPLITS.finditer(shown):
        # hosts look for mentions in the text that is left, so an entity would not be enough
        pieces += [_plain(shown[end : match.start()]), f"<code>{_entities(match)}</code>"]
        end = match.end()
    return "".join([*pieces, _plain(shown[end:])])


def sentence(text: str) -> str:
    """A sentence of a finding, in which what stands between backquotes is shown as code."""
    pieces: list[str] = []
    end = 0
    for match in _BACKQUOTED.finditer(text):
        pieces += [escaped(text[end : match.start()]), _code(match[1])]
        end = match.end()
    return "".join([*pieces, escaped(text[end:])])


def _code(text: str) -> str:
    # hosts look for no mention inside
    return f"<code>{_plain(printable(text))}</code>" if text else ""


def _plain(text: str) -> str:
    return _MARKUP.sub(_entities, text)


def _entities(match: re.Match[str]) -> str:
    return "".join(f"&#{ord(character)};" for character in match[0])


def _artifact(one: Shown) -> Iterator[str]:
    report = one.report
    yield f"## {escaped(report.artifact)}"
    yield ""
    yield escaped(counted(report).removeprefix(f"{printable(report.artifact)}: "))
    yield ""
    if report.findings:
        yield "| place | weight | rule | what is wrong | what to do |"
        yield "|---|---|---|---|---|"
        for finding in report.findings:
            yield f"| {' | '.join(_row(one, finding))} |"
        yield ""
    yield from _listed("Silenced, not counted", _silenced(one))
    yield from _listed(
        "Not checked", (f"{_code(', '.join(rules))}: {sentence(reason)}" for reason, rules in reasons(report))
    )
    yield from _listed("Left out", map(_code, report.left_out.words))
    yield from _listed(f"Next, for levels above {report.level}", _next(one, report))


def _row(one: Shown, finding: Finding) -> tuple[str, ...]:
    repair = " (`--fix` does it)" if finding.fix else ""
    return (
        _code(place(finding, one.folder)),
        finding.severity.value,
        f"[{finding.rule}](#{finding.rule.lower()}-{finding.name}) {escaped(finding.name)}",
        sentence(finding.message),
        sentence(finding.advice) + repair,
    )


def _silenced(one: Shown) -> Iterator[str]:
    for silenced in one.report.silenced:
        finding = silenced.finding
        said = f"{finding.severity} {finding.rule} {escaped(finding.name)}: {sentence(finding.message)}"
        yield f"{_code(place(finding, one.folder))}: {said} ({silenced.by}: {escaped(silenced.reason)})"


def _next(one: Shown, report: Report) -> Iterator[str]:
    for finding in report.upcoming[:_UPCOMING]:
        said = f"{finding.rule} {escaped(finding.name)}: {sentence(finding.message)}"
        yield f"{_code(place(finding, one.folder))}: {said}"
    if len(report.upcoming) > _UPCOMING:
        yield f"and {len(report.upcoming) - _UPCOMING} more"


def _listed(head: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"- {item}" for item in items]
    if lines:
        yield from (f"{head}:", "", *lines, "")


def _rules(codes: set[str]) -> Iterator[str]:
    entries = [entry for entry in ENTRIES if entry.code in codes]
    if entries:
        yield from ("## Rules", "")
    for entry in entries:
        text = page(entry)
        yield f"### {entry.code} {entry.name}"
        yield ""
        yield text.partition("\n\n")[0]
        yield from text.partition(_WHAT_TO_DO)[2].partition("\n## ")[0].rstrip().splitlines()
        yield from ("", f"`rrspec explain {entry.code}` says more.", "")
