"""Making the lock of an environment, whichever tool it declares."""

from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.lock.conda_lock import make_conda_lock
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.lock.result import LockResult
from reprobridge_spec.environments.lock.wheel_lock import make_wheel_lock
from reprobridge_spec.model.environment import Environment, LockTool

__all__ = ["LockResult", "make_lock"]


def make_lock(
    root: Path,
    environment_id: str,
    environment: Environment,
    platform: str,
    *,
    cache: Path,
    environ: Mapping[str, str],
    options: LockOptions = LockOptions(),  # noqa: B008 (a value that nothing changes)
    progress: Progress = silent,
) -> LockResult:
    """Makes the lock of one environment for one platform, and writes it where the manifest says.

    Versions of the old lock are kept where they still fit; a lock that comes out the same stays as it is.

    Args:
        root: the artifact's folder.
        environment_id: name of the environment, for messages.
        environment: what the manifest says about it.
        platform: the platform, such as `linux-64`.
        cache: folder that keeps tools between calls.
        environ: variables of the caller; what leads to an index is passed on, nothing of it is written.
        options: what the person chose.
        progress: told what takes long.

    Raises:
        ArtifactError: the manifest names no such lock, the requirements cannot be taken, or (`UnsatisfiableError`)
            no released packages meet them.
        NotDoneError: offline, no tool, no Python, no index; or the tool wrote what a lock must not hold.
        UsageError: the options do not go with the environment.
    """
    if environment.tool is LockTool.CONDA_LOCK:
        return make_conda_lock(
            root, environment_id, environment, platform, environ=environ, options=options, progress=progress
        )
    return make_wheel_lock(
        root, environment_id, environment, platform, cache=cache, environ=environ, options=options, progress=progress
    )
