"""What looks at a program some times a second, where nothing of the machine holds it."""

import os
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from reprobridge_spec.limits import tree
from reprobridge_spec.limits.base import Exceeded, Holder, Limited, Limits
from reprobridge_spec.limits.cgroup import MemoryGroups, out_of_memory

_BLOCK = 512
_LOOK_SECONDS = 0.1
_GLANCE_SECONDS = 0.02
_GROWTH = 0.25
"""By so much of the limit the machine's threads may grow before there is a look out of turn."""
_MACHINE = Path("/proc/loadavg")
_SHARE = 20
"""Between two looks there pass at least so many times what one takes: looking costs a twentieth at most."""


class Watch(Holder):
    """Sums up memory, processes and threads of the whole tree.

    What multiplies would be thousands between two looks, so that the machine's own count, which costs next to nothing,
    is read more often.
    """

    by = "watcher"

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._next = self._soonest = 0.0
        self._threads = 0
        # what stays in our group is ended by the kernel for what anybody in it did
        self._groups = None if limits.in_group else MemoryGroups()
        self._own = self._groups.of("self") if self._groups else None
        if limits.processes is not None:
            self.pause = _GLANCE_SECONDS

    def command(self, command: Sequence[str]) -> tuple[str, ...]:
        """The command itself."""
        return tuple(command)

    def exceeded(self, pid: int) -> Exceeded | None:
        """The limit that was reached, some times a second; at once where the machine's threads become many more."""
        started = time.monotonic()
        if (self._limits.memory, self._limits.processes) == (None, None) or started < self._soonest:
            return None
        threads = _threads_of_machine()
        if started < self._next and not self._is_growth(threads):
            return None
        self._threads = threads
        found = self._look(tree.members(pid))
        ended = time.monotonic()
        self._next = ended + max(_LOOK_SECONDS, _SHARE * (ended - started))
        self._soonest = ended + (ended - started)
        return found

    def _is_growth(self, threads: int) -> bool:
        most = self._limits.processes
        return most is not None and threads - self._threads > most * _GROWTH

    def _look(self, members: set[int]) -> Exceeded | None:
        if (most := self._limits.processes) is not None:
            used = sum(map(tree.threads_of, members))
            if used > most:
                return Exceeded(what=Limited.PROCESSES, used=used)
        if (most := self._limits.memory) is None:
            return None
        # the second sum takes long; it cannot be above the first
        if sum(map(tree.resident_bytes, members)) > most:
            used = sum(map(tree.proportional_bytes, members))
            if used > most:
                return Exceeded(what=Limited.MEMORY, used=used)
        return self._ended_by_kernel(members, most)

    def _ended_by_kernel(self, members: set[int], most: int) -> Exceeded | None:
        """What the kernel ended between two looks, in a group that the program has moved into (podman does)."""
        if self._groups is None:
            return None
        groups = {group for group in map(self._groups.of, members) if group and group != self._own}
        return next((found for group in groups if (found := out_of_memory(group, most))), None)

    def end(self) -> None:
        """Nothing: what is looked at is not held."""

    def close(self) -> None:
        """Nothing is left."""


def _threads_of_machine() -> int:
    """How many threads there are; 0 where nothing tells."""
    try:
        return int(_MACHINE.read_bytes().split()[3].partition(b"/")[2])
    except (OSError, ValueError, IndexError):
        return 0


class DiskWatch:
    """Sums up what the folders of the program `pid` hold, and what it has open there that has no name any more."""

    def __init__(self, pid: int, limits: Limits) -> None:
        self._pid = pid
        self._limits = limits
        self._next = 0.0

    def exceeded(self, *, at_once: bool = False) -> Exceeded | None:
        """The limit that was reached, at most once in a while; `at_once`: now."""
        started = time.monotonic()
        if self._limits.disk is None or (started < self._next and not at_once):
            return None
        folders = self._limits.folders
        used = sum(map(used_bytes, folders)) + nameless_bytes(tree.members(self._pid), folders)
        ended = time.monotonic()
        self._next = ended + max(_LOOK_SECONDS, _SHARE * (ended - started))
        return Exceeded(what=Limited.DISK, used=used) if used >= self._limits.disk else None


def used_bytes(folder: Path) -> int:
    """What the files below `folder` hold: what they take, or what they say, whichever is more."""
    total = 0
    waiting = [str(folder)]
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    total += _held(status)
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue  # it is gone, or kept from us
    return total


def nameless_bytes(pids: Iterable[int], folders: Iterable[Path]) -> int:
    """What files hold that lie on the disks of `folders`, were deleted, and are still open in one of `pids`."""
    disks = {folder.stat().st_dev for folder in folders if folder.is_dir()}
    found: dict[int, int] = {}
    for pid in pids:
        try:
            with os.scandir(f"/proc/{pid}/fd") as entries:
                for entry in entries:
                    status = entry.stat()
                    if status.st_nlink == 0 and status.st_dev in disks:
                        found[status.st_ino] = _held(status)
        except OSError:
            continue  # it has ended, or is kept from us
    return sum(found.values())


def _held(status: os.stat_result) -> int:
    return max(status.st_size, status.st_blocks * _BLOCK)
