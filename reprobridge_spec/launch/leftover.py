"""Processes that a launcher left behind, found by the output folder that they were given.

Only without a sandbox: inside one, nothing outlives the run. Without one a keeper ends what its launcher started, also
when rrspec is killed; this finds what is left where the keeper was killed too.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_NAME = b"RRA_OUTPUT_DIR="


def end_below(folder: Path) -> None:
    """End every process of the caller whose RRA_OUTPUT_DIR is `folder` or lies below it."""
    ended: set[int] = set()
    # one that starts another while we look is found in the next round
    while found := set(_given(os.fsencode(folder))) - ended:
        for pid in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        ended |= found


def _given(folder: bytes) -> Iterator[int]:
    for process in _PROCESSES.glob("[0-9]*"):
        try:
            variables = (process / "environ").read_bytes().split(b"\0")
        except OSError:
            continue  # it has ended, or is somebody else's
        outputs = [variable.removeprefix(_NAME) for variable in variables if variable.startswith(_NAME)]
        if outputs and (outputs[0] + b"/").startswith(folder + b"/"):
            yield int(process.name)
