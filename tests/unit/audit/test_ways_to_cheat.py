"""`conformance/ways-to-cheat.md` says what the cases say, and leaves out no way that was asked for."""

import re

import pytest

from reprobridge_spec import resources
from reprobridge_spec.conformance.cases import read_cases
from reprobridge_spec.model.audit import AuditVerdict

SUITE = resources.folder("conformance")
CASES = {found.id: found for found in read_cases(SUITE)}
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (SUITE / "ways-to-cheat.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`audit/" in line
]
WAYS = [row for row in ROWS if len(row) == 3]
HONEST = [row for row in ROWS if len(row) == 2]
ASKED_FOR = (
    *("a shipped file copied", "touched", "renamed", "re-encoded", "literal", "smoke as scored", "seeds dropped"),
    *("best of n", "evaluation as training", "extractor changed after", "environment swapped", "clock set back"),
    *("record edited", "chain cut", "output of another run", "machine", "network used", "checkpoint not permitted"),
    *("test split used for selection", "launcher that reads the published value", "`tee` hiding a crash"),
)


def ids(cell: str) -> list[str]:
    return re.findall(r"`(audit/[a-z0-9/-]+)`", cell)


def verdicts(name: str) -> set[AuditVerdict]:
    audit = CASES[name].case.audit
    assert audit is not None, name
    return set(audit.tasks.values())


@pytest.mark.parametrize("way", ASKED_FOR)
def test_a_way_that_was_asked_for_has_its_cases(way: str) -> None:
    assert any(way in row[0] and ids(row[2]) for row in WAYS)


@pytest.mark.parametrize("row", WAYS, ids=lambda row: f"{row[0]}: {row[1]}")
def test_a_way_comes_out_as_the_page_says(row: list[str]) -> None:
    expected = AuditVerdict(row[1].replace(" ", "-"))
    assert [name for name in ids(row[2]) if expected not in verdicts(name)] == []


@pytest.mark.parametrize("row", HONEST, ids=lambda row: row[0])
def test_no_honest_run_is_accused(row: list[str]) -> None:
    fine = {AuditVerdict.CONSISTENT, AuditVerdict.SUPPORTED, AuditVerdict.BLOCKED}
    assert [name for name in ids(row[1]) if verdicts(name) - fine] == []


def test_there_are_forty_of_each() -> None:
    assert len({name for row in WAYS for name in ids(row[2])}) >= 40
    assert len({name for row in HONEST for name in ids(row[1])}) >= 40
    assert len(HONEST) >= 20


def test_what_nobody_could_see_is_consistent() -> None:
    unseen = {name for name, found in CASES.items() if "nobody can see it" in found.case.title}
    assert unseen <= {name for row in WAYS if row[1] == "consistent" for name in ids(row[2])}
