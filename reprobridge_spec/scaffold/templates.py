"""The templates that come with rrspec: found by name, never by path or address.

What several templates share lies once, in `_common`: each template is laid over it, file by file.
"""

import difflib
import json
from pathlib import Path

from reprobridge_spec import resources
from reprobridge_spec.documents.files import is_ignored
from reprobridge_spec.errors import UsageError
from reprobridge_spec.frozen import dataclass

SETTINGS_FILE = "cookiecutter.json"
ROOT = "{{cookiecutter.id}}"
"""Folder of a template with the files of the artifact."""
PARTS = "templates"
"""Folder of a template with what its files extend and include."""
HOOKS = "hooks"
_FOLDER = "templates"
_COMMON = "_common"


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """One template.

    Attributes:
        version: its own version, which a new artifact records.
        about: one sentence on what it is for.
        files: content of each file, by its path in the artifact, which is a template itself.
        parts: what files extend and include, by path.
        defaults: what stands for a value that nobody gives, by field of `Values`.
        trusted: digest of a template that a stranger wrote and the caller trusts; empty for those of rrspec.
    """

    name: str
    version: str
    about: str
    files: dict[str, bytes]
    parts: dict[str, bytes]
    defaults: dict[str, str]
    trusted: str = ""


def names(folder: Path | None = None) -> list[str]:
    """Names of the templates, sorted.

    Args:
        folder: where templates lie; that of this installation where it is not given.

    Raises:
        FileNotFoundError: this installation carries no templates.
    """
    found = (path.parent.name for path in _folder(folder).glob(f"*/{SETTINGS_FILE}"))
    return sorted(name for name in found if not name.startswith("_"))


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
            hint=f"{question}Templates come with rrspec and are never fetched; there is: {', '.join(known)}. "
            "One of your own is named by its folder or archive, such as `./name`.",
        )
    return _read(name, _folder(folder))


def common_defaults() -> dict[str, str]:
    """What stands for a value that nobody gives, where a template does not say it."""
    return _defaults(_settings(_folder(None) / _COMMON))


def refuse_hooks(name: str, place: str) -> UsageError:
    """The error for a template that brings programs."""
    return UsageError(
        f"the template {name!r} brings programs of its own (hooks), which `rrspec new` never runs",
        hint="Remove its hooks/ folder.",
        place=place,
    )


def _folder(folder: Path | None) -> Path:
    return folder if folder is not None else resources.folder(_FOLDER)


def _read(name: str, folder: Path) -> Template:
    own, common = folder / name, folder / _COMMON
    if (own / HOOKS).exists():
        raise refuse_hooks(name, str(own / HOOKS))
    settings = _settings(common) | _settings(own)
    return Template(
        name=name,
        version=settings["_version"],
        about=settings.get("_about", ""),
        files=_files(common / ROOT) | _files(own / ROOT),
        parts=_files(common / PARTS) | _files(own / PARTS),
        defaults=_defaults(settings),
    )


def _defaults(settings: dict[str, str]) -> dict[str, str]:
    return {field: value for field, value in settings.items() if not field.startswith("_")}


def _settings(folder: Path) -> dict[str, str]:
    file = folder / SETTINGS_FILE
    settings: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return settings


def _files(folder: Path) -> dict[str, bytes]:
    paths = {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    # an installer compiles the launchers that it finds, and leaves that beside them
    kept = {inside: path for inside, path in paths.items() if not any(map(is_ignored, inside.parts))}
    return {inside.as_posix(): path.read_bytes() for inside, path in kept.items()}
