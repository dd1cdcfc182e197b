"""What a job does on its node, in this process; signals and Slurm itself are in tests/slurm."""

import json
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import __version__
from reprobridge_spec.launch.attempt import attempts_of, came_to
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim, slurm_job
from reprobridge_spec.launch.place.slurm_claim import Claim
from reprobridge_spec.launch.place.slurm_told import Told, heard

Make = Callable[..., Order]
TOKEN = "a" * 16
TRUE = ("/bin/true",)


@pytest.fixture(autouse=True)
def in_a_job(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The variables of a job, and the signals of this process as they were, afterwards."""
    for name, value in {"SLURM_JOB_ID": "7", "SLURMD_NODENAME": "node7", "SLURM_JOB_PARTITION": "gpu"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    kept = {number: signal.getsignal(number) for number in slurm_job.SIGNALS}
    yield
    for number, handler in kept.items():
        signal.signal(number, handler)


def worked(*orders: Order, version: str = __version__, claimed_by: str = TOKEN, job: str = TOKEN) -> Path:
    here = slurm_claim.job_folder(orders[0].run, job)
    here.mkdir(parents=True, exist_ok=True)
    for position, order in enumerate(orders):
        claim = Claim(token=claimed_by, position=position, runs=len(orders), asked="", work="")
        slurm_claim.write(order.run, claim)
    slurm_job.work(version, TOKEN, str(here), len(orders), slurm_job.pack(orders))
    return here


def test_the_runs_of_a_job_are_made_one_after_the_other(make_order: Make) -> None:
    orders = [make_order(command=TRUE), make_order(command=("/bin/false",))]
    assert heard(worked(*orders)) == {0: Told(), 1: Told()}
    for order, code in zip(orders, (0, 1), strict=True):
        (attempt,) = attempts_of(order.run)
        assert attempt.exit_code == code
        assert attempt.job is not None
        assert (attempt.job.id, attempt.job.partition, attempt.job.runs) == ("7", "gpu", 2)


@pytest.mark.parametrize("absent", ["work", "environment", "python_prefix", "inputs"])
def test_a_folder_that_the_node_does_not_see_is_told_and_nothing_is_executed(make_order: Make, absent: str) -> None:
    order, nowhere = make_order(command=TRUE), Path("/nowhere/at/all")
    gone: dict[str, Any] = {absent: {"data": nowhere} if absent == "inputs" else nowhere}
    order = replace(order, folders=replace(order.folders, **gone))
    told = heard(worked(order))[0]
    assert "the node does not see /nowhere/at/all" in told.fault
    assert "all nodes see" in told.hint
    assert not attempts_of(order.run)


def test_a_run_folder_without_the_jobs_note_is_another_disk(make_order: Make) -> None:
    order = make_order(command=TRUE)
    here = worked(order)
    slurm_claim.drop(order.run)
    (here / "told" / "0.json").unlink()
    (order.run / "came-to.json").unlink()
    slurm_job.work(__version__, TOKEN, str(here), 1, slurm_job.pack([order]))
    assert "the node does not see" in heard(here)[0].fault
    assert len(attempts_of(order.run)) == 1


def test_a_job_whose_place_a_later_one_has_makes_nothing(make_order: Make) -> None:
    order = make_order(command=TRUE)
    assert "a later job" in heard(worked(order, claimed_by="b" * 16))[0].fault
    assert not attempts_of(order.run)


def test_another_version_on_the_node_is_told_for_every_run(make_order: Make) -> None:
    orders = [make_order(command=TRUE), make_order(command=TRUE)]
    told = heard(worked(*orders, version="0.0.1"))
    assert [f"the node has rrspec {__version__}, and the job was handed in by 0.0.1"] * 2 == [
        told[position].fault for position in (0, 1)
    ]
    assert not attempts_of(orders[0].run)


@pytest.mark.parametrize(
    ("visible", "said"),
    [(None, "CUDA_VISIBLE_DEVICES is not set"), ("", "sees 0"), ("0", "sees 1"), ("NoDevFiles", "sees 0")],
)
def test_fewer_cards_than_asked_for_are_told_and_another_node_may_have_them(
    make_order: Make, monkeypatch: pytest.MonkeyPatch, visible: str | None, said: str
) -> None:
    if visible is not None:
        monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    order = make_order(command=TRUE, resources={"gpus": {"count": 2}})
    told = heard(worked(order))[0]
    assert said in told.fault
    assert told.lost
    assert not attempts_of(order.run)


def test_a_run_that_ended_before_the_job_came_back_is_not_made_again(make_order: Make) -> None:
    order = make_order(command=TRUE)
    here = worked(order)
    (here / "told" / "0.json").unlink()
    worked(order)
    assert (len(attempts_of(order.run)), heard(here)) == (1, {0: Told()})


def test_a_job_that_was_told_to_end_begins_nothing(make_order: Make) -> None:
    order = make_order(command=TRUE)
    here = slurm_claim.job_folder(order.run, TOKEN)
    here.mkdir(parents=True)
    slurm_job.end(here)
    assert not heard(worked(order))
    assert not attempts_of(order.run)


def test_a_job_that_comes_back_ends_the_one_that_was_taken_for_lost(
    make_order: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = make_order(command=TRUE)
    here = worked(order)
    assert not (here / "stop-0").exists()
    monkeypatch.setenv("SLURM_RESTART_COUNT", "1")
    worked(order)
    assert (here / "stop-0").exists()
    assert not (here / "stop-1").exists()


@pytest.mark.parametrize(
    "code", ["kill -TERM $$", "exit 0", "exit 143"], ids=["killed", "went quietly", "in a sandbox"]
)
def test_a_launcher_that_slurms_signal_reached_too_was_interrupted(make_order: Make, code: str) -> None:
    order = make_order()
    here = slurm_claim.job_folder(order.run, TOKEN)
    # the file stands for the signal, which would end the tests
    order = replace(order, command=("/bin/sh", "-c", f"touch {here}/stop-0; {code}"))
    assert not heard(worked(order))
    (attempt,) = attempts_of(order.run)
    assert attempt.ending == "interrupted"
    assert came_to(order.run) is None


def test_a_disk_that_is_full_or_closed_is_told(make_order: Make) -> None:
    order = make_order(command=TRUE)
    (order.run / "attempts").write_text("in the way")
    assert heard(worked(order))[0].fault


@pytest.mark.parametrize("text", ["", "{", "[]", '{"other": 1}'])
def test_what_is_not_told_as_a_whole_is_not_heard(tmp_path: Path, text: str) -> None:
    (tmp_path / "told").mkdir()
    (tmp_path / "told" / "0.json").write_text(text)
    assert heard(tmp_path) == {}


def test_the_node_is_named_by_a_salted_digest_alone(make_order: Make) -> None:
    order = make_order(command=TRUE)
    worked(order)
    kept: dict[str, Any] = json.loads((order.run / "attempts" / "1.json").read_text())["job"]
    assert len(kept["node"]) == 64
    assert "node7" not in json.dumps(kept)
    other = make_order(command=TRUE, salt="b" * 32)
    worked(other, job="c" * 16)
    assert json.loads((other.run / "attempts" / "1.json").read_text())["job"]["node"] != kept["node"]
