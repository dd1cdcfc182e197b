"""Files into a folder that was not there: all of them or none, and nothing beside it."""

import os
import shlex
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.errors import UsageError
from reprobridge_spec.replacement import new_folder


def target(directory: Path, cwd: Path) -> Path:
    """The folder that `directory` names, seen from `cwd`, where a new artifact can be placed.

    Raises:
        UsageError: something is there already, or the folder around it is not.
    """
    path = Path(os.path.realpath(cwd / directory))
    try:
        _refuse(path, cwd)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be the artifact's folder: {error.strerror}", hint="Name another folder.", place=str(path)
        ) from error
    return path


def _refuse(path: Path, cwd: Path) -> None:
    if path.exists() and not (path.is_dir() and not any(path.iterdir())):
        raise _taken(path)
    if path == Path(os.path.realpath(cwd)):
        raise UsageError(
            f"{path} is the folder that you are in; it is replaced as a whole, which would leave you nowhere",
            hint="Go one folder up and name this one.",
            place=str(path),
        )
    there = _nearest(path.parent)
    if not there.is_dir():
        raise UsageError(
            f"{there} is a file, and no folder can be made in it", hint="Name another folder.", place=str(there)
        )
    if there != path.parent:
        raise UsageError(
            f"{path.parent} is not there, and only the artifact's own folder is made",
            hint=f"Make it first: mkdir -p {shlex.quote(str(path.parent))}",
            place=str(path.parent),
        )


def _nearest(path: Path) -> Path:
    """The path itself where something is there, else the nearest one upwards at which something is."""
    return next(one for one in (path, *path.parents) if os.path.lexists(one))


def place(files: dict[str, bytes], path: Path) -> None:
    """Write `files` into `path`, a folder that is empty or not there: all of them, or nothing.

    Raises:
        UsageError: something came to be there in the meantime; it is left as it is.
        NotDoneError: the system refuses to write.
    """
    with new_folder(path) as staged:
        for name, data in files.items():
            file = artifact_path.below(staged, name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


def _taken(path: Path) -> UsageError:
    return UsageError(
        f"something is at {path} already, and nothing is overwritten",
        hint="Name a folder that is not there yet, and copy what you have into its code/ afterwards.",
        place=str(path),
    )
