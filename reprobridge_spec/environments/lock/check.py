"""Judging a lock without a tool and without a network: does it still hold what is asked for?"""

from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.documents import requirements_file
from reprobridge_spec.documents.lock_file import Header
from reprobridge_spec.documents.python_bound import admitted_minors
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.lock.conda_lock import not_done
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool


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
        NotDoneError: the environment is of conda-lock.
    """
    if environment.tool is LockTool.CONDA_LOCK:
        raise not_done(environment.requirements)
    path = declared.lock_path(environment_id, environment, platform)
    asked = declared.requirements(root, environment)
    try:
        lock = declared.lock(root, environment_id, environment, platform)
    except ArtifactError as error:
        return LockState(fresh=False, reasons=(str(error),))
    reasons = [f"{path}:{fault.line}: {fault.message}" for fault in lock.content.faults]
    reasons += [drift.message for drift in declared.drift_of(asked, lock.content, environment, platform)]
    if lock.content.header is not None:
        reasons += _header_reasons(lock.content.header, asked, environment, platform, drifted=bool(reasons))
    return LockState(fresh=not reasons, reasons=tuple(reasons))


def _header_reasons(
    header: Header, asked: RequirementsFile, environment: Environment, platform: str, *, drifted: bool
) -> Iterator[str]:
    if header.platform != platform:
        yield f"the lock was made for {header.platform}, not for {platform}"
    if header.python not in admitted_minors(environment.python):
        yield f"the lock was made for Python {header.python}, and the environment asks for {environment.python}"
    if header.tool != environment.tool.value:
        yield f"the lock was made by {header.tool}, and the environment says {environment.tool.value}"
    if header.requirements_sha256 != requirements_file.digest_of(asked.requirements) and not drifted:
        yield "the requirements changed since the lock was made, although its versions still satisfy them"
