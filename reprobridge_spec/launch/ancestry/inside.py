"""How the folders of a run are called where its launcher sees them, and what the record calls a file there."""

import os
from posixpath import normpath

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox.base import Wrapped

ELSEWHERE = "elsewhere"
_INPUT = "RRA_INPUT_"
_NAMES = {"RRA_OUTPUT_DIR": "output", "HOME": "home", "TMPDIR": "tmp", "VIRTUAL_ENV": "environment"}


@dataclass(frozen=True, slots=True)
class Inside:
    """The folders of one run as seen from inside, the deepest first, each with its name in the record."""

    folders: tuple[tuple[str, str], ...]

    def name_of(self, path: str) -> str | None:
        """`output/scores.json` of the path of a file of the run; None of one that lies elsewhere."""
        for folder, name in self.folders:
            if path.startswith(folder) and (len(path) == len(folder) or path[len(folder)] == "/"):
                return name + path[len(folder) :]
        return None


def inside(wrapped: Wrapped) -> Inside:
    """The folders of the run that `wrapped` starts."""
    variables = {**wrapped.environment, **wrapped.seen}
    found: dict[str, str] = {}
    for variable, value in variables.items():
        name = _NAMES.get(variable)
        if variable.startswith(_INPUT):
            name = f"inputs/{variable.removeprefix(_INPUT).lower()}"
        if name and value.startswith("/"):
            found[normpath(value)] = name
    found.setdefault(normpath(wrapped.seen_cwd or str(wrapped.cwd)), "work")
    if wrapped.seen_cwd in {"", str(wrapped.cwd)}:
        # the kernel tells paths without their links
        found = {**{os.path.realpath(path): name for path, name in found.items()}, **found}
    return Inside(tuple(sorted(found.items(), key=lambda item: -len(item[0]))))
