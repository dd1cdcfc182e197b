"""The note in a run's folder that a job of Slurm makes that run.

It is written before the job is handed in and outlives this process: another finds the job again by it. The job itself
reads it on its node: what it finds there tells it that it sees the same disk, and that no later job has its place.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reprobridge_spec import digest
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.launch.order import Order
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.replacement import replacing_file

_FILE = "job.json"
_JOBS = "jobs"
_NAME = "rrspec-"
_TOKEN = lazy_pattern(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A job that makes a run, or is to make it.

    Attributes:
        token: drawn for the job; a part of its name.
        position: of the run in the job, from zero.
        runs: how many runs the job makes.
        asked: digest of what the run was asked to be.
        work: folder of the working copy that the job uses.
        id: the job's id; None while that is not known.
    """

    token: str
    position: int
    runs: int
    asked: str
    work: str
    id: str | None = None

    @property
    def name(self) -> str:
        """The job's name in Slurm."""
        return _NAME + self.token


def write(run: Path, claim: Claim) -> None:
    """Put the note into a run's folder.

    Raises:
        OSError: it cannot be written.
    """
    with replacing_file(run / _FILE) as sink:
        sink.write(json.dumps(asdict(claim)).encode())


def read(run: Path) -> Claim | None:
    """The note in a run's folder; None where there is none, or it is damaged."""
    try:
        found: dict[str, Any] = json.loads((run / _FILE).read_text(encoding="utf-8"))
        claim = Claim(**found)
        # it becomes a part of a path
        return claim if _TOKEN.fullmatch(claim.token) else None
    except (OSError, ValueError, TypeError):
        return None


def drop(run: Path) -> None:
    """Take the note away: the job has ended."""
    (run / _FILE).unlink(missing_ok=True)


def job_folder(run: Path, token: str) -> Path:
    """Where a job's script and log lie, and what it tells: beside the folder of runs."""
    return run.parent.parent / _JOBS / token


def claimed(state: Path) -> Iterator[tuple[Path, Claim]]:
    """The runs in a state folder that a job may be making right now; their working copies are to be kept."""
    runs = state / "runs"
    for run in sorted(runs.iterdir()) if runs.is_dir() else ():
        claim = read(run)
        if claim is not None:
            yield run, claim


def asked_of(order: Order) -> str:
    """Digest of what decides what comes of an order, besides the files that its method covers."""
    return digest.of_value(
        {
            "command": list(order.command),
            "variables": dict(order.variables),
            "resources": order.resources.model_dump_json(exclude_defaults=True),
            "isolation": order.sandbox.isolation.model_dump_json(exclude_defaults=True),
            "tracing": order.tracer.tracing.model_dump_json(exclude_defaults=True),
            "hosts": list(order.hosts),
            "keys": list(order.keys),
            "environment": order.environment_fingerprint,
            "limit": str(order.time_limit),
        }
    )
