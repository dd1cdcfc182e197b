"""The wheels that were built for a lock, put where they belong: beside it, in the artifact."""

import posixpath
from pathlib import Path

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents import built_from
from reprobridge_spec.documents.lock_file import LockFile
from reprobridge_spec.environments.lock.built_wheel import BuiltWheel
from reprobridge_spec.environments.lock.result import write
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A wheel at its place.

    Attributes:
        changed: whether it was not there before.
        notices: what a person should know about a new one, a sentence each.
    """

    changed: bool
    notices: tuple[str, ...] = ()


def place_wheel(root: Path, lock: str, wheel: BuiltWheel, old: LockFile) -> Placed:
    """Puts a wheel beside the lock.

    Args:
        root: the artifact's folder.
        lock: path of the lock.
        wheel: what was built.
        old: the lock before, whose wheels may be replaced.

    Raises:
        ArtifactError: a file of the name is there that may be another lock's.
        OSError: it cannot be written.
    """
    path = posixpath.join(built_from.folder_beside(lock), wheel.file.name)
    target = artifact_path.below(root, path)
    (sha256,) = wheel.pin.hashes
    before = digest.of_file(target) if target.is_file() else None
    if before not in {None, sha256} and not any(before in pin.hashes for pin in old.pins):
        raise ArtifactError(
            f"{path} is there with other bytes, and may belong to another lock",
            hint="Remove it, or put the locks of different environments into folders of their own.",
            place=path,
        )
    if before == sha256:
        return Placed(changed=False)
    write(root, path, wheel.file.read_bytes())
    return Placed(changed=True, notices=(_notice(path, wheel),))


def _notice(path: str, wheel: BuiltWheel) -> str:
    where = "" if wheel.is_for_all else "; it was compiled on this machine, and older ones may refuse it"
    return (
        f"{wheel.pin.name}=={wheel.pin.version} was built from its source distribution into {path}, which goes "
        f"with the artifact{where}. Look whether its licence allows that"
    )
