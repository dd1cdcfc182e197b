"""What runs that share a card have of its memory: one locked file a claim, with the amount in its name."""

import itertools
import os
import re

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.gpu.locks import TAKEN, Lock, Locks
from reprobridge_spec.lazy_pattern import lazy_pattern

_NAME = lazy_pattern(r"([0-9]{1,20})-([0-9]{1,10})-[0-9]{1,10}\.claim")
_numbers = itertools.count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A part of a card's memory; `pid` is that of the rrspec whose run has it."""

    memory_bytes: int
    pid: int


def claims(locks: Locks, uuid: str) -> list[Claim]:
    """The claims on a card whose holders live. Whoever asks has the gate, or one may be seen half made."""
    found: list[Claim] = []
    prefix = f"{name_of(uuid)}+"
    for name in locks.names():
        match = _NAME.fullmatch(name.removeprefix(prefix)) if name.startswith(prefix) else None
        if match is None:
            continue
        lock = locks.lock(name, remove=True)
        if isinstance(lock, Lock):
            lock.release()  # its holder is gone, and so is the file now
        elif lock == TAKEN:
            found.append(Claim(memory_bytes=int(match[1]), pid=int(match[2])))
    return found


def claim(locks: Locks, uuid: str, memory_bytes: int) -> Lock | str:
    """A claim of this process on a card, or why there is none. Whoever asks has the gate."""
    return locks.lock(f"{name_of(uuid)}+{memory_bytes}-{os.getpid()}-{next(_numbers)}.claim", remove=True)


def name_of(uuid: str) -> str:
    """A card's UUID as a part of a file's name; those of older drivers for MIG instances have slashes."""
    return re.sub(r"[^A-Za-z0-9.-]", "_", uuid)[:150]
