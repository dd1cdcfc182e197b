"""Isolation by bubblewrap: own name spaces, no network, read-only but for the run's own folders.

Inside, the folders have the same names on every machine, so that no path of this one reaches an output or a log.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.launch.sandbox.base import Folders, Sandbox, Wrapped, input_variable
from reprobridge_spec.launch.sandbox.none import SYSTEM_PATH
from reprobridge_spec.model.run_record import Isolation
from reprobridge_spec.process import output_of

_WORK, _OUTPUT, _HOME, _TEMPORARY, _INPUTS = "/rra/work", "/rra/output", "/rra/home", "/tmp", "/rra/inputs"  # noqa: S108
_EMPTY = f"{_TEMPORARY}/rra"
"""TMPDIR: in /tmp itself there may stand the way to an environment."""
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime")
_APART = (
    *("--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"),
    *("--hostname", "rra"),
)


class Bubblewrap(Sandbox):
    """Runs the command inside bubblewrap.

    Args:
        program: path of `bwrap`.
    """

    def __init__(self, program: str) -> None:
        self._program = program

    @property
    def isolation(self) -> Isolation:
        """No network, everything read-only but the run's own folders."""
        return Isolation(kind="bubblewrap", network=False, read_only=True)

    def wrap(self, command: Sequence[str], folders: Folders, variables: Mapping[str, str]) -> Wrapped:
        """The command behind bwrap's options."""
        inside = {name: f"{_INPUTS}/{input_variable(name).lower()}" for name in folders.inputs}
        environment = {
            "PATH": f"{folders.environment / 'bin'}:{SYSTEM_PATH}",
            "LANG": "C.UTF-8",
            "VIRTUAL_ENV": str(folders.environment),
            "HOME": _HOME,
            "TMPDIR": _EMPTY,
            "PYTHONDONTWRITEBYTECODE": "1",
            **variables,
            "RRA_OUTPUT_DIR": _OUTPUT,
            **{input_variable(name): path for name, path in inside.items()},
        }
        options = [
            *_APART,
            # set inside: a variable that tells the loader what to load would else do so outside, to bwrap itself
            *(part for name, value in environment.items() for part in ("--setenv", name, value)),
            # before all others: an environment may itself lie below /tmp
            *("--bind", str(folders.temporary), _TEMPORARY),
            *("--dir", _EMPTY),
            *_system(folders.environment, folders.python_prefix),
            *("--proc", "/proc", "--dev", "/dev"),
            *("--ro-bind", str(folders.work), _WORK),
            *("--bind", str(folders.output), _OUTPUT),
            *("--bind", str(folders.home), _HOME),
            *(part for name, path in folders.inputs.items() for part in ("--ro-bind", str(path), inside[name])),
            *("--remount-ro", "/", "--chdir", _WORK, "--"),
        ]
        return Wrapped(command=(self._program, *options, *command), cwd=folders.work, environment={})


def _system(environment: Path, python_prefix: Path) -> list[str]:
    options: list[str] = []
    for folder in map(Path, _SYSTEM):
        if folder.is_symlink():
            options += ["--symlink", str(folder.readlink()), str(folder)]
        elif folder.is_dir():
            options += ["--ro-bind", str(folder), str(folder)]
    for path in _SYSTEM_FILES:
        options += ["--ro-bind-try", path, path]
    if not python_prefix.is_relative_to("/usr"):
        options += ["--ro-bind", str(python_prefix), str(python_prefix)]
    return [*options, "--ro-bind", str(environment), str(environment)]


def fault(program: str) -> str | None:
    """Why bubblewrap does not work on this machine, as one line; None where it does."""
    mounts = ("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/")
    code, output = output_of([program, *_APART, *mounts, "--", "/bin/true"], environment={}, time_limit=20)
    if code == 0:
        return None
    return output.strip().splitlines()[-1] if output.strip() else f"it ended with {code}"
