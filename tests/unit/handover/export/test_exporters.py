import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import digest
from reprobridge_spec.archive.web_addresses import spdx_choice
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.handover.export.base import FileOf, Source
from reprobridge_spec.handover.export.table import EXPORTERS, exporter
from reprobridge_spec.model.audit import AuditReport
from reprobridge_spec.rules.asked import Asked
from reprobridge_spec.validation.load import open_artifact

SHA = "0123456789abcdef" * 4
HEAD = 'rra: "1.0"\nid: small\nversion: 1.0.0\ntitle: A small one\nlevel: draft\n'
PAPER = """paper:
  title: A title
  identifiers: ["doi:10.5555/12345678", "arxiv:2601.00001", "openreview:abc"]
  venue: ICML 2026
  authors: ["Müller, Ada", {name: Grace Hopper, orcid: 0000-0002-1825-0097, affiliation: Navy}]
codebase:
  relation: modified
  upstream: {url: "https://example.org/owner/code.git", commit: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86, license: MIT}
"""
NAMES = ("Müller", "Ada", "Hopper", "0000-0002", "Navy", "10.5555", "2601.00001", "ICML", "owner", "36bd908b")

Make = Callable[..., Source]


def never() -> AuditReport:
    raise AssertionError("these formats need no scores")


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(rest: str = "", files: dict[str, str] | None = None, *, anonymous: bool = False, **stated: Any) -> Source:
        for path, text in {"rra.yaml": HEAD + rest, **(files or {})}.items():
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).write_text(text, encoding="utf-8")
        opened = open_artifact(FolderFiles(tmp_path), asked=Asked(anonymous=anonymous))
        assert opened.context is not None
        assert not opened.findings
        return Source(context=opened.context, audited=never, **stated)

    return made


def text_of(name: str, source: Source) -> str:
    chosen = exporter(name)
    data = chosen.files(source)[chosen.file_name]
    assert isinstance(data, bytes)
    return data.decode()


def croissant_of(source: Source, name: str = "data") -> dict[str, Any]:
    data = exporter("croissant").files(source)[f"{name}.croissant.json"]
    assert isinstance(data, bytes)
    said: dict[str, Any] = json.loads(data)
    return said


def data(source: str, pinned: str = f"sha256: {SHA}", kind: str = "dataset") -> str:
    return f"inputs:\n  data: {{kind: {kind}, source: {source}, {pinned}}}\n"


@pytest.mark.parametrize("name", EXPORTERS)
def test_every_format_has_its_own_name_and_a_line_of_help(name: str) -> None:
    chosen = exporter(name)
    assert chosen.name == name
    assert chosen.what
    assert not chosen.what.endswith(".")
    assert chosen.needs_folder == (not chosen.file_name)


def test_a_format_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(UsageError, match="no format 'bib'") as raised:
        exporter("bib")
    assert all(name in raised.value.hint for name in EXPORTERS)


@pytest.mark.parametrize("name", ["ro-crate", "cff", "codemeta", "bagit"])
def test_the_same_artifact_gives_the_same_bytes(name: str, make: Make) -> None:
    assert exporter(name).files(make(PAPER)) == exporter(name).files(make(PAPER))


@pytest.mark.parametrize("name", ["ro-crate", "cff", "codemeta"])
def test_no_date_stands_anywhere_unless_it_was_stated(name: str, make: Make) -> None:
    assert "2026-11-30" in text_of(name, make(PAPER, published="2026-11-30"))
    assert "date" not in text_of(name, make(PAPER)).lower()


@pytest.mark.parametrize("name", ["ro-crate", "cff", "codemeta"])
def test_of_an_anonymous_artifact_nothing_that_names_anybody_is_exported(name: str, make: Make) -> None:
    named = text_of(name, make(PAPER))
    assert [word for word in NAMES if word in named]
    for source in (make(PAPER, anonymous=True), make(f"anonymous: true\n{PAPER}")):
        written = text_of(name, source)
        assert not [word for word in NAMES if word in written]
        assert "A title" in written


@pytest.mark.parametrize("name", ["cff", "codemeta"])
def test_authors_of_the_paper_are_no_authors_of_the_artifact(name: str, make: Make) -> None:
    assert any("--author" in gap for gap in exporter(name).gaps(make(PAPER)))
    assert not any("--author" in gap for gap in exporter(name).gaps(make(PAPER, authors=("Doe, Jane",))))
    before = text_of(name, make(PAPER)).partition("preferred-citation")[0].partition("referencePublication")[0]
    assert "Hopper" not in before


def test_a_name_is_taken_apart_only_where_a_comma_says_how(make: Make) -> None:
    written = text_of("cff", make(PAPER, authors=("Doe, Jane", "Ludwig van Beethoven", "Doe, Jane")))
    assert 'authors:\n  - family-names: "Doe"\n    given-names: "Jane"\n  - name: "Ludwig van Beethoven"\n' in written
    assert '    - family-names: "Müller"\n      given-names: "Ada"\n    - name: "Grace Hopper"\n' in written


def test_the_paper_is_cited_by_its_doi(make: Make) -> None:
    assert '  doi: "10.5555/12345678"\n  url: "https://doi.org/10.5555/12345678"\n' in text_of("cff", make(PAPER))


def test_a_paper_without_authors_is_no_preferred_citation_and_that_is_told(make: Make) -> None:
    source = make("paper: {title: T}\n")
    assert "preferred-citation" not in text_of("cff", source)
    assert any("preferred citation" in gap for gap in exporter("cff").gaps(source))


@pytest.mark.parametrize(
    ("licence", "choice"),
    [
        ("Apache-2.0", ["Apache-2.0"]),
        ("mit or apache-2.0", ["MIT", "Apache-2.0"]),
        ("MIT AND BSD-3-Clause", []),
        ("MIT OR (BSD-3-Clause AND ISC)", []),
        ("GPL-2.0-only WITH Classpath-exception-2.0", []),
        ("LicenseRef-ours", []),
        ("see LICENSE", []),
        ("unknown", []),
        ("", []),
        (None, []),
    ],
)
def test_licences_of_which_one_may_be_chosen_are_told_apart_from_others(licence: str | None, choice: list[str]) -> None:
    assert spdx_choice(licence) == choice


def test_what_a_licence_says_and_the_format_cannot_is_told(make: Make) -> None:
    for name in ("cff", "codemeta"):
        assert any("'MIT AND ISC'" in gap for gap in exporter(name).gaps(make("license: MIT AND ISC\n")))


def test_a_bag_holds_each_file_under_its_digest(make: Make) -> None:
    source = make(files={"data/面 试.csv": "1", "a%b": "2", "code/x.py": ""})
    bag = exporter("bagit").files(source)
    listed = bag["manifest-sha256.txt"]
    assert isinstance(listed, bytes)
    assert f"{digest.of_bytes(b'1')}  data/data/面 试.csv\n" in listed.decode()
    assert f"{digest.of_bytes(b'2')}  data/a%25b\n" in listed.decode()
    assert bag["data/code/x.py"] == FileOf("code/x.py")
    assert listed.count(b"\n") == len([path for path in bag if path.startswith("data/")]) == 6


@pytest.mark.parametrize("path", ["con.txt", "a:b", "trailing. "])
def test_a_bag_of_what_other_systems_cannot_hold_is_refused(path: str, make: Make) -> None:
    with pytest.raises(ArtifactError, match="no bag can hold"):
        exporter("bagit").files(make(files={path: "x"}))


def test_a_bag_of_links_is_refused(make: Make, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("rra.yaml")
    with pytest.raises(ArtifactError, match="'link' is no file"):
        exporter("bagit").files(make())


ADDRESSES = {
    "an address": ('{url: "https://example.org/d.npz"}', f"sha256: {SHA}", "https://example.org/d.npz"),
    "below an address": (
        '{url: "https://example.org/d/"}',
        f"files: {{a: {{path: x y.csv, sha256: {SHA}}}}}",
        "https://example.org/d/x%20y.csv",
    ),
    "a record": ("{doi: 10.5555/1, path: a.zip}", f"sha256: {SHA}", "https://doi.org/10.5555/1"),
    "a hub": (
        "{huggingface: {repo: o/n, revision: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86, path: a.parquet}}",
        f"sha256: {SHA}",
        "https://huggingface.co/datasets/o/n/resolve/36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86/a.parquet",
    ),
    "a repository": (
        '{git: {url: "https://example.org/r.git", commit: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}}',
        f"files: {{a: {{path: a.csv, sha256: {SHA}}}}}",
        "git+https://example.org/r.git@36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86#a.csv",
    ),
    "the artifact": ("{bundled: data}", f"files: {{a: {{path: a.csv, sha256: {SHA}}}}}", "data/a.csv"),
    "a person": ('{manual: "Ask"}', f"sha256: {SHA}", "data"),
}


@pytest.mark.parametrize(("source", "pinned", "address"), ADDRESSES.values(), ids=ADDRESSES)
def test_a_file_is_described_where_it_is_and_by_its_digest(source: str, pinned: str, address: str, make: Make) -> None:
    (file,) = croissant_of(make(data(source, pinned)))["distribution"]
    assert (file["contentUrl"], file["sha256"]) == (address, SHA)


def test_files_of_a_wheel_are_contained_in_it(make: Make) -> None:
    wheel = f"{{package: {{name: p, version: 1.0.0, sha256: {SHA[::-1]}}}}}"
    first, second = croissant_of(make(data(wheel, f"files: {{a: {{path: p/a.csv, sha256: {SHA}}}}}")))["distribution"]
    assert (first["sha256"], first["@id"]) == (SHA[::-1], second["containedIn"]["@id"])
    assert second["contentUrl"] == "p/a.csv"


def test_shards_are_described_by_their_list(make: Make) -> None:
    listed = {"env/d.sha256": f"{SHA}  a/1.bin\n{SHA[::-1]}  a/2.bin\n"}
    files = croissant_of(make(data("{url: 'https://e.org/'}", "digests: env/d.sha256"), listed))["distribution"]
    assert [(file["contentUrl"], file["sha256"]) for file in files] == [
        ("https://e.org/a/1.bin", SHA),
        ("https://e.org/a/2.bin", SHA[::-1]),
    ]


@pytest.mark.parametrize(
    "rest",
    [
        "",
        data('{url: "https://e.org/x"}', "license: MIT"),
        data('{url: "https://e.org/x"}', "digests: env/gone.sha256"),
        data('{url: "https://e.org/x"}', kind="checkpoint"),
    ],
    ids=["no input", "not pinned", "by a list that is not there", "no data set"],
)
def test_where_no_data_set_is_pinned_there_is_no_croissant(rest: str, make: Make) -> None:
    with pytest.raises(ArtifactError, match="no data set of it is pinned"):
        exporter("croissant").files(make(rest))


@pytest.mark.parametrize(
    "source",
    [
        '{url: "https://owner.example.org/x"}',
        "{huggingface: {repo: owner/n, revision: 36bd908b4f38e9ea8ca1a3ee6caaf71d405faf86}}",
    ],
)
def test_a_data_set_of_an_anonymous_artifact_has_no_owner(source: str, make: Make) -> None:
    assert "owner" in json.dumps(croissant_of(make(data(source))))
    assert "owner" not in json.dumps(croissant_of(make(data(source), anonymous=True)))


@pytest.mark.parametrize(
    ("licence", "said"),
    [("MIT", "https://spdx.org/licenses/MIT"), ("unknown", None), ("ours", "ours")],
)
def test_an_unknown_licence_is_not_said(licence: str, said: str | None, make: Make) -> None:
    source = make(data('{url: "https://e.org/x"}', f"sha256: {SHA}, license: {licence}"))
    assert croissant_of(source).get("license") == said
