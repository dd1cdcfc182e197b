"""Whether a lock installs: it is done, in a new folder and without a network, from files that were fetched before."""

import contextlib
import os
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from reprobridge_spec.environments import pip, tool_environment, wheel_build
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.conda import build as conda
from reprobridge_spec.environments.conda.packages import PackageCache
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.install_error import install_error
from reprobridge_spec.environments.python import Interpreter, current_platform, find_interpreter
from reprobridge_spec.environments.sealed import remove
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A lock that was installed, and thrown away again.

    Attributes:
        packages: how many.
        python: exact version of the Python that they were installed for.
        seconds: how long it took, without what was fetched.
    """

    packages: int
    python: str
    seconds: float


def install(
    root: Path,
    environment_id: str,
    environment: Environment,
    *,
    cache: Path,
    environ: Mapping[str, str],
    offline: bool = False,
    progress: Progress = silent,
) -> Trial:
    """Installs the environment's lock for this platform in a new folder, from files with its digests and nothing else.

    Args:
        root: the artifact's folder.
        environment_id: name of the environment, for messages.
        environment: what the manifest says about it.
        cache: folder that keeps what was fetched.
        environ: variables of the caller; what leads to an index is passed on to what fetches.
        offline: takes what was fetched before.
        progress: told what takes long.

    Raises:
        ArtifactError: there is no lock, a digest is wrong, there is no wheel for this Python, or the packages do not go
            together.
        NotDoneError: offline and not fetched yet, no such Python, no index, no room.
    """
    platform = current_platform()
    trials = cache / "trials"
    try:
        trials.mkdir(parents=True, exist_ok=True)
        with _new_folder(trials) as folder:
            if environment.tool is LockTool.CONDA_LOCK:
                planned = conda.plan(root, environment_id, environment, platform)
                packages = PackageCache(cache, environ=environ, progress=progress)
                return _conda(planned, packages, folder, offline=offline)
            lock = wheel_build.usable_lock(root, environment_id, environment, platform)
            header = lock.content.header
            python = find_interpreter(environment.python, environ=environ, prefer=header.python if header else None)
            house = Wheelhouse(cache, lock, python, platform)
            with held(house.folder.with_suffix(".lock"), progress):
                house.fetch(tool_environment.variables(environ), progress, offline=offline)
                return _wheels(house, folder, environ)
    except OSError as error:
        raise NotDoneError(
            f"the lock cannot be tried: {error.strerror or error}",
            hint="Make room, or set RRSPEC_CACHE to a folder on another disk.",
            place=str(trials),
        ) from error


@contextlib.contextmanager
def _new_folder(trials: Path) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir=trials))
    try:
        yield folder / "environment"
    finally:
        with contextlib.suppress(OSError):
            remove(folder)


class Wheelhouse:
    """The wheels of one lock, for one Python and platform, in the cache.

    Args:
        cache: folder of all that is kept.
        lock: what the wheels are for.
        python: the Python that they are for.
        platform: the platform, for messages.
    """

    def __init__(self, cache: Path, lock: Lock, python: Interpreter, platform: str) -> None:
        self.folder = cache / "wheelhouses" / f"{lock.sha256}-{python.minor}"
        self.lock = lock
        self.python = python
        self.platform = platform
        self._done = self.folder.with_suffix(".complete")

    def fetch(self, environment: Mapping[str, str], progress: Progress, *, offline: bool) -> None:
        """Brings the wheels; nothing where they are all there.

        Raises:
            ArtifactError: a digest is wrong, or a pin has no wheel here.
            NotDoneError: offline, no index, no room.
            OSError: something cannot be written.
        """
        if self._done.exists() or not self.lock.content.pins:
            return
        if offline:
            raise NotDoneError(
                f"not done: --offline; the {len(self.lock.content.pins)} wheels of {self.lock.path} were not fetched "
                "before",
                hint="Run it once without --offline.",
            )
        progress(f"fetching the {len(self.lock.content.pins)} wheels of {self.lock.path}")
        with tempfile.TemporaryDirectory(prefix="rrspec-fetch-") as own:
            listed = wheel_build.pins_as_file(self.lock, Path(own))
            arguments = ["download", "--quiet", "--require-hashes", *pip.WHEELS_ONLY, "--no-deps"]
            arguments += [*wheel_build.sources_of(self.lock, environment), "--dest", str(self.folder)]
            # the Python that pip runs in decides which wheels, and which markers hold
            command = [*arguments, "-r", str(listed)]
            code, output = pip.run(command, environment=environment, cwd=Path(own), python=self.python.executable)
        if code != 0:
            failure = pip.failure(output)
            raise install_error(failure, self.lock, python=self.python.version, platform=self.platform)
        self._done.touch()

    def forget(self) -> None:
        """Removes the wheels, so that they are fetched anew.

        Raises:
            OSError: they cannot be removed.
        """
        self._done.unlink(missing_ok=True)
        remove(self.folder)


def _wheels(house: Wheelhouse, folder: Path, environ: Mapping[str, str]) -> Trial:
    started = time.monotonic()
    sources = ["--no-index", "--find-links", str(house.folder)]
    try:
        wheel_build.fill(folder, house.lock, house.python, house.platform, environment=_bare(environ), sources=sources)
    except ArtifactError:
        # whatever is wrong with them, they are not taken again unseen
        house.forget()
        raise
    return Trial(packages=len(house.lock.content.pins), python=house.python.version, seconds=time.monotonic() - started)


def _conda(planned: conda.CondaPlan, packages: PackageCache, folder: Path, *, offline: bool) -> Trial:
    missing = packages.missing(planned.packages)
    if offline and missing:
        raise NotDoneError(
            f"not done: --offline; {len(missing)} packages of {planned.lock_path} were not fetched before",
            hint="Run it once without --offline.",
        )
    packages.bring(missing, planned.lock_path)
    started = time.monotonic()
    folder.mkdir()
    conda.put_together(planned, folder, packages, silent)
    return Trial(packages=len(planned.packages), python=planned.python, seconds=time.monotonic() - started)


def _bare(environ: Mapping[str, str]) -> dict[str, str]:
    """Variables without any way to an index."""
    variables = tool_environment.variables(environ)
    kept = {name: value for name, value in variables.items() if not name.startswith(("PIP_", "UV_"))}
    return kept | {"PIP_CONFIG_FILE": os.devnull, "PIP_CONSTRAINT": os.devnull, "PIP_NO_INPUT": "1"}
