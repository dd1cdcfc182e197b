"""Wheels of a lock installed into a folder: with the digests of the lock, without asking what they need."""

import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.environments import built_wheels, declared, pip
from reprobridge_spec.environments.consistency import clashes
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.install_error import install_error
from reprobridge_spec.environments.lock import pytorch_index
from reprobridge_spec.environments.python import Interpreter
from reprobridge_spec.environments.tool_python import make_venv
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.environment import Environment


def usable_lock(root: Path, environment_id: str, environment: Environment, platform: str) -> Lock:
    """The environment's lock for `platform`, if it can be built from.

    Raises:
        ArtifactError: there is none, it holds what a lock must not, or it no longer meets the requirements.
    """
    lock = declared.lock(root, environment_id, environment, platform)
    declared.refuse(lock.content.faults, lock.path)
    asked = declared.requirements(root, environment)
    if drifts := declared.drift_of(asked.requirements, lock.content, environment, platform):
        first = drifts[0]
        line = first.locked_line
        place = f"{lock.path}:{line}" if line else f"{environment.requirements}:{first.asked_line}"
        raise ArtifactError(
            f"the lock of environment {environment_id} is stale: {'; '.join(drift.message for drift in drifts)}",
            hint=f"Run `rrspec lock {environment_id}`.",
            place=place,
        )
    return lock


def sources_of(lock: Lock, environment: Mapping[str, str]) -> list[str]:
    """Arguments for pip: the public indexes of the builds that the lock names by their labels.

    The digests say what is taken, so an index that everybody knows may be asked beside the usual one.
    """
    indexes = pytorch_index.of_versions((pin.version for pin in lock.content.pins), environment)
    return [part for index in indexes for part in ("--extra-index-url", index)]


def pins_as_file(lock: Lock, folder: Path) -> Path:
    """A new file in `folder` that pip reads: what was understood of a stranger's lock, so no option of it gets through.

    Wheels that were built are taken from where they lie, whatever an index has under their names.

    Raises:
        ArtifactError: a wheel that was built is not there.
        OSError: it cannot be written.
    """
    built = built_wheels.copied(lock, folder)
    file = folder / "requirements.lock"
    lines = (pin.text_at(built[pin].as_uri()) if pin in built else pin.text for pin in lock.content.pins)
    file.write_text("".join(lines), encoding="utf-8")
    return file


def fill(
    folder: Path,
    lock: Lock,
    interpreter: Interpreter,
    platform: str,
    *,
    environment: Mapping[str, str],
    sources: Sequence[str],
) -> None:
    """A virtual environment in `folder` with the packages of `lock`, which go together.

    Args:
        folder: where it is made.
        lock: what is installed.
        interpreter: the Python that it is made from.
        platform: the platform, for messages.
        environment: the variables that pip gets.
        sources: arguments for pip that say where wheels come from, besides its configuration.

    Raises:
        ArtifactError: a digest is wrong, a pin has no wheel here, or the packages do not go together.
        NotDoneError: no index, no room.
        OSError: something cannot be written.
    """
    make_venv(folder, interpreter, environment)
    if lock.content.pins:
        _install(folder, lock, interpreter, platform, environment, sources)
    compile_modules(folder, interpreter, environment)
    site_packages = folder / "lib" / f"python{interpreter.minor}" / "site-packages"
    if found := clashes(site_packages, lock.content.pins, python=interpreter.version, platform=platform):
        raise ArtifactError(
            f"the packages of the lock do not go together: {'; '.join(found)}",
            hint="Make the lock with `rrspec lock`; pins that were put together by hand often clash.",
            place=lock.path,
        )


def _install(
    folder: Path,
    lock: Lock,
    interpreter: Interpreter,
    platform: str,
    environment: Mapping[str, str],
    sources: Sequence[str],
) -> None:
    with tempfile.TemporaryDirectory(prefix="rrspec-install-") as own:
        copy = pins_as_file(lock, Path(own))
        arguments = ["install", "--quiet", "--require-hashes", *pip.WHEELS_ONLY, "--no-deps", "--no-compile", *sources]
        code, output = pip.run(
            [*arguments, "-r", str(copy)], environment=environment, cwd=Path(own), python=folder / "bin" / "python"
        )
    if code != 0:
        raise install_error(pip.failure(output), lock, python=interpreter.version, platform=platform)


def compile_modules(folder: Path, interpreter: Interpreter, environment: Mapping[str, str]) -> None:
    """Bytecode beside each module, on all cores: nobody can write it later, and pip itself takes one core for it.

    The environment's own Python is not started: its packages may hold `.pth` files, whose lines it executes, and in an
    environment of conda it comes from a stranger.

    Args:
        folder: the environment.
        interpreter: a Python of this machine, of the same minor version.
        environment: the variables that it gets.

    Raises:
        NotDoneError: it cannot be started.
    """
    jobs = str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
    alone = ["-I", "-S", "-m", "compileall", "-q", "-j", jobs]
    command = [str(interpreter.executable), *alone, str(folder / "lib")]
    # modules that this Python cannot compile are of no use to it; pip passes over them too
    process.output_of(command, environment=environment, time_limit=pip.HOURS)
