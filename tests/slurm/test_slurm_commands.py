"""`rrspec run` and `rrspec verify` on a real Slurm: the same verdicts as on this machine, and nothing is made twice."""

import json
import os
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import Launcher, records, write
from tests.conftest import CHECKOUT, CommandLine
from tests.slurm.cluster import Cluster

pytestmark = [pytest.mark.slow, pytest.mark.needs("slurm")]

PROFILE = """\
[test]
partition = "main"
grace = "30s"
"""
SLOW = """\
(output / "begun").write_text("1")
time.sleep(8)
score(180 / 2)
"""
CARD = """\
score(180 / 2)
(output / "card").write_text(os.environ["CUDA_VISIBLE_DEVICES"])
"""


@pytest.fixture
def on_slurm(rrspec: CommandLine, slurm: Cluster, tmp_path: Path) -> CommandLine:
    """The command line of somebody who may hand in jobs."""
    profiles = tmp_path / "slurm.toml"
    profiles.write_text(PROFILE)
    rrspec.environment |= {"SLURM_CONF": str(slurm.configuration), "RRSPEC_SLURM": str(profiles)}
    return rrspec


def verdicts(ended: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    return {row["task"]: (row["verdict"], row.get("new")) for row in map(flat, json.loads(ended.stdout)["tasks"])}


def flat(row: dict[str, Any]) -> dict[str, Any]:
    judgement = row.get("judgement", {})
    return {**row, **judgement}


def test_runs_on_slurm_have_their_jobs_in_their_records(on_slurm: CommandLine, tmp_path: Path) -> None:
    small = {f"small-{number}": Launcher() for number in range(3)}
    artifact = write(tmp_path / "paper", {"card": Launcher(code=CARD, gpus=1), **small})
    ended = on_slurm("run", "-C", artifact, "--isolation", "none", "--on", "slurm:test")
    assert ended.returncode == 0, ended.stderr
    made = [record.predicate for record in records(artifact)]
    jobs = {record.run: record.attempts[0].job for record in made}
    assert all(job is not None and job.system == "slurm" for job in jobs.values())
    (card,) = (record for record in made if record.experiment == "card")
    assert (artifact / "evidence" / "runs" / card.run / "outputs" / "card").read_text() in {"0", "1"}
    # the card's run has a job of its own, the three short ones share one
    assert len({job.id for job in jobs.values() if job}) == 2
    assert on_slurm("validate", artifact, "--level", "specified").returncode == 0


@pytest.mark.parametrize("isolation", ["none", pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap"))])
def test_a_small_artifact_has_the_same_verdicts_as_here(on_slurm: CommandLine, paper: Path, isolation: str) -> None:
    level = ("--level", "specified")
    options = (*level, "--isolation", isolation, "--format", "json", "-o", paper.parent / "verification.json")
    here = on_slurm("verify", paper, *options)
    there = on_slurm("verify", paper, *options, "--on", "slurm:test")
    assert verdicts(here) == verdicts(there)
    assert here.returncode == there.returncode


@pytest.mark.network
def test_the_example_has_the_same_verdicts_as_here(on_slurm: CommandLine, tmp_path: Path) -> None:
    example = tmp_path / "rocket-ucr"
    shutil.copytree(CHECKOUT / "examples" / "rocket-ucr", example)
    options = ("--format", "json", "-o", tmp_path / "verification.json")
    here = on_slurm("verify", example, *options)
    there = on_slurm("verify", example, *options, "--on", "slurm:test")
    assert (here.returncode, there.returncode) == (0, 0), there.stderr
    assert verdicts(here) == verdicts(there)


def test_after_a_kill_the_job_is_gone_on_with(on_slurm: CommandLine, slurm: Cluster, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"slow": Launcher(code=SLOW, gpus=1)})
    arguments = ("run", "-C", artifact, "--isolation", "none", "--on", "slurm:test")
    before = set(slurm.states())
    with on_slurm.start(*arguments) as process:
        slurm.until(lambda: list((artifact / ".rrspec" / "runs").glob("*/output/begun")), "the launcher runs")
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=60)
    ended = on_slurm(*arguments, "--resume")
    assert ended.returncode == 0, ended.stderr
    assert len(set(slurm.states()) - before) == 1
    (record,) = records(artifact)
    assert [attempt.ending for attempt in record.predicate.attempts] == ["exit"]
    assert sorted(path.name for path in (artifact / ".rrspec").iterdir()) == ["lock", "owner", "runs"]


def test_an_interrupt_cancels_the_jobs(on_slurm: CommandLine, slurm: Cluster, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"slow": Launcher(code=SLOW.replace("8", "60"), gpus=1)})
    arguments = ("run", "-C", artifact, "--isolation", "none", "--on", "slurm:test")
    before = set(slurm.states())
    with on_slurm.start(*arguments) as process:
        slurm.until(lambda: list((artifact / ".rrspec" / "runs").glob("*/output/begun")), "the launcher runs")
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=120)
    assert process.returncode == 130, said
    states = slurm.states()
    (id_,) = set(states) - before
    assert states[id_] == "CANCELLED"


@pytest.mark.parametrize(
    ("place", "said"),
    [("slurm:tset", "there is no profile 'tset'"), ("slrum", "there is no place 'slrum'")],
)
def test_a_place_that_is_none_is_a_mistake_of_the_caller(
    on_slurm: CommandLine, tmp_path: Path, place: str, said: str
) -> None:
    artifact = write(tmp_path / "paper", {"quick": Launcher()})
    ended = on_slurm("run", "-C", artifact, "--isolation", "none", "--on", place)
    assert ended.returncode == 2
    assert said in ended.stderr


def test_without_slurm_it_could_not_be_done(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"quick": Launcher()})
    empty = tmp_path / "bin"
    empty.mkdir()
    for name in ("env", "sh"):
        (empty / name).symlink_to(shutil.which(name) or os.devnull)
    rrspec.environment["PATH"] = str(empty)
    ended = rrspec("run", "-C", artifact, "--isolation", "none", "--on", "slurm")
    assert ended.returncode == 4
    assert "sbatch is not on this machine" in ended.stderr
