"""Properties of `rrspec new`: what an author says arrives as it was said."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.values import Values, fault_in_id
from reprobridge_spec.schemas.kinds import MANIFEST
from reprobridge_spec.schemas.load import load

FRAGMENTS = ["{{", "}}", "{%", "%}", "{#", "#}", "raw", "endraw", '"', "'", "\\", "\n", ": ", " #", "${x}", "\u2028"]
CHARACTERS = st.characters(codec="utf-8")
TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(CHARACTERS), min_size=1).map("".join).filter(str.strip)
IDS = st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*", fullmatch=True).filter(lambda text: fault_in_id(text) is None)


@given(title=TEXTS, paper_title=TEXTS, license_=TEXTS, name=IDS)
def test_every_value_arrives_literally_in_a_manifest_without_findings(
    title: str, paper_title: str, license_: str, name: str
) -> None:
    """Values are texts: whatever stands in them, the manifest says the same, and has the right form."""
    values = Values(id=name, title=title, paper_title=paper_title, license=license_)
    with tempfile.TemporaryDirectory() as folder:
        created = new("python", None, values, cwd=Path(folder))
        loaded = load(MANIFEST, (created.path / "rra.yaml").read_bytes(), "rra.yaml")
        assert [path.name for path in Path(folder).iterdir()] == [name]
    manifest = loaded.model
    assert loaded.findings == ()
    assert manifest is not None
    assert manifest.paper is not None
    assert (manifest.id, manifest.title, manifest.license) == (name, title, license_)
    assert manifest.paper.title == paper_title


@given(text=st.text(st.sampled_from("ab0-./\\A ~:\n\0é"), max_size=6))
def test_an_id_never_names_anything_but_one_folder(text: str) -> None:
    """An id has no way out of the folder that it is put in."""
    if fault_in_id(text) is None:
        assert (Path("/somewhere") / text).resolve().parent == Path("/somewhere").resolve()
        assert text not in {"", ".", ".."}
