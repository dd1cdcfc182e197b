"""Templates of strangers: a folder or an archive, by the digest of its content, and nothing of it is executed."""

import json
import re
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.scaffold.foreign import MAX_FILES, is_place, open_template
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.templates import common_defaults
from reprobridge_spec.scaffold.values import Values

MakeTemplate = Callable[..., Path]
ROOT = "{{cookiecutter.id}}"
GOOD = {f"{ROOT}/rra.yaml": "id: {{ cookiecutter.yaml.id }}\n", "README.md": "about it\n"}


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    return write(tmp_path / "lab", GOOD, {"_version": "3", "title": "TODO: the lab's"})


def write(folder: Path, files: dict[str, str], settings: object) -> Path:
    for name, text in {**files, "cookiecutter.json": json.dumps(settings)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def digest_of(path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        open_template(path, None)
    found = re.search(r"--trust (sha256:[0-9a-f]{64})`", caught.value.hint)
    assert found, caught.value
    return found[1]


@pytest.mark.parametrize("text", ["./lab", "lab/", "/abs", "..", ".", "lab.zip", "lab.tar.gz", "C:\\lab", "gh:a/b"])
def test_a_place_is_told_from_a_name(text: str) -> None:
    assert is_place(text)


@pytest.mark.parametrize("text", ["python", "torch-gpu", "lab", "", "zip"])
def test_a_name_is_no_place(text: str) -> None:
    assert not is_place(text)


def test_without_trust_the_digest_is_told_and_what_it_means(lab: Path) -> None:
    with pytest.raises(UsageError, match="does not come with rrspec") as caught:
        open_template(lab, None)
    assert "Read its files first" in caught.value.hint
    assert "which run when you run it" in caught.value.hint


def test_with_the_digest_it_is_a_template(lab: Path, tmp_path: Path) -> None:
    template = open_template(lab, digest_of(lab))
    assert (template.name, template.version, template.defaults["title"]) == ("lab", "3", "TODO: the lab's")
    values = Values(id="x", title="{{ 7*7 }}", paper_title="p", license="MIT")
    made = new(template, None, values, cwd=tmp_path)
    assert (made.path / "rra.yaml").read_text() == 'id: "x"\n'
    assert json.loads((made.path / ".rra/template.json").read_text())["trusted"] == digest_of(lab)


@pytest.mark.parametrize("kind", ["zip", "tgz"])
@pytest.mark.parametrize("top", ["", "lab-1.0/"])
def test_an_archive_of_the_same_files_has_the_same_digest(kind: str, top: str, lab: Path, tmp_path: Path) -> None:
    archive = tmp_path / f"lab.{kind}"
    files = [path for path in lab.rglob("*") if path.is_file()]
    if kind == "zip":
        with zipfile.ZipFile(archive, "w") as written:
            for file in files:
                written.write(file, top + file.relative_to(lab).as_posix())
    else:
        with tarfile.open(archive, "w:gz") as packed:
            for file in files:
                packed.add(file, top + file.relative_to(lab).as_posix())
    assert digest_of(archive) == digest_of(lab)
    assert open_template(archive, digest_of(lab)).files == {"rra.yaml": b"id: {{ cookiecutter.yaml.id }}\n"}


@pytest.mark.parametrize("write_it", [str, str.upper, lambda said: said.removeprefix("sha256:")])
def test_a_digest_is_the_same_however_it_is_written(write_it: Callable[[str], str], lab: Path) -> None:
    assert open_template(lab, write_it(digest_of(lab))).trusted == digest_of(lab)


@pytest.mark.parametrize("field", ["title", "paper_title", "license", "id"])
@pytest.mark.parametrize("said", ["", "  "])
def test_a_setting_that_says_nothing_leaves_the_placeholder(field: str, said: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "lab", GOOD, {field: said})
    assert open_template(folder, digest_of(folder)).defaults == common_defaults()


@pytest.mark.parametrize("said", ["sha256:" + "0" * 64, "", "sha256:", "yes", "0" * 64])
def test_another_digest_is_refused(said: str, lab: Path) -> None:
    with pytest.raises(UsageError, match="not the template that you trust"):
        open_template(lab, said)


@pytest.mark.parametrize("name", [f"{ROOT}/rra.yaml", "README.md", "cookiecutter.json", f"{ROOT}/more"])
def test_a_byte_more_is_another_digest(name: str, lab: Path) -> None:
    before = digest_of(lab)
    with (lab / name).open("a") as file:
        file.write(" ")
    assert digest_of(lab) != before


@pytest.mark.parametrize("place", ["./absent", "gh:someone/template", "https://example.org/template.git"])
def test_what_is_not_here_is_not_fetched(place: str) -> None:
    with pytest.raises(UsageError, match="no folder or archive") as caught:
        open_template(Path(place), "sha256:" + "0" * 64)
    assert "never fetched" in caught.value.hint


@pytest.mark.parametrize(
    ("files", "settings", "says"),
    [
        ({"hooks/pre_gen_project.py": ""}, {}, "hooks"),
        ({"hooks/a/b.sh": ""}, {}, "hooks"),
        ({}, {"_extensions": ["os.system"]}, "'_extensions'"),
        ({}, {"_jinja2_env_vars": {"extensions": []}}, "'_jinja2_env_vars'"),
        ({}, {"_copy_without_render": ["*"]}, "'_copy_without_render'"),
        ({}, {"project_slug": "x"}, "'project_slug'"),
        ({}, {"title": ["a", "b"]}, "'title' is no text"),
        ({}, ["a"], "no JSON object"),
        ({}, {"_version": 3}, "'_version' is no text"),
        ({}, {"license": "foo bar"}, "what stands for 'license', 'foo bar', is no SPDX expression"),
        ({}, {"id": "My Paper"}, "what stands for 'id', 'My Paper', is not small letters"),
        ({}, {"title": "a\u202eb"}, "what stands for 'title', 'a\\u202eb', holds U+202E"),
    ],
)
def test_what_no_template_may_have_is_refused_by_name(
    files: dict[str, str], settings: object, says: str, tmp_path: Path
) -> None:
    folder = write(tmp_path / "bad", GOOD | files, settings)
    with pytest.raises(UsageError, match=re.escape(says)):
        open_template(folder, digest_of(folder))


def test_what_is_no_template_is_said(tmp_path: Path) -> None:
    folder = write(tmp_path / "none", {"{{cookiecutter.slug}}/a": ""}, {})
    with pytest.raises(UsageError, match="is no template: it has no folder"):
        open_template(folder, digest_of(folder))


def test_settings_that_are_no_json_are_said(lab: Path) -> None:
    (lab / "cookiecutter.json").write_text("{")
    with pytest.raises(UsageError, match="no JSON"):
        open_template(lab, digest_of(lab))


@pytest.mark.parametrize("target", ["/etc/passwd", "../secret", "rra.yaml"])
def test_a_link_is_refused(target: str, lab: Path) -> None:
    (lab / ROOT / "link").symlink_to(target)
    with pytest.raises(UsageError, match="which is no file"):
        open_template(lab, None)


def test_more_than_a_template_needs_is_refused(lab: Path) -> None:
    (lab / ROOT / "large").write_bytes(b"a" * ((1 << 20) + 1))
    with pytest.raises(UsageError, match="more than 1 MiB"):
        open_template(lab, None)
    (lab / ROOT / "large").unlink()
    for number in range(MAX_FILES):
        (lab / ROOT / str(number)).touch()
    with pytest.raises(UsageError, match=f"more than {MAX_FILES} files"):
        open_template(lab, None)


def test_an_archive_that_climbs_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as written:
        written.writestr("../out", "x")
    with pytest.raises(ArtifactError):
        open_template(tmp_path / "bad.zip", None)


@pytest.mark.parametrize(
    "text", ["{{ cookiecutter.unknown }}", "{% if %}", "{{ 1 / 0 }}", "{{ ''.__class__ }}", "{% include 'x' %}"]
)
def test_a_template_that_cannot_be_rendered_is_said_and_leaves_nothing(text: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "bad", {f"{ROOT}/a": text}, {})
    values = Values(id="x", title="t", paper_title="p", license="MIT")
    with pytest.raises(UsageError, match="'bad' cannot be rendered"):
        new(open_template(folder, digest_of(folder)), None, values, cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["bad"]
