"""Processes that a launcher left behind, found by the output folder that they were given.

A keeper ends what its launcher started, also when rrspec is killed; this finds what is left where the keeper was killed
too, or was only about to start.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PROCESSES = Path("/proc")
_NAME, _OUTPUT = b"RRA_OUTPUT_DIR=", b"/output"
_SHORT = 20


def end_below(folder: Path) -> None:
    """End every process of the caller that was given an output folder which is `folder` or lies below it.

    It was given it as RRA_OUTPUT_DIR, or as a word of its command, as sandboxes are.
    """
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
            words = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue  # it has ended, or is somebody else's
        outputs = [variable.removeprefix(_NAME) for variable in variables if variable.startswith(_NAME)]
        # a sandbox is a long command; a person's, who looks into the folder, names it in a short one
        outputs += [word for word in words if word.endswith(_OUTPUT)] if len(words) > _SHORT else []
        if any((output + b"/").startswith(folder + b"/") for output in outputs):
            yield int(process.name)
