from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.findings import Report, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.table import RULES
from reprobridge_spec.validation.engine import validate
from reprobridge_spec.validation.rule_runner import RuleCrashError

Check = Callable[[Context], Iterable[Fault]]


def rule(check: Check, code: str = "RRX001", level: Level = Level.DRAFT, severity: Severity = Severity.ERROR) -> Rule:
    return Rule(code=code, name="a-name", level=level, severity=severity, check=check)


def finding_one(context: Context) -> Iterable[Fault]:
    yield Fault(message=f"{context.manifest.id} is wrong", advice="Mend it.", path=("id",))


def finding_none(_: Context) -> Iterable[Fault]:
    return ()


def not_looking(_: Context) -> Iterable[Fault]:
    raise Unchecked("the file cannot be read")


def crashing(_: Context) -> Iterable[Fault]:
    yield Fault(message="first", advice="")
    raise ZeroDivisionError("by nothing")


def report(paper: Path, *rules: Rule, level: Level | None = None) -> Report:
    return validate(FolderFiles(paper), name="paper", level=level, rules=rules)


def test_a_fault_becomes_a_finding_with_its_place(paper: Path) -> None:
    (finding,) = report(paper, rule(finding_one)).findings
    assert (finding.rule, finding.name, finding.severity) == ("RRX001", "a-name", Severity.ERROR)
    assert (finding.message, finding.advice) == ("shipped-score is wrong", "Mend it.")
    assert (finding.file, finding.mark, finding.path) == ("rra.yaml", Mark(2, 1), ("id",))


def test_a_place_of_its_own_is_kept(paper: Path) -> None:
    fault = Fault(message="m", advice="a", file="env/requirements.lock", mark=Mark(3, 7))
    (finding,) = report(paper, rule(lambda _: [fault])).findings
    assert (finding.file, finding.mark) == ("env/requirements.lock", Mark(3, 7))


def test_a_place_in_another_document_is_looked_up_there(paper: Path) -> None:
    fault = Fault(message="m", advice="a", file="guide/decisions.yaml", path=("decisions",))
    (finding,) = report(paper, rule(lambda _: [fault])).findings
    assert finding.mark == Mark(2, 1)


def test_a_file_that_is_no_document_has_no_line(paper: Path) -> None:
    (finding,) = report(paper, rule(lambda _: [Fault(message="m", advice="a", file="code/classify.py")])).findings
    assert finding.mark is None


def test_a_fault_may_weigh_less_than_its_rule(paper: Path) -> None:
    fault = Fault(message="m", advice="a", severity=Severity.NOTE)
    assert report(paper, rule(lambda _: [fault])).worst() is Severity.NOTE


def test_a_rule_without_faults_counts_as_checked(paper: Path) -> None:
    found = report(paper, rule(finding_none), rule(finding_none))
    assert (found.findings, found.checked, found.worst()) == ((), 2, None)


@pytest.mark.parametrize("asked", Level)
@pytest.mark.parametrize("of_rule", Level)
def test_a_rule_counts_from_its_level_on_and_is_told_before(paper: Path, asked: Level, of_rule: Level) -> None:
    found = report(paper, rule(finding_one, level=of_rule), level=asked)
    counts = list(Level).index(of_rule) <= list(Level).index(asked)
    assert (len(found.findings), len(found.upcoming), found.checked) == ((1, 0, 1) if counts else (0, 1, 0))


def test_without_a_level_the_claimed_one_counts(paper: Path) -> None:
    found = report(paper, rule(finding_one, level=Level.EXECUTED), rule(finding_one, level=Level.PRESERVED))
    assert (found.level, found.claimed, len(found.findings), len(found.upcoming)) == ("executed", "executed", 1, 1)


def test_a_rule_that_cannot_look_is_listed_and_no_pass(paper: Path) -> None:
    found = report(paper, rule(not_looking))
    assert [(item.rule, item.reason) for item in found.not_checked] == [("RRX001", "the file cannot be read")]
    assert (found.findings, found.checked) == ((), 0)


def test_of_a_higher_level_it_is_not_even_listed(paper: Path) -> None:
    assert report(paper, rule(not_looking, level=Level.PRESERVED)).not_checked == ()


@pytest.mark.parametrize("level", [Level.DRAFT, Level.PRESERVED])
def test_a_rule_that_crashes_is_a_defect_that_names_it(paper: Path, level: Level) -> None:
    with pytest.raises(RuleCrashError, match="rule RRX009 a-name failed: ZeroDivisionError") as caught:
        report(paper, rule(finding_none), rule(crashing, code="RRX009", level=level))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_findings_stand_in_the_order_of_places_with_the_manifest_first(paper: Path) -> None:
    faults = [
        Fault(message="m", advice="", file="env/b", mark=Mark(1, 1)),
        Fault(message="m", advice="", path=("title",)),
        Fault(message="m", advice="", file="code/a", mark=Mark(10, 1)),
        Fault(message="m", advice="", file="code/a", mark=Mark(2, 5)),
        Fault(message="m", advice="", file="code/a", mark=Mark(2, 1)),
        Fault(message="m", advice="", path=("id",)),
    ]
    found = report(paper, rule(lambda _: faults, code="RRX002"), rule(finding_one, code="RRX001"))
    places = [(finding.file, finding.mark.line if finding.mark else 0, finding.rule) for finding in found.findings]
    assert places == [
        ("rra.yaml", 2, "RRX001"),
        ("rra.yaml", 2, "RRX002"),
        ("rra.yaml", 4, "RRX002"),
        ("code/a", 2, "RRX002"),
        ("code/a", 2, "RRX002"),
        ("code/a", 10, "RRX002"),
        ("env/b", 1, "RRX002"),
    ]


def test_faults_of_form_stand_beside_those_of_rules(paper: Path) -> None:
    (paper / "guide" / "decisions.yaml").write_text("decisions: []\n")
    found = report(paper, rule(finding_one))
    assert {finding.file for finding in found.findings} == {"rra.yaml", "guide/decisions.yaml"}


def test_without_a_readable_manifest_no_rule_is_checked(paper: Path) -> None:
    (paper / "rra.yaml").write_text("rra: [\n")
    found = report(paper, rule(crashing), rule(finding_one, code="RRX002"), level=Level.SPECIFIED)
    assert [finding.rule for finding in found.findings] == ["RRM001"]
    assert [item.rule for item in found.not_checked] == ["RRX001", "RRX002"]
    assert (found.level, found.claimed, found.checked) == ("specified", "", 0)


def test_the_same_artifact_gives_the_same_report(paper: Path) -> None:
    assert validate(FolderFiles(paper), name="paper") == validate(FolderFiles(paper), name="paper")


def test_the_rules_of_the_standard_are_those_that_run(paper: Path) -> None:
    found = validate(FolderFiles(paper), name="paper", level=Level.PRESERVED)
    assert found.checked + len(found.not_checked) == len(RULES)
