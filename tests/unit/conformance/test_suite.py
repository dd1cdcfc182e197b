"""The suite itself: every rule and clause has its cases, ids stay, and what is generated is up to date."""

import re
from collections import Counter
from pathlib import Path

import pytest

from reprobridge_spec.conformance import summary, versions
from reprobridge_spec.conformance.cases import Found, read_cases
from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.schemas.kinds import SPEC_VERSION
from tests.unit.conformance.in_process import SUITE
from tests.unit.schemas.spec_text import ANCHORS, PROSE, bare, table

CASES = read_cases(SUITE)
LEVELS = list(Level)
FINDINGS = table("| code | name | level |")
CLAUSES = {row[0]: set(re.findall(r"\(#([a-z0-9-]+)\)", row[-1])) for row in FINDINGS}
RULE_LEVELS = {row[0]: Level(bare(row[2])) for row in FINDINGS}
UNCOVERED: dict[str, str] = yaml_tree.read((SUITE / "uncovered.yaml").read_bytes()).data


def clauses_with_must() -> set[str]:
    found: set[str] = set()
    for paragraph in re.split(r"\n\s*\n", PROSE):
        for part in re.split(r"\n(?=\s*(?:[-*]|[0-9]+\.) )", paragraph):
            if re.search(r"\bMUST\b", re.sub(r"`[^`]*`", "", part)):
                found.update(re.findall(r'<a id="([^"]*)">', part))
    return found


def named(found: Found) -> set[str]:
    """Codes that fire in a case, or are not checked."""
    validation = found.case.validate_
    said = {wanted.rule for wanted in validation.findings} | set(validation.not_checked or ()) if validation else set()
    values = [item for step in found.case.steps for item in step.values.items()]
    return said | {str(value) for pointer, value in values if re.fullmatch(r"/findings/[0-9]+/rule", pointer)}


def is_near_miss(found: Found, code: str) -> bool:
    """Whether a rule looks, could fire by what the case is about, and does not."""
    validation = found.case.validate_
    looks = LEVELS.index(validation.level) >= LEVELS.index(RULE_LEVELS[code]) if validation else not found.is_bad
    return looks and bool(CLAUSES[code] & set(found.case.spec)) and code not in named(found)


@pytest.mark.parametrize("code", RULE_LEVELS)
def test_a_rule_fires_in_a_case_and_nearly_in_another(code: str) -> None:
    assert any(code in named(found) for found in CASES), f"no case in which {code} fires"
    assert any(is_near_miss(found, code) for found in CASES), f"no case of {CLAUSES[code]} in which {code} keeps quiet"


def test_a_case_names_rules_that_are_there() -> None:
    assert {code for found in CASES for code in named(found)} <= set(RULE_LEVELS)


def test_every_clause_has_a_case_or_a_reason_for_having_none() -> None:
    cited = {anchor for found in CASES for anchor in found.case.spec}
    must = clauses_with_must()
    assert len(must) > 150
    assert sorted(must - cited - set(UNCOVERED)) == [], (
        "cite them in a case, or list them in conformance/uncovered.yaml"
    )
    assert sorted(cited & set(UNCOVERED)) == [], "they have a case now: take them out of conformance/uncovered.yaml"
    assert sorted(set(UNCOVERED) - must) == [], "no such clause with a MUST"
    assert [anchor for anchor, reason in UNCOVERED.items() if len(reason) < len("nobody can see it")] == []


def test_cases_cite_clauses_that_are_there() -> None:
    assert [(found.id, found.case.spec) for found in CASES if not set(found.case.spec) <= set(ANCHORS)] == []
    assert [found.id for found in CASES if not found.case.spec] == []


def test_ids_are_unique() -> None:
    assert [name for name, times in Counter(found.id for found in CASES).items() if times > 1] == []


def test_there_are_many_cases_and_twice_as_many_bad_as_good() -> None:
    bad = sum(found.is_bad for found in CASES)
    assert len(CASES) >= 300
    assert bad >= 2 * (len(CASES) - bad), f"{bad} bad, {len(CASES) - bad} good"


def test_titles_say_something_of_their_own() -> None:
    assert [
        title for title, times in Counter((found.component, found.case.title) for found in CASES).items() if times > 1
    ] == []
    assert [found.id for found in CASES if found.case.title.endswith(".")] == []


def test_the_list_of_a_version_has_every_case_and_no_case_is_gone() -> None:
    listed = versions.list_of(SUITE, SPEC_VERSION)
    assert len(listed) == len(set(listed))
    ids = {found.id for found in CASES}
    assert sorted(set(listed) - ids) == [], "ids of a version never change and never go away"
    assert sorted(ids - set(listed)) == [], "`rrspec dev generate` lists new cases"


def test_the_numbers_in_the_readme_are_those_of_the_suite() -> None:
    text = (SUITE / "README.md").read_text(encoding="utf-8")
    assert summary.with_numbers(text, CASES) == text, "`rrspec dev generate` writes them"


@pytest.mark.parametrize("base", sorted((SUITE / "base").iterdir()), ids=lambda base: base.name)
def test_a_base_is_small(base: Path) -> None:
    assert sum(path.stat().st_size for path in base.rglob("*") if path.is_file()) < 100_000
