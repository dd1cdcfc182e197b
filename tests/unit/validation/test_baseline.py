from collections.abc import Iterable
from pathlib import Path

import pytest

from reprobridge_spec import fingerprint
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.source_lines import source_lines
from reprobridge_spec.errors import UsageError
from reprobridge_spec.findings import Finding, Report
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.validation import baseline
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.policy import Policy

FILE = "launchers/run.py"


def marking(code: str = "RRL010") -> Rule:
    """Finds every line that holds `bad`."""

    def check(context: Context) -> Iterable[Fault]:
        for number, line in enumerate((context.text(FILE) or "").splitlines(), start=1):
            if "bad" in line:
                yield Fault(message=f"line {number}", advice="A.", file=FILE, mark=Mark(number, 1))

    return Rule(code=code, name="bad-line", level=Level.DRAFT, check=check)


def report(paper: Path, text: str, known: baseline.Baseline | None = None, code: str = "RRL010") -> Report:
    (paper / FILE).write_text(text)
    policy = Policy(baseline=known)
    return validate(FolderFiles(paper), name="p", level=Level.DRAFT, rules=[marking(code)], policy=policy)


def baseline_of(paper: Path, text: str, code: str = "RRL010") -> baseline.Baseline:
    found = report(paper, text, code=code)
    return baseline.read(baseline.written(keyed(paper, found)), "file")


def keyed(paper: Path, found: Report) -> list[tuple[Finding, str]]:
    return list(fingerprint.of_all(found.findings, source_lines(FolderFiles(paper))))


@pytest.mark.parametrize(
    "text", ["bad = 1\n", "new\n\n\nbad = 1\n", "   bad = 1\n"], ids=["the same", "moved", "indented"]
)
def test_what_is_known_does_not_count_wherever_it_moved(paper: Path, text: str) -> None:
    found = report(paper, text, baseline_of(paper, "bad = 1\n"))
    assert found.findings == ()
    assert [item.by.value for item in found.silenced] == ["baseline"]


@pytest.mark.parametrize(
    ("text", "lines"),
    [("bad = 2\n", ["line 1"]), ("bad = 1\nbad = 1\n", ["line 2"]), ("bad = 1\nx\nbad = 3\n", ["line 3"])],
    ids=["another text", "once more", "one more"],
)
def test_what_is_new_counts(paper: Path, text: str, lines: list[str]) -> None:
    found = report(paper, text, baseline_of(paper, "bad = 1\n"))
    assert [finding.message for finding in found.findings] == lines


@pytest.mark.parametrize("code", ["RRV002", "RRP001", "RRS001"])
def test_what_is_never_accepted_is_in_no_baseline(paper: Path, code: str) -> None:
    known = baseline_of(paper, "bad = 1\n", code)
    assert known.known == frozenset()
    assert len(report(paper, "bad = 1\n", known, code).findings) == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"baseline": "2", "findings": {}}', '{"baseline": "1"}', "nonsense"])
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        baseline.read(text, "file.json")
    assert caught.value.place == "file.json"
    assert caught.value.hint


def test_writing_it_twice_gives_the_same_text(paper: Path) -> None:
    found = report(paper, "bad = 2\nbad = 1\n")
    texts = {baseline.written(keyed(paper, found)) for _ in range(2)}
    assert len(texts) == 1
