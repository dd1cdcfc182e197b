"""A program that was started, until its end: whichever limit it meets, nothing of it is left."""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import assert_never

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.limits.base import Exceeded, Holder, Limited, Limits
from reprobridge_spec.limits.tree import end_tree
from reprobridge_spec.limits.watch import DiskWatch


class Ending(StrEnum):
    """How a program came to its end."""

    EXIT = "exit"
    SIGNAL = "signal"
    TIME_LIMIT = "time-limit"
    LOG_LIMIT = "log-limit"
    MEMORY_LIMIT = "memory-limit"
    PROCESS_LIMIT = "process-limit"
    DISK_LIMIT = "disk-limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A program that ran.

    Attributes:
        exit_code: as the shell counts: 128 + N after signal N.
        wall_seconds: from start to end.
        cpu_seconds: user and system time of the program and all descendants it waited for.
        peak_memory_bytes: largest resident size among those processes.
        used: what was in use when a limit of memory, processes or disk was reached; else 0.
        limits_by: what held it to the limits of memory and processes; empty where there were none.
    """

    ending: Ending
    exit_code: int
    wall_seconds: float
    cpu_seconds: float
    peak_memory_bytes: int
    used: int = 0
    limits_by: str = ""


_POLITE = {Ending.TIME_LIMIT, Ending.LOG_LIMIT, Ending.INTERRUPTED}
"""Endings before which a program may still write what it has; the others would use up the machine meanwhile."""


class Running:
    """A program that was started and leads its process group.

    Args:
        pid: its process id.
        holder: what holds it to its limits of memory and processes.
        log: where its output goes.
        limits: what it may use.
    """

    def __init__(self, pid: int, holder: Holder, log: Path, limits: Limits) -> None:
        self._pid = pid
        self._holder = holder
        self._log = log
        self._limits = limits
        self._disk = DiskWatch(pid, limits)
        self._started = time.monotonic()
        self._used = 0

    def wait(self, time_limit: float | None, log_limit: int, stop: Callable[[], bool], grace: float) -> Ended:
        """Wait for its end, or bring that about at a limit or where `stop` says so; all that it started ends too."""
        pause, ending = 0.002, None
        try:
            while not (reaped := os.wait4(self._pid, os.WNOHANG))[0]:
                ending = self._ending(time_limit, log_limit, stop)
                if ending is not None:
                    reaped = self._end(grace if ending in _POLITE else 0.0)
                    break
                time.sleep(pause)
                pause = min(pause * 1.5, self._holder.pause)
        except BaseException:
            self._end(0.0)
            raise
        # a launcher may leave children behind: nothing of it outlives the run
        signal_group(self._pid, signal.SIGKILL)
        self._holder.end()
        return self._ended(ending, reaped[1], reaped[2])

    def _ending(self, time_limit: float | None, log_limit: int, stop: Callable[[], bool]) -> Ending | None:
        if time_limit is not None and time.monotonic() - self._started > time_limit:
            return Ending.TIME_LIMIT
        if self._log.stat().st_size > log_limit:
            return Ending.LOG_LIMIT
        if stop():
            return Ending.INTERRUPTED
        return self._limit(self._holder.exceeded(self._pid) or self._disk.exceeded())

    def _limit(self, exceeded: Exceeded | None) -> Ending | None:
        if exceeded is None:
            return None
        self._used = exceeded.used
        match exceeded.what:
            case Limited.MEMORY:
                return Ending.MEMORY_LIMIT
            case Limited.PROCESSES:
                return Ending.PROCESS_LIMIT
            case Limited.DISK:
                return Ending.DISK_LIMIT
        assert_never(exceeded.what)

    def _ended(self, ending: Ending | None, raw: int, usage: "os.struct_rusage") -> Ended:  # type: ignore[name-defined]
        status = os.waitstatus_to_exitcode(raw)
        code = status if status >= 0 else 128 - status
        if ending is None:
            ending = self._last_limit(code)
        return Ended(
            ending=ending or (Ending.SIGNAL if status < 0 else Ending.EXIT),
            exit_code=code,
            wall_seconds=time.monotonic() - self._started,
            cpu_seconds=usage.ru_utime + usage.ru_stime,
            peak_memory_bytes=usage.ru_maxrss * 1024,
            used=self._used,
            limits_by=self._holder.by if (self._limits.memory, self._limits.processes) != (None, None) else "",
        )

    def _last_limit(self, code: int) -> Ending | None:
        """A limit that ended the program before we saw it."""
        ending = self._limit(self._holder.exceeded(self._pid) or self._disk.exceeded(at_once=True))
        if ending is None and self._limits.disk is not None and code == 128 + signal.SIGXFSZ:
            self._used = self._limits.disk
            return Ending.DISK_LIMIT
        return ending

    def _end(self, grace: float) -> tuple[int, int, "os.struct_rusage"]:  # type: ignore[name-defined]
        if grace:
            signal_group(self._pid, signal.SIGTERM)
            deadline = time.monotonic() + grace
            while time.monotonic() < deadline:
                reaped = os.wait4(self._pid, os.WNOHANG)
                if reaped[0]:
                    return reaped
                time.sleep(0.02)
        end_tree(self._pid)
        signal_group(self._pid, signal.SIGKILL)
        return os.wait4(self._pid, 0)


def signal_group(pid: int, number: int) -> None:
    """Signal a process group, if it is still there."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
