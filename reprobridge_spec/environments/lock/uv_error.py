"""What uv says when it finds no lock: whose fault it is, where, and nothing of options that rrspec lacks."""

import re

from reprobridge_spec.environments import pip
from reprobridge_spec.environments.lock import pytorch_index
from reprobridge_spec.environments.lock.base import LockRequest
from reprobridge_spec.errors import ArtifactError, NotDoneError

_UNSATISFIABLE = re.compile(r"No solution found when resolving dependencies:?(?P<why>.*)", re.DOTALL)
_UNKNOWN = re.compile(r"\S+ was not found in the (?:package registry|provided package locations)")
_NONE_YET = re.compile(r"there (?:are|is) no versions? of (?P<name>[a-z0-9][a-z0-9._-]*)", re.IGNORECASE)
_LEFT_OUT = re.compile(r"`(?P<name>[^`\s]+)` was filtered by `exclude-newer`")
_NO_WHEELS = re.compile(r"Wheels are required for `(?P<name>[a-z0-9][a-z0-9._-]*)`")
_LATER = "was published after the exclude newer time"
_OWN_OPTION = re.compile(r"--\w|exclude-newer|tool\.uv|\bUV_|\buv\.toml")
_TRY = re.compile(r"\s*\(try: [^)]*\)")
_ORNAMENT = re.compile(r"╰─▶|cause:")
_UNREACHABLE = re.compile(
    r"Failed to fetch|error sending request|dns error|Connection refused|timed out", re.IGNORECASE
)


def uv_error(output: str, request: LockRequest) -> ArtifactError | NotDoneError:
    """The error for requirements that uv could not lock, from what it said."""
    if match := _UNSATISFIABLE.search(output):
        return _no_solution(match["why"], request)
    if _UNREACHABLE.search(output):
        return NotDoneError(
            f"the index cannot be reached: {pip.last_lines(output)}",
            hint=f"Look at the network and at uv's settings.{pytorch_index.hint(request.asked)}",
        )
    return NotDoneError(f"uv failed: {pip.last_lines(output)}", hint="Run it by hand on the requirements to see more.")


def _no_solution(said: str, request: LockRequest) -> ArtifactError | NotDoneError:
    reason, *hints = (" ".join(_ORNAMENT.sub(" ", part).split()) for part in said.split("hint:"))
    if unknown := _UNKNOWN.search(reason):
        return NotDoneError(
            f"no index that was asked has it: {unknown.group()}",
            hint="Look at the name; if it is right, set the index that has it in uv's settings.",
            place=request.requirements,
        )
    if request.as_of is not None:
        late = [match["name"] for hint in hints for match in _LEFT_OUT.finditer(hint)]
        late = late or [match["name"] for match in _NONE_YET.finditer(reason)]
        if late:
            return request.too_early(late, reason.replace(_LATER, "came later"))
    kept = [hint for hint in (_TRY.sub("", hint) for hint in hints) if not _OWN_OPTION.search(hint)]
    no_wheels = [match["name"] for hint in hints for match in _NO_WHEELS.finditer(hint)]
    return request.unsatisfiable(" ".join([reason, *kept]), no_wheels)
