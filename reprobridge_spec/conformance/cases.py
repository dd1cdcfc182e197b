"""The cases of the suite, read from their folders, and the artifacts that they begin with."""

import shutil
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from reprobridge_spec import artifact_path
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case, Link, Mode, Operation, Remove, Replace, Write, WriteBytes, WriteZeros
from reprobridge_spec.schemas.kinds import CASE
from reprobridge_spec.schemas.load import load

CASE_FILE = "case.yaml"
TREE = "tree"
"""Folder beside a case's file that is laid over the base."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A case, its id, `component/name`, and its folder."""

    id: str
    case: Case
    folder: Path


def read_cases(suite: Path) -> list[Found]:
    """Every case below `suite`/cases, by id.

    Raises:
        UsageError: a case has not the right form.
    """
    root = suite / "cases"
    return [_read(root, path) for path in sorted(root.rglob(CASE_FILE))]


def _read(root: Path, path: Path) -> Found:
    name = path.parent.relative_to(root).as_posix()
    loaded = load(CASE, path.read_bytes(), CASE_FILE)
    if loaded.model is None:
        first = loaded.findings[0]
        line = f":{first.mark.line}" if first.mark else ""
        raise UsageError(first.message, place=f"{path}{line}", hint=first.advice)
    return Found(id=name, case=loaded.model, folder=path.parent)


def build(suite: Path, found: Found, target: Path) -> None:
    """The artifact of a case, in the new folder `target`.

    Raises:
        UsageError: there is no such base, or an operation does not apply.
    """
    case = found.case
    try:
        shutil.copytree(suite / "base" / case.base, target)
        if (found.folder / TREE).is_dir():
            shutil.copytree(found.folder / TREE, target, dirs_exist_ok=True)
        for operation in case.operations:
            _apply(operation, target)
    except (OSError, ValueError) as error:
        raise UsageError(
            f"the artifact of the case {case.title!r} cannot be made: {error}", hint="Mend `base` or `operations`."
        ) from error


def _apply(operation: Operation, root: Path) -> None:
    match operation:
        case Remove(remove=path):
            place = artifact_path.below(root, path)
            shutil.rmtree(place) if place.is_dir() else place.unlink()
        case Write(write=new):
            _free(root, new.file).write_bytes(new.text.encode())
        case Replace(replace=change):
            place = artifact_path.below(root, change.file)
            text = place.read_text(encoding="utf-8")
            if text.count(change.old) != 1:
                raise UsageError(f"{change.old!r} stands {text.count(change.old)} times in {change.file}, not once")
            place.write_bytes(text.replace(change.old, change.new).encode())
        case Link(link=link):
            place = _free(root, link.file)
            place.symlink_to(link.target)
        case WriteBytes(bytes=new):
            _free(root, new.file).write_bytes(b64decode(new.base64, validate=True))
        case WriteZeros(zeros=new):
            with _free(root, new.file).open("wb") as file:
                file.truncate(new.size)
        case Mode(executable=path):
            artifact_path.below(root, path).chmod(0o755)
        case _:
            assert_never(operation)


def _free(root: Path, path: str) -> Path:
    """Where a file is to be made, its folder included."""
    place = artifact_path.below(root, path)
    place.parent.mkdir(parents=True, exist_ok=True)
    return place
