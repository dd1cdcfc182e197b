"""The programs of Slurm: what they are asked, and what their answers mean. Each call has a time limit."""

import os
from collections.abc import Iterable
from enum import Enum
from shutil import which
from typing import Final

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.run_record import JobAccounting
from reprobridge_spec.process import output_of

CALL_SECONDS = 30.0
"""How long one call may take; Slurm's own programs wait for ever where a daemon is stuck."""

_ALIVE = frozenset(
    {
        "PENDING",
        "RUNNING",
        "SUSPENDED",
        "CONFIGURING",
        "COMPLETING",
        "EXPEDITING",
        "REQUEUED",
        "REQUEUE_FED",
        "REQUEUE_HOLD",
        "RESIZING",
        "RESV_DEL_HOLD",
        "SIGNALING",
        "SPECIAL_EXIT",
        "STAGE_OUT",
        "STOPPED",
    }
)
_TAKEN = frozenset({"NODE_FAIL", "BOOT_FAIL", "PREEMPTED", "REVOKED"})
_TRES = ("cpu", "mem", "node", "gres/")
_KIB: Final = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class Life(Enum):
    """What the state of a job means for its runs."""

    WAITS = "waits"
    RUNS = "runs"
    TAKEN = "taken"
    CANCELLED = "cancelled"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A job as the queue shows it.

    Attributes:
        state: in Slurm's words, such as `RUNNING`.
        reason: why it waits or ended, in Slurm's words.
        name: its name.
    """

    state: str
    reason: str
    name: str

    @property
    def life(self) -> Life:
        """What its state means."""
        if self.state == "PENDING":
            return Life.WAITS
        if self.state in _ALIVE:
            return Life.RUNS
        if self.state in _TAKEN:
            return Life.TAKEN
        return Life.CANCELLED if self.state == "CANCELLED" else Life.OVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """A job that has ended.

    Attributes:
        state: in Slurm's words.
        accounting: what it took; None where nothing is kept of that.
    """

    id: str
    state: str
    accounting: JobAccounting | None


class Control:
    """Asks the Slurm of this machine about the caller's jobs."""

    def __init__(self, seconds: float = CALL_SECONDS) -> None:
        self._seconds = seconds

    def missing(self) -> str:
        """Which of the programs is not on this machine; empty where all are."""
        return next((name for name in ("sbatch", "squeue", "scancel", "scontrol") if which(name) is None), "")

    def jobs(self) -> dict[str, Seen]:
        """The caller's jobs by id, with those that ended a short while ago.

        Raises:
            NotDoneError: Slurm does not answer.
        """
        form = "--format=%i|%T|%r|%j"
        lines = self._asked("squeue", "--noheader", "--states=all", f"--user={os.getuid()}", form)
        found: dict[str, Seen] = {}
        for line in lines.splitlines():
            id_, state, reason, name, *_ = [*line.split("|", 3), "", "", ""]
            if id_.isdecimal():
                found[id_] = Seen(state=state, reason=reason, name=name)
        return found

    def ended(self, id_: str) -> Ended | None:
        """What is known of a job that has ended; None where nothing is known any more."""
        return self._from_accounting(id_) or self._from_controller(id_)

    def cancel(self, *, ids: Iterable[str] = (), names: Iterable[str] = ()) -> None:
        """Cancel jobs, those with a name where no id is known.

        Raises:
            NotDoneError: Slurm does not answer.
        """
        if known := list(ids):
            self._asked("scancel", "--quiet", *known)
        for name in names:
            self._asked("scancel", "--quiet", f"--user={os.getuid()}", f"--name={name}")

    def _asked(self, *command: str) -> str:
        code, output = output_of(command, time_limit=self._seconds)
        if code:
            said = output.strip().splitlines()
            raise NotDoneError(
                f"{command[0]} says: {said[-1] if said else f'it ended with {code}'}",
                hint="See with `sinfo` whether Slurm is up, and whether this machine may use it.",
            )
        return output

    def _from_accounting(self, id_: str) -> Ended | None:
        if which("sacct") is None:
            return None
        fields = "JobIDRaw,State,ElapsedRaw,AllocTRES,MaxRSS"
        try:
            lines = self._asked("sacct", "--noheader", "--parsable2", f"--jobs={id_}", f"--format={fields}")
        except NotDoneError:
            return None
        return read_accounting(id_, lines)

    def _from_controller(self, id_: str) -> Ended | None:
        try:
            return read_job(id_, self._asked("scontrol", "--oneliner", "show", "job", id_))
        except NotDoneError:
            return None


def read_accounting(id_: str, lines: str) -> Ended | None:
    """What `sacct` says of a job: its own line, and the largest memory of its steps."""
    whole: list[str] | None = None
    largest: int | None = None
    for line in lines.splitlines():
        fields = line.split("|")
        if len(fields) != 5:  # noqa: PLR2004 (as many as are asked for)
            continue
        if fields[0] == id_:
            whole = fields
        if fields[0].partition(".")[0] == id_ and (memory := _bytes(fields[4])) is not None:
            largest = max(largest or 0, memory)
    if whole is None or not whole[1] or not whole[2].isdecimal():
        return None
    accounting = JobAccounting(
        source="sacct", elapsed_seconds=int(whole[2]), tres=_tres(whole[3]), max_memory_bytes=largest
    )
    # `CANCELLED by 1000` tells who
    return Ended(id=id_, state=whole[1].split()[0], accounting=accounting)


def read_job(id_: str, line: str) -> Ended | None:
    """What `scontrol show job` says of a job that ended a short while ago."""
    fields = dict(field.partition("=")[::2] for field in line.split())
    state = fields.get("JobState", "")
    if not state:
        return None
    seconds = _seconds(fields.get("RunTime", ""))
    tres = fields.get("AllocTRES") or fields.get("TRES", "")
    if "gres/" not in tres:
        # a Slurm that does not count them tells what was asked for
        asked = (fields.get(name, "") for name in ("TresPerNode", "TresPerJob", "TresPerTask", "TresPerSocket"))
        tres = ",".join([tres, *(_gres(text) for text in asked)])
    kept = seconds is not None and fields.get("StartTime", "Unknown") != "Unknown"
    accounting = JobAccounting(source="scontrol", elapsed_seconds=seconds or 0, tres=_tres(tres)) if kept else None
    return Ended(id=id_, state=state, accounting=accounting)


def _tres(text: str) -> str | None:
    """What was given, of the kinds that every site has; others may tell which site it is."""
    parts = sorted(part for part in text.split(",") if part.startswith(_TRES) and "=" in part)
    return ",".join(parts) or None


def _gres(text: str) -> str:
    """`gres:gpu:fake:1` as `gres/gpu:fake=1`."""
    kinds = text.replace("gres:", "gres/").split(",")
    return ",".join("=".join(kind.rsplit(":", 1)) for kind in kinds if kind.startswith("gres/"))


def _bytes(text: str) -> int | None:
    number, unit = (text[:-1], text[-1]) if text[-1:] in _KIB else (text, "")
    try:
        return int(float(number) * _KIB.get(unit, 1))
    except ValueError:
        return None


def _seconds(text: str) -> int | None:
    """`1-02:03:04` in seconds."""
    days, _, clock = text.rpartition("-")
    parts = clock.split(":")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):  # noqa: PLR2004 (hours, minutes, seconds)
        return None
    hours, minutes, seconds = map(int, parts)
    return (int(days) if days.isdecimal() else 0) * 86_400 + hours * 3_600 + minutes * 60 + seconds
