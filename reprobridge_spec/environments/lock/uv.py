"""Locks by uv, which resolves for any platform and any Python."""

import json
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
from reprobridge_spec.environments.lock import notices, pytorch_index, site
from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved
from reprobridge_spec.environments.lock.written import PROJECT
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
    locks_for_several = True

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
        sources, variables = self._sources(request)
        self._progress(f"uv resolves {request.requirements} for {', '.join(request.platforms)}")
        code, output = process.output_of(
            [*self._command(request), *sources], cwd=request.folder, environment=variables, time_limit=pip.HOURS
        )
        if code != 0:
            raise _error(output, request)
        text = (request.folder / request.lock).read_text(encoding="utf-8")
        return Resolved(text=text, python=self.python_for(request), notices=notices.yanked(output))

    def is_there(self) -> bool:
        """Whether a uv is found."""
        return self._found() is not None

    def _sources(self, request: LockRequest) -> tuple[list[str], dict[str, str]]:
        """Arguments and variables that say where packages come from."""
        if request.private:
            return [], tool_environment.variables(self._environ)
        found, variables = site.of_uv(self._environ, request.folder)
        if found.others:
            self._progress(site.passed_over(found))
        folders = [part for folder in found.folders for part in ("--find-links", folder)]
        return (["--no-index", *folders] if folders else []), variables

    def _command(self, request: LockRequest) -> list[str]:
        minors = _minors(request)
        # a lock for several Pythons or platforms needs markers, which uv writes in its universal form only
        target = (
            ["--universal"]
            if len(minors) > 1 or len(request.platforms) > 1
            else ["--python-platform", _platform(request)]
        )
        upgrade = ["--upgrade"] if request.upgrade else []
        upgrade += [part for name in request.upgrade_packages for part in ("--upgrade-package", name)]
        moment = ["--exclude-newer", request.moment] if request.moment else []
        own = [] if request.private else ["--no-config"]
        return [
            *(str(self._program()), *own, "pip", "compile", "--generate-hashes", "--no-header", "--no-progress"),
            *("--python", sys.executable, "--python-version", minors[0], *target, *pip.WHEELS_ONLY, *moment),
            # by default uv took a pre-release that no requirement asked for, where pip-tools took a release
            *("--prerelease", "explicit", *upgrade),
            *("--output-file", request.lock, self._input(request)),
        ]

    def _input(self, request: LockRequest) -> str:
        """The requirements; as a project where some come from an index of their own, which uv takes from there only."""
        indexes = pytorch_index.addresses(request.asked, self._environ)
        if not indexes:
            return request.requirements
        lines = [f'[project]\nname = "{PROJECT}"\nversion = "0"\ndependencies = [']
        lines += [f"    {json.dumps(str(one.requirement))}," for one in request.asked]
        lines += ["]", "[tool.uv.sources]", *(f'{name} = {{ index = "{name}" }}' for name in sorted(indexes))]
        for name, address in sorted(indexes.items()):
            lines += ["[[tool.uv.index]]", f'name = "{name}"', f"url = {json.dumps(address)}", "explicit = true"]
        (request.folder / "pyproject.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        return "pyproject.toml"

    def _found(self) -> str | None:
        return shutil.which("uv", path=os.pathsep.join([str(self._beside), self._environ.get("PATH", "")]))

    def _program(self) -> Path:
        found = self._found()
        if found is None:
            raise NotDoneError("uv is asked to resolve, and it is not there", hint=_HINT)
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
            f"the index cannot be reached: {pip.last_lines(output)}",
            hint=f"Look at the network and at uv's settings.{pytorch_index.hint(request.asked)}",
        )
    return NotDoneError(f"uv failed: {pip.last_lines(output)}", hint="Run it by hand on the requirements to see more.")
