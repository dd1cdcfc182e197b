"""The folder of what is not finished: one `rrspec run` at a time works in it, and begins by clearing it."""

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch import leftover
from reprobridge_spec.launch.place import slurm_claim
from reprobridge_spec.launch.prepare import WORK_PREFIX


@contextmanager
def alone(state: Path) -> Iterator[None]:
    """Holds the artifact's state folder against another `rrspec run`, and clears what one that was killed left."""
    try:
        state.mkdir(exist_ok=True)
        lock = (state / "lock").open("w")
    except OSError as error:
        raise NotDoneError(
            f"the folder for unfinished runs cannot be written: {error.strerror or error}",
            hint="Make room, or take a copy of the artifact where you may write.",
            place=str(state),
        ) from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise NotDoneError(
                f"another `rrspec run` is at work in {state.parent}", hint="Wait for it, or end it."
            ) from None
        except OSError:
            pass  # some network disks know no locks
        _clear(state)
        yield


def _clear(state: Path) -> None:
    """End and remove what an `rrspec run` that was killed left; jobs of a cluster go on, and keep what they use."""
    jobs = dict(slurm_claim.claimed(state))
    used = {Path(job.work) for job in jobs.values()}
    for run in state.glob("runs/*"):
        if run not in jobs:
            leftover.end_below(run)
    for work in state.glob(f"{WORK_PREFIX}*"):
        if work not in used:
            shutil.rmtree(work, ignore_errors=True)
    if not jobs:
        shutil.rmtree(state / "gathered", ignore_errors=True)
    for stop in state.glob("*.stop"):
        stop.unlink(missing_ok=True)
