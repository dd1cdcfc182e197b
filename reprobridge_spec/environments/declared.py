"""What an environment declares, read from the artifact: its requirements and its lock for a platform."""

from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents import built_from, lock_file, requirements_file
from reprobridge_spec.documents.lock_drift import Drift, drift
from reprobridge_spec.documents.lock_file import LockFile
from reprobridge_spec.documents.requirement_lines import Fault
from reprobridge_spec.documents.requirements_file import Asked, RequirementsFile
from reprobridge_spec.environments.python import unreadable
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment

MAX_BYTES = 32 << 20
"""The largest requirements file or lock that is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """A lock of the artifact.

    Attributes:
        path: inside the artifact, with `/`.
        sha256: digest of its bytes.
        content: what it holds.
        wheels: folder in which the wheels lie that were built for it; it need not be there.
    """

    path: str
    sha256: str
    content: LockFile
    wheels: Path


def requirements(root: Path, environment: Environment) -> RequirementsFile:
    """What the environment asks for; a line that names an index by its `https` address is left to the reader.

    Raises:
        ArtifactError: the file is not there, or asks for what no index could answer; every such line is named.
    """
    path = environment.requirements
    data = read(root, path)
    if data is None:
        raise ArtifactError("the requirements are not there", hint="Write them, or correct the path.", place=path)
    file = requirements_file.read(data)
    refuse(tuple(fault for fault in file.faults if not fault.names_index), path)
    return file


def lock_path(environment_id: str, environment: Environment, platform: str) -> str:
    """Where the artifact keeps the environment's lock for `platform`.

    Raises:
        ArtifactError: the manifest names none.
    """
    path = environment.locks.get(platform)
    if path is None:
        others = ", ".join(environment.locks) or "none"
        raise ArtifactError(
            f"environment {environment_id} has no lock for {platform} (it has: {others})",
            hint=f"Write `locks: {{{platform}: env/requirements.lock}}`, and run `rrspec lock {environment_id}`.",
            place="rra.yaml",
        )
    return path


def lock(root: Path, environment_id: str, environment: Environment, platform: str) -> Lock:
    """The environment's lock for `platform`; its faults are in its content.

    Raises:
        ArtifactError: there is none.
    """
    path = lock_path(environment_id, environment, platform)
    data = read(root, path)
    if data is None:
        raise ArtifactError(
            f"environment {environment_id} has no lock for {platform}: {path} is not there",
            hint=f"Run `rrspec lock {environment_id}`.",
            place=path,
        )
    return lock_of(root, path, data)


def lock_of(root: Path, path: str, data: bytes) -> Lock:
    """The lock at `path` whose bytes are `data`.

    Raises:
        ArtifactError: a link leads the folder of its wheels out of the artifact.
    """
    folder = built_from.folder_beside(path)
    try:
        wheels = artifact_path.below(root, folder)
    except ValueError as error:
        raise ArtifactError(str(error), hint="Put a folder there.", place=folder) from error
    return Lock(path=path, sha256=digest.of_bytes(data), content=lock_file.read(data), wheels=wheels)


def drift_of(asked: Sequence[Asked], content: LockFile, environment: Environment, platform: str) -> list[Drift]:
    """Where a lock no longer holds what is asked for.

    Raises:
        ArtifactError: the environment's `python` is neither a version nor a bound.
    """
    try:
        return drift(asked, content, environment.python, platform=platform)
    except ValueError as error:
        raise unreadable(error) from error


def read(root: Path, path: str) -> bytes | None:
    """The bytes of a file of the artifact; None where it is not there.

    Raises:
        ArtifactError: it leads out of the artifact, is no file, or is too large to be what it should be.
    """
    try:
        with artifact_path.below(root, path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise ArtifactError(f"the file cannot be read: {error}", hint="Correct the path.", place=path) from error
    if len(data) > MAX_BYTES:
        raise ArtifactError(f"the file is larger than {MAX_BYTES >> 20} MiB", hint="Correct the path.", place=path)
    return data


def refuse(faults: tuple[Fault, ...], path: str) -> None:
    """Nothing where there are no faults.

    Raises:
        ArtifactError: the first fault, with the number of all others.
    """
    if not faults:
        return
    first, *others = faults
    lines = ", ".join(str(fault.line) for fault in others[:10])
    more = f" (and {len(others)} more, in line {lines})" if others else ""
    raise ArtifactError(first.message + more, hint=first.advice, place=f"{path}:{first.line}")
