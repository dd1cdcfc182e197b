"""What this machine is, for the record: without its name, which stands there as a salted digest."""

import os
import platform
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.model.run_record import Hardware


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0))


def hardware(salt: str) -> Hardware:
    """Processor, cores and memory; the host's name as a digest with `salt`."""
    return Hardware(
        cpu=_processor(),
        cores=cores(),
        memory_bytes=os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        host_digest=digest.of_bytes(f"{salt}:{platform.node()}".encode()),
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names and names[0] else platform.processor() or platform.machine() or "unknown"
