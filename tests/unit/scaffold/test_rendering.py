import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from cookiecutter.exceptions import CookiecutterException
from jinja2 import TemplateError

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.scaffold import templates
from reprobridge_spec.scaffold.rendering import render
from reprobridge_spec.scaffold.values import Values

MakeTemplate = Callable[..., Path]
ROOT = "{{cookiecutter.id}}"
TITLE = "{{ cookiecutter.yaml.title }}\n"


def _render(folder: Path, values: Values) -> dict[str, bytes]:
    return render(templates.find("small", folder), values)


def test_every_file_of_the_template_is_rendered(make_template: MakeTemplate, values: Values) -> None:
    folder = make_template({f"{ROOT}/a.yaml": TITLE, f"{ROOT}/b/c.md": "{{ cookiecutter.line.paper_title }}\n"})
    assert _render(folder, values) == {"a.yaml": b'"ROCKET again"\n', "b/c.md": b"ROCKET\n"}


@pytest.mark.parametrize(
    "title",
    [
        "{{ 7*7 }}",
        "{{ cookiecutter.__class__.__mro__ }}",
        "{% raw %}",
        "{% endraw %}{{ 7*7 }}",
        "{% include '/etc/passwd' %}",
        "{# gone #}",
        "${HOME} $(id) `id`",
    ],
)
def test_a_value_is_never_rendered(title: str, make_template: MakeTemplate, values: Values) -> None:
    folder = make_template({f"{ROOT}/a.yaml": TITLE})
    assert _render(folder, replace(values, title=title)) == {"a.yaml": f'"{title}"\n'.encode()}


@pytest.mark.parametrize("settings", [{"_extensions": ["no_such_module.Extension"]}, {"_copy_without_render": ["*"]}])
def test_settings_of_the_renderer_have_no_effect(
    settings: dict[str, object], make_template: MakeTemplate, values: Values
) -> None:
    folder = make_template({f"{ROOT}/a.yaml": TITLE}, **settings)
    assert _render(folder, values) == {"a.yaml": b'"ROCKET again"\n'}


@pytest.mark.parametrize("text", ["{{ cookiecutter.unknown }}", "{{ unclosed", "{% include 'absent' %}"])
def test_a_faulty_template_leaves_no_temporary_folder(
    text: str, make_template: MakeTemplate, values: Values, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = Path.cwd()
    with pytest.raises((TemplateError, CookiecutterException)):
        _render(make_template({f"{ROOT}/a.yaml": TITLE, f"{ROOT}/b.yaml": text}), values)
    assert list(temporary.iterdir()) == []
    assert Path.cwd() == before


def test_a_temporary_folder_whose_path_is_a_template_is_refused(
    make_template: MakeTemplate, values: Values, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "{{ 7*7 }}"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with pytest.raises(NotDoneError, match="template mark") as caught:
        _render(make_template({f"{ROOT}/a.yaml": TITLE}), values)
    assert "TMPDIR" in caught.value.hint
    assert list(temporary.iterdir()) == []


def test_a_temporary_folder_that_is_not_there_is_said(
    make_template: MakeTemplate, values: Values, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    with pytest.raises(NotDoneError, match="temporary files cannot be used"):
        _render(make_template({f"{ROOT}/a.yaml": TITLE}), values)
