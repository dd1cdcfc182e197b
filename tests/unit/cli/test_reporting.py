"""An artifact of many that could not be checked: each form says which, why, and what to do; none calls it valid."""

import json
from xml.etree import ElementTree as ET

import pytest

from reprobridge_spec.batch.outcome import Failure, FailureKind
from reprobridge_spec.cli.output import Output
from reprobridge_spec.cli.reporting import FORMATS, Reporting
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.schemas.kinds_beside import FINDINGS
from reprobridge_spec.schemas.load import load
from tests.unit.batch.checks import checked

FAILURE = Failure(
    artifact="papers/07",
    kind=FailureKind.TIME_LIMIT,
    message="it takes longer than 5 s to check it",
    hint="Check it alone with a higher limit.",
)
DEFECT = Failure(
    artifact="papers/08",
    kind=FailureKind.DEFECT,
    message="a defect of rrspec: it is wrong",
    hint="Please report it.",
    details='Traceback\n  File "rule.py", line 3\nValueError: \x1b[2J\n',
)


@pytest.fixture
def written(capsys: pytest.CaptureFixture[str]) -> "Written":
    return Written(capsys)


class Written:
    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys
        self.progress = ""

    def __call__(self, form: str, *outcomes: object, level: Level | None = None) -> str:
        """What stands on standard output of these outcomes."""
        reporting = Reporting(Output(format=form), lambda _: True, level)
        for outcome in outcomes:
            reporting.add(outcome)  # type: ignore[arg-type]
        reporting.end()
        captured = self._capsys.readouterr()
        self.progress = captured.err
        return captured.out


@pytest.fixture(autouse=True)
def _no_summary_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)


@pytest.mark.parametrize("form", FORMATS)
def test_each_form_says_which_artifact_why_and_what_to_do(written: Written, form: str) -> None:
    said = written(form, FAILURE)
    assert "papers/07" in said
    assert "it takes longer than 5 s to check it. Check it alone with a higher limit." in said


@pytest.mark.parametrize("form", FORMATS)
def test_the_others_are_told_beside_it(written: Written, form: str) -> None:
    said = written(form, checked("a"), FAILURE, checked("b"), DEFECT)
    assert [said.count(words) > 0 for words in ("it points nowhere", "5 s to check", "it is wrong")] == [True] * 3


@pytest.mark.parametrize("form", FORMATS)
def test_what_a_developer_needs_stands_beside_the_result_in_plain_characters(written: Written, form: str) -> None:
    said = written(form, DEFECT)
    assert "ValueError" not in said
    assert written.progress.splitlines()[:2] == ["papers/08", "Traceback"]
    assert "\x1b" not in written.progress


def test_a_failure_without_a_hint_ends_with_its_message(written: Written) -> None:
    failure = Failure(artifact="a", kind=FailureKind.NO_ARTIFACT, message="there is no rra.yaml")
    assert written("concise", failure).endswith("rules: there is no rra.yaml\n")
    assert written.progress == ""


@pytest.mark.parametrize("form", ["text", "github", "md", "junit"])
def test_it_is_not_said_to_be_without_findings(written: Written, form: str) -> None:
    said = written(form, FAILURE)
    assert "draft: not checked (0 rules checked, " in said
    assert "no findings (" not in said


@pytest.mark.parametrize(("asked", "level"), [(None, "draft"), (Level.EXECUTED, "executed")])
def test_its_document_keeps_the_published_form(written: Written, asked: Level | None, level: str) -> None:
    said = written("json", FAILURE, level=asked)
    model = load(FINDINGS, said.encode(), "findings.json").model
    assert model is not None
    assert (model.level, model.valid, model.findings, model.checked) == (level, False, [], 0)
    assert len({item.rule for item in model.not_checked}) == len(model.not_checked) > 100


def test_its_summary_line_calls_it_not_valid(written: Written) -> None:
    (line,) = map(json.loads, written("jsonl", FAILURE).splitlines())
    assert (line["kind"], line["valid"], line["checked"]) == ("summary", False, 0)


def test_all_its_cases_are_skipped_in_junit(written: Written) -> None:
    (suite,) = ET.fromstring(written("junit", FAILURE)).iter("testsuite")  # noqa: S314 (our own)
    assert suite.get("skipped") == suite.get("tests")
    assert suite.get("failures") == "0"
