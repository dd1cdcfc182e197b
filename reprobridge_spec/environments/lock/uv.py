"""Locks by uv, which resolves for any platform and any Python."""

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.documents.python_bound import admitted_minors
from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved
from reprobridge_spec.environments.python import unreadable
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.environment import LockTool

_PLATFORMS = {
    "linux-64": "x86_64-unknown-linux-gnu",
    "linux-aarch64": "aarch64-unknown-linux-gnu",
    "osx-64": "x86_64-apple-darwin",
    "osx-arm64": "aarch64-apple-darwin",
    "win-64": "x86_64-pc-windows-msvc",
}
_UNSATISFIABLE = re.compile(r"No solution found when resolving dependencies:?(?P<why>.*)", re.DOTALL)
_UNKNOWN = re.compile(r"\S+ was not found in the (?:package registry|provided package locations)")
_ORNAMENT = re.compile(r"╰─▶|cause:|hint:")
_UNREACHABLE = re.compile(
    r"Failed to fetch|error sending request|dns error|Connection refused|timed out", re.IGNORECASE
)


class Uv(LockMaker):
    """`uv pip compile`.

    Args:
        environ: variables; what leads to an index is passed on.
        progress: told what takes long.
        beside: folder that is looked into before PATH.
    """

    tool = LockTool.UV

    def __init__(
        self, *, environ: Mapping[str, str], progress: Progress, beside: Path = Path(sys.executable).parent
    ) -> None:
        self._environ = environ
        self._beside = beside
        self._progress = progress

    def version(self) -> str:
        """The version of the uv that is found; see `LockMaker`."""
        code, output = process.output_of(
            [str(self._program()), "--version"], environment=tool_environment.variables(self._environ)
        )
        words = output.split()
        if code != 0 or len(words) < 2:  # noqa: PLR2004 (`uv 0.5.0 (...)`)
            raise NotDoneError(f"uv does not say its version: {pip.last_lines(output)}", hint=_HINT)
        return words[1]

    def python_for(self, request: LockRequest) -> str:
        """The lowest minor version that is allowed; see `LockMaker`."""
        return _minors(request)[0]

    def resolve(self, request: LockRequest) -> Resolved:
        """What uv writes; see `LockMaker`."""
        self._progress(f"uv resolves {request.requirements}")
        code, output = process.output_of(
            self._command(request),
            cwd=request.folder,
            environment=tool_environment.variables(self._environ),
            time_limit=pip.HOURS,
        )
        if code != 0:
            raise _error(output, request)
        text = (request.folder / request.lock).read_text(encoding="utf-8")
        return Resolved(text=text, python=self.python_for(request))

    def _command(self, request: LockRequest) -> list[str]:
        minors = _minors(request)
        # a lock for several Pythons needs markers, which uv writes in its universal form only
        target = ["--universal"] if len(minors) > 1 else ["--python-platform", _platform(request)]
        upgrade = ["--upgrade"] if request.upgrade else []
        return [
            *(str(self._program()), "pip", "compile", "--generate-hashes", "--no-header", "--no-progress"),
            *("--python", sys.executable, "--python-version", minors[0], *target, *pip.WHEELS_ONLY),
            # by default uv took a pre-release that no requirement asked for, where pip-tools took a release
            *("--prerelease", "explicit", *upgrade),
            *("--output-file", request.lock, request.requirements),
        ]

    def _program(self) -> Path:
        path = os.pathsep.join([str(self._beside), self._environ.get("PATH", "")])
        found = shutil.which("uv", path=path)
        if found is None:
            raise NotDoneError("the environment says `tool: uv`, and uv is not there", hint=_HINT)
        return Path(found)


_HINT = "Install it: `pip install 'reprobridge-spec[uv]'`."


def _minors(request: LockRequest) -> tuple[str, ...]:
    try:
        return admitted_minors(request.python)
    except ValueError as error:
        raise unreadable(error) from error


def _platform(request: LockRequest) -> str:
    if request.platform not in _PLATFORMS:
        raise NotDoneError(
            f"no lock for {request.platform} can be made with uv",
            hint=f"Platforms are {', '.join(_PLATFORMS)}.",
            place="rra.yaml",
        )
    return _PLATFORMS[request.platform]


def _error(output: str, request: LockRequest) -> ArtifactError | NotDoneError:
    if match := _UNSATISFIABLE.search(output):
        why = " ".join(_ORNAMENT.sub(" ", match["why"]).split())
        if unknown := _UNKNOWN.search(why):
            return NotDoneError(
                f"no index that was asked has it: {unknown.group()}",
                hint="Look at the name; if it is right, set the index that has it in uv's settings.",
                place=request.requirements,
            )
        return request.unsatisfiable(why)
    if _UNREACHABLE.search(output):
        return NotDoneError(
            f"the index cannot be reached: {pip.last_lines(output)}", hint="Look at the network and at uv's settings."
        )
    return NotDoneError(f"uv failed: {pip.last_lines(output)}", hint="Run it by hand on the requirements to see more.")
