"""What the evidence of a run says about its jobs: put into the notes of its attempts, without names.

A job notes itself before each attempt, so that an attempt that was cut off has its job too.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.launch.attempt import attempts_of
from reprobridge_spec.launch.place.slurm_control import Ended
from reprobridge_spec.model.run_record import Attempt, Job
from reprobridge_spec.process import Ending
from reprobridge_spec.replacement import replacing_file

_NOTES, _ATTEMPTS, _CAME_TO = "attempt-jobs", "attempts", "came-to.json"


def this_job(environ: Mapping[str, str], salt: str, runs: int) -> Job:
    """The job in which this process runs.

    Args:
        environ: its variables, as Slurm sets them.
        salt: of the digest that stands for the node's name.
        runs: how many runs the job makes.
    """
    node = environ.get("SLURMD_NODENAME") or os.uname().nodename
    return Job(
        system="slurm",
        id=environ["SLURM_JOB_ID"],
        node=digest.of_bytes(f"{salt}:{node}".encode()),
        partition=environ.get("SLURM_JOB_PARTITION") or None,
        restarts=int(environ.get("SLURM_RESTART_COUNT") or 0),
        runs=runs,
    )


def note(run: Path, number: int, job: Job) -> None:
    """Note the job of the attempt that begins now.

    Raises:
        RrspecError: it cannot be written.
    """
    (run / _NOTES).mkdir(exist_ok=True)
    _write(run / _NOTES / f"{number}.json", job)


def take_back(run: Path, number: int) -> None:
    """Have the last attempt of a run count as interrupted, however its launcher ended.

    Raises:
        RrspecError: it cannot be written.
    """
    (run / _CAME_TO).unlink(missing_ok=True)
    for attempt in attempts_of(run):
        if attempt.number == number:
            interrupted = attempt.model_copy(update={"ending": Ending.INTERRUPTED.value})
            _write(run / _ATTEMPTS / f"{number}.json", interrupted)


def put_in_place(run: Path, ended: Ended | None = None) -> None:
    """Give each attempt its job, and the last attempt of a job what Slurm says of its end.

    Args:
        run: the run's folder, in which no attempt is under way.
        ended: the job that has ended, if it made this run alone.

    Raises:
        RrspecError: it cannot be written.
    """
    jobs = {int(file.stem): file for file in (run / _NOTES).glob("*.json")}
    last = None
    for attempt in attempts_of(run):
        if attempt.number not in jobs:
            continue
        job = attempt.job or Job.model_validate(json.loads(jobs[attempt.number].read_text(encoding="utf-8")))
        if attempt.job is None:
            _write(run / _ATTEMPTS / f"{attempt.number}.json", attempt.model_copy(update={"job": job}))
        last = attempt.model_copy(update={"job": job})
    if last is not None and last.job is not None and ended is not None and last.job.id == ended.id:
        job = last.job.model_copy(update={"state": ended.state, "accounting": ended.accounting})
        _write(run / _ATTEMPTS / f"{last.number}.json", last.model_copy(update={"job": job}))


def _write(file: Path, document: Attempt | Job) -> None:
    with replacing_file(file) as sink:
        sink.write(document.model_dump_json(by_alias=True, exclude_defaults=True).encode())
