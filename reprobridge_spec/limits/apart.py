"""What a thread gives up before it starts a program, so that the program never has it.

A program inherits the keys that its starter holds in the kernel, which no name space hides, and where it gets the
network, it reaches sockets that have no place in a file system. Both are given up by thread.
"""

import ctypes
import os
import platform
import struct
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

_KEYCTL = {"x86_64": 250, "aarch64": 219}
_JOIN_SESSION_KEYRING = 1
_CREATE_RULESET, _RESTRICT_SELF = 444, 446
_NO_NEW_PRIVILEGES = 38
_ABSTRACT_SOCKETS = 1


def in_new_thread(work: Callable[[], T], *, on_interrupt: Callable[[], None], scoped: bool) -> T:
    """What `work` gives, done by a thread that holds no key of the caller.

    Args:
        work: what is done.
        on_interrupt: called where the caller is interrupted while it waits; `work` has to come to its end then.
        scoped: whether what the thread starts shall not reach abstract sockets that others opened.
    """
    results: list[T] = []
    faults: list[BaseException] = []

    def do() -> None:
        try:
            _leave_keys()
            if scoped:
                leave_abstract_sockets()
            results.append(work())
        except BaseException as error:  # noqa: BLE001 (raised below, where the caller waits)
            faults.append(error)
        finally:
            done.set()

    done = threading.Event()  # a thread of which the waiting was interrupted counts as ended
    thread = threading.Thread(target=do, name="rrspec-run")
    thread.start()
    try:
        done.wait()
    except BaseException:
        on_interrupt()
        done.wait()
        raise
    thread.join()
    if faults:
        raise faults[0]
    return results[0]


def _leave_keys() -> None:
    if number := _KEYCTL.get(platform.machine()):
        _libc().syscall(number, _JOIN_SESSION_KEYRING, None)


def leave_abstract_sockets() -> bool:
    """Let this thread, and what it starts, reach no abstract socket of others.

    Returns:
        whether the kernel does that: from version 6.12 on, where Landlock is switched on.
    """
    libc = _libc()
    rules = struct.pack("QQQ", 0, 0, _ABSTRACT_SOCKETS)
    rights = libc.syscall(_CREATE_RULESET, rules, ctypes.c_size_t(len(rules)), 0)
    if rights < 0:
        return False
    try:
        libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(libc.syscall(_RESTRICT_SELF, rights, 0) == 0)
    finally:
        os.close(rights)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
