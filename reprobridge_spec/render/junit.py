"""Reports as JUnit's XML, which most build servers read: one suite an artifact, one case a rule."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reprobridge_spec.findings import Finding, Report, Silenced
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.render.text import counted, line_of, printable, silenced_line
from reprobridge_spec.rules.table import ENTRIES

_ORDER = list(Level)


def document(reports: Sequence[Shown], *, fails: Callable[[Finding], bool]) -> Iterator[str]:
    """The XML, line by line.

    Args:
        reports: one for each artifact.
        fails: which findings make a case fail; the others stand in its output.
    """
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield '<testsuites name="rrspec validate">'
    for one in reports:
        yield from _suite(one, fails)
    yield "</testsuites>"


@dataclass(slots=True)
class _Case:
    """What a report says of one rule; `skipped` says why it did not look."""

    code: str
    name: str
    findings: list[Finding] = field(default_factory=list)
    silenced: list[Silenced] = field(default_factory=list)
    skipped: str = ""

    def failing(self, fails: Callable[[Finding], bool]) -> list[Finding]:
        return [finding for finding in self.findings if fails(finding)]


def _suite(one: Shown, fails: Callable[[Finding], bool]) -> Iterator[str]:
    report = one.report
    cases = _cases(report)
    failed = sum(1 for case in cases if case.failing(fails))
    skipped = sum(1 for case in cases if case.skipped and not case.failing(fails))
    name = _attribute(report.artifact)
    yield f'  <testsuite name={name} tests="{len(cases)}" failures="{failed}" errors="0" skipped="{skipped}">'
    yield "    <properties>"
    said = [("level", report.level), ("claimed", report.claimed), ("profile", report.profile)]
    for key, value in [*said, *(("left out", words) for words in report.left_out.words)]:
        if value:
            yield f'      <property name="{key}" value={_attribute(value)}/>'
    yield "    </properties>"
    for case in cases:
        yield from _testcase(one, case, fails)
    yield f"    <system-out>{_text(counted(report))}</system-out>"
    yield "  </testsuite>"


def _testcase(one: Shown, case: _Case, fails: Callable[[Finding], bool]) -> Iterator[str]:
    failing = case.failing(fails)
    # after the last dot stands the case, as these servers see it
    classname = _attribute(one.report.artifact.replace(".", "_"))
    name = _attribute(f"{case.code} {case.name}")
    if not (case.findings or case.silenced or case.skipped):
        yield f"    <testcase classname={classname} name={name}/>"
        return
    yield f"    <testcase classname={classname} name={name}>"
    if failing:
        more = f" (and {len(failing) - 1} more)" if failing[1:] else ""
        message = _attribute(failing[0].message + more)
        body = "\n".join(f"{line_of(finding, one.folder)}\n  {finding.advice}" for finding in failing)
        yield f"      <failure type={_attribute(case.code)} message={message}>{_text(body)}</failure>"
    elif case.skipped:
        yield f"      <skipped message={_attribute(case.skipped)}/>"
    rest = [line_of(finding, one.folder) for finding in case.findings if not fails(finding)]
    rest += [silenced_line(silenced, one.folder) for silenced in case.silenced]
    rest += [f"not checked: {case.skipped}"] if failing and case.skipped else []
    if rest:
        text = "\n".join(rest)
        yield f"      <system-out>{_text(text)}</system-out>"
    yield "    </testcase>"


def _cases(report: Report) -> list[_Case]:
    """A case for each rule of the level, and for each other one of which the report says something."""
    level = _ORDER.index(Level(report.level))
    cases = {
        entry.code: _Case(entry.code, entry.name, skipped="left out" if entry.code in report.left_out.rules else "")
        for entry in ENTRIES
        if _ORDER.index(entry.level) <= level
    }
    for finding in report.findings:
        _of(cases, finding).findings.append(finding)
    for silenced in report.silenced:
        _of(cases, silenced.finding).silenced.append(silenced)
    for item in report.not_checked:
        cases.setdefault(item.rule, _Case(item.rule, item.name)).skipped = item.reason
    return list(cases.values())


def _of(cases: dict[str, _Case], finding: Finding) -> _Case:
    return cases.setdefault(finding.rule, _Case(finding.rule, finding.name))


def _attribute(text: str) -> str:
    from xml.sax.saxutils import quoteattr  # noqa: PLC0415 (it imports http, ssl and email)

    return quoteattr(printable(text))


def _text(text: str) -> str:
    from xml.sax.saxutils import escape  # noqa: PLC0415 (as above)

    # what XML cannot hold, and what a terminal would act on, is shown as not printable
    return escape("\n".join(printable(line) for line in text.split("\n")))
