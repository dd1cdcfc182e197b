"""The templates that come with rrspec: found by name, never by path or address."""

import difflib
import json
from pathlib import Path

from reprobridge_spec import resources
from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass

SETTINGS_FILE = "cookiecutter.json"
_FOLDER = "templates"


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One template.

    Attributes:
        folder: where it lies, in cookiecutter's layout.
        version: its own version, which a new artifact records.
        defaults: what stands for a value that nobody gives, by field of `Values`.
        prompts: how a person is asked for it.
    """

    name: str
    folder: Path
    version: str
    defaults: dict[str, str]
    prompts: dict[str, str]


def names(folder: Path | None = None) -> list[str]:
    """Names of the templates, sorted.

    Args:
        folder: where templates lie; that of this installation where it is not given.

    Raises:
        FileNotFoundError: this installation carries no templates.
    """
    return sorted(path.parent.name for path in _folder(folder).glob(f"*/{SETTINGS_FILE}"))


def find(name: str, folder: Path | None = None) -> Template:
    """The template of that name.

    Args:
        name: one of `names(folder)`.
        folder: where templates lie; that of this installation where it is not given.

    Raises:
        UsageError: there is none, or it would execute something.
        FileNotFoundError: this installation carries no templates.
    """
    known = names(folder)
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        question = f"Did you mean `{close[0]}`? " if close else ""
        raise UsageError(
            f"there is no template {name!r}",
            hint=f"{question}Templates come with rrspec and are never fetched; there is: {', '.join(known)}.",
        )
    return _read(name, _folder(folder) / name)


def _folder(folder: Path | None) -> Path:
    return folder if folder is not None else resources.folder(_FOLDER)


def _read(name: str, folder: Path) -> Template:
    if (folder / "hooks").exists():
        raise UsageError(
            f"the template {name!r} brings programs of its own (hooks), which `rrspec new` never runs",
            hint="Remove its hooks/ folder.",
            place=str(folder / "hooks"),
        )
    settings = json.loads((folder / SETTINGS_FILE).read_text(encoding="utf-8"))
    return Template(
        name=name,
        folder=folder,
        version=settings["_version"],
        defaults={field: value for field, value in settings.items() if not field.startswith("_")},
        prompts=settings["__prompts__"],
    )
