"""The wheels that were built for a lock, put where they belong: beside it, in the artifact."""

import posixpath
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.archive.git_ignored import is_ignored
from reprobridge_spec.documents import built_from
from reprobridge_spec.documents.lock_file import LockFile, Pin
from reprobridge_spec.environments.lock.base import LockRequest
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel
from reprobridge_spec.environments.lock.fitness import is_for_one
from reprobridge_spec.environments.lock.result import write
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Wheels at their places.

    Attributes:
        changed: whether one was not there before.
        notices: what a person should know about them, a sentence each.
    """

    changed: bool
    notices: tuple[str, ...]


def place_wheels(
    root: Path, request: LockRequest, wheels: Sequence[BuiltWheel], old: LockFile, others: Collection[str]
) -> Placed:
    """Puts wheels beside the lock.

    Args:
        root: the artifact's folder.
        request: what they were built for.
        wheels: what was built.
        old: the lock before.
        others: digests that other locks name, whose wheels are not replaced.

    Raises:
        ArtifactError: a wheel of another lock has the name of one, or something that is no file or no folder.
        OSError: one cannot be written.
    """
    folder = built_from.folder_beside(request.lock)
    new = [one for one in wheels if _put(root, posixpath.join(folder, one.file.name), one, others)]
    notices = [_built(folder, one, request) for one in new]
    notices += [said for one in wheels for said in _other_source(one, old)]
    notices += [said for one in wheels for said in _ignored(root, posixpath.join(folder, one.file.name))]
    named = {*others, *(sha256 for one in wheels for sha256 in one.pin.hashes)}
    notices += _left(root, folder, old, named)
    return Placed(changed=bool(new), notices=tuple(notices))


def _put(root: Path, path: str, wheel: BuiltWheel, others: Collection[str]) -> bool:
    """Whether it was not there."""
    target = _place(root, path)
    (sha256,) = wheel.pin.hashes
    before = digest.of_file(target) if target.is_file() else None
    if before == sha256:
        return False
    if before in others:
        raise ArtifactError(
            f"{path} is the wheel of another lock, and was built with other bytes",
            hint="Put the locks of different environments into folders of their own.",
            place=path,
        )
    write(root, path, wheel.file.read_bytes())
    return True


def _place(root: Path, path: str) -> Path:
    try:
        target = artifact_path.below(root, path)
    except ValueError as error:
        raise ArtifactError(str(error), hint="Put a folder there.", place=path) from error
    if target.parent.exists() and not target.parent.is_dir():
        raise ArtifactError(
            "a file stands where the folder of built wheels belongs",
            hint="Move it, or give the lock a folder of its own.",
            place=posixpath.dirname(path),
        )
    if target.is_dir():
        raise ArtifactError("a folder has the name of the wheel", hint="Remove it.", place=path)
    return target


def _built(folder: str, wheel: BuiltWheel, request: LockRequest) -> str:
    where = "" if wheel.is_for_all else "; it was compiled on this machine, and older ones may refuse it"
    if not is_for_one(request):
        where = f"; what it needs is what it said on {current_platform()}"
    return (
        f"{wheel.pin.name}=={wheel.pin.version} was built from its source distribution into "
        f"{folder}/{wheel.file.name}, which goes with the artifact{where}. Look whether its licence allows that"
    )


def _other_source(wheel: BuiltWheel, old: LockFile) -> Iterator[str]:
    for pin in old.pins:
        if (pin.name, pin.version) == (wheel.pin.name, wheel.pin.version) and _differ(pin, wheel.pin):
            yield (
                f"{pin.name}=={pin.version} was locked as built from another source distribution than the index has "
                "now; ask why before you trust it"
            )


def _differ(old: Pin, new: Pin) -> bool:
    return old.origin is not None and new.origin is not None and old.origin.sha256 != new.origin.sha256


def _ignored(root: Path, path: str) -> Iterator[str]:
    if is_ignored(root, path):
        yield f"{path} is ignored by git, so no clone has it: `git add -f {path}`, or change .gitignore"


def _left(root: Path, folder: str, old: LockFile, named: Collection[str]) -> Iterator[str]:
    """What the old lock named, and no lock does any more."""
    gone = {sha256 for pin in old.pins if pin.origin for sha256 in pin.hashes} - set(named)
    place = artifact_path.below(root, folder)
    for wheel in sorted(place.glob("*.whl")) if gone else ():
        if wheel.is_file() and digest.of_file(wheel) in gone:
            yield f"{folder}/{wheel.name} is named by no lock any more; remove it"
