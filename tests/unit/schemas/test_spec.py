"""SPEC.md in itself: its blocks load, its clauses have anchors, its tables are the models' and the rules'."""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from reprobridge_spec import __version__, resources
from reprobridge_spec.documents import yaml_tree
from reprobridge_spec.model.audit_reason import Reason
from reprobridge_spec.model.base import Model
from reprobridge_spec.model.task import Metric
from reprobridge_spec.rules.table import ENTRIES, page
from reprobridge_spec.schemas import kinds, kinds_beside, patterns
from reprobridge_spec.schemas.load import load
from tests.unit.schemas.spec_text import (
    ANCHORS,
    FOLDER,
    HEADINGS,
    MINIMAL,
    PROSE,
    TEXT,
    YAML_BLOCKS,
    after,
    bare,
    documents,
    rows,
    table,
)


def kind_of(data: dict[str, Any]) -> kinds.Kind[Any]:
    others = (kinds.DECISIONS, kinds.CHANGES, kinds.REFERENCES)
    return next((kind for kind in others if kind.name in data), kinds.MANIFEST)


@pytest.mark.parametrize(("info", "body"), YAML_BLOCKS, ids=[body.splitlines()[0] for _, body in YAML_BLOCKS])
def test_a_block_of_yaml_is_a_whole_document_or_says_that_it_is_a_fragment(info: str, body: str) -> None:
    data = yaml_tree.read(body.encode()).data
    is_whole = next(iter(data)) == "rra"
    assert info == ("yaml" if is_whole else "yaml fragment")
    if is_whole:
        assert load(kind_of(data), body.encode(), "block.yaml").findings == ()


@pytest.mark.parametrize("fragment", [body for info, body in YAML_BLOCKS if info == "yaml fragment"])
def test_a_fragment_is_a_part_of_a_manifest(fragment: str) -> None:
    assert load(kinds.MANIFEST, f"{MINIMAL}{fragment}".encode(), "rra.yaml").findings == ()


def blocks() -> Iterator[str]:
    """Paragraphs and list items, without what stands between backquotes."""
    for paragraph in re.split(r"\n\s*\n", PROSE):
        for part in re.split(r"\n(?=\s*(?:[-*]|[0-9]+\.) )", paragraph):
            yield re.sub(r"`[^`]*`", "", part)


def test_anchors_are_unique_and_have_the_form_of_ids() -> None:
    assert len(ANCHORS) == len(set(ANCHORS))
    assert [anchor for anchor in ANCHORS if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", anchor)] == []


def test_every_must_stands_in_a_block_of_its_own_with_an_anchor() -> None:
    with_must = [block for block in blocks() if re.search(r"\bMUST\b", block)]
    assert len(with_must) > 100
    assert [block for block in with_must if len(re.findall(r"\bMUST\b", block)) != 1] == []
    assert [block for block in with_must if block.count("<a id=") != 1] == []


def slug(heading: str) -> str:
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")


def test_every_link_leads_somewhere() -> None:
    places = {*ANCHORS, *map(slug, HEADINGS)}
    for document in documents():
        for target in re.findall(r"\]\(([^)]*)\)", document.read_text(encoding="utf-8")):
            assert target[1:] in places if target.startswith("#") else (document.parent / target).exists(), target


def models() -> dict[str, type[Model]]:
    found: dict[str, type[Model]] = {}

    def visit(annotation: Any) -> None:
        if isinstance(annotation, type) and issubclass(annotation, Model) and annotation.__name__ not in found:
            found[annotation.__name__] = annotation
            for field in annotation.model_fields.values():
                visit(field.annotation)
        for part in get_args(annotation):
            visit(part)

    for kind in kinds_beside.ALL:
        visit(kind.model)
    return found


MODELS = models()


def test_every_mapping_has_one_table() -> None:
    named = re.findall(r"<!-- model: (\w+) -->", TEXT)
    assert sorted(named) == sorted(MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_a_table_has_the_fields_of_its_model_with_their_defaults(name: str) -> None:
    said = after(f"<!-- model: {name} -->\n").partition("\n\n")[2]
    fields = MODELS[name].model_fields
    # a task has those of a metric besides its own
    own = [key for key in fields if name != "Task" or key not in Metric.model_fields]
    expected = {fields[key].alias or key: default_of(fields[key]) for key in own}
    assert {bare(field): bare(default) for field, _, default, _ in rows(said)} == expected


def default_of(field: Any) -> str:
    if field.is_required():
        return "required"
    return "none" if field.default is None else json.dumps(field.default)


def test_the_forms_of_types_are_those_of_the_models() -> None:
    forms = {name: form[1:].partition("`")[0].replace("\\|", "|") for name, form in table("| type | form |")}
    written = {name: form for name, form in forms.items() if form.startswith(("[", "1"))}
    assert {"id", "version", "format version", "decimal text", "variable name"} <= set(written)
    for name, form in written.items():
        assert f"^{form}$" in patterns.MEANINGS, name


FINDINGS = table("| code | name | level |")


def test_every_rule_is_in_the_table_of_findings() -> None:
    said = [(code, name, bare(level), weight) for code, name, level, weight, *_ in FINDINGS]
    assert said == [(entry.code, entry.name, entry.level.value, entry.severity.value) for entry in ENTRIES]


def test_every_finding_names_clauses_of_this_text() -> None:
    for *_, clauses in FINDINGS:
        named = re.findall(r"\[([a-z0-9-]+)\]\(#\1\)", clauses)
        assert named
        assert set(named) <= set(ANCHORS)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_a_rule_cites_a_section_that_is_there(entry: Any) -> None:
    sections = re.findall(r'SPEC\.md, section "([^"]*)"', page(entry))
    assert sections
    assert set(sections) <= set(HEADINGS)


def test_every_reason_of_an_audit_is_in_its_table() -> None:
    assert [bare(reason) for reason, _ in table("| reason | what was found |")] == list(Reason)


def test_conformance_cases_cite_clauses_of_this_text() -> None:
    for case in resources.folder("conformance").rglob("case.yaml"):
        cited = yaml_tree.read(case.read_bytes()).data["spec"]
        assert set(cited) <= set(ANCHORS), case.parent.name


def test_the_table_of_versions_names_this_program_and_this_standard() -> None:
    text = (FOLDER.parent / "versioning.md").read_text(encoding="utf-8")
    assert f"| {kinds.SPEC_VERSION} | {'.'.join(__version__.split('.')[:2])} |" in text
