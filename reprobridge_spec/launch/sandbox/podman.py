"""Isolation by podman, without an image: the machine's own system folders in a container that holds nothing else."""

import os
import resource
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from shutil import which

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.sandbox import inside
from reprobridge_spec.launch.sandbox.base import FURTHER, NO_SECRETS, Folders, Sandbox, Wrapped
from reprobridge_spec.launch.sandbox.base import inside as inside_of
from reprobridge_spec.launch.sandbox.kept import kept
from reprobridge_spec.launch.sandbox.root import empty_root
from reprobridge_spec.process import NO_LIMITS, Limits, output_of

_CALLER = ("PATH", "HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "USER", "LOGNAME")
"""What podman itself needs to find the caller's settings; nothing of it gets inside."""
_WAYS = (
    (),
    ("--cgroup-manager", "cgroupfs"),
    *(("--cgroup-manager", "cgroupfs", "--runtime", runtime) for runtime in ("crun", "runc")),
)
"""How podman may be called; a machine without systemd, or with old control groups, needs a later one."""
_MORE, _MORE_BYTES = 2, 256 << 20
"""The kernel's own limit stands above ours, which can say that it was reached."""
_MOST = 16384
"""Open files, and the user's processes: a limit of the run itself stands in its control group."""


@dataclass(frozen=True, slots=True)
class Podman(Sandbox):
    """Runs the command in a container of podman.

    Args:
        program: path of `podman`.
        version: its version.
        way: options that make it work on this machine.
    """

    program: str
    version: str = ""
    way: tuple[str, ...] = ()
    kind = "podman"

    @property
    def is_counted(self) -> bool:
        """No: it is started from elsewhere."""
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
        """The command behind podman's options."""
        names = inside_of(folders, variables)
        root = empty_root(_root(folders), folders, names, network=network, devices=bool(devices))
        (folders.temporary / Path(inside.EMPTY).name).mkdir(exist_ok=True)
        options = [
            *_apart(network=network),
            *_bounds(limits),
            *(part for name, value in names.variables.items() for part in ("--env", f"{name}={value}")),
            *(part for name in secrets for part in ("--env", name)),
            *(part for source, place, mode in root.mounts for part in ("--volume", f"{source}:{place}:{mode}")),
            *(part for device in devices for part in ("--device", str(device))),
            *("--workdir", inside.WORK, "--rootfs", str(root.folder)),
        ]
        return Wrapped(
            command=kept([*self._podman(folders), "run", *options, *_SECOND, *command]),
            cwd=folders.work,
            environment={**{name: os.environ[name] for name in _CALLER if name in os.environ}, **secrets},
            # podman moves it into a control group of its own
            limits=replace(limits, in_group=False),
            # whoever is not root needs programs with rights of their own to start a container
            scoped=network and os.geteuid() == 0,
            seen=names.variables,
            seen_cwd=inside.WORK,
        )

    def held_by(self, limits_by: str) -> str:
        """Podman's own control group, and a look some times a second."""
        return f"podman, {limits_by}" if limits_by else ""

    def clean(self, folders: Folders) -> None:
        """Remove what podman notes of a container that was ended with it."""
        containers = [path.name for path in (folders.home.parent / _STATE / "vfs-containers").glob("[0-9a-f]*")]
        if not containers:
            return
        with suppress(NotDoneError):
            output_of([*self._podman(folders), "rm", "--force", "--all"], time_limit=30)
        for name in containers:
            for group in (
                *_GROUPS.glob(f"libpod_parent/libpod-{name}"),
                *_GROUPS.glob(f"*/libpod_parent/libpod-{name}"),
            ):
                with suppress(OSError):
                    group.rmdir()
            # where a container was ended together with what looks after it, this stays
            for place in (_RUN, Path(os.environ.get("XDG_RUNTIME_DIR", "/run/user")) / "containers"):
                shutil.rmtree(place / "vfs-containers" / name, ignore_errors=True)

    def _podman(self, folders: Folders) -> list[str]:
        state = folders.home.parent / _STATE
        return [self.program, *self.way, "--root", str(state), "--storage-driver", "vfs", "--events-backend", "none"]


_SECOND = ("/bin/sh", "-c", '"$@"; code=$?; [ $code -ne 137 ] || sleep 1; exit $code', "launcher")
"""A first process, to which signals mean less and which is there for orphans; the launcher comes second.

Where the kernel ended the launcher, its count of that goes with the container, which therefore stays for one look.
"""
_STATE, _ROOT = "podman", "root"
_GROUPS, _RUN = Path("/sys/fs/cgroup"), Path("/run/containers/storage")


def _root(folders: Folders) -> Path:
    return folders.home.parent / _ROOT


def _apart(*, network: bool) -> Iterator[str]:
    yield from ("--rm", "--log-driver", "none", "--hostname", inside.HOSTNAME, "--no-hosts", "--ipc", "none")
    yield from ("--network", _network() if network else "none")
    yield from ("--read-only", "--read-only-tmpfs=false", "--http-proxy=false", "--init=false")
    yield from ("--cap-drop", "all", "--security-opt", "no-new-privileges")
    if os.geteuid() != 0:
        yield from ("--userns", "keep-id")


def _network() -> str:
    """One of its own if there is a program for that: in the machine's there are sockets that have no place."""
    for program, options in (("pasta", "pasta"), ("slirp4netns", "slirp4netns:allow_host_loopback=false")):
        if which(program):
            return options
    return "host"


def _bounds(limits: Limits) -> Iterator[str]:
    # podman's default asks for more than a container within a container may have
    for name, which_one in (("nofile", resource.RLIMIT_NOFILE), ("nproc", resource.RLIMIT_NPROC)):
        hard = resource.getrlimit(which_one)[1]
        most = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
        yield from ("--ulimit", f"{name}={most}:{most}")
    yield from ("--ulimit", "core=0:0")
    if limits.disk is not None:
        yield from ("--ulimit", f"fsize={limits.disk}:{limits.disk}")
    shared = "" if limits.memory is None else f",tmpfs-size={limits.memory}"
    yield from ("--mount", f"type=tmpfs,destination={inside.SHARED_MEMORY}{shared}")
    if limits.memory is not None:
        most = limits.memory * _MORE + _MORE_BYTES
        yield from ("--memory", str(most), "--memory-swap", str(most))
    yield from ("--pids-limit", str(-1 if limits.processes is None else limits.processes + FURTHER))


def found(program: str, place: Path) -> Podman:
    """Podman as it works on this machine.

    Args:
        program: its path.
        place: an empty folder in which it is tried.

    Raises:
        NotDoneError: it does not; the message says why.
    """
    _, said = output_of([program, "--version"], time_limit=20)
    folders = Folders.empty(place)
    reason = ""
    for way in _WAYS:
        sandbox = Podman(program, said.strip().rpartition(" ")[2], way)
        wrapped = sandbox.wrap(["/bin/true"], folders, {}, limits=Limits(memory=1 << 30, processes=100))
        code, output = output_of(wrapped.command, cwd=place, environment=wrapped.environment, time_limit=60)
        if code == 0:
            return sandbox
        reason = reason or (output.strip().splitlines() or [f"it ended with {code}"])[-1]
        sandbox.clean(folders)
    raise NotDoneError(reason)
