"""A process with all that descends from it, as the kernel tells it."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_STATE, _PARENT, _GROUP, _THREADS, _RESIDENT = 0, 1, 2, 17, 21
_ROUNDS = 200


def members(pid: int) -> set[int]:
    """`pid` and all that descends from it; what begins meanwhile may be missing."""
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        process = waiting.pop()
        if process not in found:
            found.add(process)
            waiting += _children(process)
    return found


def threads_of(pid: int) -> int:
    """How many threads a process has; 0 where it has ended."""
    stat = _stat(pid)
    return int(stat[_THREADS]) if stat and stat[_STATE] != "Z" else 0


def resident_bytes(pid: int) -> int:
    """Memory that a process has, what it shares with others wholly; 0 where it has ended."""
    stat = _stat(pid)
    return int(stat[_RESIDENT]) * _PAGE if stat else 0


def proportional_bytes(pid: int) -> int:
    """Memory that a process has, its part of what it shares with others; 0 where it has ended."""
    try:
        text = (_PROCESSES / str(pid) / "smaps_rollup").read_text(encoding="ascii")
    except PermissionError:
        return resident_bytes(pid)
    except OSError:
        return 0
    sizes = [line.split()[1] for line in text.splitlines() if line.startswith("Pss:")]
    return int(sizes[0]) * 1024 if sizes else 0


def end_tree(pid: int) -> None:
    """End `pid`, which leads a process group, and all that descends from it.

    Whole groups are stopped or ended at one stroke, since what makes new processes without end would outrun us. Its
    own group is the last to end: with it goes what others would lose their parent by.
    """
    _signal_group(pid, signal.SIGSTOP)
    for _ in range(_ROUNDS):
        others = {process: group for process, group in _all_below(pid).items() if group != pid}
        if not others:
            break
        for group in set(others.values()) - {os.getpgrp()}:
            _signal_group(group, signal.SIGKILL)
        time.sleep(0.005)
    _signal_group(pid, signal.SIGKILL)


def _children(pid: int) -> list[int]:
    found: list[int] = []
    try:
        for thread in os.listdir(_PROCESSES / str(pid) / "task"):  # noqa: PTH208 (names are enough)
            with suppress(OSError):
                text = (_PROCESSES / str(pid) / "task" / thread / "children").read_text(encoding="ascii")
                found += map(int, text.split())
    except OSError:
        return []
    return found or ([] if _tells_children() else [child for child, parent, _ in _processes() if parent == pid])


def _tells_children() -> bool:
    return (_PROCESSES / "self" / "task" / str(os.getpid()) / "children").exists()


def _all_below(pid: int) -> dict[int, int]:
    """Each with its group, by the parents of all processes: none is missing that was there all the time."""
    groups: dict[int, int] = {}
    children: dict[int, list[int]] = {}
    for process, parent, group in _processes():
        groups[process] = group
        children.setdefault(parent, []).append(process)
    found: dict[int, int] = {}
    waiting = list(children.get(pid, ()))
    while waiting:
        process = waiting.pop()
        if process not in found:
            found[process] = groups[process]
            waiting += children.get(process, ())
    return found


def _processes() -> Iterator[tuple[int, int, int]]:
    for name in os.listdir(_PROCESSES):  # noqa: PTH208 (names are enough)
        if name.isdigit() and (stat := _stat(int(name))) and stat[_STATE] != "Z":
            yield int(name), int(stat[_PARENT]), int(stat[_GROUP])


def _stat(pid: int) -> list[str]:
    """What follows the name, which may itself hold spaces and brackets."""
    try:
        text = (_PROCESSES / str(pid) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return text.rpartition(")")[2].split()


def _signal_group(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
