import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from rocrate.rocrate import ROCrate

from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.archive.ro_crate import ro_crate
from reprobridge_spec.archive.writer import write_package
from reprobridge_spec.model.manifest import Manifest

PAPER: dict[str, Any] = {
    "title": "ROCKET",
    "identifiers": ["arxiv:1910.13051", "doi:10.1007/s10618-020-00701-z"],
    "venue": "DMKD 2020",
    "authors": ["A. First", {"name": "B. Second", "orcid": "0000-0002-1825-0097", "affiliation": "There"}],
}
FILES = {
    "rra.yaml": b"rra: '1.0'\n",
    "code/almost 50%.py": b"pass",
    "data/面试.csv": b"1,2",
    "guide/a#b+c.md": b"",
    "LICENSE": b"text",
}


def manifest(**given: Any) -> Manifest:
    return Manifest.model_validate(
        {"rra": "1.0", "id": "rocket", "version": "1.0.0", "title": "ROCKET again", "level": "draft", **given}
    )


def graph_of(described: Manifest, sizes: dict[str, int] | None = None) -> dict[str, dict[str, Any]]:
    document = json.loads(ro_crate(described, sizes or {}))
    assert document["@context"] == "https://w3id.org/ro/crate/1.2/context"
    return {entity["@id"]: entity for entity in document["@graph"]}


@pytest.fixture
def opened(tmp_path: Path) -> ROCrate:
    described = manifest(license="Apache-2.0", paper=PAPER)
    crate = ro_crate(described, {path: len(data) for path, data in FILES.items()})
    write_package(tmp_path / "a.zip", "rocket-1.0.0", {**FILES, "ro-crate-metadata.json": crate})
    with PackageReader(tmp_path / "a.zip") as reader:
        reader.unpack(tmp_path / "rocket")
    return ROCrate(tmp_path / "rocket")


def test_the_rocrate_library_finds_title_version_and_licence(opened: ROCrate) -> None:
    assert opened.version == "1.2"
    assert opened.name == "ROCKET again"
    assert opened.root_dataset["version"] == "1.0.0"
    assert opened.root_dataset["license"].id == "https://spdx.org/licenses/Apache-2.0"


def test_the_rocrate_library_finds_the_paper_and_its_authors(opened: ROCrate) -> None:
    paper = opened.root_dataset["citation"]
    assert (paper.type, paper["name"], paper.id) == ("ScholarlyArticle", "ROCKET", "https://arxiv.org/abs/1910.13051")
    assert paper["identifier"] == PAPER["identifiers"]
    assert [author["name"] for author in paper["author"]] == ["A. First", "B. Second"]
    assert paper["author"][1].id == "https://orcid.org/0000-0002-1825-0097"


def test_the_rocrate_library_finds_every_file_on_disk(opened: ROCrate, tmp_path: Path) -> None:
    found = {unquote(entity.id): entity for entity in opened.data_entities}
    assert found.keys() == {*FILES, "MANIFEST.sha256"}
    assert all(Path(entity.source).is_file() for entity in found.values())
    assert {path: int(found[path]["contentSize"]) for path in FILES} == {
        path: (tmp_path / "rocket" / path).stat().st_size for path in FILES
    }
    assert found["data/面试.csv"]["encodingFormat"] == "text/csv"
    assert "encodingFormat" not in found["LICENSE"]


def test_the_same_manifest_and_files_give_the_same_bytes() -> None:
    described = manifest(paper=PAPER)
    assert ro_crate(described, {"b": 1, "a": 2}) == ro_crate(described, {"a": 2, "b": 1})


def test_file_references_are_escaped_as_little_as_is_allowed() -> None:
    graph = graph_of(manifest(), {"a b": 1, "50%": 1, "é/面试": 1, "c:d": 1, "e#f": 1})
    assert {"a%20b", "50%25", "é/面试", "c%3Ad", "e%23f"} <= graph.keys()


def test_no_date_is_made_up() -> None:
    assert "date" not in ro_crate(manifest(paper=PAPER, license="MIT"), {"a": 1}).decode().lower()


@pytest.mark.parametrize("license_", ["MIT OR Apache-2.0", "unknown", "LicenseRef-ours", "see the file", "NONE"])
def test_a_licence_that_is_no_single_identifier_is_stated_as_text(license_: str) -> None:
    graph = graph_of(manifest(license=license_))
    assert graph["./"]["license"] == license_
    assert not any("spdx" in reference for reference in graph)


def test_what_the_manifest_does_not_say_is_left_out() -> None:
    graph = graph_of(manifest())
    assert not {"license", "citation", "datePublished"} & graph["./"].keys()
    assert graph.keys() == {"ro-crate-metadata.json", "./", "MANIFEST.sha256"}


@pytest.mark.parametrize(
    ("identifiers", "reference"),
    [
        ([], "#paper"),
        (["openreview:abc"], "#paper"),
        (["doi:"], "#paper"),
        (["openreview:abc", "DOI:10.1/x y"], "https://doi.org/10.1/x%20y"),
    ],
)
def test_the_paper_is_referred_to_by_what_resolves(identifiers: list[str], reference: str) -> None:
    graph = graph_of(manifest(paper={"title": "T", "identifiers": identifiers}))
    assert graph["./"]["citation"] == {"@id": reference}
    assert graph[reference]["@type"] == "ScholarlyArticle"


def test_a_paper_without_authors_names_none() -> None:
    graph = graph_of(manifest(paper={"title": "T"}))
    assert "author" not in graph["#paper"]
    assert not any(entity["@type"] == "Person" for entity in graph.values())


def test_authors_with_one_orcid_are_one_entity() -> None:
    author = {"name": "A", "orcid": "0000-0002-1825-0097"}
    entities = json.loads(ro_crate(manifest(paper={"title": "T", "authors": [author, author]}), {}))["@graph"]
    references = [entity["@id"] for entity in entities]
    assert len(references) == len(set(references))
