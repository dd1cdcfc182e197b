"""Judging a lock without a tool and without a network: does it still hold what is asked for?"""

from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.documents import conda_environment, lock_file, requirements_file
from reprobridge_spec.documents.lock_file import Header
from reprobridge_spec.documents.python_bound import admitted_minors
from reprobridge_spec.environments import built_wheels, declared
from reprobridge_spec.environments.lock.conda_asked import read_environment_file
from reprobridge_spec.environments.lock.tools import counts
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.rules import conda_locks


@dataclass(frozen=True, slots=True, kw_only=True)
class LockState:
    """What is to be said about a lock.

    Attributes:
        fresh: whether it holds what is asked for, as it was made for.
        reasons: why not, one sentence each.
    """

    fresh: bool
    reasons: tuple[str, ...]


def check_lock(root: Path, environment_id: str, environment: Environment, platform: str) -> LockState:
    """Whether the environment's lock for `platform` is fresh, and if not, why.

    A lock that something else than rrspec made is judged by its content alone.

    Raises:
        ArtifactError: the manifest names no such lock, the requirements cannot be taken, or the environment's `python`
            cannot be read.
    """
    is_conda = environment.tool is LockTool.CONDA_LOCK
    look = _conda_reasons if is_conda else _wheel_reasons
    reasons = tuple(look(root, environment_id, environment, platform))
    return LockState(fresh=not reasons, reasons=reasons)


def _wheel_reasons(root: Path, environment_id: str, environment: Environment, platform: str) -> Iterator[str]:
    path = declared.lock_path(environment_id, environment, platform)
    asked = declared.requirements(root, environment)
    try:
        lock = declared.lock(root, environment_id, environment, platform)
    except ArtifactError as error:
        yield str(error)
        return
    reasons = [f"{path}:{fault.line}: {fault.message}" for fault in lock.content.faults]
    reasons += [drift.message for drift in declared.drift_of(asked.requirements, lock.content, environment, platform)]
    lost = [built_wheels.lost(pin, lock) for pin, wheel in built_wheels.beside(lock).items() if wheel is None]
    reasons += [f"{error.place}: {error}" for error in lost]
    yield from reasons
    if lock.content.header is not None:
        digest = None if reasons else requirements_file.digest_of(asked.requirements)
        yield from _header_reasons(lock.content.header, environment, platform, digest)


def _conda_reasons(root: Path, environment_id: str, environment: Environment, platform: str) -> Iterator[str]:
    path = declared.lock_path(environment_id, environment, platform)
    asked = read_environment_file(root, environment)
    data = declared.read(root, path)
    if data is None:
        yield f"environment {environment_id} has no lock for {platform}: {path} is not there"
        return
    lock = conda_locks.read(environment_id, platform, path, data)
    reasons = [
        f"{path}:{fault.mark.line if fault.mark else 1}: {fault.message}"
        for fault in lock.faults()
        if fault.severity is not Severity.NOTE
    ]
    if not reasons:
        reasons += [message for message, _ in conda_locks.drifts(lock, asked.packages, environment.requirements)]
    yield from reasons
    if header := lock_file.header_of(lock.text):
        digest = None if reasons else conda_environment.digest_of(asked)
        yield from _header_reasons(header, environment, platform, digest)


def _header_reasons(header: Header, environment: Environment, platform: str, digest: str | None) -> Iterator[str]:
    """What the first line says against the lock; `digest` of what is asked for counts where nothing else was found."""
    if platform not in header.platform.split(","):
        yield f"the lock was made for {header.platform}, not for {platform}"
    if header.python not in admitted_minors(environment.python):
        yield f"the lock was made for Python {header.python}, and the environment asks for {environment.python}"
    if not counts(header.tool, environment.tool):
        yield f"the lock was made by {header.tool}, and the environment says {environment.tool.value}"
    if digest is not None and header.requirements_sha256 != digest:
        yield "the requirements changed since the lock was made, although its versions still satisfy them"
