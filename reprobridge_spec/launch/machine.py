"""What this machine is, for the record: without its name, which stands there as a salted digest."""

import os
import platform
from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.model.hardware import Gpu, Hardware


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def memory_bytes() -> int:
    """The machine's memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def hardware(salt: str, gpus: Sequence[Gpu] = ()) -> Hardware:
    """Processor, cores, memory and the cards `gpus`; the host's name as a digest with `salt`."""
    return Hardware(
        cpu=_processor(),
        cores=cores(),
        memory_bytes=memory_bytes(),
        gpus=list(gpus),
        host_digest=digest.of_bytes(f"{salt}:{platform.node()}".encode()),
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names and names[0] else platform.processor() or platform.machine() or "unknown"
