"""Isolation by bubblewrap: own name spaces, no network, read-only but for the run's own folders."""

import os
import stat
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox import inside
from reprobridge_spec.launch.sandbox.base import FURTHER, NO_SECRETS, Folders, Sandbox, Wrapped
from reprobridge_spec.launch.sandbox.base import inside as inside_of
from reprobridge_spec.launch.sandbox.kept import kept
from reprobridge_spec.process import NO_LIMITS, Limits, output_of

_APART = (
    *("--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--uid", "1000", "--gid", "1000"),
    *("--hostname", inside.HOSTNAME),
)
_LOCKED = ("--unshare-user", "--disable-userns")
"""No name spaces of its own, in which it would have rights again; from 0.8 on."""
_SIZES, _LOCKS = (0, 7), (0, 8)
_PRLIMIT = Path("/usr/bin/prlimit")


@dataclass(frozen=True, slots=True)
class Bubblewrap(Sandbox):
    """Runs the command inside bubblewrap.

    Args:
        program: path of `bwrap`.
        version: its version; what newer ones can do is used where it is given.
    """

    program: str
    version: str = ""
    kind = "bubblewrap"

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
        """The command behind bwrap's options."""
        names = inside_of(folders, variables)
        options = [
            *self.apart(),
            *(["--share-net"] if network else []),
            # set inside: a variable that tells the loader what to load would else do so outside, to bwrap itself
            *(part for name, value in names.variables.items() for part in ("--setenv", name, value)),
            # before all others: an environment may itself lie below /tmp, or in shared memory
            *("--bind", str(folders.temporary), inside.TEMPORARY),
            *("--dir", inside.EMPTY),
            *("--proc", "/proc", "--dev", "/dev"),
            *_devices(devices),
            *self._shared_memory(limits),
            *_system(folders.environment, folders.python_prefix, network=network),
            *("--ro-bind", str(folders.work), inside.WORK),
            *("--bind", str(folders.output), inside.OUTPUT),
            *("--bind", str(folders.home), inside.HOME),
            *(part for name, path in names.inputs.items() for part in ("--ro-bind", str(path), names.places[name])),
            *("--remount-ro", "/dev", "--remount-ro", "/", "--chdir", inside.WORK, "--"),
        ]
        return Wrapped(
            # the outer bwrap does not wait for the inner one: with a keeper, what the launcher used is counted
            command=kept((self.program, *options, *_few_processes(limits), *command)),
            cwd=folders.work,
            # what is to be seen by the launcher alone: options are seen by everybody on the machine
            environment=dict(secrets),
            limits=limits,
            seen=names.variables,
            seen_cwd=inside.WORK,
            scoped=network and not _is_privileged(self.program),
        )

    def apart(self) -> tuple[str, ...]:
        """The options that keep apart whatever is run."""
        return (*_APART, *(_LOCKED if _numbers(self.version) >= _LOCKS else ()))

    def _shared_memory(self, limits: Limits) -> list[str]:
        size = ["--size", str(limits.memory)] if limits.memory and _numbers(self.version) >= _SIZES else []
        return [*size, "--tmpfs", inside.SHARED_MEMORY]


def _system(environment: Path, python_prefix: Path, *, network: bool) -> list[str]:
    options: list[str] = []
    for folder, target in inside.system_folders():
        options += (
            ["--ro-bind", str(folder), str(folder)] if target is None else ["--symlink", str(target), str(folder)]
        )
    for path, name in inside.system_files(network=network):
        options += ["--ro-bind-try", str(path), str(name)]
    for folder in inside.python_folders(python_prefix):
        options += ["--ro-bind", str(folder), str(folder)]
    return [*options, "--ro-bind", str(environment), str(environment)]


def _devices(devices: Sequence[Path]) -> list[str]:
    # what drives an accelerator reads there on which bus it is
    options = ["--ro-bind", "/sys", "/sys"] if devices else []
    return [*options, *(part for device in devices for part in ("--dev-bind", str(device), str(device)))]


def _few_processes(limits: Limits) -> list[str]:
    """The kernel's own limit, which counts only what is inside: set outside, it would count all of the caller's.

    It holds nobody who is root outside, for whom there are control groups.
    """
    if limits.processes is None or os.geteuid() == 0 or not _PRLIMIT.exists():
        return []
    return [str(_PRLIMIT), f"--nproc={limits.processes + FURTHER}"]


def _is_privileged(program: str) -> bool:
    """Whether it gets rights as it starts, which a thread that has given up abstract sockets cannot give it."""
    return bool(os.stat(program).st_mode & stat.S_ISUID) if os.path.exists(program) else False  # noqa: PTH110, PTH116


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def found(program: str) -> Bubblewrap:
    """Bubblewrap as it works on this machine.

    Raises:
        NotDoneError: it does not; the message says why.
    """
    _, said = output_of([program, "--version"], environment={}, time_limit=20)
    sandbox = Bubblewrap(program, said.strip().rpartition(" ")[2])
    reason = fault(sandbox)
    if reason and _numbers(sandbox.version) >= _LOCKS:
        # some machines allow name spaces, and not to forbid further ones
        sandbox = Bubblewrap(program, "")
        reason = fault(sandbox)
    if reason:
        raise NotDoneError(reason)
    return sandbox


def fault(sandbox: Bubblewrap) -> str | None:
    """Why bubblewrap does not work on this machine, as one line; None where it does."""
    mounts = ("--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--remount-ro", "/")
    code, output = output_of(
        [sandbox.program, *sandbox.apart(), *mounts, "--", "/bin/true"], environment={}, time_limit=20
    )
    if code == 0:
        return None
    return output.strip().splitlines()[-1] if output.strip() else f"it ended with {code}"
