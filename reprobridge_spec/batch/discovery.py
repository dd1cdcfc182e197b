"""Which artifacts a path means: one, or those in a folder of them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from reprobridge_spec.archive.package_names import SUFFIXES, is_archive_name
from reprobridge_spec.documents.files import is_ignored
from reprobridge_spec.errors import NoArtifactError, NotDoneError

MANIFEST_FILE = "rra.yaml"
"""The name that `schemas.kinds` knows too, without what that imports: who asks and prints needs no models."""


def discover(path: Path) -> list[Path]:
    """The artifacts at `path`, in the order of their names.

    A file is a package, or the `rra.yaml` of a folder. A folder is an artifact, or a part of one; else it holds
    artifacts and packages, or folders that do. Archives of tools that are not read count: nobody's is passed over.

    Raises:
        NoArtifactError: nothing is at `path`, or no artifact is in it.
        NotDoneError: a folder cannot be read.
    """
    if path.name == MANIFEST_FILE and path.is_file():
        return [path.parent]
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise NoArtifactError(f"there is no {path}", hint="Give an artifact's folder, a package, or a folder of them.")
    if own := _around(path):
        return [own]
    if found := list(_inside(path, deeper=True)):
        return found
    raise NoArtifactError(
        f"no {MANIFEST_FILE} and no package in {path}, in the folders in it, or above it",
        hint=f"Give an artifact's folder, a package ({', '.join(SUFFIXES)}), or a folder of them.",
    )


def discover_all(paths: Iterable[Path]) -> list[Path]:
    """The artifacts at all of `paths`, each once, in the order given.

    Raises:
        NoArtifactError: there is none at one of the paths.
        NotDoneError: a folder cannot be read.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for artifact in discover(path):
            found.setdefault(artifact.resolve(), artifact)
    return list(found.values())


def _around(path: Path) -> Path | None:
    if (path / MANIFEST_FILE).is_file():
        return path
    return next((folder for folder in path.resolve().parents if (folder / MANIFEST_FILE).is_file()), None)


def _inside(folder: Path, *, deeper: bool) -> Iterator[Path]:
    try:
        children = sorted(folder.iterdir())
    except OSError as error:
        raise NotDoneError(
            f"the folder cannot be read: {error.strerror or error}", hint="Check its rights.", place=str(folder)
        ) from error
    for child in children:
        if is_ignored(child.name) or child.name.startswith("."):
            continue
        if (child / MANIFEST_FILE).is_file() or (is_archive_name(child.name) and child.is_file()):
            yield child
        elif deeper and child.is_dir():
            yield from _inside(child, deeper=False)
