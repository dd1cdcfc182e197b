import re
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.scaffold import templates

MakeTemplate = Callable[..., Path]


def test_this_installation_brings_templates_for_what_papers_are_made_with() -> None:
    assert templates.names() == ["conda", "evaluation", "python", "simulation", "torch-gpu"]


@pytest.mark.parametrize("name", templates.names())
def test_each_says_in_one_sentence_what_it_is_for(name: str) -> None:
    about = templates.find(name).about
    assert re.fullmatch(r"[A-Z].{20,90}\.", about)


def test_what_an_installer_leaves_in_a_template_is_no_part_of_it(make_template: MakeTemplate) -> None:
    folder = make_template(
        {f"{templates.ROOT}/code/a.py": "", f"{templates.ROOT}/code/__pycache__/a.cpython-312.pyc": ""}
    )
    assert list(templates.find("small", folder).files) == ["code/a.py"]


def test_what_is_shared_lies_below_and_a_template_over_it(make_template: MakeTemplate) -> None:
    folder = make_template({f"{templates.ROOT}/a.md": "own"})
    for name, text in {
        f"{templates.ROOT}/a.md": "shared",
        f"{templates.ROOT}/b.md": "shared",
        "templates/p": "",
    }.items():
        file = folder / "_common" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    found = templates.find("small", folder)
    assert (found.files, found.parts) == ({"a.md": b"own", "b.md": b"shared"}, {"p": b""})
    assert templates.names(folder) == ["small"]


def test_only_folders_with_settings_are_templates(make_template: MakeTemplate) -> None:
    folder = make_template({})
    (folder / "notes").mkdir()
    (folder / "README.md").write_text("no template")
    assert templates.names(folder) == ["small"]


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "../small",
        "small/",
        "./small",
        "small/../small",
        "gh:someone/template",
        "https://example.org/template.git",
        "template.zip",
        "SMALL",
        "_common",
    ],
)
def test_a_template_is_found_by_its_name_only(name: str, make_template: MakeTemplate) -> None:
    folder = make_template({})
    with pytest.raises(UsageError, match="no template") as caught:
        templates.find(name, folder)
    assert "never fetched; there is: small." in caught.value.hint


def test_an_absolute_path_is_no_name(make_template: MakeTemplate) -> None:
    folder = make_template({})
    with pytest.raises(UsageError, match="no template"):
        templates.find(str(folder / "small"), folder)


def test_the_nearest_name_is_offered(make_template: MakeTemplate) -> None:
    with pytest.raises(UsageError) as caught:
        templates.find("smal", make_template({}))
    assert caught.value.hint.startswith("Did you mean `small`?")


@pytest.mark.parametrize("hook", ["hooks/pre_prompt.py", "hooks/pre_gen_project.sh", "hooks/post_gen_project.py"])
def test_a_template_with_hooks_is_refused(hook: str, make_template: MakeTemplate) -> None:
    folder = make_template({hook: "raise SystemExit"})
    with pytest.raises(UsageError, match="hooks") as caught:
        templates.find("small", folder)
    assert caught.value.place == str(folder / "small" / "hooks")


def test_a_template_says_its_version_and_what_stands_for_what_is_not_given(make_template: MakeTemplate) -> None:
    found = templates.find("small", make_template({}))
    assert found.version == "7"
    assert found.defaults["title"] == "TODO: title"


def test_an_empty_folder_has_no_templates(tmp_path: Path) -> None:
    assert templates.names(tmp_path) == []
