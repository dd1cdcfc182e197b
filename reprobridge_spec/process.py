"""The one door through which programs start.

A program gets a process group of its own, no standard input, an environment that is written out in full, and a
time limit at which the whole group is ended.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import BinaryIO

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass

GRACE_SECONDS = 5.0
"""What a group has between the polite signal and the one that cannot be refused."""


class Ending(StrEnum):
    """How a program came to its end."""

    EXIT = "exit"
    SIGNAL = "signal"
    TIME_LIMIT = "time-limit"
    LOG_LIMIT = "log-limit"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A program that ran.

    Attributes:
        exit_code: as the shell counts: 128 + N after signal N.
        wall_seconds: from start to end.
        cpu_seconds: user and system time of the program and all descendants it waited for.
        peak_memory_bytes: largest resident size among those processes.
    """

    ending: Ending
    exit_code: int
    wall_seconds: float
    cpu_seconds: float
    peak_memory_bytes: int


def run(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    log: Path,
    time_limit: float | None = None,
    log_limit: int = 1 << 30,
    stop: Callable[[], bool] = lambda: False,
    grace: float = GRACE_SECONDS,
) -> Ended:
    """Run `command` to its end, standard output and error into `log`.

    Args:
        command: program and arguments; no shell reads them.
        cwd: the folder it starts in.
        environment: all variables it gets, and no others.
        log: file that is written anew.
        time_limit: seconds after which the whole process group is ended; None for no limit.
        log_limit: bytes of log after which the group is ended.
        stop: asked some times a second; when it says yes, the group is ended as interrupted.
        grace: seconds between the signal that a program may answer and the one that it cannot.

    Raises:
        NotDoneError: the program cannot be started.
    """
    with log.open("wb") as sink:
        started = time.monotonic()
        child = _start(command, cwd=cwd, environment=environment, sink=sink)
        try:
            ending, status, usage = _wait(child, log, started, time_limit, log_limit, stop, grace)
        except BaseException:
            _end_group(child.pid)
            raise
    # a launcher may leave children behind: nothing of it outlives the run
    _kill_group(child.pid)
    return Ended(
        ending=ending,
        exit_code=status if status >= 0 else 128 - status,
        wall_seconds=time.monotonic() - started,
        cpu_seconds=usage[0],
        peak_memory_bytes=usage[1],
    )


def output_of(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    time_limit: float = 60.0,
) -> tuple[int, str]:
    """Exit code and combined output of a tool of ours (pip, bwrap, git), decoded with replacement.

    Raises:
        NotDoneError: the program cannot be started, or does not end within `time_limit`.
    """
    try:
        child = subprocess.Popen(  # noqa: S603 (the door itself)
            list(command),
            cwd=cwd,
            env=dict(environment) if environment is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise NotDoneError(f"{command[0]} cannot be started: {error.strerror or error}") from error
    with child:
        try:
            output, _ = child.communicate(timeout=time_limit)
        except subprocess.TimeoutExpired:
            _end_group(child.pid)
            raise NotDoneError(f"{command[0]} did not end within {time_limit:g} s") from None
        except BaseException:
            _end_group(child.pid)
            raise
    return child.returncode, output.decode("utf-8", "replace")


def _start(
    command: Sequence[str], *, cwd: Path, environment: Mapping[str, str], sink: BinaryIO
) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 (the door itself)
            list(command),
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as error:
        raise NotDoneError(f"{command[0]} cannot be started: {error.strerror or error}") from error


def _wait(
    child: subprocess.Popen[bytes],
    log: Path,
    started: float,
    time_limit: float | None,
    log_limit: int,
    stop: Callable[[], bool],
    grace: float,
) -> tuple[Ending, int, tuple[float, int]]:
    pause = 0.005
    ending = Ending.EXIT
    while True:
        pid, raw, usage = os.wait4(child.pid, os.WNOHANG)
        if pid:
            break
        if time_limit is not None and time.monotonic() - started > time_limit:
            ending = Ending.TIME_LIMIT
        elif log.stat().st_size > log_limit:
            ending = Ending.LOG_LIMIT
        elif stop():
            ending = Ending.INTERRUPTED
        if ending is not Ending.EXIT:
            raw, usage = _end_and_reap(child.pid, grace)
            break
        time.sleep(pause)
        pause = min(pause * 1.5, 0.1)
    status = os.waitstatus_to_exitcode(raw)
    child.returncode = status
    if ending is Ending.EXIT and status < 0:
        ending = Ending.SIGNAL
    return ending, status, (usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def _end_and_reap(pid: int, grace: float) -> tuple[int, "os.struct_rusage"]:  # type: ignore[name-defined]
    _signal_group(pid, signal.SIGTERM)
    deadline = time.monotonic() + grace
    while time.monotonic() < deadline:
        reaped, raw, usage = os.wait4(pid, os.WNOHANG)
        if reaped:
            return raw, usage
        time.sleep(0.02)
    _kill_group(pid)
    _, raw, usage = os.wait4(pid, 0)
    return raw, usage


def _end_group(pid: int) -> None:
    _signal_group(pid, signal.SIGTERM)
    time.sleep(0.1)
    _kill_group(pid)


def _kill_group(pid: int) -> None:
    _signal_group(pid, signal.SIGKILL)


def _signal_group(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)
