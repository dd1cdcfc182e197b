"""The one door through which programs start.

A program gets a process group of its own, no standard input, an environment that is written out in full, none of the
caller's keys, and limits at which it is ended with all that it started.
"""

import errno
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.limits.apart import in_new_thread
from reprobridge_spec.limits.base import NO_LIMITS, Holder, Limits
from reprobridge_spec.limits.hold import hold
from reprobridge_spec.limits.running import Ended, Ending, Running, signal_group

__all__ = ["NO_LIMITS", "Ended", "Ending", "Limits", "output_of", "run"]

GRACE_SECONDS = 5.0
"""What a group has between the polite signal and the one that cannot be refused."""
# no core file, no file above the limit, in what becomes the program: what is set here in us would hold us too
_BOUND = 'ulimit -c 0; [ "$1" = - ] || ulimit -f "$1"; shift; exec "$@"'
_BLOCK = 512


def run(  # noqa: PLR0913 (all but four have a default)
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    log: Path,
    time_limit: float | None = None,
    log_limit: int = 1 << 30,
    limits: Limits = NO_LIMITS,
    stop: Callable[[], bool] = lambda: False,
    grace: float = GRACE_SECONDS,
    scoped: bool = False,
) -> Ended:
    """Run `command` to its end, standard output and error into `log`.

    Args:
        command: program and arguments; no shell reads them.
        cwd: the folder it starts in.
        environment: all variables it gets, and no others.
        log: file that is written anew.
        time_limit: seconds after which it is ended with all that it started; None for no limit.
        log_limit: bytes of log after which it is ended.
        limits: of memory, processes and disk, at which it is ended without grace.
        stop: asked some times a second; when it says yes, the program is ended as interrupted.
        grace: seconds between the signal that a program may answer and the one that it cannot.
        scoped: whether it shall not reach abstract sockets that others opened, where the kernel can do that.

    Raises:
        NotDoneError: the program cannot be started.
    """
    given_up = threading.Event()

    def work() -> Ended:
        holder = hold(limits, os.environ, _works)
        try:
            with log.open("wb") as sink:
                bound = _bound(command, environment, limits, holder)
                child = _start(bound, cwd=cwd, environment=environment, sink=sink)
            ended = Running(child.pid, holder, log, limits).wait(
                time_limit, log_limit, lambda: given_up.is_set() or stop(), grace
            )
            child.returncode = ended.exit_code  # it was waited for
            return ended
        finally:
            holder.close()

    return in_new_thread(work, on_interrupt=given_up.set, scoped=scoped)


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


def _works(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    try:
        return output_of(command, environment=environment, time_limit=10)[0] == 0
    except NotDoneError:
        return False


def _bound(command: Sequence[str], environment: Mapping[str, str], limits: Limits, holder: Holder) -> Sequence[str]:
    if not limits.any:
        return command
    # a shell stands before it: what is not there would be its fault
    if shutil.which(command[0], path=environment.get("PATH", os.defpath)) is None:
        raise NotDoneError(f"{command[0]} cannot be started: {os.strerror(errno.ENOENT)}")
    blocks = "-" if limits.disk is None else str(max(1, limits.disk // _BLOCK))
    return holder.command(["/bin/sh", "-c", _BOUND, "rrspec", blocks, *command])


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


def _end_group(pid: int) -> None:
    signal_group(pid, signal.SIGTERM)
    time.sleep(0.1)
    signal_group(pid, signal.SIGKILL)
