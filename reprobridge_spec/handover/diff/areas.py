"""The part of an artifact that a file belongs to."""

from collections.abc import Callable

from reprobridge_spec.handover.diff.side import Side
from reprobridge_spec.model.difference import Area
from reprobridge_spec.plan.working_copy import ENVIRONMENTS, LAUNCHERS
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_FOLDERS = {ENVIRONMENTS: Area.ENVIRONMENT, LAUNCHERS: Area.LAUNCHERS, "guide": Area.GUIDE, "evidence": Area.EVIDENCE}


def areas(*sides: Side) -> Callable[[str], Area]:
    """Tells the part of a path, in artifacts whose manifests say where their code lies."""
    codes = {f"{_code(side)}/" for side in sides}

    def area(path: str) -> Area:
        if path == MANIFEST_FILE:
            return Area.MANIFEST
        if any(path.startswith(code) for code in codes):
            return Area.CODE
        return _FOLDERS.get(path.partition("/")[0], Area.OTHER)

    return area


def _code(side: Side) -> str:
    codebase = side.context.manifest.codebase if side.context else None
    return codebase.path if codebase else "code"
