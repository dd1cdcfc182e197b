"""Jobs that were handed in and whose runs are waited for, and what their ends mean."""

import os
from concurrent.futures import Future
from dataclasses import field
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch import machine
from reprobridge_spec.launch.attempt import Attempted, attempts_of
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import LostError
from reprobridge_spec.launch.place.slurm_control import Life, Seen
from reprobridge_spec.process import Ended, Ending

_NEVER = frozenset(
    {
        "AccountNotAllowed",
        "BadConstraints",
        "DependencyNeverSatisfied",
        "InvalidAccount",
        "InvalidQOS",
        "PartitionNodeLimit",
        "PartitionTimeLimit",
        "QOSNotAllowed",
    }
)
_TAIL = 4_096
_LINE = 300


@dataclass(slots=True, eq=False)
class Handed:
    """A job that was handed in.

    Attributes:
        token: drawn for it.
        name: its name in Slurm.
        folder: where its log lies and what it tells.
        runs: how many it makes.
        open: those that are waited for, by their position in it.
        id: its id; None while it is being handed in.
        work: folder of the working copy that it uses, where that is one of an earlier campaign.
        life: as it was seen last.
        cancelled: whether we cancelled it.
        went_wrong: whether a run of it could not be made, so that its log is worth keeping.
        since: when each thing was seen first: `over`, or the position of a run that was told.
    """

    token: str
    name: str
    folder: Path
    runs: int
    open: dict[int, tuple[Order, Future[Attempted]]]
    id: str | None
    work: Path | None = None
    life: Life = Life.WAITS
    cancelled: bool = False
    went_wrong: bool = False
    since: dict[str | int, float] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """How people call it: the run that it makes, or how many."""
        labels = [order.label for order, _ in self.open.values()]
        return labels[0] if len(labels) == 1 else f"{len(labels)} runs"

    @property
    def log(self) -> Path:
        """Its own output, which is not its launcher's."""
        return self.folder / f"{self.id}_0_log.out"


def interrupted(order: Order) -> Attempted:
    """What an order came to whose job was cancelled by the caller."""
    ending = Ended(ending=Ending.INTERRUPTED, exit_code=137, wall_seconds=0.0, cpu_seconds=0.0, peak_memory_bytes=0)
    return Attempted(
        attempts=attempts_of(order.run),
        ended=ending,
        outside=(),
        keys_in=(),
        isolation=order.sandbox.isolation,
        hardware=machine.hardware(order.salt),
    )


def never_starts(seen: Seen) -> bool:
    """Whether a job waits for what it will never get."""
    return seen.life is Life.WAITS and (seen.reason in _NEVER or seen.reason.endswith(("PerJob", "PerJobLimit")))


def why_never(job: Handed, seen: Seen) -> NotDoneError:
    """That a job will never be started, and why."""
    return NotDoneError(
        f"Slurm will not start job {job.id}: {seen.reason}",
        hint="Compare the profile with what the site allows: partition, account, qos, limits of time and size.",
    )


def fault_of(job: Handed, order: Order, state: str) -> NotDoneError:
    """Why a job ended before its run did; its artifact is not at fault.

    Args:
        job: the job.
        order: of the run.
        state: in Slurm's words; empty where it is not known.
    """
    named = f"job {job.id}"
    life = Seen(state=state, reason="", name="").life
    if life is Life.TAKEN:
        return LostError(f"Slurm took away the node of {named} ({state})", hint="`rrspec run --resume` tries again.")
    if life is Life.CANCELLED:
        return NotDoneError(
            f"somebody else cancelled {named}", hint="`rrspec run --resume` hands it in again, if that is wanted."
        )
    if state == "TIMEOUT":
        return NotDoneError(
            f"Slurm ended {named} at its own limit, before the run's limit of {order.time_limit:g} s",
            hint="Give the profile more `grace`, or a `factor` where this site is slower.",
        )
    if state == "OUT_OF_MEMORY":
        asked = order.resources.memory or "the site's default"
        return NotDoneError(
            f"Slurm ended {named} as a whole: it took more memory than it had asked for ({asked})",
            hint="Say more `memory` in the resources of the experiment, or in the profile where it says none.",
        )
    return _unheard(job, order, state or "it is not known any more")


def _unheard(job: Handed, order: Order, state: str) -> NotDoneError:
    named = f"job {job.id}"
    last = _last_line(job.log)
    if last is None:
        return NotDoneError(
            f"{named} ended ({state}) and left nothing in {job.folder}",
            hint="Put artifact, RRSPEC_CACHE and Python on a disk that all nodes see, and name it as `shared`.",
        )
    attempts = attempts_of(order.run)
    if attempts and attempts[-1].ending == Ending.INTERRUPTED and attempts[-1].job and attempts[-1].job.id == job.id:
        return LostError(f"{named} was ended from outside ({state})", hint="`rrspec run --resume` tries again.")
    return NotDoneError(f"{named} ended ({state}) before its launcher did: {last}", hint=f"Read {job.log}.")


def _last_line(log: Path) -> str | None:
    try:
        with log.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            lines = file.read(_TAIL).decode("utf-8", "replace").split("\n")
    except OSError:
        return None
    said = [line.strip() for line in lines if line.strip()]
    return said[-1][:_LINE] if said else "it said nothing"
