"""Templates that somebody else wrote: a folder or an archive on this machine, used only by the digest of its content.

Nothing is fetched, no program of it is run, and its files are rendered in the sandbox.
"""

import json
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.release import archived_release
from reprobridge_spec.documents.files import ArtifactFiles, FolderFiles, Kind
from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.scaffold import templates
from reprobridge_spec.scaffold.questions import questions
from reprobridge_spec.scaffold.templates import (
    HOOKS,
    PARTS,
    ROOT,
    SETTINGS_FILE,
    Template,
    common_defaults,
    refuse_hooks,
)

MAX_FILES = 1000
MAX_FILE = 1 << 20
MAX_ALL = 16 << 20
_PREFIX = "sha256:"
_SETTINGS = frozenset({"_version", "_about", "__prompts__"})
_ARCHIVES = (".zip", ".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst")


def is_place(text: str) -> bool:
    """Whether `text` is meant as a folder or an archive, and not as the name of a template of rrspec."""
    return text in {".", ".."} or "/" in text or "\\" in text or text.lower().endswith(_ARCHIVES)


def template_named(name: str, trusted: str | None) -> Template:
    """The template of that name, or in the folder or archive of that name.

    Raises:
        UsageError: there is none; or it is one of rrspec, and `trusted` is given; or as `open_template` does.
        ArtifactError: as `open_template` does.
        NotDoneError: as `open_template` does.
    """
    if is_place(name):
        return open_template(Path(name), trusted)
    template = templates.find(name)
    if trusted is not None:
        raise refuse_trust(name)
    return template


def refuse_trust(name: str) -> UsageError:
    """The error for a digest that is given where nothing is compared with it."""
    return UsageError(
        f"--trust is for a template of somebody else, and {name!r} comes with rrspec",
        hint="Leave --trust out. One of your own is named by its folder or archive, such as `./name`.",
    )


def open_template(path: Path, trusted: str | None) -> Template:
    """The template in a folder or an archive.

    Args:
        path: where it lies.
        trusted: the digest over its content that the caller trusts, with `sha256:` before it or without.

    Raises:
        UsageError: nothing is there, its digest is not the trusted one, or it holds what no template may.
        ArtifactError: the archive is damaged or hostile.
        NotDoneError: it cannot be read.
    """
    if not path.exists():
        raise UsageError(
            f"there is no folder or archive {str(path)!r}",
            hint="Templates are never fetched: get it first. `rrspec new --list` names those of rrspec.",
        )
    content = _content(path)
    found = _PREFIX + digest.of_value({name: digest.of_bytes(data) for name, data in content.items()})
    if trusted is None or _PREFIX + trusted.lower().removeprefix(_PREFIX) != found:
        raise _untrusted(path, trusted, found)
    return _template(path, content, found)


def _content(path: Path) -> dict[str, bytes]:
    if path.is_dir():
        return _read(FolderFiles(path), path)
    with archived_release(path) as files:
        return _read(files, path)


def _read(files: ArtifactFiles, place: Path) -> dict[str, bytes]:
    entries = files.entries
    if len(entries) > MAX_FILES:
        raise _refused(f"more than {MAX_FILES} files", place)
    for name, entry in entries.items():
        if entry.kind is not Kind.FILE:
            raise _refused(f"{name!r}, which is no file", place)
        if entry.size > MAX_FILE:
            raise _refused(f"{name!r} of more than {MAX_FILE >> 20} MiB", place)
    if sum(entry.size for entry in entries.values()) > MAX_ALL:
        raise _refused(f"more than {MAX_ALL >> 20} MiB", place)
    try:
        return {name: files.read(name, MAX_FILE) for name in entries}
    except OSError as error:
        raise NotDoneError(f"it cannot be read: {error.strerror}", place=str(place)) from error
    except ValueError as error:
        raise _refused(str(error), place) from error


def _untrusted(path: Path, trusted: str | None, found: str) -> UsageError:
    meaning = (
        "Read its files first: they become your artifact's, programs among them, which run when you run it. "
        f"Then add `--trust {found}`, which holds for this very content and no other."
    )
    if trusted is None:
        return UsageError(f"{str(path)!r} is a template that does not come with rrspec", hint=meaning)
    return UsageError(f"{str(path)!r} is not the template that you trust: its content is {found}", hint=meaning)


def _template(path: Path, content: dict[str, bytes], found: str) -> Template:
    if any(name.startswith(f"{HOOKS}/") for name in content):
        raise refuse_hooks(path.name, str(path / HOOKS))
    settings = _settings(path, content)
    files = _below(ROOT, content)
    if not files:
        raise UsageError(
            f"{str(path)!r} is no template: it has no folder `{ROOT}`",
            hint="A template has cookiecutter's layout: that folder, and `cookiecutter.json` beside it.",
        )
    template = Template(
        name=path.resolve().name,
        version=settings.get("_version", "unknown"),
        about=settings.get("_about", ""),
        files=files,
        parts=_below(PARTS, content),
        defaults=common_defaults() | {key: value for key, value in settings.items() if _is_default(key, value)},
        trusted=found,
    )
    for question in questions(template):
        if fault := question.fault(question.default):
            raise UsageError(
                f"what stands for {question.field!r}, {question.default!r}, {fault}",
                hint=question.allowed,
                place=str(path / SETTINGS_FILE),
            )
    return template


def _settings(path: Path, content: dict[str, bytes]) -> dict[str, str]:
    place = str(path / SETTINGS_FILE)
    try:
        said = json.loads(content.get(SETTINGS_FILE, b"{}"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"it is no JSON: {error}", hint="Mend it.", place=place) from error
    if not isinstance(said, dict):
        raise UsageError("it is no JSON object", hint="Mend it.", place=place)
    known = common_defaults().keys() | _SETTINGS
    for key, value in said.items():
        if key not in known:
            raise UsageError(
                f"it has {key!r}, which no template for `rrspec new` can have",
                hint=f"A template takes {', '.join(common_defaults())}; nothing is loaded or executed.",
                place=place,
            )
        if not isinstance(value, str) and key != "__prompts__":
            raise UsageError(f"{key!r} is no text", hint="Put it in quotes.", place=place)
    return {key: value for key, value in said.items() if isinstance(value, str)}


def _is_default(key: str, value: str) -> bool:
    """Whether a setting stands for a value that nobody gives; an empty text stands for nothing."""
    return not key.startswith("_") and bool(value.strip())


def is_template(path: Path) -> bool:
    """Whether the folder or the archive at `path` is meant as a template, rather than as an artifact."""
    if path.is_dir():
        return (path / SETTINGS_FILE).is_file() or (path / ROOT).is_dir()
    return path.is_file() and path.name.lower().endswith(_ARCHIVES)


def _below(folder: str, content: dict[str, bytes]) -> dict[str, bytes]:
    start = f"{folder}/"
    return {name.removeprefix(start): data for name, data in content.items() if name.startswith(start)}


def _refused(what: str, place: Path) -> UsageError:
    return UsageError(f"a template holds texts, and this one has {what}", hint="Take it out.", place=str(place))
