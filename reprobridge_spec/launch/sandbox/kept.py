"""A command under a keeper, which leaves nothing of it and counts what all of it used."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec.launch.sandbox.base import FURTHER

_FOLDER = Path(__file__).parent
_KEEP = "import sys; sys.path.insert(0, sys.argv.pop(1)); import keeper; sys.exit(keeper.main(sys.argv[1:]))"
"""As a module, which is compiled once; a bare Python, without what else is installed."""
_CALLER = 6
"""Which word of a kept command names its caller."""
_PREFIX = 9
"""How many words of a kept command are its keeper's."""


def kept(command: Sequence[str], processes: int | None = None) -> tuple[str, ...]:
    """`command` under a keeper: nothing that it started outlives it, nor the caller.

    It is to be started by the process that calls this. A program that is not there ends the run as it does inside a
    sandbox, not rrspec.
    """
    # root is not held by the kernel's own limit; there are control groups for it
    most = 0 if processes is None or os.geteuid() == 0 else processes + FURTHER
    return (sys.executable, "-I", "-S", "-c", _KEEP, str(_FOLDER), str(os.getpid()), str(most), "--", *command)


def within_keeper(command: Sequence[str], outer: Sequence[str], *, twice: bool) -> tuple[str, ...]:
    """`command` started by `outer`, which the command's own keeper keeps, where it has one.

    Args:
        command: the command, under its keeper.
        outer: what starts it.
        twice: whether the command has a keeper below `outer` too, where that waits for whatever the command leaves.
    """
    if _KEEP not in command[:_PREFIX]:
        return (*outer, *command)
    inner = (*command[:_CALLER], "0", *command[_CALLER + 1 :]) if twice else command[_PREFIX:]
    return (*command[:_PREFIX], *outer, *inner)
