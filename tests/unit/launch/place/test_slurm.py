"""The place over a Slurm in memory; what a real one does is in tests/slurm."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim
from reprobridge_spec.launch.place.base import LostError
from reprobridge_spec.launch.place.slurm import Slurm
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.place.slurm_told import Told, tell
from reprobridge_spec.model.experiment import Resources
from reprobridge_spec.process import Ending
from tests.unit.launch.place.fake_slurm import FakeSlurm

Make = Callable[..., Order]
MakePlace = Callable[..., Slurm]
GPU = {"gpus": {"count": 1}}
WAIT = 20
NOTE = '{{"token": "{}", "position": 0, "runs": 1, "asked": "", "work": "", "id": null}}'


@pytest.fixture
def fake() -> FakeSlurm:
    return FakeSlurm()


@pytest.fixture
def heard() -> list[str]:
    return []


@pytest.fixture
def place(fake: FakeSlurm, heard: list[str]) -> Iterator[MakePlace]:
    made: list[Slurm] = []
    tokens = iter(range(1, 1_000))

    def make(**profile: Any) -> Slurm:
        one = Slurm(
            SlurmProfile.model_validate(profile),
            environ={},
            nonce=lambda: f"{next(tokens):016x}" * 2,
            said=heard.append,
            control=fake,
            submit=fake.submit,
            patience=0.2,
            pace=0.04,
        )
        made.append(one)
        return one

    yield make
    for one in made:
        one.close()


def started(place: Slurm, order: Order) -> Future[Attempted]:
    future = place.start(order)
    assert future is not None
    return future


def until(found: Callable[[], object]) -> None:
    deadline = time.monotonic() + WAIT
    while not found():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def until_asked(fake: FakeSlurm) -> None:
    """Until the place has seen the jobs as they are now."""
    asked = fake.asked
    until(lambda: fake.asked >= asked + 2)


def test_a_run_with_gpus_is_a_job_at_once_and_its_evidence_names_it(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    here, order = place(), make_order(resources=GPU)
    future = started(here, order)
    assert [list(job.orders) for job in fake.handed.values()] == [[order]]
    fake.makes("1")
    fake.handed["1"].state = "COMPLETED"
    (attempt,) = future.result(WAIT).attempts
    assert attempt.job is not None
    assert (attempt.job.id, attempt.job.partition, attempt.job.state) == ("1", "gpu", "COMPLETED")
    assert attempt.job.accounting is not None
    assert attempt.job.accounting.max_memory_bytes == 1_000
    assert "node7" not in repr(attempt)
    assert slurm_claim.read(order.run) is None
    here.close()
    assert not fake.handed["1"].folder.exists()


def test_short_runs_wait_for_the_flush_and_come_out_one_by_one(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    here, orders = place(chunk=2), [make_order() for _ in range(3)]
    futures = [started(here, order) for order in orders]
    assert not fake.handed
    here.flush()
    assert [list(job.orders) for job in fake.handed.values()] == [orders[:2], orders[2:]]
    fake.makes("1", 0)
    (attempt,) = futures[0].result(WAIT).attempts
    assert attempt.job is not None
    assert (attempt.job.runs, attempt.job.accounting) == (2, None)
    assert not futures[1].done()
    fake.makes("1", 1)
    assert futures[1].result(WAIT).ended.exit_code == 0
    fake.handed["1"].state = "COMPLETED"


def test_the_factor_of_a_site_lengthens_the_limit(place: MakePlace, fake: FakeSlurm, make_order: Make) -> None:
    started(place(factor=1.5), make_order(resources=GPU, time_limit=100.0))
    assert fake.handed["1"].orders[0].time_limit == 150.0


def test_there_is_room_for_as_many_jobs_as_the_profile_lets(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    here = place(jobs=1, chunk=2)
    assert [here.start(make_order()) is not None for _ in range(3)] == [True, True, False]
    here.flush()
    waiting = make_order(resources=GPU)
    assert here.start(waiting) is None
    assert here.waiting == "1 jobs are under way, as many as the profile lets"
    fake.makes("1", 0)
    fake.makes("1", 1)
    fake.handed["1"].state = "COMPLETED"
    until(lambda: here.start(waiting))
    assert list(fake.handed) == ["1", "2"]


@pytest.mark.parametrize("resources", [GPU, {}], ids=["at once", "gathered"])
def test_what_slurm_refuses_leaves_nothing_behind(
    place: MakePlace, fake: FakeSlurm, make_order: Make, resources: dict[str, Any]
) -> None:
    fake.refusal = "Slurm does not take the job: Invalid partition"
    here, order = place(), make_order(resources=resources)
    with pytest.raises(NotDoneError, match="Invalid partition"):  # noqa: PT012 (it is told in one of the two)
        future = started(here, order)
        here.flush()
        future.result(WAIT)
    assert slurm_claim.read(order.run) is None
    fake.refusal = ""
    assert here.start(order) is not None


@pytest.mark.parametrize(
    ("state", "error", "said"),
    [
        ("NODE_FAIL", LostError, r"Slurm took away the node of job 1 \(NODE_FAIL\)"),
        ("PREEMPTED", LostError, r"\(PREEMPTED\)"),
        ("CANCELLED", NotDoneError, "somebody else cancelled job 1"),
        ("TIMEOUT", NotDoneError, "at its own limit, before the run's limit of 60 s"),
        ("OUT_OF_MEMORY", NotDoneError, r"more memory than it had asked for \(2GiB\)"),
        ("COMPLETED", NotDoneError, "left nothing in"),
        ("FAILED", NotDoneError, "left nothing in"),
    ],
)
def test_a_job_that_ends_before_its_run_is_told_by_its_state(
    place: MakePlace, fake: FakeSlurm, make_order: Make, state: str, error: type[NotDoneError], said: str
) -> None:
    future = started(place(), make_order(resources={**GPU, "memory": "2GiB"}))
    fake.handed["1"].state = state
    with pytest.raises(error, match=said) as caught:
        future.result(WAIT)
    assert type(caught.value) is error
    assert caught.value.hint


@pytest.mark.parametrize("state", ["FAILED", "COMPLETED"])
def test_the_last_line_of_a_job_that_failed_is_told(
    place: MakePlace, fake: FakeSlurm, make_order: Make, state: str
) -> None:
    future = started(place(), make_order(resources=GPU))
    (fake.handed["1"].folder / "1_0_log.out").write_text("loading\nModuleNotFoundError: No module named 'rrspec'\n\n")
    fake.handed["1"].state = state
    with pytest.raises(NotDoneError, match="No module named 'rrspec'"):
        future.result(WAIT)
    assert fake.handed["1"].folder.is_dir()


def test_a_job_that_a_signal_from_outside_ended_may_be_tried_again(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    here, order = place(), make_order(resources=GPU)
    future = started(here, order)
    (fake.handed["1"].folder / "1_0_log.out").touch()
    fake.makes("1", cut="COMPLETED")
    with pytest.raises(LostError, match="job 1 was ended from outside"):
        future.result(WAIT)
    again = started(here, order)
    fake.makes("2")
    fake.handed["2"].state = "COMPLETED"
    attempts = again.result(WAIT).attempts
    assert [attempt.job.id for attempt in attempts if attempt.job] == ["1", "2"]


@pytest.mark.parametrize(("lost", "error"), [(False, NotDoneError), (True, LostError)])
def test_what_a_job_tells_of_a_run_that_could_not_begin_is_raised(
    place: MakePlace, fake: FakeSlurm, make_order: Make, *, lost: bool, error: type[NotDoneError]
) -> None:
    future = started(place(), make_order(resources=GPU))
    tell(fake.handed["1"].folder, 0, Told(fault="the node does not see it", hint="Put it there.", lost=lost))
    with pytest.raises(error, match="the node does not see it") as caught:
        future.result(WAIT)
    assert (type(caught.value), caught.value.hint) == (error, "Put it there.")
    fake.handed["1"].state = "COMPLETED"


def test_a_requeued_job_makes_another_attempt_of_the_same_run(
    place: MakePlace, fake: FakeSlurm, make_order: Make, heard: list[str]
) -> None:
    future = started(place(), make_order(resources=GPU))
    fake.handed["1"].state = "RUNNING"
    until_asked(fake)
    fake.makes("1", cut="PENDING")
    until(lambda: heard)
    fake.handed["1"].restarts = 1
    fake.makes("1")
    fake.handed["1"].state = "COMPLETED"
    attempts = future.result(WAIT).attempts
    assert [attempt.ending for attempt in attempts] == ["interrupted", "exit"]
    assert [attempt.job.restarts for attempt in attempts if attempt.job] == [0, 1]
    assert heard[0].startswith("italy seed 1: Slurm took job 1 back into the queue")


def test_what_could_not_be_checked_in_a_job_is_said_once(
    place: MakePlace, fake: FakeSlurm, make_order: Make, heard: list[str]
) -> None:
    here = place()
    for number in ("1", "2"):
        future = started(here, make_order(resources=GPU))
        fake.makes(number, said="cards were counted alone")
        fake.handed[number].state = "COMPLETED"
        future.result(WAIT)
    assert heard == ["cards were counted alone"]


def test_a_stop_cancels_what_was_handed_in_and_drops_what_was_not(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    here = place()
    futures = [started(here, make_order(resources=GPU)), started(here, make_order())]
    here.stop()
    assert [future.result(WAIT).ended.ending for future in futures] == [Ending.INTERRUPTED] * 2
    assert (fake.cancelled, list(fake.handed)) == (["1"], ["1"])


def test_a_stop_waits_not_for_ever_for_a_slurm_that_gives_no_answer(
    place: MakePlace, fake: FakeSlurm, make_order: Make, heard: list[str]
) -> None:
    here, order = place(), make_order(resources=GPU)
    future = started(here, order)
    fake.answers = False
    here.stop()
    assert future.result(WAIT).ended.ending is Ending.INTERRUPTED
    assert heard == ["italy seed 1: job 1 was cancelled and is not seen to end"]
    # it may still run: the next campaign is to find it
    assert slurm_claim.read(order.run) is not None


def test_a_run_that_ended_while_it_was_stopped_is_kept(place: MakePlace, fake: FakeSlurm, make_order: Make) -> None:
    here = place()
    future = started(here, make_order(resources=GPU))
    fake.makes("1")
    here.stop()
    assert future.result(WAIT).ended.ending is Ending.EXIT


@pytest.mark.parametrize("reason", ["PartitionTimeLimit", "BadConstraints", "QOSMaxGRESPerJob"])
def test_a_job_that_waits_for_what_it_never_gets_is_cancelled(
    place: MakePlace, fake: FakeSlurm, make_order: Make, reason: str
) -> None:
    future = started(place(), make_order(resources=GPU))
    fake.handed["1"].reason = reason
    with pytest.raises(NotDoneError, match=f"will not start job 1: {reason}"):
        future.result(WAIT)
    assert fake.cancelled == ["1"]


def test_a_slurm_that_gives_no_answer_for_a_while_is_waited_for(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    future = started(place(), make_order(resources=GPU))
    fake.answers = False
    fake.makes("1")
    until_asked(fake)
    assert not future.done()
    fake.handed["1"].state, fake.answers = "COMPLETED", True
    assert future.result(WAIT).ended.exit_code == 0


@pytest.mark.parametrize("known", [True, False], ids=["id known", "killed before the id was kept"])
def test_the_next_campaign_goes_on_with_a_job_that_is_there(
    place: MakePlace, fake: FakeSlurm, make_order: Make, heard: list[str], *, known: bool
) -> None:
    order, first = make_order(resources=GPU), place()
    started(first, order)
    first.close()
    claim = slurm_claim.read(order.run)
    assert claim is not None
    slurm_claim.write(order.run, claim if known else replace(claim, id=None))
    future = started(place(), order)
    fake.makes("1")
    fake.handed["1"].state = "COMPLETED"
    assert future.result(WAIT).ended.exit_code == 0
    assert list(fake.handed) == ["1"]
    assert heard == ["italy seed 1: goes on with job 1, which was handed in before"]


@pytest.mark.parametrize("state", ["NODE_FAIL", "CANCELLED", "FAILED"])
def test_a_job_that_is_over_is_not_gone_on_with(
    place: MakePlace, fake: FakeSlurm, make_order: Make, state: str
) -> None:
    order, first = make_order(resources=GPU), place()
    started(first, order)
    first.close()
    fake.handed["1"].state = state
    started(place(), order)
    assert list(fake.handed) == ["1", "2"]


def test_a_job_that_makes_the_run_otherwise_is_ended_before_another_is_handed_in(
    place: MakePlace, fake: FakeSlurm, make_order: Make
) -> None:
    order, first = make_order(resources=GPU), place()
    started(first, order)
    first.close()
    other = replace(order, command=("python", "other.py"))
    second = place()
    fake.handed["1"].state = "RUNNING"
    assert second.start(other) is None
    assert fake.cancelled == ["1"]
    assert second.start(other) is not None


def test_runs_that_a_job_may_be_making_are_known(place: MakePlace, make_order: Make) -> None:
    order = make_order(resources=GPU)
    started(place(), order)
    make_order()
    ((run, claim),) = slurm_claim.claimed(order.run.parent.parent)
    assert (run, claim.work) == (order.run, str(order.folders.work.parent))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"token": "a"}',
        '{"token": "a", "other": 1}',
        NOTE.format("../../../home"),
        NOTE.format("a" * 17),
    ],
)
def test_a_damaged_note_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "job.json").write_text(text)
    assert slurm_claim.read(tmp_path) is None


def test_cards_that_no_type_of_the_site_has_are_refused(place: MakePlace) -> None:
    here = place(types={"small": {"memory": "8GiB"}})
    asked = Resources.model_validate({"gpus": {"count": 1, "memory": "40GiB"}})
    assert "no such type among small" in here.refuses(asked)
    assert not here.refuses(Resources())


@pytest.mark.parametrize("outside", ["run", "environment"])
def test_what_lies_outside_the_shared_folder_is_told_before_a_job_is_handed_in(
    place: MakePlace, fake: FakeSlurm, make_order: Make, outside: str
) -> None:
    order = make_order(resources=GPU)
    shared = order.folders.environment if outside == "run" else order.run.parent.parent
    with pytest.raises(NotDoneError, match="which the profile says that all nodes see"):
        place(shared=str(shared)).start(order)
    assert not fake.handed


def test_a_note_that_names_another_job_touches_neither_that_job_nor_its_files(
    place: MakePlace, fake: FakeSlurm, make_order: Make, tmp_path: Path
) -> None:
    order, first = make_order(resources=GPU), place()
    started(first, order)
    first.close()
    fake.handed["1"].name = "somebody-elses"
    claim = slurm_claim.read(order.run)
    assert claim is not None
    (tmp_path / "precious").mkdir()
    slurm_claim.write(order.run, replace(claim, asked="other", work=str(tmp_path / "precious")))
    started(place(), order)
    assert (fake.cancelled, list(fake.handed)) == ([], ["1", "2"])


def test_the_working_copy_of_an_earlier_campaign_goes_with_its_last_job_and_nothing_else_does(
    place: MakePlace, fake: FakeSlurm, make_order: Make, tmp_path: Path
) -> None:
    order, first = make_order(resources=GPU), place()
    started(first, order)
    first.close()
    (tmp_path / "precious").mkdir()
    claim = slurm_claim.read(order.run)
    assert claim is not None
    for work, remains in ((str(tmp_path / "precious"), True), (claim.work, False)):
        slurm_claim.write(order.run, replace(claim, work=work))
        here = place()
        future = started(here, order)
        fake.makes("1")
        fake.handed["1"].state = "COMPLETED"
        future.result(WAIT)
        here.close()
        assert Path(work).exists() is remains
        fake.handed["1"].state = "RUNNING"
        fake.handed["1"].folder.mkdir(parents=True, exist_ok=True)
