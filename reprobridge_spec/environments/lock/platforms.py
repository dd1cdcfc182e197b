"""For which platforms a lock is made here."""

from collections.abc import Mapping, Sequence

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.lock.uv import Uv
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.environment import Environment, LockTool


@dataclass(frozen=True, slots=True, kw_only=True)
class Platforms:
    """What is done here and what is left.

    Attributes:
        taken: for which a lock is made; of several that share a file the first.
        left: for which none can be made here, with the reason.
    """

    taken: tuple[str, ...]
    left: Mapping[str, str]


def to_lock(
    environment_id: str,
    environment: Environment,
    asked: Sequence[str],
    resolver: LockTool | None,
    environ: Mapping[str, str],
) -> Platforms:
    """The platforms that the manifest names, or of them those that are `asked` for.

    Raises:
        ArtifactError: the manifest names no lock at all.
    """
    named = list(asked) or list(environment.locks)
    if not named:
        here = current_platform()
        raise ArtifactError(
            f"environment {environment_id} names no lock",
            hint=f"Write `locks: {{{here}: env/requirements.lock}}` into the manifest.",
            place="rra.yaml",
        )
    for_all = environment.tool is LockTool.CONDA_LOCK or _uses_uv(environment, resolver, environ)
    if for_all:
        return Platforms(taken=_one_a_file(named, environment), left={})
    if asked:
        return Platforms(taken=tuple(asked), left={})
    here = current_platform()
    why = f"pip-tools makes locks for the platform it runs on, {here}; uv makes them for all"
    return Platforms(taken=tuple(one for one in named if one == here), left={one: why for one in named if one != here})


def _one_a_file(named: Sequence[str], environment: Environment) -> tuple[str, ...]:
    first: dict[str, str] = {}
    for platform in named:
        first.setdefault(environment.locks.get(platform, platform), platform)
    return tuple(first.values())


def _uses_uv(environment: Environment, resolver: LockTool | None, environ: Mapping[str, str]) -> bool:
    if resolver is not None or environment.tool is LockTool.UV:
        return LockTool.UV in {resolver, environment.tool}
    return Uv(environ=environ, progress=silent).is_there()
