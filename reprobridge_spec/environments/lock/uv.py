"""Locks by uv, which resolves for any platform and any Python."""

import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from packaging.version import InvalidVersion, Version

from reprobridge_spec import process
from reprobridge_spec.documents import lock_file
from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.documents.python_bound import admitted_minors
from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.lock import notices, pytorch_index, site, uv_files, uv_needs
from reprobridge_spec.environments.lock.base import LockMaker, LockRequest, Resolved
from reprobridge_spec.environments.lock.built_wheel import SourceDistribution
from reprobridge_spec.environments.lock.uv_error import uv_error
from reprobridge_spec.environments.lock.written import PROJECT, without_comments
from reprobridge_spec.environments.python import unreadable
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.model.environment import LockTool

_PLATFORMS = {
    "linux-64": "x86_64-unknown-linux-gnu",
    "linux-aarch64": "aarch64-unknown-linux-gnu",
    "osx-64": "x86_64-apple-darwin",
    "osx-arm64": "aarch64-apple-darwin",
    "win-64": "x86_64-pc-windows-msvc",
}
_PINS = "rrspec-pins"
"""What the files are called that the pins are given to uv in."""
_SETTINGS = "rrspec-uv.toml"
_OLDEST = Version("0.8.0")
"""The oldest that was tried; uv came to write `pylock.toml` shortly before."""


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
        self._told = False

    def version(self) -> str:
        """The version of the uv that is found; see `LockMaker`."""
        code, output = process.output_of(
            [str(self._program()), "--version"], environment=tool_environment.variables(self._environ)
        )
        words = output.split()
        if code != 0 or len(words) < 2:  # noqa: PLR2004 (`uv 0.5.0 (...)`)
            raise NotDoneError(f"uv does not say its version: {pip.last_lines(output)}", hint=_HINT)
        _refuse_old(words[1])
        return words[1]

    def python_for(self, request: LockRequest) -> str:
        """The lowest minor version that is allowed; see `LockMaker`."""
        return _minors(request)[0]

    def resolve(self, request: LockRequest) -> Resolved:
        """What uv writes; see `LockMaker`."""
        sources, variables = self._sources(request)
        self._progress(f"uv resolves {request.requirements} for {', '.join(request.platforms)}")
        asked = self._input(request, (str(one.requirement) for one in request.asked), request.requirements)
        output = self._run(request, [*self._command(request), asked, *sources], variables)
        text = (request.folder / request.lock).read_text(encoding="utf-8")
        pins = lock_file.read(without_comments(text)).pins
        wheels = uv_files.wheels(self._files_of(pins, request, sources, variables), pins) if pins else None
        return Resolved(text=text, python=self.python_for(request), notices=notices.yanked(output), wheels=wheels)

    def source_of(self, request: LockRequest, pin: Pin) -> SourceDistribution:
        """The source distribution of `pin`, which is one of what `request` builds.

        Raises:
            NotDoneError: the index tells no digest of it, or cannot be asked.
        """
        return uv_files.source(self._files_of([pin], request, *self._sources(request)), pin)

    def is_there(self) -> bool:
        """Whether a uv is found."""
        return self._found() is not None

    def _sources(self, request: LockRequest) -> tuple[list[str], dict[str, str]]:
        """Arguments and variables that say where packages come from."""
        if request.private:
            return [], tool_environment.variables(self._environ)
        found, variables = site.of_uv(self._environ, request.folder)
        if found.others and not self._told:
            self._progress(site.passed_over(found))
            self._told = True
        folders = [part for folder in found.folders for part in ("--find-links", folder)]
        return (["--no-index", *folders] if folders else []), variables

    def _run(self, request: LockRequest, arguments: Sequence[str], variables: Mapping[str, str]) -> str:
        own = self._settings(request)
        # by default uv took a pre-release that no requirement asked for, where pip-tools took a release
        common = ["--no-header", "--no-progress", "--python", sys.executable, "--prerelease", "explicit"]
        moment = ["--exclude-newer", request.moment] if request.moment else []
        taken = [*pip.WHEELS_ONLY, *(part for name in request.builds for part in ("--no-binary", name))]
        code, output = process.output_of(
            [str(self._program()), *own, "pip", "compile", *common, *taken, *moment, *arguments],
            cwd=request.folder,
            environment=variables,
            time_limit=pip.HOURS,
        )
        if code != 0:
            raise uv_error(output, request)
        return output

    def _settings(self, request: LockRequest) -> list[str]:
        """Arguments for the settings that hold: those of this machine, or none but what packages that are built need.

        uv would build a source distribution to learn what it needs, and so execute it.
        """
        if not request.builds:
            return [] if request.private else ["--no-config"]
        (request.folder / _SETTINGS).write_text(uv_needs.settings(request.builds, request.needs), encoding="utf-8")
        return ["--config-file", _SETTINGS]

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
        return [
            *("--generate-hashes", "--python-version", minors[0], *target, *upgrade),
            *("--output-file", request.lock),
        ]

    def _files_of(
        self, pins: Sequence[Pin], request: LockRequest, sources: Sequence[str], variables: Mapping[str, str]
    ) -> str:
        """The account of the wheels of `pins`, for all platforms, in uv's other form."""
        listed = [pin.requirement for pin in pins]
        (request.folder / _PINS).mkdir(exist_ok=True)
        (request.folder / _PINS / "pins.in").write_text("".join(f"{one}\n" for one in listed), encoding="utf-8")
        asked = self._input(request, listed, f"{_PINS}/pins.in")
        target = f"{_PINS}/pylock.toml"
        command = ["--format", "pylock.toml", "--no-deps", "--universal", "--python-version", _minors(request)[0]]
        self._run(request, [*command, "--output-file", target, asked, *sources], variables)
        return (request.folder / target).read_text(encoding="utf-8")

    def _input(self, request: LockRequest, listed: Iterable[str], plain: str) -> str:
        """The file `plain`; or a project, where some come from an index of their own, which uv asks for them alone."""
        indexes = pytorch_index.addresses(request.asked, self._environ)
        if not indexes:
            return plain
        lines = [f'[project]\nname = "{PROJECT}"\nversion = "0"\ndependencies = [']
        lines += [f"    {json.dumps(one)}," for one in listed]
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


def _refuse_old(version: str) -> None:
    try:
        is_old = Version(version) < _OLDEST
    except InvalidVersion:
        return
    if is_old:
        raise NotDoneError(f"uv {version} is older than {_OLDEST}, which tells wheels from other files", hint=_HINT)


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
