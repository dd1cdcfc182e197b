"""Machines that the tests make up."""

from pathlib import Path
from typing import Any

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.verify.readiness.here import Here

GIB = 1 << 30
CARD = Card(
    uuid="GPU-1",
    index=0,
    minor=0,
    model="NVIDIA H200",
    memory_bytes=141 * GIB,
    free_bytes=100 * GIB,
    capability="9.0",
    driver="550",
    cuda="12.4",
)


def machine(tmp_path: Path, **values: Any) -> Here:
    """A machine with eight cores and no card, whose cache is empty; what is given stands in place of that."""
    given: dict[str, Any] = {
        "platform": current_platform(),
        "cores": 8,
        "memory": 16 * GIB,
        "cache": tmp_path / "cache",
        "cache_free": 100 * GIB,
        "runs": tmp_path,
        "runs_free": 100 * GIB,
        "isolation": "bubblewrap",
        "isolation_fault": "",
        "isolation_hint": "",
        "box": Box(cards=(), why_none="there is no NVML library"),
        "tools": {},
        "environ": {},
    }
    return Here(**(given | values))
