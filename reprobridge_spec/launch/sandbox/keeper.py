"""A program that starts another and leaves nothing of it: whatever that started, in whichever session, ends with it.

It takes the orphans of what it started for its own children, and ends them when its caller is gone, even by SIGKILL.
It runs in a bare Python, so it imports nothing but the smallest parts of the standard library. Its arguments:

    CALLER PROCESSES -- COMMAND...

    CALLER: process id of who starts this; 0 for whoever it is
    PROCESSES: how many more processes the user may have; 0 for no limit
"""

# pathlib and contextlib take as long to import as all else here
# ruff: noqa: PTH116, PTH123, PTH208, SIM105
import ctypes
import os
import resource
import signal
import time

_PARENT_DEATH_SIGNAL, _CHILD_SUBREAPER = 1, 36
_NOT_FOUND, _NOT_EXECUTABLE = 127, 126
_ROUNDS = 1000
_PASSED_ON = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
"""Signals that are for the command."""
_CALLER_GONE = signal.SIGUSR1
_AWAITED = {*_PASSED_ON, _CALLER_GONE, signal.SIGCHLD}


def main(arguments: list[str]) -> int:
    """Run the command; its exit code, as the shell counts."""
    caller, processes, command = int(arguments[0]) or os.getppid(), int(arguments[1]), arguments[3:]
    libc = ctypes.CDLL(None)
    libc.prctl(_CHILD_SUBREAPER, 1, 0, 0, 0)
    # all are taken up by `sigwait`: a handler would be too late for one that comes just before a wait begins
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _AWAITED)
    libc.prctl(_PARENT_DEATH_SIGNAL, _CALLER_GONE, 0, 0, 0)
    if os.getppid() != caller:
        # it was gone before the kernel was asked to tell
        return 128 + signal.SIGKILL
    # the command has a group of its own: when it is ended at one stroke, this is still there for its orphans
    child = os.fork()
    try:
        # both do it, whoever comes first
        os.setpgid(child, child)
    except OSError:
        pass  # it is the command already
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _become(command, processes)
    status = _wait(child)
    _end_all()
    if status is None:
        return 128 + signal.SIGKILL
    if os.WIFSIGNALED(status):
        _end_as(os.WTERMSIG(status))
    return os.waitstatus_to_exitcode(status)


def _become(command: list[str], processes: int) -> None:
    # Python ignores these, and what is ignored stays so in what it becomes
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        if processes:
            _limit(processes)
        os.execvpe(command[0], command, _given())  # noqa: S606 (what it is for)
    except FileNotFoundError:
        code, reason = _NOT_FOUND, "not found"
    except OSError as error:
        code, reason = _NOT_EXECUTABLE, str(error.strerror)
    os.write(2, f"launcher: {command[0]}: {reason}\n".encode("utf-8", "surrogateescape"))
    os._exit(code)


def _given() -> dict[bytes, bytes]:
    """The variables that this was started with; Python may have added one about its encoding."""
    with open("/proc/self/environ", "rb") as file:
        pairs = [entry.partition(b"=") for entry in file.read().split(b"\0") if entry]
    return {name: value for name, _, value in pairs}


def _limit(processes: int) -> None:
    """The kernel counts all threads of the user, so those that are there already are added."""
    there = 0
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.stat(f"/proc/{name}").st_uid == os.getuid():
                there += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    hard = resource.getrlimit(resource.RLIMIT_NPROC)[1]
    most = there + processes
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(resource.RLIMIT_NPROC, (most, most))


def _wait(child: int) -> int | None:
    """How the command ended; None where the caller is gone."""
    while True:
        received = signal.sigwait(_AWAITED)
        if received == _CALLER_GONE:
            return None
        if received in _PASSED_ON:
            _signal([-child], received)
        status = _reap(child)
        if status is not None:
            return status


def _end_all() -> None:
    """End all that descends from here, whole groups at one stroke: what makes new ones would outrun us."""
    for _ in range(_ROUNDS):
        _signal(_all_below(), signal.SIGKILL)
        try:
            _reap()
        except ChildProcessError:
            return
        time.sleep(0.005)


def _reap(child: int = 0) -> int | None:
    """Take note of all that has ended; the status of `child`, where that has.

    Raises:
        ChildProcessError: nothing is left.
    """
    found = None
    while found is None:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            break
        if pid == child:
            found = status
    return found


def _all_below() -> list[int]:
    """The groups of all that descends from here, as `kill` takes them; of those in our own group, the processes."""
    groups: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                state, parent, group = file.read().rpartition(b")")[2].split()[:3]
        except OSError:
            continue
        if state != b"Z":
            groups[int(name)] = int(group)
            children.setdefault(int(parent), []).append(int(name))
    found: set[int] = set()
    waiting = list(children.get(os.getpid(), ()))
    while waiting:
        process = waiting.pop()
        found.add(process if groups[process] == os.getpgrp() else -groups[process])
        waiting += children.get(process, ())
    return sorted(found)


def _signal(processes: list[int], number: int) -> None:
    for process in processes:
        try:
            os.kill(process, number)
        except (ProcessLookupError, PermissionError):
            continue


def _end_as(number: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if number != signal.SIGKILL:
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)
