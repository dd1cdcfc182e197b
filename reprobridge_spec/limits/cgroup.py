"""A control group of the machine's kernel, where this program may make one: of the first or the second version."""

import itertools
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.limits.base import Exceeded, Holder, Limited, Limits

_MOUNTS = Path("/proc/self/mountinfo")
_OWN = Path("/proc/self/cgroup")
_PREFIX = "rrspec-"
_NUMBERS = itertools.count()
_ROUNDS = 200
# a group is entered by the program itself, before it becomes the one that was asked for
_ENTER = 'while [ "$1" != -- ]; do echo 0 > "$1" || exit 126; shift; done; shift; exec "$@"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Parents:
    """Where groups are made: one folder that is for both, or one for each of the older kind."""

    memory: Path
    processes: Path

    @property
    def version(self) -> int:
        """Of control groups."""
        return 2 if self.memory == self.processes else 1


class ControlGroup(Holder):
    """Holds a program in groups of its own.

    Args:
        parents: where they are made.
        limits: what they let it use.

    Raises:
        OSError: they cannot be made.
    """

    def __init__(self, parents: Parents, limits: Limits) -> None:
        self.by = f"cgroup v{parents.version}"
        self._limits = limits
        self._version = parents.version
        name = f"{_PREFIX}{os.getpid()}-{next(_NUMBERS)}"
        self._memory, self._processes = parents.memory / name, parents.processes / name
        self._made: list[Path] = []
        try:
            for group in dict.fromkeys([self._memory, self._processes]):
                _clear(group.parent)
                group.mkdir()
                self._made.append(group)
            self._limit()
        except OSError:
            self.close()
            raise

    def command(self, command: Sequence[str]) -> tuple[str, ...]:
        """Enters the groups, and becomes `command`."""
        return (
            "/bin/sh",
            "-c",
            _ENTER,
            "rrspec",
            *(str(group / "cgroup.procs") for group in self._made),
            "--",
            *command,
        )

    def exceeded(self, pid: int) -> Exceeded | None:  # noqa: ARG002 (a group knows its own)
        """What the kernel counted."""
        return reached(self._memory, self._processes, self._limits)

    def end(self) -> None:
        """End all in the groups, whatever session or parent it has."""
        for group in self._made:
            end_all_in(group)

    def close(self) -> None:
        """Remove the groups."""
        for group in self._made:
            for _ in range(_ROUNDS):
                try:
                    group.rmdir()
                except FileNotFoundError:
                    break
                except OSError:
                    time.sleep(0.005)  # what has ended is still leaving
                else:
                    break

    def _limit(self) -> None:
        if (memory := self._limits.memory) is not None:
            _write(self._memory / ("memory.max" if self._version > 1 else "memory.limit_in_bytes"), str(memory))
            # what may not stand in memory may not be swapped out either; some kernels do not count that
            with suppress(OSError):
                swap = ("memory.swap.max", "0") if self._version > 1 else ("memory.memsw.limit_in_bytes", str(memory))
                _write(self._memory / swap[0], swap[1])
        if (processes := self._limits.processes) is not None:
            _write(self._processes / "pids.max", str(processes))


def reached(memory: Path, processes: Path, limits: Limits) -> Exceeded | None:
    """The limit at which the kernel ended or refused something in the groups."""
    if limits.memory is not None and (found := out_of_memory(memory, limits.memory)):
        return found
    if limits.processes is not None and _count(processes / "pids.events", "max"):
        return Exceeded(what=Limited.PROCESSES, used=limits.processes)
    return None


def out_of_memory(group: Path, limit: int) -> Exceeded | None:
    """Whether the kernel ended something in a group for want of memory; `limit` is told where it tells no peak."""
    if not any(_count(group / name, "oom_kill") for name in ("memory.events", "memory.oom_control")):
        return None
    most = max(_number(group / name) for name in ("memory.peak", "memory.max_usage_in_bytes"))
    return Exceeded(what=Limited.MEMORY, used=most or limit)


class MemoryGroups:
    """Tells in which group the kernel counts the memory of a process."""

    def __init__(self, mounts: Path = _MOUNTS) -> None:
        try:
            found = dict(_mounted(mounts.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            found = {}
        self._controller = "memory" if "memory" in found else ""
        self._top = found.get(self._controller)

    def of(self, process: int | str) -> Path | None:
        """The group of a process, by its number or `self`; None where nothing tells."""
        if self._top is None:
            return None
        try:
            places = dict(_places(_text(Path("/proc", str(process), "cgroup"))))
        except ValueError:
            return None
        return self._top / places[self._controller] if self._controller in places else None


def end_all_in(group: Path) -> None:
    """End every process in a group and in those below it."""
    with suppress(OSError):
        _write(group / "cgroup.kill", "1")
    for _ in range(_ROUNDS):
        found = [pid for folder in (group, *_below(group)) for pid in _processes(folder)]
        if not found:
            return
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def parents(mounts: Path = _MOUNTS, own: Path = _OWN) -> Parents | None:
    """Where this program may make groups that limit memory and processes; None where it may not."""
    try:
        found = dict(_mounted(mounts.read_text(encoding="utf-8")))
        places = dict(_places(own.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return None
    if "memory" in found and "pids" in found and "memory" in places and "pids" in places:
        old = Parents(memory=found["memory"] / places["memory"], processes=found["pids"] / places["pids"])
        return old if all(os.access(folder, os.W_OK) for folder in (old.memory, old.processes)) else None
    if "" in found and "" in places:
        return _unified(found[""], found[""] / places[""])
    return None


def _unified(top: Path, own: Path) -> Parents | None:
    """The nearest group that may have limited ones below it: one with processes of its own may not.

    No step goes past a group that is itself limited: that would leave its limit.
    """
    for folder in (own, *own.parents):
        if not folder.is_relative_to(top):
            return None
        given = _text(folder / "cgroup.subtree_control").split()
        if {"memory", "pids"} <= set(given) and os.access(folder, os.W_OK):
            # whoever moves a process has to have the right to in the group that both groups lie in
            return Parents(memory=folder, processes=folder) if os.access(folder / "cgroup.procs", os.W_OK) else None
        if _text(folder / "memory.max").strip() not in {"", "max"}:
            return None
    return None


def _mounted(text: str) -> Iterator[tuple[str, Path]]:
    for line in text.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        root, place = before.split()[3:5]
        if kind == "cgroup2":
            yield "", Path(place)
        elif kind == "cgroup" and root == "/":
            for controller in {"memory", "pids"} & set(options.split(",")):
                yield controller, Path(place)


def _places(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        _, controllers, place = line.split(":", 2)
        for controller in controllers.split(","):
            yield controller, place.lstrip("/")


def _clear(folder: Path) -> None:
    """Remove what a program that was killed left there, once nothing is in it."""
    for group in folder.glob(f"{_PREFIX}*"):
        pid = group.name.removeprefix(_PREFIX).partition("-")[0]
        if pid.isdigit() and not Path("/proc", pid).exists():
            with suppress(OSError):
                group.rmdir()


def _below(group: Path) -> Iterator[Path]:
    for folder, names, _ in os.walk(group):
        yield from (Path(folder, name) for name in names)


def _processes(group: Path) -> list[int]:
    return [int(word) for word in _text(group / "cgroup.procs").split()]


def _count(path: Path, key: str) -> int:
    words = _text(path).split()
    return int(words[words.index(key) + 1]) if key in words[::2] else 0


def _number(path: Path) -> int:
    text = _text(path).strip()
    return int(text) if text.isdigit() else 0


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except OSError:
        return ""


def _write(path: Path, text: str) -> None:
    # as one step, and nothing is made where the kernel has no such file
    with path.open("r+", encoding="ascii") as file:
        file.write(text)
