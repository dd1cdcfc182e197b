"""Environments built from their locks, kept in the cache, and ready at once the second time."""

import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest, process
from reprobridge_spec.environments import declared, pip, tool_environment
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.consistency import clashes
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.install_error import install_error
from reprobridge_spec.environments.lock.conda_lock import not_done
from reprobridge_spec.environments.place import Place, Ready
from reprobridge_spec.environments.python import Interpreter, current_platform, find_interpreter
from reprobridge_spec.environments.tool_python import make_venv
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """An environment that is ready.

    Attributes:
        path: its folder, in which nothing may be written.
        python: its Python.
        base_prefix: the folder of the Python that it was made from; a run needs to read it too.
        key: what decides its content, as a digest.
        fresh: whether it was built now; otherwise it was found ready.
        installer: what installed it, with its version.
        seconds: how long building took, or finding it.
        lock_path: its lock, inside the artifact.
        lock_sha256: digest of that.
        python_version: exact version of Python.
        platform: platform, such as `linux-64`.
        fingerprint: of the folder as it was built; see `sealed.fingerprint`.
    """

    path: Path
    python: Path
    base_prefix: Path
    key: str
    fresh: bool
    installer: str
    seconds: float
    lock_path: str
    lock_sha256: str
    python_version: str
    platform: str
    fingerprint: str


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
        NotDoneError: offline, no such Python, no index, no room; or the environment is of conda-lock.
    """
    started = time.monotonic()
    if environment.tool is LockTool.CONDA_LOCK:
        raise not_done(environment.requirements)
    platform = current_platform()
    lock = _usable_lock(root, environment_id, environment, platform)
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
                raise _offline(environment_id, lock)
            progress(f"building environment {environment_id}: {len(lock.content.pins)} packages")
            ready = _build(place, lock, interpreter, platform, tool_environment.variables(environ))
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


def _usable_lock(root: Path, environment_id: str, environment: Environment, platform: str) -> Lock:
    lock = declared.lock(root, environment_id, environment, platform)
    declared.refuse(lock.content.faults, lock.path)
    asked = declared.requirements(root, environment)
    if drifts := declared.drift_of(asked, lock.content, environment, platform):
        first = drifts[0]
        line = first.locked_line
        place = f"{lock.path}:{line}" if line else f"{environment.requirements}:{first.asked_line}"
        raise ArtifactError(
            f"the lock of environment {environment_id} is stale: {'; '.join(drift.message for drift in drifts)}",
            hint=f"Run `rrspec lock {environment_id}`.",
            place=place,
        )
    return lock


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


def _build(place: Place, lock: Lock, interpreter: Interpreter, platform: str, environment: Mapping[str, str]) -> Ready:
    try:
        folder = place.begin()
        make_venv(folder, interpreter, environment)
        _install(folder, lock, interpreter, platform, environment)
        _compile(folder, environment)
        site_packages = folder / "lib" / f"python{interpreter.minor}" / "site-packages"
        if found := clashes(site_packages, lock.content.pins, python=interpreter.version, platform=platform):
            raise ArtifactError(
                f"the packages of the lock do not go together: {'; '.join(found)}",
                hint="Make the lock with `rrspec lock`; pins that were put together by hand often clash.",
                place=lock.path,
            )
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


def _install(folder: Path, lock: Lock, interpreter: Interpreter, platform: str, environment: Mapping[str, str]) -> None:
    if not lock.content.pins:
        return
    with tempfile.TemporaryDirectory(prefix="rrspec-install-") as own:
        # pip reads what was understood, not the stranger's file: no option of it can get through
        copy = Path(own, "requirements.lock")
        copy.write_text("".join(pin.text for pin in lock.content.pins), encoding="utf-8")
        arguments = ["install", "--quiet", "--require-hashes", *pip.WHEELS_ONLY, "--no-deps", "--no-compile"]
        code, output = pip.run(
            [*arguments, "-r", str(copy)], environment=environment, cwd=Path(own), python=folder / "bin" / "python"
        )
    if code != 0:
        raise install_error(pip.failure(output), lock, python=interpreter.version, platform=platform)


def _compile(folder: Path, environment: Mapping[str, str]) -> None:
    """Bytecode beside each module, on all cores: nobody can write it later, and pip itself takes one core for it."""
    jobs = str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    command = [str(folder / "bin" / "python"), "-I", "-m", "compileall", "-q", "-j", jobs, str(folder / "lib")]
    # modules that this Python cannot compile are of no use to it; pip passes over them too
    process.output_of(command, environment=environment, time_limit=pip.HOURS)


def _offline(environment_id: str, lock: Lock) -> NotDoneError:
    return NotDoneError(
        f"not done: --offline; environment {environment_id} is not built yet, and {len(lock.content.pins)} wheels "
        f"of {lock.path} would be needed",
        hint="Run it once without --offline.",
    )
