"""Whether a path or a `file:` address in a requirements file leads to something that the artifact carries."""

import posixpath
import re
from urllib.parse import unquote

from reprobridge_spec.documents.requirement_lines import Fault, FaultKind
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.context import Context

_LOCAL = frozenset(
    [
        *(FaultKind.LOCAL_URL, FaultKind.LOCAL_PATH, FaultKind.EDITABLE, FaultKind.INCLUDE, FaultKind.PLACE),
        FaultKind.URL,
    ]
)
_ADDRESS = lazy_pattern(r"(?!file:)[A-Za-z][A-Za-z0-9+.-]+:")
_TAIL = lazy_pattern(r"(#|\s;|\s--).*$|\[[\w,\s.-]{0,200}\]$", re.DOTALL)
_INDEX_OPTIONS = frozenset(["-i", "--index-url", "--extra-index-url", "--trusted-host"])


def outside(context: Context, file: str, fault: Fault) -> str | None:
    """What is wrong with the place that a line of `file` names, as the rest of a sentence.

    None where the line names no place on a disk, or one in the artifact.
    """
    target = _target(fault)
    if not target:
        return None
    if target.startswith(("/", "~", "\\", "$")) or re.match(r"[A-Za-z]:[\\/]", target):
        return "is outside the artifact"
    tries = [posixpath.normpath(posixpath.join(base, target)) for base in (posixpath.dirname(file), "")]
    if any(_is_there(context, path) for path in tries):
        return None
    climbs = all(path == ".." or path.startswith("../") for path in tries)
    return "is outside the artifact" if climbs else "is not in the artifact"


def _target(fault: Fault) -> str:
    if fault.kind not in _LOCAL or fault.subject in _INDEX_OPTIONS:
        return ""
    target = _TAIL.sub("", fault.target).strip().strip("\"'").removeprefix("git+")
    if _ADDRESS.match(target):
        # a letter and a colon are a drive of Windows
        return target if target[1:2] == ":" else ""
    if target[:5].lower() == "file:":
        target = unquote(target[5:])
        return target.removeprefix("//localhost").removeprefix("//")
    return target.replace("\\", "/") if target.startswith((".\\", "..\\")) else target


def _is_there(context: Context, path: str) -> bool:
    if path == ".":
        return True
    return path in context.files.entries or any(one.startswith(f"{path}/") for one in context.files.entries)


def short(target: str, limit: int = 60) -> str:
    """`target` without its middle, where it is long."""
    half = (limit - 1) // 2
    return target if len(target) <= limit else f"{target[:half]}…{target[-half:]}"
