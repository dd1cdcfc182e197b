import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.place.slurm_control import Control, Ended, Life, Seen, read_accounting, read_job
from reprobridge_spec.model.run_record import JobAccounting

JOB = (
    "JobId=7 JobName=rrspec-00 UserId=me(1000) GroupId=us(1000) Account=secret JobState={state} Reason=None "
    "Requeue=1 Restarts=0 RunTime={run} TimeLimit=00:10:00 StartTime={start} NodeList=node7 BatchHost=node7 "
    "{tres} Command=/home/me/x.sh WorkDir=/home/me"
)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Puts programs of that name on the path, alone, each a few lines of shell; their calls are in the file given."""
    calls = tmp_path / "calls"

    def make(**bodies: str) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        for name, body in bodies.items():
            program = folder / name
            program.write_text(f'#!/bin/sh\necho {name} "$@" >> {calls}\n{body}\n')
            program.chmod(program.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin" if bodies.get("sleeps") else str(folder))
        return calls

    return make


@pytest.mark.parametrize(
    ("state", "life"),
    [
        ("PENDING", Life.WAITS),
        ("RUNNING", Life.RUNS),
        ("COMPLETING", Life.RUNS),
        ("SUSPENDED", Life.RUNS),
        ("REQUEUE_HOLD", Life.RUNS),
        ("NODE_FAIL", Life.TAKEN),
        ("PREEMPTED", Life.TAKEN),
        ("BOOT_FAIL", Life.TAKEN),
        ("CANCELLED", Life.CANCELLED),
        ("COMPLETED", Life.OVER),
        ("FAILED", Life.OVER),
        ("TIMEOUT", Life.OVER),
        ("OUT_OF_MEMORY", Life.OVER),
        ("", Life.OVER),
    ],
)
def test_a_state_of_slurm_means(state: str, life: Life) -> None:
    assert Seen(state=state, reason="", name="").life is life


def test_the_jobs_of_the_caller_are_asked_for_in_one_call(programs: Callable[..., Path]) -> None:
    calls = programs(squeue="echo '7|RUNNING|None|rrspec-00'; echo '8|PENDING|Resources|a|b'; echo nonsense")
    found = Control().jobs()
    assert found == {
        "7": Seen(state="RUNNING", reason="None", name="rrspec-00"),
        "8": Seen(state="PENDING", reason="Resources", name="a|b"),
    }
    assert calls.read_text() == (f"squeue --noheader --states=all --user={os.getuid()} --format=%i|%T|%r|%j\n")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("echo 'slurm_load_jobs error: Unable to contact slurm controller'; exit 1", "Unable to contact slurm"),
        ("exit 3", "it ended with 3"),
        ("while :; do :; done", "did not end within"),
    ],
    ids=["down", "silent", "stuck"],
)
def test_a_slurm_that_does_not_answer_is_said(programs: Callable[..., Path], body: str, said: str) -> None:
    programs(squeue=body)
    with pytest.raises(NotDoneError, match=said):
        Control(seconds=0.3).jobs()


def test_a_machine_without_slurm_says_which_program_is_missing(programs: Callable[..., Path]) -> None:
    programs(sbatch="", squeue="")
    assert Control().missing() == "scancel"


def test_jobs_are_cancelled_by_their_ids_and_by_name_where_none_is_known(programs: Callable[..., Path]) -> None:
    calls = programs(scancel="")
    Control().cancel(ids=["7", "8"], names=["rrspec-00"])
    Control().cancel()
    assert calls.read_text().splitlines() == [
        "scancel --quiet 7 8",
        f"scancel --quiet --user={os.getuid()} --name=rrspec-00",
    ]


def test_where_no_accounting_is_kept_the_controller_is_asked(programs: Callable[..., Path]) -> None:
    line = JOB.format(state="COMPLETED", run="00:01:02", start="2026-01-01T00:00:00", tres="TRES=cpu=1")
    programs(sacct="echo 'Slurm accounting storage is disabled'; exit 1", scontrol=f"echo '{line}'")
    ended = Control().ended("7")
    assert ended is not None
    assert ended.accounting is not None
    assert (ended.state, ended.accounting.source, ended.accounting.elapsed_seconds) == ("COMPLETED", "scontrol", 62)


def test_of_a_job_that_slurm_has_forgotten_nothing_is_known(programs: Callable[..., Path]) -> None:
    programs(sacct="true", scontrol="echo 'slurm_load_jobs error: Invalid job id specified'; exit 1")
    assert Control().ended("7") is None


def test_accounting_is_that_of_the_job_with_the_largest_memory_of_its_steps() -> None:
    lines = (
        "7|COMPLETED|125|billing=1,cpu=2,gres/gpu:a100=1,gres/gpu=1,license/matlab=1,mem=4G,node=1|\n"
        "7.batch|COMPLETED|125|cpu=2,mem=4G,node=1|1536K\n7.0|COMPLETED|120|cpu=2|2.5M\n70|FAILED|1|cpu=1|900G\n"
    )
    accounting = JobAccounting(
        source="sacct",
        elapsed_seconds=125,
        tres="cpu=2,gres/gpu:a100=1,gres/gpu=1,mem=4G,node=1",
        max_memory_bytes=2_621_440,
    )
    assert read_accounting("7", lines) == Ended(id="7", state="COMPLETED", accounting=accounting)


def test_who_cancelled_a_job_is_left_out() -> None:
    ended = read_accounting("7", "7|CANCELLED by 1000|3|cpu=1|\n")
    assert ended is not None
    assert ended.state == "CANCELLED"


@pytest.mark.parametrize("lines", ["", "7", "8|COMPLETED|1|cpu=1|", "7||1|cpu=1|", "7|COMPLETED|soon|cpu=1|"])
def test_accounting_that_says_nothing_of_the_job_is_none(lines: str) -> None:
    assert read_accounting("7", lines) is None


@pytest.mark.parametrize(
    ("run", "tres", "expected"),
    [
        ("00:00:05", "TRES=cpu=1,node=1,billing=1 TresPerNode=gres:gpu:fake:1", (5, "cpu=1,gres/gpu:fake=1,node=1")),
        ("1-02:03:04", "AllocTRES=cpu=1,gres/gpu=2", (93_784, "cpu=1,gres/gpu=2")),
        ("00:00:00", "TRES=(null)", (0, None)),
        ("00:00:00", "TresPerJob=gres/gpu:2", (0, "gres/gpu=2")),
    ],
)
def test_what_the_controller_says_of_a_job(run: str, tres: str, expected: tuple[int, str | None]) -> None:
    ended = read_job("7", JOB.format(state="COMPLETED", run=run, start="2026-01-01T00:00:00", tres=tres))
    assert ended is not None
    assert ended.accounting is not None
    assert (ended.accounting.elapsed_seconds, ended.accounting.tres) == expected


@pytest.mark.parametrize(
    ("state", "run", "start"),
    [("CANCELLED", "00:00:00", "Unknown"), ("FAILED", "INVALID", "2026-01-01T00:00:00")],
    ids=["never started", "no time"],
)
def test_of_a_job_that_never_ran_there_is_no_accounting(state: str, run: str, start: str) -> None:
    ended = read_job("7", JOB.format(state=state, run=run, start=start, tres=""))
    assert ended == Ended(id="7", state=state, accounting=None)


def test_a_line_that_is_none_of_a_job_says_nothing() -> None:
    assert read_job("7", "No jobs in the system") is None


def test_no_name_of_a_person_or_machine_is_kept() -> None:
    line = JOB.format(state="COMPLETED", run="00:00:05", start="2026-01-01T00:00:00", tres="TRES=cpu=1,node=1")
    kept = repr(read_job("7", line))
    assert "COMPLETED" in kept
    assert not [name for name in ("me(1000)", "secret", "node7", "/home") if name in kept]
