"""A Python that can run pip-tools for a given minor version of Python.

pip-tools resolves for the Python that runs it. Where that is not the one rrspec runs in, a small environment with the
same pip and pip-tools is made once and kept.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest, process
from reprobridge_spec.environments import pip, tool_environment
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.python import Interpreter, running
from reprobridge_spec.environments.sealed import remove
from reprobridge_spec.errors import NotDoneError

_DONE = "complete"


def with_pip_tools(interpreter: Interpreter, *, cache: Path, environ: Mapping[str, str], progress: Progress) -> Path:
    """The program of a Python like `interpreter` in which pip-tools can be run.

    Raises:
        NotDoneError: pip-tools is not installed beside rrspec, or cannot be installed for `interpreter`.
    """
    tools = {name: pip.version_of(name) for name in ("pip", "pip-tools")}
    here = running()
    if (interpreter.minor, interpreter.implementation) == (here.minor, here.implementation):
        return Path(sys.executable)
    key = digest.of_value({**tools, "python": str(interpreter.executable), "version": interpreter.version})
    folder = cache / "tools" / key
    with held(folder.with_suffix(".lock"), progress):
        if not (folder / _DONE).exists():
            progress(f"installing pip-tools {tools['pip-tools']} for Python {interpreter.minor}")
            _install(folder, interpreter, tools, environ)
            (folder / _DONE).touch()
    return folder / "bin" / "python"


def _install(folder: Path, interpreter: Interpreter, tools: Mapping[str, str], environ: Mapping[str, str]) -> None:
    remove(folder)
    environment = tool_environment.variables(environ)
    make_venv(folder, interpreter, environment)
    pins = [f"{name}=={version}" for name, version in tools.items()]
    code, output = pip.run(
        ["install", "--quiet", *pip.WHEELS_ONLY, *pins],
        environment=environment,
        cwd=folder,
        python=folder / "bin" / "python",
    )
    if code != 0:
        raise NotDoneError(
            f"pip-tools cannot be installed for Python {interpreter.version}: {pip.failure(output).detail}",
            hint=f"Run rrspec itself with Python {interpreter.minor}, or use `tool: uv`.",
        )


def make_venv(folder: Path, interpreter: Interpreter, environment: Mapping[str, str]) -> None:
    """A virtual environment without pip at `folder`, whose parent is made where it is not there.

    Raises:
        NotDoneError: it cannot be made.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    command = [str(interpreter.executable), "-I", "-m", "venv", "--without-pip", str(folder)]
    code, output = process.output_of(command, environment=environment, time_limit=300.0)
    if code != 0:
        raise NotDoneError(
            f"{interpreter.executable} cannot make a virtual environment: {pip.last_lines(output)}",
            hint="Install the `venv` module of this Python (Debian and Ubuntu have it in a package of its own).",
        )
