"""A scope of the user's own systemd, where a user may not make control groups and systemd lets them have some."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.limits.base import Exceeded, Holder, Limits
from reprobridge_spec.limits.cgroup import end_all_in, reached

REACHED_BY = ("XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS")
"""Variables by which systemd is found; what runs in the scope gets none of them."""
_TOP = Path("/sys/fs/cgroup")


class Scope(Holder):
    """Holds a program in a scope of its own.

    Args:
        program: path of `systemd-run`.
        limits: what the scope lets it use.
        environ: variables of the caller, two of which lead to systemd.
        top: where control groups are seen.
    """

    by = "systemd"

    def __init__(self, program: str, limits: Limits, environ: Mapping[str, str], top: Path = _TOP) -> None:
        self._program = program
        self._limits = limits
        self._way = {name: environ[name] for name in REACHED_BY if name in environ}
        self._top = top
        self._group: Path | None = None

    def command(self, command: Sequence[str]) -> tuple[str, ...]:
        """Has systemd make the scope, and becomes `command` in it."""
        return (
            *("/usr/bin/env", *(f"{name}={value}" for name, value in self._way.items())),
            *start(self._program, self._limits),
            *("/usr/bin/env", *(part for name in self._way for part in ("-u", name))),
            *command,
        )

    def exceeded(self, pid: int) -> Exceeded | None:
        """What the kernel counted."""
        group = self._find(pid)
        return reached(group, group, self._limits) if group else None

    def end(self) -> None:
        """End all in the scope."""
        if self._group:
            end_all_in(self._group)

    def close(self) -> None:
        """Nothing: systemd removes a scope with nothing in it."""

    def _find(self, pid: int) -> Path | None:
        if self._group is None:
            try:
                place = Path(f"/proc/{pid}/cgroup").read_text(encoding="utf-8").partition("0::/")[2].strip()
            except OSError:
                return None
            # before systemd has moved it, it is where we are
            self._group = self._top / place if place.endswith(".scope") and place != _own() else None
        return self._group


def start(program: str, limits: Limits) -> tuple[str, ...]:
    """systemd-run with its options, for a command after it."""
    properties = {"MemoryMax": limits.memory, "MemorySwapMax": None if limits.memory is None else 0}
    properties["TasksMax"] = limits.processes
    given = [f"--property={name}={value}" for name, value in properties.items() if value is not None]
    return (program, "--user", "--scope", "--quiet", "--collect", *given, "--")


def may_work(environ: Mapping[str, str], top: Path = _TOP) -> bool:
    """Whether a user's systemd may limit memory and processes here; trying it out tells."""
    uid = os.getuid()
    own = top / "user.slice" / f"user-{uid}.slice" / f"user@{uid}.service" / "cgroup.controllers"
    try:
        controllers = own.read_text(encoding="ascii").split()
    except OSError:
        return False
    return {"memory", "pids"} <= set(controllers) and any(name in environ for name in REACHED_BY)


def _own() -> str:
    return Path("/proc/self/cgroup").read_text(encoding="utf-8").partition("0::/")[2].strip()
