"""Isolation by apptainer (once singularity), without an image: the machine's own system folders in an empty root."""

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox import inside
from reprobridge_spec.launch.sandbox.base import NO_SECRETS, Folders, Sandbox, Wrapped
from reprobridge_spec.launch.sandbox.base import inside as inside_of
from reprobridge_spec.launch.sandbox.kept import kept
from reprobridge_spec.launch.sandbox.root import empty_root
from reprobridge_spec.process import NO_LIMITS, Limits, output_of

_CALLER = ("PATH", "HOME", "USER", "LOGNAME")
"""What apptainer itself needs; `--cleanenv` keeps it outside."""
_ROOT = "root"


@dataclass(frozen=True, slots=True)
class Apptainer(Sandbox):
    """Runs the command in a container of apptainer.

    Args:
        program: path of `apptainer`.
        version: its version.
    """

    program: str
    version: str = ""
    kind = "apptainer"

    @property
    def is_counted(self) -> bool:
        """Not as far as was tried."""
        return False

    def wrap(
        self,
        command: Sequence[str],
        folders: Folders,
        variables: Mapping[str, str],
        *,
        network: bool = False,
        devices: Sequence[Path] = (),
        limits: Limits = NO_LIMITS,
        secrets: Mapping[str, str] = NO_SECRETS,
    ) -> Wrapped:
        """The command behind apptainer's options."""
        names = inside_of(folders, variables)
        root = empty_root(folders.home.parent / _ROOT, folders, names, network=network, devices=bool(devices))
        (folders.temporary / Path(inside.EMPTY).name).mkdir(exist_ok=True)
        options = [
            *_apart(network=network),
            *(part for source, place, mode in root.mounts for part in ("--bind", f"{source}:{place}:{mode}")),
            *(part for device in devices for part in ("--bind", str(device))),
            *("--pwd", inside.WORK, str(root.folder)),
            # set inside, by a program that passes on values as they are: apptainer's own option reads them
            *(
                "/usr/bin/env",
                *([] if secrets else ["-i"]),
                *(f"{name}={value}" for name, value in names.variables.items()),
            ),
        ]
        return Wrapped(
            command=kept([self.program, "--silent", "exec", *options, *command], limits.processes),
            cwd=folders.work,
            environment={
                **{name: os.environ[name] for name in _CALLER if name in os.environ},
                **{f"APPTAINERENV_{name}": value for name, value in secrets.items()},
            },
            limits=limits,
            seen=names.variables,
            seen_cwd=inside.WORK,
        )


def _apart(*, network: bool) -> Iterator[str]:
    yield from ("--containall", "--cleanenv", "--no-home", "--no-init", "--no-privs", "--hostname", inside.HOSTNAME)
    # what the site puts into every container would be there too
    yield from ("--no-mount", "home,cwd,tmp,hostfs,bind-paths,sys")
    if os.geteuid() != 0:
        yield "--userns"
    if not network:
        yield from ("--net", "--network", "none")


def found(program: str, place: Path) -> Apptainer:
    """Apptainer as it works on this machine.

    Args:
        program: its path.
        place: an empty folder in which it is tried.

    Raises:
        NotDoneError: it does not; the message says why.
    """
    _, said = output_of([program, "--version"], time_limit=20)
    sandbox = Apptainer(program, said.strip().rpartition(" ")[2])
    folders = Folders.empty(place)
    wrapped = sandbox.wrap(["/bin/true"], folders, {})
    code, output = output_of(wrapped.command, cwd=place, environment=wrapped.environment, time_limit=60)
    if code != 0:
        raise NotDoneError((output.strip().splitlines() or [f"it ended with {code}"])[-1])
    return sandbox
