from pathlib import Path

import pytest

from reprobridge_spec.schemas import generate, kinds, second_opinion
from reprobridge_spec.schemas.as_json import as_json
from reprobridge_spec.schemas.load import load

DOCUMENTS = sorted((Path(__file__).parent / "documents").glob("*.rra.yaml"))


def test_the_manifests_of_the_design_are_here() -> None:
    assert [path.name for path in DOCUMENTS] == [
        "gated-evaluation.rra.yaml",
        "rocket-ucr.rra.yaml",
        "sixteen-cells.rra.yaml",
    ]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_a_manifest_as_its_author_would_write_it_has_no_fault_of_form(path: Path) -> None:
    loaded = load(kinds.MANIFEST, path.read_bytes(), "rra.yaml")
    assert loaded.findings == ()
    assert loaded.model is not None


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_json_schema_says_the_same(path: Path) -> None:
    schema = generate.schema_of(kinds.MANIFEST)
    tree = load(kinds.MANIFEST, path.read_bytes(), "rra.yaml").tree
    assert tree is not None
    assert second_opinion.faults(as_json(tree.data, schema), schema) == []


def test_sixteen_cells_stay_near_a_hundred_lines() -> None:
    text = (Path(__file__).parent / "documents" / "sixteen-cells.rra.yaml").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 110
