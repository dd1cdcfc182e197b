import json
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.scaffold.values import Values

SETTINGS = {
    "id": "my-artifact",
    "title": "TODO: title",
    "paper_title": "TODO: paper",
    "authors": "",
    "license": "TODO: licence",
    "_version": "7",
    "__prompts__": {"id": "Id", "title": "Title", "paper_title": "Paper", "license": "Licence"},
}
MakeTemplate = Callable[..., Path]


@pytest.fixture
def values() -> Values:
    return Values(id="rocket", title="ROCKET again", paper_title="ROCKET", license="ISC")


@pytest.fixture
def make_template(tmp_path: Path) -> MakeTemplate:
    """Makes a folder of templates with one template, `small`, of the given files, and returns the folder."""

    def make(files: dict[str, str], **settings: object) -> Path:
        template = tmp_path / "templates" / "small"
        template.mkdir(parents=True)
        (template / "cookiecutter.json").write_text(json.dumps(SETTINGS | settings))
        for path, text in files.items():
            file = template / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return template.parent

    return make
