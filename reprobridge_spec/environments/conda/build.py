"""An environment of conda, from its lock: packages by digest, unpacked, put together, and looked at."""

import shutil
import tempfile
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.conda_package import unpack
from reprobridge_spec.documents.conda_environment import CondaEnvironment
from reprobridge_spec.environments import declared
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.conda import link
from reprobridge_spec.environments.conda.link import Python, Unpacked
from reprobridge_spec.environments.conda.packages import Package, PackageCache, packages_of
from reprobridge_spec.environments.conda.wheels import put_wheel
from reprobridge_spec.environments.lock.conda_asked import read_environment_file
from reprobridge_spec.environments.lock.conda_text import locked_python
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.findings import Severity
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment
from reprobridge_spec.rules import conda_locks
from reprobridge_spec.rules.conda_locks import CondaLock

INSTALLER = "rrspec-conda 2"
"""What puts packages together, with a number that rises whenever the outcome becomes another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CondaPlan:
    """What is to be built.

    Attributes:
        lock_path: inside the artifact.
        lock_sha256: digest of its bytes.
        packages: of the platform.
        python: the exact version.
    """

    lock_path: str
    lock_sha256: str
    packages: tuple[Package, ...]
    python: str


def plan(root: Path, environment_id: str, environment: Environment, platform: str) -> CondaPlan:
    """What the environment's lock says, if it can be built from.

    Raises:
        ArtifactError: there is no lock, it locks nothing for `platform`, no longer meets what is asked for, or has no
            Python that the manifest declares.
    """
    path = declared.lock_path(environment_id, environment, platform)
    data = declared.read(root, path)
    hint = f"Run `rrspec lock {environment_id}`."
    if data is None:
        raise ArtifactError(
            f"environment {environment_id} has no lock for {platform}: {path} is not there", hint=hint, place=path
        )
    lock = conda_locks.read(environment_id, platform, path, data)
    for fault in lock.faults():
        if fault.severity is not Severity.NOTE:
            line = fault.mark.line if fault.mark else 1
            raise ArtifactError(fault.message, hint=fault.advice, place=f"{path}:{line}")
    _refuse_stale(lock, read_environment_file(root, environment), environment, hint)
    return CondaPlan(
        lock_path=path,
        lock_sha256=digest.of_bytes(data),
        packages=tuple(packages_of(lock)),
        python=locked_python(lock, environment),
    )


def _refuse_stale(lock: CondaLock, asked: CondaEnvironment, environment: Environment, hint: str) -> None:
    drifts = [message for message, _ in conda_locks.drifts(lock, asked.packages, environment.requirements)]
    if drifts:
        raise ArtifactError(
            f"the lock of environment {lock.environment} is stale: {'; '.join(drifts)}", hint=hint, place=lock.path
        )


def key_of(planned: CondaPlan, platform: str) -> str:
    """What decides the content of the environment, as a digest."""
    return digest.of_value({"lock": planned.lock_sha256, "platform": platform, "installer": INSTALLER})


def put_together(planned: CondaPlan, folder: Path, packages: PackageCache, progress: Progress) -> None:
    """Puts the packages, which are in the cache, into the environment at `folder`.

    Nothing of them is executed: neither their Python, nor the scripts that conda would call, nor those that activate
    an environment.

    Raises:
        ArtifactError: a package is damaged or holds what it must not, or there is no Python in the end.
        NotDoneError: the environment's path is too long.
        OSError: a file cannot be written.
    """
    python = _site(planned.python)
    scripts: list[str] = []
    wheels = [package for package in planned.packages if package.is_wheel]
    with tempfile.TemporaryDirectory(prefix="unpacked-", dir=folder.parent) as room:
        for package in planned.packages:
            if not package.is_wheel:
                unpacked = _unpacked(packages.path(package), Path(room))
                link.put(unpacked, folder, python)
                scripts += unpacked.scripts
                shutil.rmtree(unpacked.folder)
    if scripts:
        progress(f"{len(scripts)} scripts of packages were not executed, which conda would: {', '.join(scripts[:5])}")
    if not (folder / "bin" / "python").exists():
        raise ArtifactError("the package `python` brings no bin/python", hint="Lock another.", place=planned.lock_path)
    for wheel in wheels:
        put_wheel(packages.path(wheel), folder, python, place=planned.lock_path)


def _site(version: str) -> Python:
    minor = ".".join(version.split(".")[:2])
    return Python(minor=minor, site_packages=f"lib/python{minor}/site-packages")


def _unpacked(package: Path, room: Path) -> Unpacked:
    name = package.name.removesuffix(".conda").removesuffix(".tar.bz2")
    folder = room / name
    folder.mkdir()
    unpack(package, folder)
    return link.read(folder)
