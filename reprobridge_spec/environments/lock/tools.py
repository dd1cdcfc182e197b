"""Which program resolves an environment, and whose locks count as its own."""

from collections.abc import Mapping
from pathlib import Path
from typing import assert_never

from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock.base import LockMaker
from reprobridge_spec.environments.lock.pip_tools import PipTools
from reprobridge_spec.environments.lock.uv import Uv
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.environment import LockTool

_AS_GOOD = {LockTool.PIP_TOOLS: (LockTool.PIP_TOOLS, LockTool.UV)}
"""`pip-tools` is what everybody has who has rrspec. uv writes the same form of lock for the same wheels, and both keep
the versions of an old lock: so whoever has uv may resolve with it, and the lock says that it did. The other way round
does not hold: `uv` is declared where its own is wanted, one lock for several Pythons or for another platform."""


def counts(made_by: str, declared: LockTool) -> bool:
    """Whether a lock that `made_by` resolved is one of an environment that declares `declared`."""
    return made_by in {tool.value for tool in _AS_GOOD.get(declared, (declared,))}


def maker_of_wheels(
    tool: LockTool, resolver: LockTool | None, *, cache: Path, environ: Mapping[str, str], progress: Progress
) -> LockMaker:
    """What resolves an environment of wheels: the resolver that is asked for, else uv if it is there.

    Raises:
        UsageError: `resolver` makes no locks for such an environment.
    """
    if resolver is not None and not counts(resolver.value, tool):
        raise UsageError(
            f"the environment says `tool: {tool.value}`, which {resolver.value} does not stand for",
            hint="Leave out --resolver, or change `tool` in the manifest.",
        )
    uv = Uv(environ=environ, progress=progress)
    match resolver or (LockTool.UV if uv.is_there() else tool):
        case LockTool.UV:
            return uv
        case LockTool.PIP_TOOLS:
            return PipTools(cache=cache, environ=environ, progress=progress)
        case LockTool.CONDA_LOCK:
            raise UsageError("conda-lock makes no locks of wheels", hint="Write `tool: uv` or `tool: pip-tools`.")
        case other:
            assert_never(other)
