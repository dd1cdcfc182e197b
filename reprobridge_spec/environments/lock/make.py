"""Making a lock: the tool works on a copy, what it wrote is read again, and only then does it take its place."""

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import assert_never

from reprobridge_spec import artifact_path
from reprobridge_spec.documents import lock_file, requirements_file
from reprobridge_spec.documents.lock_file import Header, Pin
from reprobridge_spec.documents.requirements_file import RequirementsFile
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved
from reprobridge_spec.environments.lock.conda_lock import CondaLock
from reprobridge_spec.environments.lock.pip_tools import PipTools
from reprobridge_spec.environments.lock.uv import Uv
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.replacement import replacing_file

_PATH = re.compile(r"(^|[\s(])([/~]|[A-Za-z]:[\\/]|file:)")


@dataclass(frozen=True, slots=True, kw_only=True)
class LockResult:
    """A lock that was made.

    Attributes:
        path: inside the artifact, with `/`.
        changed: whether its bytes are others than before.
        pins: what it holds.
        tool: what made it.
        tool_version: the version of that.
    """

    path: str
    changed: bool
    pins: tuple[Pin, ...]
    tool: LockTool
    tool_version: str


def make_lock(  # noqa: PLR0913 (all but four have a default or come from the caller's surroundings)
    root: Path,
    environment_id: str,
    environment: Environment,
    platform: str,
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool = False,
    upgrade: bool = False,
    progress: Progress = silent,
) -> LockResult:
    """Makes the lock of one environment for one platform, and writes it where the manifest says.

    Versions of the old lock are kept where they still fit.

    Args:
        root: the artifact's folder.
        environment_id: name of the environment, for messages.
        environment: what the manifest says about it.
        platform: the platform, such as `linux-64`.
        cache: folder that keeps tools between calls.
        environ: variables of the caller; what leads to an index is passed on, nothing of it is written.
        offline: refuses whatever would need an index.
        upgrade: takes the newest versions.
        progress: told what takes long.

    Raises:
        ArtifactError: the manifest names no such lock, the requirements cannot be taken, or (`UnsatisfiableError`)
            no released packages meet them.
        NotDoneError: offline, no tool, no Python, no index; or the tool wrote what a lock must not hold.
    """
    path = declared.lock_path(environment_id, environment, platform)
    maker = _maker(environment.tool, cache=cache, environ=environ, progress=progress)
    tool_version = maker.version()
    asked = declared.requirements(root, environment)
    for fault in asked.faults:
        progress(f"{environment.requirements}:{fault.line}: {fault.message}; it is not followed")
    before = declared.read(root, path)
    with tempfile.TemporaryDirectory(prefix="rrspec-lock-") as folder:
        request = LockRequest(
            folder=Path(folder),
            requirements=environment.requirements,
            lock=path,
            asked=asked.requirements,
            python=environment.python,
            platform=platform,
            upgrade=upgrade,
        )
        _copy(request, asked, before)
        resolved = _resolve(maker, request, asked, offline=offline)
    header = Header(
        tool=environment.tool.value,
        tool_version=tool_version,
        python=resolved.python,
        platform=platform,
        requirements_sha256=requirements_file.digest_of(asked.requirements),
    )
    data = (header.text + _without_paths(resolved.text)).encode()
    pins = _checked(data, asked, environment, platform)
    if data != before:
        _write(root, path, data)
    return LockResult(path=path, changed=data != before, pins=pins, tool=environment.tool, tool_version=tool_version)


def _maker(tool: LockTool, *, cache: Path, environ: Mapping[str, str], progress: Progress) -> LockMaker:
    match tool:
        case LockTool.PIP_TOOLS:
            return PipTools(cache=cache, environ=environ, progress=progress)
        case LockTool.UV:
            return Uv(environ=environ, progress=progress)
        case LockTool.CONDA_LOCK:
            return CondaLock()
        case _:
            assert_never(tool)


def _copy(request: LockRequest, asked: RequirementsFile, before: bytes | None) -> None:
    """The requirements, and of the old lock what can be trusted: a place in it would be asked for packages."""
    requirements = artifact_path.below(request.folder, request.requirements)
    requirements.parent.mkdir(parents=True, exist_ok=True)
    # no option of the file: an index that it names would be asked
    requirements.write_text("".join(f"{one.requirement}\n" for one in asked.requirements), encoding="utf-8")
    lock = artifact_path.below(request.folder, request.lock)
    lock.parent.mkdir(parents=True, exist_ok=True)
    if before is not None:
        lock.write_text("".join(pin.text for pin in lock_file.read(before).pins if pin.hashes), encoding="utf-8")


def _resolve(maker: LockMaker, request: LockRequest, asked: RequirementsFile, *, offline: bool) -> Resolved:
    if not asked.requirements:
        return Resolved(text="", python=maker.python_for(request))
    if offline:
        raise NotDoneError(
            f"not done: --offline; {request.lock} is made by asking an index",
            hint="Run it without --offline, or look with `rrspec lock --check`, which asks nobody.",
        )
    return maker.resolve(request)


def _without_paths(text: str) -> str:
    """Without comments that name a place of this machine, such as a constraint of the site."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not (line.lstrip().startswith("#") and _PATH.search(line.strip(" #\n"))))


def _checked(data: bytes, asked: RequirementsFile, environment: Environment, platform: str) -> tuple[Pin, ...]:
    lock = lock_file.read(data)
    if lock.faults:
        raise NotDoneError(
            f"{environment.tool.value} wrote what a lock must not hold: {lock.faults[0].message}",
            hint="Nothing was written. Look at the tool's configuration on this machine.",
        )
    if drifts := declared.drift_of(asked, lock, environment, platform):
        raise ArtifactError(
            f"one lock cannot serve all of Python {environment.python}: {drifts[0].message}",
            hint="Declare one minor version, or write `tool: uv`, which locks for all of them.",
            place=f"{environment.requirements}:{drifts[0].asked_line}",
        )
    return lock.pins


def _write(root: Path, path: str, data: bytes) -> None:
    target = artifact_path.below(root, path)
    target.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(target) as file:
        file.write(data)
