from typing import Any

import pytest
from lxml import etree

from reprobridge_spec.findings import RulesLeftOut, Severity
from reprobridge_spec.render import junit
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.rules.table import ENTRIES
from tests.unit.render.reports import FINDING, REPAIRABLE, SILENCED, SKIPPED, shown_with
from tests.unit.render.test_report import changed


def suite_of(*findings: Any, least: Severity = Severity.ERROR, **values: Any) -> Any:
    (suite,) = suites(shown_with(*findings, **values), least=least)
    return suite


def suites(*reports: Shown, least: Severity = Severity.ERROR) -> Any:
    lines = junit.document(reports, fails=lambda finding: finding.severity.weight >= least.weight)
    return etree.fromstring("\n".join(lines).encode())


def case_of(suite: Any, code: str) -> Any:
    (case,) = [case for case in suite.iter("testcase") if case.get("name").startswith(code)]
    return case


def test_every_rule_of_the_level_is_a_case() -> None:
    suite = suite_of(level="draft")
    draft = [f"{entry.code} {entry.name}" for entry in ENTRIES if entry.level == "draft"]
    assert [case.get("name") for case in suite.iter("testcase")] == draft
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == (str(len(draft)), "0", "0")


def test_a_rule_that_finds_errors_fails_once_with_all_of_them() -> None:
    suite = suite_of(FINDING, changed(message="numpy is not locked"))
    (failure,) = case_of(suite, "RRE002")
    assert (failure.tag, failure.get("type")) == ("failure", "RRE002")
    assert failure.get("message") == "six is not locked (and 1 more)"
    assert [line for line in failure.text.split("\n") if line.startswith("env/")] == [
        "env/requirements.lock:2:5: error: RRE002 lock-drift: six is not locked",
        "env/requirements.lock:2:5: error: RRE002 lock-drift: numpy is not locked",
    ]


@pytest.mark.parametrize(("least", "tag"), [("error", "system-out"), ("warning", "failure"), ("note", "failure")])
def test_what_fails_is_what_the_caller_says(least: str, tag: str) -> None:
    (child,) = case_of(suite_of(REPAIRABLE, least=Severity(least)), "RRM007")
    assert child.tag == tag


def test_what_did_not_look_is_skipped_with_the_reason() -> None:
    suite = suite_of(not_checked=(SKIPPED,))
    (skipped,) = case_of(suite, "RRS001")
    assert (skipped.tag, skipped.get("message")) == ("skipped", "notes could not be read")
    assert suite.get("skipped") == "1"


def test_what_failed_and_did_not_look_to_its_end_has_failed() -> None:
    suite = suite_of(changed(rule="RRS001", name="secret"), not_checked=(SKIPPED,))
    failure, output = case_of(suite, "RRS001")
    assert (failure.tag, suite.get("failures"), suite.get("skipped")) == ("failure", "1", "0")
    assert "not checked: notes could not be read" in output.text


@pytest.mark.parametrize(
    ("words", "rules", "said"),
    [
        ("lock-drift", ("RRE002",), ["left out"]),
        ("all but RRM", ("RRE001", "RRE002", "RRE003"), ["left out"]),
        ("RRE003", ("RRE003",), []),
        ("warning", (), []),
        ("RRE002", (), []),
    ],
)
def test_what_was_left_out_is_skipped_whatever_the_words(words: str, rules: tuple[str, ...], said: list[str]) -> None:
    case = case_of(suite_of(left_out=RulesLeftOut(words=(words,), rules=rules)), "RRE002")
    assert [child.get("message") for child in case] == said


def test_a_silenced_finding_stands_in_the_output_of_a_case_that_holds() -> None:
    (output,) = case_of(suite_of(silenced=(SILENCED,)), "RRE002")
    assert (output.tag, output.text.endswith("(waiver: six is bundled)")) == ("system-out", True)


def test_a_rule_of_a_higher_level_that_finds_something_is_a_case_too() -> None:
    assert case_of(suite_of(FINDING, level="draft"), "RRE002")[0].tag == "failure"


def test_artifacts_are_suites() -> None:
    one, other = suites(shown_with(artifact="a.b"), shown_with(FINDING, artifact='<&">'))
    assert (one.get("name"), other.get("name")) == ("a.b", '<&">')
    assert next(one.iter("testcase")).get("classname") == "a_b"
