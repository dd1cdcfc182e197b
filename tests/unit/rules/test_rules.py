"""Each rule finds what it should, where it is, and keeps quiet about what only looks like it."""

import pytest

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Rule
from reprobridge_spec.rules.table import RULES, find
from reprobridge_spec.validation.rule_runner import run_rules
from tests.unit.rules.memory_artifact import HERE, base, without_files
from tests.unit.rules.rule_cases import Case, all_cases, edited, found_by, found_in, place_of

BAD, GOOD = all_cases("bad"), all_cases("good")
DRAFTS = sorted((HERE / "drafts").iterdir())


@pytest.mark.parametrize("case", BAD, ids=str)
def test_a_rule_finds_the_fault_at_its_place(case: Case) -> None:
    found = found_in(case)
    assert [place_of(fault) for fault in found.faults] == [place for place, _, _ in case.faults]
    for fault, (_, says, advises) in zip(found.faults, case.faults, strict=True):
        assert says in fault.message
        assert advises in fault.advice
    assert bool(found.unchecked) == bool(case.unchecked)
    assert case.unchecked in found.unchecked


@pytest.mark.parametrize("case", [case for case in BAD if case.severity], ids=str)
def test_a_fault_weighs_what_it_should(case: Case) -> None:
    rule = find(case.code)
    assert isinstance(rule, Rule)
    for fault in found_in(case).faults:
        assert (fault.severity or rule.severity) == case.severity


@pytest.mark.parametrize("case", BAD, ids=str)
def test_a_fault_is_a_sentence_and_a_thing_to_do(case: Case) -> None:
    for fault in found_in(case).faults:
        assert not fault.message.endswith("."), fault.message
        assert fault.advice.endswith((".", "?")), fault.advice
        assert fault.advice[0].isupper(), fault.advice


@pytest.mark.parametrize("case", GOOD, ids=str)
def test_a_near_miss_stays_clean(case: Case) -> None:
    found = found_in(case)
    assert [fault.message for fault in found.faults] == []
    assert found.unchecked == ""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_whole_artifact_is_clean(rule: Rule) -> None:
    found = found_by(rule.code, base())
    assert [fault.message for fault in found.faults] == []
    # the base artifact has modified code, whose patches nobody applies yet
    assert bool(found.unchecked) == (rule.code == "RRG007")


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.name)
def test_a_manifest_alone_is_a_draft(path: pytest.Function) -> None:
    context = without_files(path.read_text()).context()  # type: ignore[attr-defined]
    drafts = [rule for rule in RULES if rule.level is Level.DRAFT]
    assert [fault.message for outcome in run_rules(drafts, context) for fault in outcome.faults] == []


@pytest.mark.parametrize("case", BAD, ids=str)
def test_a_rule_finds_the_same_twice(case: Case) -> None:
    assert found_by(case.code, edited(case.edits)) == found_in(case)


def test_there_are_twice_as_many_bad_cases_as_good_ones() -> None:
    assert len(BAD) >= 2 * len(GOOD)
