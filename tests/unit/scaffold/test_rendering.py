import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from jinja2 import TemplateError

from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.scaffold import templates
from reprobridge_spec.scaffold.rendering import render
from reprobridge_spec.scaffold.values import Values

MakeTemplate = Callable[..., Path]
ROOT = "{{cookiecutter.id}}"
TITLE = "{{ cookiecutter.yaml.title }}\n"
BASE = "head\n{% block b %}\n{% endblock %}\n"


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


@pytest.mark.parametrize("path", ["{{ cookiecutter.plain.title }}", "a/{{ cookiecutter.plain.title }}", "{{ '' }}"])
@pytest.mark.parametrize("title", ["../../out", "/abs", "a/../../b", ".."])
def test_a_value_in_the_name_of_a_file_cannot_climb(
    path: str, title: str, make_template: MakeTemplate, values: Values
) -> None:
    with pytest.raises(UsageError, match="a file whose path"):
        _render(make_template({f"{ROOT}/{path}": "x"}), replace(values, title=title))


@pytest.mark.parametrize(
    "path",
    ["{{ '.git' }}/hooks/pre-commit", "a/{{ '__pycache__' }}/x.py", ".rra/template.json", ".rra/manifest.schema.json"],
)
def test_what_is_no_part_of_an_artifact_is_not_made(path: str, make_template: MakeTemplate, values: Values) -> None:
    with pytest.raises(UsageError, match="a file whose path"):
        _render(make_template({f"{ROOT}/{path}": "x"}), values)


@pytest.mark.parametrize(
    "text",
    [
        "{{ cookiecutter.__class__.__mro__ }}",
        "{{ ''.__class__.__base__.__subclasses__() }}",
        "{{ cookiecutter.update({'id': 'x'}) }}",
        "{{ self.__init__.__globals__ }}",
        "{{ '{0.__class__.__init__.__globals__}'.format(cookiecutter) }}",
        "{{ lipsum() }}",
        "{{ [1, 2] | random }}",
        "{% do cookiecutter.clear() %}",
        "{% include '/etc/passwd' %}",
        "{% include '../cookiecutter.json' %}",
    ],
)
def test_a_template_reaches_nothing_but_the_values(text: str, make_template: MakeTemplate, values: Values) -> None:
    with pytest.raises(TemplateError):
        _render(make_template({f"{ROOT}/a.md": text}), values)


def test_a_file_that_is_too_large_is_refused(make_template: MakeTemplate, values: Values) -> None:
    with pytest.raises(UsageError, match="more than 1 MiB"):
        _render(make_template({f"{ROOT}/a.md": "{{ 'a' * 2097152 }}"}), values)


def test_a_file_may_extend_a_part(make_template: MakeTemplate, values: Values) -> None:
    files = {
        f"{ROOT}/a.md": "{% extends 'p.md' %}\n{% block b %}\nmine\n{% endblock %}\n",
        "templates/p.md": BASE,
    }
    assert _render(make_template(files), values) == {"a.md": b"head\nmine\n"}


def test_bytes_that_are_no_text_stay_as_they_are(make_template: MakeTemplate, values: Values) -> None:
    folder = make_template({f"{ROOT}/a.yaml": TITLE})
    data = b"PK\x03\x04\x00\x00{{ cookiecutter.id }}\x00\xff"
    (folder / "small" / ROOT / "weights.npz").write_bytes(data)
    assert _render(folder, values)["weights.npz"] == data


def test_the_text_of_a_known_licence_is_put_in(make_template: MakeTemplate, values: Values) -> None:
    files = _render(make_template({f"{ROOT}/a.yaml": TITLE}), replace(values, license="MIT", authors="Ada; Ben"))
    assert files["LICENSE"].startswith(b"MIT License\n\nCopyright (c) Ada, Ben\n\nPermission is hereby granted")


def test_a_template_may_bring_its_own_licence(make_template: MakeTemplate, values: Values) -> None:
    assert _render(make_template({f"{ROOT}/LICENSE": "own"}), replace(values, license="MIT")) == {"LICENSE": b"own"}


@pytest.mark.parametrize("text", ["{{ cookiecutter.unknown }}", "{{ unclosed", "{% include 'absent' %}"])
def test_a_faulty_template_leaves_no_temporary_folder(
    text: str, make_template: MakeTemplate, values: Values, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = Path.cwd()
    with pytest.raises(TemplateError):
        _render(make_template({f"{ROOT}/a.yaml": TITLE, f"{ROOT}/b.yaml": text}), values)
    assert list(temporary.iterdir()) == []
    assert Path.cwd() == before


def test_the_path_of_the_temporary_folder_is_never_rendered(
    make_template: MakeTemplate, values: Values, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "{{ 7*7 }}"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    assert _render(make_template({f"{ROOT}/a.yaml": TITLE}), values) == {"a.yaml": b'"ROCKET again"\n'}
    assert list(temporary.iterdir()) == []


def test_a_temporary_folder_that_is_not_there_is_said(
    make_template: MakeTemplate, values: Values, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    with pytest.raises(NotDoneError, match="temporary files cannot be used"):
        _render(make_template({f"{ROOT}/a.yaml": TITLE}), values)
