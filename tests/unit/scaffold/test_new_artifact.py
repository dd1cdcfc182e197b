import json
import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2 import TemplateError

from reprobridge_spec import digest
from reprobridge_spec.errors import UsageError
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.templates import find
from reprobridge_spec.scaffold.values import Values

MakeTemplate = Callable[..., Path]
PYTHON = find("python")
ROOT = "{{cookiecutter.id}}"
SMALL = {f"{ROOT}/rra.yaml": "title: {{ cookiecutter.yaml.title }}\n"}


def _names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


@pytest.fixture
def cwd(tmp_path: Path) -> Path:
    folder = tmp_path / "cwd"
    folder.mkdir()
    return folder


def test_the_folder_is_named_after_the_id(cwd: Path, values: Values) -> None:
    assert new(PYTHON, None, values, cwd=cwd).path == cwd / "rocket"


def test_the_folder_may_have_another_name(cwd: Path, values: Values) -> None:
    assert new(PYTHON, Path("Other Name"), values, cwd=cwd).path == cwd / "Other Name"


def test_nothing_but_the_folder_changes(cwd: Path, values: Values, monkeypatch: pytest.MonkeyPatch) -> None:
    home = cwd.parent / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    created = new(PYTHON, None, values, cwd=cwd)
    assert {path.name for path in cwd.iterdir()} == {"rocket"}
    assert {name for name in _names(created.path) if (created.path / name).is_file()} == set(created.files)
    assert _names(home) == set()


def test_the_user_settings_of_cookiecutter_have_no_effect(
    cwd: Path, values: Values, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = cwd.parent / "settings.yaml"
    settings.write_text("default_context: {title: from the settings, id: other}\n")
    monkeypatch.setenv("COOKIECUTTER_CONFIG", str(settings))
    created = new(PYTHON, None, values, cwd=cwd)
    assert 'title: "ROCKET again"' in (created.path / "rra.yaml").read_text()


def test_there_is_no_network(cwd: Path, values: Values, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    assert new(PYTHON, None, values, cwd=cwd).files


def test_a_folder_around_it_whose_name_is_a_template_is_left_as_it_is(cwd: Path, values: Values) -> None:
    around = cwd / "{{ 7*7 }}"
    around.mkdir()
    created = new(PYTHON, None, values, cwd=around)
    assert created.path == around / "rocket"
    assert {path.name for path in cwd.iterdir()} == {"{{ 7*7 }}"}


def test_the_same_values_give_the_same_bytes(cwd: Path, values: Values) -> None:
    first = new(PYTHON, Path("first"), values, cwd=cwd)
    second = new(PYTHON, Path("second"), values, cwd=cwd)
    assert first.files == second.files
    assert all((first.path / name).read_bytes() == (second.path / name).read_bytes() for name in first.files)


def test_the_artifact_says_which_template_it_came_from(cwd: Path, values: Values, make_template: MakeTemplate) -> None:
    created = new(find("small", make_template(SMALL)), None, values, cwd=cwd)
    record = json.loads((created.path / ".rra/template.json").read_text())
    assert (record["template"], record["version"]) == ("small", "7")
    assert record["files"] == {"rra.yaml": digest.of_file(created.path / "rra.yaml")}
    assert record["texts"] == {"rra.yaml": (created.path / "rra.yaml").read_text()}
    assert record["values"]["title"] == "ROCKET again"


@pytest.mark.parametrize(
    "bad", ["../x", "/abs", "a/b", ".", "..", "", "con", "nul", "A", "{{ 7*7 }}", "a\nb", "a" * 101]
)
def test_an_id_that_is_none_is_refused_before_anything_is_written(bad: str, cwd: Path, values: Values) -> None:
    before = _names(cwd.parent)
    with pytest.raises(UsageError, match="the id") as caught:
        new(PYTHON, None, replace(values, id=bad), cwd=cwd)
    assert "small letters, digits and single hyphens" in caught.value.hint
    assert _names(cwd.parent) == before


@pytest.mark.parametrize(
    ("field", "bad"),
    [
        *((field, bad) for field in ("title", "paper_title", "license") for bad in ("", " \n", "\ud800")),
        ("authors", "\ud800"),
        ("license", "Apache 2.0"),
        ("license", "MIT or BSD"),
        ("license", "(" * 100),
    ],
)
def test_a_text_that_cannot_stand_is_refused_before_anything_is_written(
    field: str, bad: str, cwd: Path, values: Values
) -> None:
    with pytest.raises(UsageError, match=f"the {field.replace('_', ' ')}"):
        new(PYTHON, None, replace(values, **{field: bad}), cwd=cwd)
    assert _names(cwd) == set()


def test_a_long_value_is_not_shown_as_a_whole(cwd: Path, values: Values) -> None:
    with pytest.raises(UsageError) as caught:
        new(PYTHON, None, replace(values, id="a" * 5000), cwd=cwd)
    assert len(str(caught.value)) < 200


def test_a_second_time_is_refused_and_overwrites_nothing(cwd: Path, values: Values) -> None:
    created = new(PYTHON, None, values, cwd=cwd)
    (created.path / "rra.yaml").write_text("mine")
    with pytest.raises(UsageError, match="nothing is overwritten"):
        new(PYTHON, None, values, cwd=cwd)
    assert (created.path / "rra.yaml").read_text() == "mine"


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("z.md", "{{ cookiecutter.unknown }}"),
        ("z.md", "{% if %}"),
        ("z.md", "{{ 1 / 0 }}"),
        ("sub/{{ cookiecutter.unknown }}/z.md", "unknown in a name"),
    ],
)
def test_a_template_that_fails_in_the_middle_leaves_nothing(
    path: str, text: str, cwd: Path, values: Values, make_template: MakeTemplate
) -> None:
    source = make_template(SMALL | {f"{ROOT}/{path}": text})
    before = _names(cwd.parent)
    with pytest.raises((TemplateError, ZeroDivisionError)):
        new(find("small", source), None, values, cwd=cwd)
    assert _names(cwd.parent) == before


def test_a_template_with_hooks_runs_and_writes_nothing(cwd: Path, values: Values, make_template: MakeTemplate) -> None:
    canary = cwd / "canary"
    hook = f"import pathlib; pathlib.Path({str(canary)!r}).touch()"
    source = make_template(SMALL | {"hooks/pre_gen_project.py": hook, "hooks/post_gen_project.py": hook})
    with pytest.raises(UsageError, match="hooks"):
        new(find("small", source), None, values, cwd=cwd)
    assert _names(cwd) == set()
