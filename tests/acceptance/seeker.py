"""A launcher that looks for secrets of its caller in many ways; its text stands in an artifact of the tests.

Each way gives the bytes that it could read; whatever looks like a secret of the test is reported, nothing else.
`PLACES`, `SOCKETS`, `MARK`, `PORT`, `SHARED` and `TESTS` are put before it.
"""

# pathlib raises where the system does not let it look
# ruff: noqa: PTH110, PTH111, PTH123, PTH208, S108

import ctypes
import json
import os
import pwd
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import chain
from pathlib import Path

PLACES: dict[str, list[str]] = {}
SOCKETS: list[str] = []
MARK = ""
PORT = SHARED = TESTS = 0


def read(path: str | Path, size: int = 1 << 20) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read(size)
    except OSError:
        return b""


def names(folder: str | Path) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def said_by(family: int, address: str | tuple[str, int]) -> bytes:
    with socket.socket(family) as asked:
        asked.settimeout(1)
        try:
            asked.connect(address)
            return asked.recv(1000)
        except OSError:
            return b""


def parent(pid: int) -> int:
    return int((read(f"/proc/{pid}/stat").rpartition(b")")[2].split() or [b"", b"0"])[1])


def is_of_the_tests(pid: int) -> bool:
    while pid > 1 and pid != TESTS:
        pid = parent(pid)
    return pid == TESTS


@cache
def others() -> list[int]:
    """All that is there where we are kept apart; else what the tests started: the rest of a machine is not theirs."""
    found = [int(pid) for pid in names("/proc") if pid.isdigit() and int(pid) != os.getpid()]
    return [pid for pid in found if is_of_the_tests(pid)] if TESTS in found else found


def in_files(way: str) -> Iterator[bytes]:
    yield from map(read, PLACES[way])


def through_other_roots() -> Iterator[bytes]:
    for pid in others():
        for path in chain.from_iterable(PLACES.values()):
            yield read(f"/proc/{pid}/root{path}")
        yield from (read(f"/proc/{pid}/cwd/{name}") for name in ("private", ".env", "../private"))


def in_memory_of_parents() -> Iterator[bytes]:
    pid = os.getppid()
    while pid in others():
        for line in read(f"/proc/{pid}/maps").decode().splitlines():
            if "[stack]" in line:
                low, high = (int(part, 16) for part in line.split()[0].split("-"))
                try:
                    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
                        memory.seek(low)
                        yield memory.read(high - low)
                except OSError:
                    continue
        pid = parent(pid)


def in_sockets_that_are_found() -> Iterator[bytes]:
    for top in ("/tmp", "/run", "/var/run", os.environ.get("XDG_RUNTIME_DIR", "/run/user")):
        # folders of others may go while they are looked into
        for path in (f"{top}/{name}" for name in names(top)):
            for inner in (path, *(f"{path}/{name}" for name in names(path))):
                if MARK in inner and Path(inner).is_socket():
                    yield said_by(socket.AF_UNIX, inner)


def in_abstract_sockets() -> Iterator[bytes]:
    listed = [
        line.split()[-1] for line in read("/proc/net/unix").decode("utf-8", "replace").splitlines() if "@" in line
    ]
    for name in {*listed, "@" + MARK}:
        if MARK in name:
            yield said_by(socket.AF_UNIX, "\0" + name.removeprefix("@"))


def in_keys_of_the_kernel() -> Iterator[bytes]:
    call = ctypes.CDLL(None).syscall
    number = {"x86_64": 250, "aarch64": 219}[os.uname().machine]
    for keyring in (-1, -2, -3, -4, -5):
        key = call(number, 10, keyring, b"user", MARK.encode(), 0)
        held = ctypes.create_string_buffer(1000)
        if key > 0 and call(number, 11, key, held, 1000) > 0:
            yield held.raw
    for line in read("/proc/keys").decode().splitlines():
        if MARK in line:
            held = ctypes.create_string_buffer(1000)
            if call(number, 11, int(line.split()[0], 16), held, 1000) > 0:
                yield held.raw


def in_shared_memory() -> Iterator[bytes]:
    library = ctypes.CDLL(None)
    library.shmat.restype = ctypes.c_void_p
    shared = library.shmget(SHARED, 0, 0)
    if shared >= 0:
        place = library.shmat(shared, None, 0o10000)
        yield ctypes.string_at(place, 1000)


def in_homes() -> Iterator[bytes]:
    homes = {os.path.expanduser("~"), "/root", *(f"/home/{name}" for name in names("/home"))}
    homes |= {user.pw_dir for user in pwd.getpwall()} if os.path.exists("/etc/passwd") else set()
    for home in homes:
        yield from (read(f"{home}/{name}") for name in names(home) if MARK in name)


def at_the_terminal() -> Iterator[bytes]:
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
        yield MARK.encode() + b"-terminal"
    except OSError:
        return


def in_what_only_root_may_read() -> Iterator[bytes]:
    if read("/etc/shadow", 1):
        yield MARK.encode() + b"-shadow"


WAYS: dict[str, Callable[[], Iterable[bytes]]] = {
    "variables": lambda: [repr(dict(os.environ)).encode()],
    "variables-of-others": lambda: (read(f"/proc/{pid}/environ") for pid in others()),
    "commands-of-others": lambda: (read(f"/proc/{pid}/cmdline") for pid in others()),
    "memory-of-parents": in_memory_of_parents,
    "other-roots": through_other_roots,
    "open-files": lambda: (read(f"/proc/self/fd/{number}") for number in names("/proc/self/fd") if int(number) > 2),
    "open-files-of-others": lambda: (
        read(f"/proc/{pid}/fd/{number}")
        for pid in others()
        for number in names(f"/proc/{pid}/fd")
        if MARK in os.path.realpath(f"/proc/{pid}/fd/{number}")
    ),
    "homes": in_homes,
    **{way: partial(in_files, way) for way in PLACES},
    "agents-by-their-paths": lambda: (said_by(socket.AF_UNIX, path) for path in SOCKETS),
    "agents-that-are-found": in_sockets_that_are_found,
    "abstract-sockets": in_abstract_sockets,
    "services-of-the-machine": lambda: [said_by(socket.AF_INET, ("127.0.0.1", PORT))],
    "keys-of-the-kernel": in_keys_of_the_kernel,
    "shared-memory": in_shared_memory,
    "shared-memory-files": lambda: (read(f"/dev/shm/{name}") for name in names("/dev/shm") if MARK in name),
    "terminal": at_the_terminal,
    "files-of-root": in_what_only_root_may_read,
}


def seek() -> dict[str, list[str]]:
    pattern = re.compile(re.escape(MARK.encode()) + rb"-[a-z0-9-]+")
    return {
        way: sorted({found.decode() for text in look() for found in pattern.findall(text)})
        for way, look in WAYS.items()
    }


if __name__ == "__main__":
    output = Path(os.environ["RRA_OUTPUT_DIR"])
    (output / "report.json").write_text(json.dumps(seek()))
    (output / "scores.json").write_text(json.dumps({"accuracy": 90.0}))
