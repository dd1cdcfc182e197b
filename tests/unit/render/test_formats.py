"""All forms of a report carry the same findings, and none carries a stranger's signs."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from reprobridge_spec.findings import Finding, Severity
from reprobridge_spec.render import github, junit, markdown, report_json, sarif, text
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.render.style import PLAIN, Style
from reprobridge_spec.schemas import generate, kinds_beside, second_opinion
from reprobridge_spec.schemas.load import load
from tests.unit.render.reports import reports

GOLDEN = Path(__file__).parents[2] / "golden" / "formats"
_HEAD = re.compile(r"(error|warning|note) (RR[A-Z][0-9]{3}) [a-z-]+(?: \[--fix\])?$")
_BY_RULE = re.compile(r" {2,6}[0-9]+  (?:error|warning|note) ")
_LINE = re.compile(r": (error|warning|note): (RR[A-Z][0-9]{3}) ")
_COMMAND = re.compile(r"::(error|warning|notice) .*title=(RR[A-Z][0-9]{3}) ")
_ROW = re.compile(r"\| .* \| (error|warning|note) \| \[(RR[A-Z][0-9]{3})\]")

Found = Counter[tuple[str, str]]
"""How often each weight and code stands there."""


def in_text(many: Sequence[Shown]) -> Found:
    lines = [line for one in many for line in text.render(one.report, lambda *_: None, PLAIN, one.folder)]
    findings = [line for line in lines if not _BY_RULE.match(line)]
    return Counter((match[1], match[2]) for line in findings if (match := _HEAD.search(line)))


def in_concise(many: Sequence[Shown]) -> Found:
    lines = [line for one in many for line in text.concise(one.report, one.folder)]
    return Counter((match[1], match[2]) for line in lines if (match := _LINE.search(line)))


def in_json(many: Sequence[Shown]) -> Found:
    documents = [json.loads(json.dumps(report_json.as_json(one.report))) for one in many]
    return Counter((item["severity"], item["rule"]) for document in documents for item in document["findings"])


def in_jsonl(many: Sequence[Shown]) -> Found:
    items = [json.loads(line) for one in many for line in report_json.lines(one.report)]
    return Counter((item["severity"], item["rule"]) for item in items if item["kind"] == "finding")


def in_sarif(many: Sequence[Shown]) -> Found:
    (run,) = sarif.log(many)["runs"]
    counted = [result for result in run["results"] if "suppressions" not in result]
    return Counter((result["level"], result["ruleId"]) for result in counted)


def in_github(many: Sequence[Shown]) -> Found:
    lines = list(github.annotations(many))
    shown = [(match[1], match[2]) for line in lines if (match := _COMMAND.match(line))]
    return Counter(("note" if level == "notice" else level, code) for level, code in shown) + Counter(
        (match[1], match[2]) for line in lines if line.startswith("rrspec: ") and (match := _LINE.search(line))
    )


def in_junit(many: Sequence[Shown]) -> Found:
    lines = [line for element in xml(many).iter("failure", "system-out") for line in (element.text or "").split("\n")]
    return Counter((match[1], match[2]) for line in lines if (match := _LINE.search(line)))


def in_markdown(many: Sequence[Shown]) -> Found:
    return Counter((match[1], match[2]) for line in markdown.document(many) if (match := _ROW.match(line)))


FORMS: dict[str, Callable[[Sequence[Shown]], Found]] = {
    "text": in_text,
    "concise": in_concise,
    "json": in_json,
    "jsonl": in_jsonl,
    "sarif": in_sarif,
    "github": in_github,
    "junit": in_junit,
    "md": in_markdown,
}


def at_least(least: Severity) -> Callable[[Finding], bool]:
    return lambda finding: finding.severity.weight >= least.weight


def xml(many: Sequence[Shown], least: Severity = Severity.ERROR) -> Any:
    return etree.fromstring("\n".join(junit.document(many, fails=at_least(least))).encode())


def printed(many: Sequence[Shown]) -> Iterator[str]:
    """Every line of every form."""
    for one in many:
        yield from text.render(one.report, lambda *_: "\x1b[2J", Style(width=60), one.folder)
        yield from text.concise(one.report, one.folder)
        yield from json.dumps(report_json.as_json(one.report), indent=1).split("\n")
        yield from report_json.lines(one.report)
    yield from github.annotations(many)
    yield from github.step_summary(many).split("\n")
    yield from json.dumps(sarif.log(many), indent=1).split("\n")
    yield from (line for lines in junit.document(many, fails=at_least(Severity.ERROR)) for line in lines.split("\n"))


SARIF = jsonschema.Draft4Validator(json.loads((GOLDEN / "sarif-schema-2.1.0.json").read_text(encoding="utf-8")))
JUNIT_SCHEMA = etree.XMLSchema(etree.parse(GOLDEN / "junit-10.xsd"))
FINDINGS_SCHEMA = generate.schema_of(kinds_beside.FINDINGS)


@settings(max_examples=10, deadline=None)
@given(st.lists(reports(), max_size=3))
def test_all_forms_carry_the_same_findings(many: list[Shown]) -> None:
    """All formats carry the same findings."""
    expected = Counter((finding.severity.value, finding.rule) for one in many for finding in one.report.findings)
    for name, form in FORMS.items():
        assert form(many) == expected, name


@settings(max_examples=10, deadline=None)
@given(st.lists(reports(), max_size=2))
def test_no_form_carries_what_a_terminal_acts_on(many: list[Shown]) -> None:
    """Nothing of an artifact reaches a terminal as control characters."""
    for line in printed(many):
        assert line.isprintable(), line


@settings(max_examples=8, deadline=None)
@given(reports())
def test_a_report_is_a_document_of_its_schema(one: Shown) -> None:
    written = json.dumps(report_json.as_json(one.report)).encode()
    assert load(kinds_beside.FINDINGS, written, "findings.json").findings == ()
    assert second_opinion.faults(json.loads(written), FINDINGS_SCHEMA) == []


@settings(max_examples=8, deadline=None)
@given(st.lists(reports(), max_size=2))
def test_a_log_follows_the_official_schema(many: list[Shown]) -> None:
    log = sarif.log(many)
    assert list(SARIF.iter_errors(log)) == []
    json.dumps(log).encode()


@settings(max_examples=10, deadline=None)
@given(st.lists(reports(), max_size=2))
def test_xml_follows_the_schema_of_build_servers(many: list[Shown]) -> None:
    document = xml(many)
    JUNIT_SCHEMA.assertValid(document)
    for suite in document:
        failed = [case for case in suite.iter("testcase") if case.find("failure") is not None]
        skipped = [case for case in suite.iter("testcase") if case.find("skipped") is not None]
        counts = (len(list(suite.iter("testcase"))), len(failed), len(skipped))
        assert counts == (int(suite.get("tests")), int(suite.get("failures")), int(suite.get("skipped")))
