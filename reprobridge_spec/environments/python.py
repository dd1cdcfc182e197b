"""The Python that an environment asks for, among those of this machine; and the name of this platform."""

import itertools
import json
import os
import platform
import sys
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from reprobridge_spec import process
from reprobridge_spec.documents.python_bound import admits, admitted_minors
from reprobridge_spec.environments import tool_environment
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass

_ASK = (
    "import json,platform,sys;"
    "print('\\n'+json.dumps([platform.python_version(),sys.implementation.name,sys.base_prefix,"
    "getattr(sys,'_base_executable',None) or sys.executable]))"
)
_SECONDS_TO_ANSWER = 20.0
_SYSTEMS = {"linux": "linux", "darwin": "osx", "win32": "win"}
_MACHINES = {"x86_64": "64", "amd64": "64", "i686": "32", "i386": "32"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpreter:
    """A Python that stands for itself, in no virtual environment.

    Attributes:
        executable: its program.
        version: the exact version, such as `3.11.7`.
        implementation: `cpython`, for example.
        base_prefix: the folder that holds its library.
    """

    executable: Path
    version: str
    implementation: str
    base_prefix: Path

    @property
    def minor(self) -> str:
        """Its minor version, such as `3.11`."""
        return ".".join(self.version.split(".")[:2])


def current_platform() -> str:
    """The name of this platform as locks have it: `linux-64`, `linux-aarch64`, `osx-arm64`, `osx-64`, `win-64`."""
    system = _SYSTEMS.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    return f"{system}-{_MACHINES.get(machine, machine)}"


def running() -> Interpreter:
    """The Python that executes this, outside of its virtual environment."""
    return Interpreter(
        executable=Path(getattr(sys, "_base_executable", "") or sys.executable),
        version=platform.python_version(),
        implementation=sys.implementation.name,
        base_prefix=Path(sys.base_prefix),
    )


def find_interpreter(declared: str, *, environ: Mapping[str, str], prefer: str | None = None) -> Interpreter:
    """The Python for an environment that declares `declared`.

    The running one comes first, then those on PATH from left to right, where each is asked for its exact version;
    one that does not answer (a shim without a version behind it) is passed over.

    Args:
        declared: a version (`3.11`, `3.11.7`) or a bound (`>=3.11,<3.15`).
        environ: variables; its PATH is searched.
        prefer: a minor version that comes before all others that are allowed.

    Raises:
        ArtifactError: `declared` is neither a version nor a bound.
        NotDoneError: none of them is allowed.
    """
    found: list[Interpreter] = []
    try:
        for candidate in _candidates(environ, admitted_minors(declared)):
            if admits(declared, candidate.version) and prefer in {None, candidate.minor}:
                return candidate
            found.append(candidate)
        allowed = [candidate for candidate in found if admits(declared, candidate.version)]
    except ValueError as error:
        raise unreadable(error) from error
    if allowed:
        return allowed[0]
    names = ", ".join(f"{candidate.version} ({candidate.executable})" for candidate in found)
    raise NotDoneError(
        f"Python {declared} is asked for; found here: {names}",
        hint=f"Install Python {declared}, and put its folder on PATH.",
    )


def unreadable(error: ValueError) -> ArtifactError:
    """The error for an environment whose `python` is neither a version nor a bound."""
    return ArtifactError(
        f"the environment's `python` cannot be read: {error}",
        hint='Write a version such as "3.11", or a bound such as ">=3.11,<3.15".',
        place="rra.yaml",
    )


def _candidates(environ: Mapping[str, str], minors: Collection[str]) -> Iterator[Interpreter]:
    names = {"python3", *(f"python{minor}" for minor in minors)}
    answers = (_ask(program, environ) for program in _programs(environ.get("PATH", ""), names))
    seen: set[Path] = set()
    for answer in itertools.chain([running()], answers):
        if answer is not None and answer.executable.resolve() not in seen:
            seen.add(answer.executable.resolve())
            yield answer


def _programs(path: str, names: Collection[str]) -> Iterator[Path]:
    for folder in path.split(os.pathsep):
        if os.path.isabs(folder):  # noqa: PTH117 (an empty text is no path)
            programs = (Path(folder, name) for name in sorted(names))
            yield from (program for program in programs if program.is_file() and os.access(program, os.X_OK))


def _ask(program: Path, environ: Mapping[str, str]) -> Interpreter | None:
    try:
        code, output = process.output_of(
            [str(program), "-I", "-c", _ASK],
            environment=tool_environment.variables(environ),
            time_limit=_SECONDS_TO_ANSWER,
        )
        if code != 0:
            return None
        version, implementation, prefix, executable = json.loads(output.strip().splitlines()[-1])
    except (NotDoneError, OSError, ValueError, IndexError):
        return None
    return Interpreter(
        executable=Path(executable), version=version, implementation=implementation, base_prefix=Path(prefix)
    )
