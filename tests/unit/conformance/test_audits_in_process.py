"""This implementation audits as the cases say, without a process and without a disk for each."""

from pathlib import Path

import pytest

from reprobridge_spec.conformance.cases import Found, read_cases
from reprobridge_spec.model.audit import AuditVerdict
from tests.unit.conformance.in_process import SUITE, audit_differences

AUDITS = [found for found in read_cases(SUITE) if found.case.audit is not None]
FAMILIES: dict[Path, list[Found]] = {}
for _found in AUDITS:
    FAMILIES.setdefault(_found.folder, []).append(_found)


@pytest.mark.parametrize("folder", FAMILIES, ids=lambda folder: folder.name)
def test_this_implementation_audits_as_the_cases_say(folder: Path) -> None:
    said = {found.id: audit_differences(found, found.case.audit) for found in FAMILIES[folder] if found.case.audit}
    assert {name: differences for name, differences in said.items() if differences} == {}


def is_honest(found: Found) -> bool:
    """Whether nothing in a case contradicts a score."""
    assert found.case.audit is not None
    return AuditVerdict.NOT_SUPPORTED not in found.case.audit.tasks.values()


def test_there_are_many_ways_to_cheat_and_many_kinds_of_honest_runs() -> None:
    assert sum(not is_honest(found) for found in AUDITS) >= 40
    assert sum(is_honest(found) for found in AUDITS) >= 40


def test_a_forgery_that_nobody_could_see_is_consistent_and_never_supported() -> None:
    unseen = [found for found in AUDITS if "nobody can see it" in found.case.title]
    assert len(unseen) >= 6
    for found in unseen:
        assert found.case.audit is not None
        assert set(found.case.audit.tasks.values()) == {AuditVerdict.CONSISTENT}, found.id
