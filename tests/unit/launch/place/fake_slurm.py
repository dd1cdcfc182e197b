"""A Slurm in memory, whose jobs do what a test has them do."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.attempt import attempt
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_evidence
from reprobridge_spec.launch.place.slurm_control import Control, Ended, Seen
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.place.slurm_told import Told, tell
from reprobridge_spec.model.run_record import JobAccounting


@dataclass
class FakeJob:
    orders: Sequence[Order]
    name: str
    folder: Path
    state: str = "PENDING"
    reason: str = "None"
    restarts: int = 0


class FakeSlurm(Control):
    """Stands in for Slurm's programs, and for submitit."""

    def __init__(self) -> None:
        super().__init__()
        self.handed: dict[str, FakeJob] = {}
        self.cancelled: list[str] = []
        self.answers = True
        self.asked = 0
        self.refusal = ""

    def submit(
        self,
        orders: Sequence[Order],
        name: str,
        token: str,
        folder: Path,
        profile: SlurmProfile,
        environ: Mapping[str, str],
    ) -> str:
        assert token in name
        assert profile is not None
        assert environ is not None
        if self.refusal:
            raise NotDoneError(self.refusal)
        id_ = str(len(self.handed) + 1)
        self.handed[id_] = FakeJob(orders, name, folder)
        return id_

    def missing(self) -> str:
        return ""

    def jobs(self) -> dict[str, Seen]:
        self.asked += 1
        if not self.answers:
            raise NotDoneError("squeue says: nothing")
        return {id_: Seen(state=job.state, reason=job.reason, name=job.name) for id_, job in self.handed.items()}

    def ended(self, id_: str) -> Ended | None:
        job = self.handed.get(id_)
        accounting = JobAccounting(source="sacct", elapsed_seconds=3, tres="cpu=1", max_memory_bytes=1_000)
        return Ended(id=id_, state=job.state, accounting=accounting) if job else None

    def cancel(self, *, ids: Iterable[str] = (), names: Iterable[str] = ()) -> None:
        known = {job.name: id_ for id_, job in self.handed.items()}
        for id_ in [*ids, *(known[name] for name in names if name in known)]:
            self.cancelled.append(id_)
            self.handed[id_].state = "CANCELLED"

    def makes(self, id_: str, position: int = 0, *, cut: str = "", said: str = "") -> None:
        """The job makes one of its runs; with `cut`, a signal ends that, and the job is in this state."""
        job = self.handed[id_]
        job.state = "RUNNING"
        order = replace(job.orders[position], command=("/bin/true",))
        environ = {
            "SLURM_JOB_ID": id_,
            "SLURMD_NODENAME": "node7",
            "SLURM_JOB_PARTITION": "gpu",
            "SLURM_RESTART_COUNT": str(job.restarts),
        }
        number = len(list((order.run / "attempts").glob("*.json"))) + 1
        slurm_evidence.note(order.run, number, slurm_evidence.this_job(environ, order.salt, len(job.orders)))
        if cut:
            order.stop.touch()
            attempt(replace(order, command=("/bin/sleep", "30")))
            order.stop.unlink()
            job.state = cut
            return
        attempt(order)
        slurm_evidence.put_in_place(order.run)
        tell(job.folder, position, Told(said=said))
