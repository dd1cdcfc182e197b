"""Properties of `rrspec new`: what an author says arrives as it was said."""

import tempfile
from collections import Counter
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.yaml_tree import read
from reprobridge_spec.scaffold.escape import JOINERS, markdown_line
from reprobridge_spec.scaffold.licence import LICENCE_FILE
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.templates import find, names
from reprobridge_spec.scaffold.three_way import merged
from reprobridge_spec.scaffold.values import Values, fault_in_id, fault_in_names, fault_in_text
from reprobridge_spec.schemas.kinds import MANIFEST
from reprobridge_spec.schemas.load import load

FRAGMENTS = ["{{", "}}", "{%", "%}", "{#", "#}", "raw", "endraw", '"', "'", "\\", "\n", ": ", " #", "${x}", "\u2028"]
CHARACTERS = st.characters(codec="utf-8").filter(lambda one: fault_in_names(one) is None)
UNSEEN = st.characters(codec="utf-8", categories=["Cf"]).filter(lambda one: one not in JOINERS)
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(CHARACTERS), min_size=1).map("".join).filter(str.strip)
IDS = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True).filter(lambda text: fault_in_id(text) is None)


# a licence is an expression or a placeholder, and a placeholder may be any text around one
LICENCES = st.sampled_from(["MIT", "Apache-2.0", "Apache-2.0 OR MIT"]) | TEXTS.map("TODO {}".format)
AUTHORS = st.just("") | TEXTS
TEMPLATES = {name: find(name) for name in names()}


@given(template=st.sampled_from(names()), title=TEXTS, paper_title=TEXTS, authors=AUTHORS, license_=LICENCES, name=IDS)
def test_every_value_arrives_literally_in_documents_without_findings(
    template: str, title: str, paper_title: str, authors: str, license_: str, name: str
) -> None:
    """Values are texts: whatever stands in them, manifest and citation say the same, and have the right form."""
    values = Values(id=name, title=title, paper_title=paper_title, authors=authors, license=license_)
    with tempfile.TemporaryDirectory() as folder:
        created = new(TEMPLATES[template], None, values, cwd=Path(folder))
        loaded = load(MANIFEST, (created.path / "rra.yaml").read_bytes(), "rra.yaml")
        cited = read((created.path / "CITATION.cff").read_bytes()).data
        heading = (created.path / "README.md").read_text(encoding="utf-8").splitlines()[0]
        has_text = (created.path / LICENCE_FILE).exists()
        assert [path.name for path in Path(folder).iterdir()] == [name]
    manifest = loaded.model
    assert loaded.findings == ()
    assert manifest is not None
    assert manifest.paper is not None
    assert (manifest.id, manifest.title, manifest.license) == (name, title, license_)
    assert (manifest.paper.title, manifest.paper.authors or []) == (paper_title, values.names)
    assert isinstance(cited, dict)
    assert cited["title"] == title
    assert cited["authors"] == [{"name": one} for one in values.names or [values.holders]]
    assert heading == f"# {markdown_line(title)}"
    assert has_text == (license_ in {"MIT", "Apache-2.0"})


@given(before=st.text(CHARACTERS), unseen=UNSEEN, after=st.text(CHARACTERS))
def test_what_nobody_can_see_is_in_no_value(before: str, unseen: str, after: str) -> None:
    """What turns or hides other text is refused wherever it stands, and told by its number."""
    fault = fault_in_text(before + unseen + after)
    assert fault is not None
    assert f"U+{ord(unseen):04X}" in fault


@given(text=st.text(st.sampled_from("ab0-./\\A ~:\n\0é"), max_size=6))
def test_an_id_never_names_anything_but_one_folder(text: str) -> None:
    """An id has no way out of the folder that it is put in."""
    if fault_in_id(text) is None:
        assert (Path("/somewhere") / text).resolve().parent == Path("/somewhere").resolve()
        assert text not in {"", ".", ".."}


LINES = st.lists(st.sampled_from([b"a\n", b"b\n", b"c\n", b"d\r\n", b"e"]), max_size=8).map(b"".join)


@given(base=LINES, mine=LINES, theirs=LINES)
def test_a_merge_is_fair_and_loses_nothing(base: bytes, mine: bytes, theirs: bytes) -> None:
    """Which side is called mine does not matter; where one side did nothing the other is what comes out."""
    both = merged(base, mine, theirs)
    assert merged(base, theirs, mine) == both
    assert merged(base, base, theirs) == theirs
    assert merged(base, mine, base) == mine
    assert merged(base, mine, mine) == mine


@given(base=LINES, mine=LINES, theirs=LINES)
def test_what_was_merged_is_not_merged_again(base: bytes, mine: bytes, theirs: bytes) -> None:
    """An update that was ended in the middle may be made again: each line of either side is there once."""
    both = merged(base, mine, theirs)
    if both is not None:
        new_lines = Counter(mine.splitlines()) - Counter(base.splitlines())
        assert not new_lines - Counter(both.splitlines())
