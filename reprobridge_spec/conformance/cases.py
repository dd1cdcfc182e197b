"""The cases of the suite, read from their folders, and the artifacts that they begin with."""

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from reprobridge_spec import artifact_path
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case, Link, Operation, Remove, Replace, Write
from reprobridge_spec.schemas.kinds import CASE
from reprobridge_spec.schemas.load import load

CASE_FILE = "case.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A case and its id, `component/name`."""

    id: str
    case: Case


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
    return Found(id=name, case=loaded.model)


def build(suite: Path, case: Case, target: Path) -> None:
    """The artifact of a case, in the new folder `target`.

    Raises:
        UsageError: there is no such base, or an operation does not apply.
    """
    try:
        shutil.copytree(suite / "base" / case.base, target)
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
            place = artifact_path.below(root, new.file)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(new.text.encode())
        case Replace(replace=change):
            place = artifact_path.below(root, change.file)
            text = place.read_text(encoding="utf-8")
            if text.count(change.old) != 1:
                raise UsageError(f"{change.old!r} stands {text.count(change.old)} times in {change.file}, not once")
            place.write_bytes(text.replace(change.old, change.new).encode())
        case Link(link=link):
            artifact_path.below(root, link.file).symlink_to(link.target)
        case _:
            assert_never(operation)
