"""`new --update`: what a newer template changes comes in, and no edit is lost."""

import json
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.templates import Template, find
from reprobridge_spec.scaffold.update import Step, Way, carry_out, prepared
from reprobridge_spec.scaffold.values import Values

MakeTemplate = Callable[..., Path]
ROOT = "{{cookiecutter.id}}"
TEXT = "title: {{ cookiecutter.yaml.title }}\n# one\n# two\nlevel: draft\n# three\n"
NEWER = TEXT.replace("# three", "# three, and more")


@pytest.fixture
def older(make_template: MakeTemplate) -> Template:
    return find("small", make_template({f"{ROOT}/rra.yaml": TEXT, f"{ROOT}/a/b.md": "old\n"}))


@pytest.fixture
def artifact(older: Template, values: Values, tmp_path: Path) -> Path:
    return new(older, None, values, cwd=tmp_path).path


def newer(template: Template, files: dict[str, str | bytes | None]) -> Template:
    """The next version of a template, in which these files are other ones; None where one is gone."""
    encoded = {path: text.encode() if isinstance(text, str) else text for path, text in files.items()}
    merged = {path: data for path, data in {**template.files, **encoded}.items() if data is not None}
    return replace(template, version="8", files=merged)


def update(artifact: Path, template: Template) -> dict[str, Way]:
    found = prepared(artifact, template)
    carry_out(found)
    return {step.target: step.way for step in found.steps}


def state(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_template_changes_nothing(artifact: Path, older: Template) -> None:
    before = state(artifact)
    assert update(artifact, older) == {}
    assert state(artifact) == before


def test_a_file_that_was_left_alone_becomes_the_template_s(artifact: Path, older: Template) -> None:
    assert update(artifact, newer(older, {"a/b.md": "new\n"})) == {"a/b.md": Way.REPLACED}
    assert (artifact / "a/b.md").read_text() == "new\n"


def test_the_artifact_says_its_new_version(artifact: Path, older: Template) -> None:
    update(artifact, newer(older, {"a/b.md": "new\n"}))
    record = json.loads((artifact / ".rra/template.json").read_text())
    assert (record["version"], record["texts"]["a/b.md"]) == ("8", "new\n")
    assert record["values"]["title"] == "ROCKET again"


def test_changes_of_both_are_in_one(artifact: Path, older: Template) -> None:
    manifest = artifact / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("ROCKET again", "My own").replace("# two\n", "# two\n# mine\n"))
    assert update(artifact, newer(older, {"rra.yaml": NEWER})) == {"rra.yaml": Way.MERGED}
    assert manifest.read_text() == 'title: "My own"\n# one\n# two\n# mine\nlevel: draft\n# three, and more\n'


@pytest.mark.parametrize("edit", ["mine\n", "", "old\nmine\n", "\xff"])
def test_where_both_changed_the_same_lines_mine_stays_and_the_other_is_beside(
    edit: str, artifact: Path, older: Template
) -> None:
    (artifact / "a/b.md").write_text(edit, encoding="latin-1")
    assert update(artifact, newer(older, {"a/b.md": "new\n"})) == {"a/b.md.new": Way.BESIDE}
    assert (artifact / "a/b.md").read_text(encoding="latin-1") == edit
    assert (artifact / "a/b.md.new").read_text() == "new\n"


def test_what_was_put_beside_is_never_overwritten(artifact: Path, older: Template) -> None:
    (artifact / "a/b.md").write_text("mine\n")
    (artifact / "a/b.md.new").write_text("mine too\n")
    assert update(artifact, newer(older, {"a/b.md": "new\n"})) == {"a/b.md.new-2": Way.BESIDE}
    assert (artifact / "a/b.md.new").read_text() == "mine too\n"


def test_what_was_deleted_stays_away(artifact: Path, older: Template) -> None:
    (artifact / "a/b.md").unlink()
    assert update(artifact, newer(older, {"a/b.md": "new\n"})) == {}
    assert not (artifact / "a/b.md").exists()
    assert update(artifact, newer(older, {"a/b.md": "newer\n"})) == {}


def test_a_new_file_comes_in(artifact: Path, older: Template) -> None:
    assert update(artifact, newer(older, {"c/d.md": "x\n"})) == {"c/d.md": Way.ADDED}
    assert (artifact / "c/d.md").read_text() == "x\n"


@pytest.mark.parametrize(("mine", "ways"), [("other\n", {"c.md.new": Way.BESIDE}), ("x\n", {})])
def test_a_new_file_never_takes_the_place_of_mine(
    mine: str, ways: dict[str, Way], artifact: Path, older: Template
) -> None:
    (artifact / "c.md").write_text(mine)
    assert update(artifact, newer(older, {"c.md": "x\n"})) == ways
    assert (artifact / "c.md").read_text() == mine


@pytest.mark.parametrize(("edit", "ways"), [(None, {"a/b.md": Way.REMOVED}), ("mine\n", {})])
def test_what_the_template_no_longer_has_goes_only_where_it_was_left_alone(
    edit: str | None, ways: dict[str, Way], artifact: Path, older: Template
) -> None:
    if edit:
        (artifact / "a/b.md").write_text(edit)
    assert update(artifact, newer(older, {"a/b.md": None})) == ways
    assert (artifact / "a/b.md").exists() == (edit is not None)


def test_bytes_that_are_no_text_are_never_merged(values: Values, older: Template, tmp_path: Path) -> None:
    first = newer(older, {"w.bin": b"\x00\xffa\n"})
    artifact = new(first, None, values, cwd=tmp_path).path
    (artifact / "w.bin").write_bytes(b"mine\n\x00\xffa\n")
    assert update(artifact, newer(first, {"w.bin": b"\x00\xffa\nb\n"})) == {"w.bin.new": Way.BESIDE}


def test_a_schema_for_editors_is_always_the_newest(artifact: Path, older: Template) -> None:
    schema = artifact / ".rra/manifest.schema.json"
    right = schema.read_bytes()
    schema.write_text("{}")
    assert update(artifact, older) == {".rra/manifest.schema.json": Way.REPLACED}
    assert schema.read_bytes() == right


def test_a_second_time_changes_nothing(artifact: Path, older: Template) -> None:
    (artifact / "a/b.md").write_text("mine\n")
    manifest = artifact / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("again", "once more"))
    template = newer(older, {"rra.yaml": NEWER, "a/b.md": "new\n", "c.md": "x\n"})
    assert len(update(artifact, template)) == 3
    before = state(artifact)
    assert update(artifact, template) == {}
    assert state(artifact) == before


@pytest.mark.parametrize("done", range(4))
def test_ended_in_the_middle_the_same_call_does_the_rest(done: int, artifact: Path, older: Template) -> None:
    """An update that is killed after any of its files."""
    (artifact / "a/b.md").write_text("mine\n")
    manifest = artifact / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("again", "once more"))
    template = newer(older, {"rra.yaml": NEWER, "a/b.md": "new\n", "c.md": "x\n"})
    found = prepared(artifact, template)
    carry_out(replace(found, steps=found.steps[:done], record=(artifact / ".rra/template.json").read_bytes()))
    update(artifact, template)
    assert (artifact / "a/b.md").read_text() == "mine\n"
    assert (artifact / "a/b.md.new").read_text() == "new\n"
    assert 'title: "ROCKET once more"' in manifest.read_text()
    assert "# three, and more" in manifest.read_text()
    assert {path for path in state(artifact) if not path.startswith(".rra/")} == {
        "a/b.md",
        "a/b.md.new",
        "c.md",
        "rra.yaml",
    }


def test_what_was_merged_before_a_kill_is_not_merged_again(values: Values, older: Template, tmp_path: Path) -> None:
    """Of these lines a second merge would take one away twice."""
    first = newer(older, {"l.txt": "a\na\na\nb\nb\n"})
    artifact = new(first, None, values, cwd=tmp_path).path
    (artifact / "l.txt").write_text("a\na\na\ny\nb\n")
    template = newer(first, {"l.txt": "a\na\nb\nb\n"})
    found = prepared(artifact, template)
    fails = Step(path="x", target="rra.yaml/x", way=Way.ADDED, before=None, after=b"")
    with pytest.raises(NotDoneError):
        carry_out(replace(found, steps=(*found.steps, fails)))
    assert update(artifact, template) == {}
    assert (artifact / "l.txt").read_text() == "a\na\ny\nb\n"
    assert "pending" not in json.loads((artifact / ".rra/template.json").read_text())


def test_nothing_is_written_before_it_is_carried_out(artifact: Path, older: Template) -> None:
    before = state(artifact)
    assert prepared(artifact, newer(older, {"a/b.md": "new\n", "c.md": "x\n"})).steps
    assert state(artifact) == before


def test_a_program_stays_one(artifact: Path, older: Template) -> None:
    (artifact / "a/b.md").chmod(0o755)
    update(artifact, newer(older, {"a/b.md": "new\n"}))
    assert stat.S_IMODE((artifact / "a/b.md").stat().st_mode) == 0o755


def test_values_arrive_in_new_files_as_they_were_typed(older: Template, values: Values, tmp_path: Path) -> None:
    artifact = new(older, None, replace(values, title="{{ 7*7 }}"), cwd=tmp_path).path
    update(artifact, newer(older, {"c.md": "{{ cookiecutter.line.title }}\n"}))
    assert (artifact / "c.md").read_text() == "{{ 7*7 }}\n"


def test_another_template_is_refused(artifact: Path, older: Template) -> None:
    with pytest.raises(UsageError, match="from the template 'small', not from 'other'"):
        prepared(artifact, replace(older, name="other"))


def test_an_artifact_that_new_did_not_make_is_refused(artifact: Path, older: Template) -> None:
    (artifact / ".rra/template.json").unlink()
    with pytest.raises(UsageError, match="was not made by `rrspec new`"):
        prepared(artifact, older)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"template": 1}',
        '{"template": "small", "version": "7", "values": {}, "files": {}, "texts": {}}',
        '{"template": "small", "version": "7", "values": {}, "files": {"a": 1}, "texts": {}}',
        '{"template": "small", "version": "7", "values": {}, "files": {}, "texts": {"a": "\\ud800"}}',
        "[" * 100_000,
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_changed(text: str, artifact: Path, older: Template) -> None:
    (artifact / ".rra/template.json").write_text(text)
    with pytest.raises(ArtifactError, match="does not say what this artifact was made from"):
        prepared(artifact, older)


@pytest.mark.parametrize(("field", "text"), [("id", "../x"), ("title", ""), ("title", "a\u202eb"), ("license", "x y")])
def test_a_value_that_cannot_be_taken_is_told_with_its_place(
    field: str, text: str, artifact: Path, older: Template
) -> None:
    record = json.loads((artifact / ".rra/template.json").read_text())
    record["values"][field] = text
    (artifact / ".rra/template.json").write_text(json.dumps(record))
    with pytest.raises(UsageError, match=f"was made of cannot be used: the {field}") as caught:
        prepared(artifact, older)
    assert caught.value.place == ".rra/template.json"
    assert caught.value.hint.startswith("Mend it there")


@pytest.mark.parametrize("path", ["../out", "/etc/passwd", "a/../../b"])
def test_a_path_that_climbs_is_refused(path: str, artifact: Path, older: Template) -> None:
    record = json.loads((artifact / ".rra/template.json").read_text())
    record["files"][path] = "0" * 64
    (artifact / ".rra/template.json").write_text(json.dumps(record))
    with pytest.raises(ArtifactError, match="leads out of the artifact"):
        prepared(artifact, older)


def test_a_link_is_never_written_through(artifact: Path, older: Template, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine\n")
    (artifact / "a/b.md").unlink()
    (artifact / "a/b.md").symlink_to(outside)
    with pytest.raises(ArtifactError, match="leads out"):
        prepared(artifact, newer(older, {"a/b.md": "new\n"}))
    (artifact / "a/b.md").unlink()
    (artifact / "a/b.md").symlink_to("../rra.yaml")
    with pytest.raises(UsageError, match="something else stands"):
        prepared(artifact, newer(older, {"a/b.md": "new\n"}))
    assert outside.read_text() == "mine\n"
