"""The table of rules is whole: codes, names, pages and cases go together."""

import re

import pytest

from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.errors import UsageError
from reprobridge_spec.rules.base import Rule
from reprobridge_spec.rules.form import FormPage
from reprobridge_spec.rules.table import ENTRIES, RULES, find, page
from tests.unit.rules.memory_artifact import HERE

COMPONENTS = "MCELGVPS"
FOLDERS = {
    "M": "manifest",
    "C": "codebase",
    "E": "environment",
    "L": "launchers",
    "G": "guide",
    "V": "evidence",
    "P": "package",
    "S": "secrecy",
}
HEADINGS = ["## What it finds", "## Why", "## Example", "## What to do", "## Standard"]


def _code(entry: Rule | FormPage) -> str:
    return entry.code


def test_codes_stand_once_and_in_order() -> None:
    for entries in (ENTRIES, RULES):
        keys = [(COMPONENTS.index(entry.code[2]), entry.code) for entry in entries]
        assert keys == sorted(set(keys))


def test_names_stand_once() -> None:
    names = [entry.name for entry in ENTRIES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("rule", RULES, ids=_code)
def test_a_rule_lies_in_its_component_under_its_name(rule: Rule) -> None:
    *_, folder, module = rule.module.split(".")
    assert (folder, module) == (FOLDERS[rule.code[2]], rule.name.replace("-", "_"))


def test_every_rule_file_is_in_the_table() -> None:
    root = HERE.parents[2] / "reprobridge_spec" / "rules"
    files = {path.stem for folder in FOLDERS.values() for path in (root / folder).glob("*.py")} - {"__init__"}
    assert files == {rule.name.replace("-", "_") for rule in RULES}


@pytest.mark.parametrize("entry", ENTRIES, ids=_code)
def test_a_page_is_one_sentence_and_five_headings(entry: Rule | FormPage) -> None:
    text = page(entry)
    first = text.splitlines()[0]
    assert first.endswith(".")
    assert first.count(".") == 1
    assert re.findall(r"^## .*$", text, re.MULTILINE) == HEADINGS
    assert all(part.strip() for part in re.split(r"^## .*$", text, flags=re.MULTILINE))


@pytest.mark.parametrize("entry", ENTRIES, ids=_code)
def test_a_page_has_an_example_and_names_a_section_of_the_standard(entry: Rule | FormPage) -> None:
    example = page(entry).partition("## Example")[2].partition("## What to do")[0]
    assert re.fullmatch(r"\n```(yaml|text|python|markdown)\n.+\n```\n\n", example, re.DOTALL)
    standard = page(entry).partition("## Standard")[2]
    assert re.fullmatch(r'\nSPEC\.md, section "[A-Z][a-z ]+"\.\n', standard)


@pytest.mark.parametrize("entry", ENTRIES, ids=_code)
def test_an_example_in_yaml_can_be_read(entry: Rule | FormPage) -> None:
    for example in re.findall(r"```yaml\n(.*?)```", page(entry), re.DOTALL):
        assert yaml_tree.read(example.encode()).data


@pytest.mark.parametrize("rule", RULES, ids=_code)
def test_every_rule_has_cases(rule: Rule) -> None:
    assert (HERE / "cases" / f"{rule.code}.yaml").is_file()


def test_every_case_belongs_to_a_rule() -> None:
    assert {path.stem for path in (HERE / "cases").iterdir()} == {rule.code for rule in RULES}


@pytest.mark.parametrize("asked", ["RRM010", "rrm010", "dangling-pointer", " Dangling-Pointer "])
def test_a_rule_is_found_by_code_and_by_name(asked: str) -> None:
    assert find(asked).code == "RRM010"


def test_a_fault_of_form_is_found_too() -> None:
    assert find("unknown-field").code == "RRM004"


@pytest.mark.parametrize(
    ("asked", "hint"), [("RRG1", "RRG"), ("dangling-pointers", "dangling-pointer"), ("?", "such as")]
)
def test_an_unknown_rule_is_a_usage_error_with_the_nearest_one(asked: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        find(asked)
    assert hint in caught.value.hint
