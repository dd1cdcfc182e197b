"""What one artifact among many may cost."""

import os
import resource
from contextlib import suppress

from reprobridge_spec.frozen import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkLimits:
    """What the check of one artifact may take.

    Attributes:
        seconds: after which its process is ended.
        memory: bytes of address space of that process, where the system knows such a limit.
    """

    seconds: float = 300.0
    memory: int = 2 << 30


def limit_memory(size: int) -> None:
    """Take no more address space than `size` bytes from now on, where the system can hold a process to that."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    if hard != resource.RLIM_INFINITY:
        size = min(size, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (size, hard))


def processors() -> int:
    """How many processes can run at the same time for us."""
    try:
        return len(os.sched_getaffinity(0)) or 1
    except AttributeError:  # macOS
        return os.cpu_count() or 1
