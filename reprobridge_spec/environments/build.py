"""Environments built from their locks, kept in the cache, and ready at once the second time."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments import pip, tool_environment, wheel_build
from reprobridge_spec.environments.built import Built
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.conda import build as conda
from reprobridge_spec.environments.conda.packages import PackageCache
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.place import Place, Ready
from reprobridge_spec.environments.python import Interpreter, current_platform, find_interpreter
from reprobridge_spec.environments.wheel_build import usable_lock
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.model.environment import Environment, LockTool

__all__ = ["Built", "build"]


def build(
    root: Path,
    environment_id: str,
    environment: Environment,
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool = False,
    progress: Progress = silent,
) -> Built:
    """The environment `environment_id` for this platform, from its lock.

    What is installed are wheels with the digests of the lock, without asking what they need; then nobody may write
    there.

    Args:
        root: the artifact's folder.
        environment_id: name of the environment, for messages.
        environment: what the manifest says about it.
        cache: folder that keeps environments between calls.
        environ: variables of the caller; what leads to an index is passed on.
        offline: refuses to install, and takes what is ready.
        progress: told what takes long.

    Raises:
        ArtifactError: there is no lock for this platform, it holds what a lock must not, it no longer meets the
            requirements, a digest is wrong, a pin has no wheel here, or the packages do not go together.
        NotDoneError: offline, no such Python, no index, or no room.
    """
    work = _build_conda if environment.tool is LockTool.CONDA_LOCK else _build_wheels
    return work(root, environment_id, environment, cache=cache, environ=environ, offline=offline, progress=progress)


def _build_wheels(
    root: Path,
    environment_id: str,
    environment: Environment,
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool,
    progress: Progress,
) -> Built:
    started = time.monotonic()
    platform = current_platform()
    lock = usable_lock(root, environment_id, environment, platform)
    header = lock.content.header
    interpreter = find_interpreter(environment.python, environ=environ, prefer=header.python if header else None)
    installer = f"pip {pip.version()}"
    key = _key(lock, interpreter, platform, installer)
    place = Place(cache / "environments", key)
    with held(place.lock, progress):
        ready = place.ready()
        fresh = ready is None
        if ready is None:
            if offline and lock.content.pins:
                raise _offline(environment_id, lock.path, f"{len(lock.content.pins)} wheels")
            progress(f"building environment {environment_id}: {len(lock.content.pins)} packages")
            variables = tool_environment.variables(environ)

            def fill(folder: Path) -> None:
                sources = wheel_build.sources_of(lock, variables)
                wheel_build.fill(folder, lock, interpreter, platform, environment=variables, sources=sources)

            ready = _filled(place, fill)
    return Built(
        path=ready.folder,
        python=ready.folder / "bin" / "python",
        base_prefix=interpreter.base_prefix,
        key=key,
        fresh=fresh,
        installer=installer,
        seconds=time.monotonic() - started,
        lock_path=lock.path,
        lock_sha256=lock.sha256,
        python_version=interpreter.version,
        platform=platform,
        fingerprint=ready.fingerprint,
    )


def _build_conda(
    root: Path,
    environment_id: str,
    environment: Environment,
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool,
    progress: Progress,
) -> Built:
    started = time.monotonic()
    platform = current_platform()
    planned = conda.plan(root, environment_id, environment, platform)
    key = conda.key_of(planned, platform)
    packages = PackageCache(cache, environ=environ, progress=progress)
    place = Place(cache / "environments", key)
    with held(place.lock, progress):
        ready = place.ready()
        fresh = ready is None
        if ready is None:
            missing = packages.missing(planned.packages)
            if offline and missing:
                raise _offline(environment_id, planned.lock_path, f"{len(missing)} packages")
            packages.bring(missing, planned.lock_path)
            progress(f"building environment {environment_id}: {len(planned.packages)} packages")

            def fill(folder: Path) -> None:
                conda.put_together(planned, folder, packages, progress)
                _compile(folder, planned.python, environ, progress)

            ready = _filled(place, fill)
    return Built(
        path=ready.folder,
        python=ready.folder / "bin" / "python",
        base_prefix=ready.folder,
        key=key,
        fresh=fresh,
        installer=conda.INSTALLER,
        seconds=time.monotonic() - started,
        lock_path=planned.lock_path,
        lock_sha256=planned.lock_sha256,
        python_version=planned.python,
        platform=platform,
        fingerprint=ready.fingerprint,
    )


def _compile(folder: Path, version: str, environ: Mapping[str, str], progress: Progress) -> None:
    """Bytecode by a Python of this machine, if there is one like that of the environment."""
    minor = ".".join(version.split(".")[:2])
    try:
        interpreter = find_interpreter(minor, environ=environ)
    except NotDoneError:
        progress(f"its modules are not compiled: no Python {minor} is on this machine, and its own is not started here")
    else:
        wheel_build.compile_modules(folder, interpreter, tool_environment.variables(environ))


def _key(lock: Lock, interpreter: Interpreter, platform: str, installer: str) -> str:
    return digest.of_value(
        {
            "lock": lock.sha256,
            "python": f"{interpreter.implementation} {interpreter.version}",
            # the environment's own Python is a link to this file
            "executable": str(interpreter.executable),
            "platform": platform,
            "installer": installer,
        }
    )


def _filled(place: Place, fill: Callable[[Path], None]) -> Ready:
    """The environment at its place, complete once `fill` is done; nothing is left of one that is not."""
    try:
        folder = place.begin()
        fill(folder)
        return place.complete(folder)
    except OSError as error:
        raise NotDoneError(
            f"the environment cannot be written: {error.strerror or error}",
            hint="Make room, or set RRSPEC_CACHE to a folder on another disk.",
            place=str(place.lock.parent),
        ) from error
    finally:
        if place.unfinished:
            place.clear()


def _offline(environment_id: str, lock_path: str, what: str) -> NotDoneError:
    return NotDoneError(
        f"not done: --offline; environment {environment_id} is not built yet, and {what} of {lock_path} would be "
        "needed",
        hint="Run it once without --offline.",
    )
