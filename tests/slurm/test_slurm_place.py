"""Runs in jobs of a real Slurm: one job a GPU run, short ones together, and whatever may happen to a job."""

import json
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place import slurm_claim
from reprobridge_spec.launch.place.base import LostError
from reprobridge_spec.launch.place.slurm import Slurm
from reprobridge_spec.process import Ending
from tests.slurm.cluster import Cluster
from tests.slurm.conftest import Orders

pytestmark = [pytest.mark.slow, pytest.mark.needs("slurm")]

ONE_GPU = {"gpus": {"count": 1}}
WAIT = 60
LONG = "time.sleep(100)"
LOOK_UP = """\
pid, seen = os.getpid(), b''
while pid > 1 and b'SLURM_JOB_ID' not in seen:
    pid = int(pathlib.Path(f'/proc/{pid}/stat').read_text().rpartition(')')[2].split()[1])
    seen = pathlib.Path(f'/proc/{pid}/environ').read_bytes()
(output / 'seen').write_bytes(seen)
"""
LONG_AT_FIRST = "os.environ['RRA_ATTEMPT'] == '1' and time.sleep(100)"


def started(place: Slurm, order: Order) -> Future[Attempted]:
    future = place.start(order)
    assert future is not None
    return future


def said(order: Order) -> dict[str, object]:
    document: dict[str, object] = json.loads((order.run / "output" / "said.json").read_text())
    return document


def job_id(order: Order) -> str:
    claim = slurm_claim.read(order.run)
    assert claim is not None
    assert claim.id is not None
    return claim.id


def begun(order: Order, attempt: int = 1) -> Callable[[], bool]:
    file = order.run / "output" / "begun"
    return lambda: file.exists() and file.read_text() == str(attempt)


@pytest.mark.parametrize("spelling", ["gres", "gpus", "gpus-per-node", "gpus-per-task"])
def test_a_gpu_run_is_one_job_with_its_card(place: Callable[..., Slurm], orders: Orders, spelling: str) -> None:
    order = orders(resources=ONE_GPU)
    attempted = started(place(gpus=spelling, types={"fake": {}}), order).result(WAIT)
    assert attempted.ended.exit_code == 0
    (attempt,) = attempted.attempts
    assert attempt.job is not None
    assert (attempt.job.system, attempt.job.partition, attempt.job.state) == ("slurm", "main", "COMPLETED")
    assert attempt.job.accounting is not None
    assert attempt.job.accounting.tres == "cpu=1,gres/gpu:fake=1,node=1"
    assert said(order)["visible"] in {"0", "1"}


def test_two_jobs_at_once_never_share_a_card(place: Callable[..., Slurm], orders: Orders) -> None:
    many = [orders("time.sleep(2)", resources=ONE_GPU) for _ in range(4)]
    here = place()
    for future in [started(here, order) for order in many]:
        assert future.result(WAIT).ended.exit_code == 0
    spans = [(said(order)["visible"], said(order)["began"], said(order)["ended"]) for order in many]
    for one in spans:
        for other in spans:
            if one is not other and one[0] == other[0]:
                assert one[1] >= other[2] or other[1] >= one[2]  # type: ignore[operator]
    assert {span[0] for span in spans} == {"0", "1"}


def test_short_runs_share_a_job_and_come_out_one_by_one(place: Callable[..., Slurm], orders: Orders) -> None:
    many = [orders() for _ in range(3)]
    here = place()
    futures = [started(here, order) for order in many]
    here.flush()
    attempted = [future.result(WAIT) for future in futures]
    jobs = [one.attempts[0].job for one in attempted]
    assert len({job.id for job in jobs if job}) == 1
    assert [job.runs for job in jobs if job] == [3, 3, 3]
    assert [one.ended.exit_code for one in attempted] == [0, 0, 0]


def test_no_more_jobs_than_the_profile_lets(place: Callable[..., Slurm], orders: Orders) -> None:
    here = place(jobs=1)
    first = started(here, orders("time.sleep(1)", resources=ONE_GPU))
    waiting = orders(resources=ONE_GPU)
    assert here.start(waiting) is None
    first.result(WAIT)
    Cluster.until(lambda: here.start(waiting), "there is room")


def test_a_launcher_that_fails_is_an_attempt_like_any_other(place: Callable[..., Slurm], orders: Orders) -> None:
    attempted = started(place(), orders("sys.exit(3)", resources=ONE_GPU)).result(WAIT)
    assert (attempted.ended.ending, attempted.ended.exit_code) == (Ending.EXIT, 3)


def test_the_limit_of_the_run_acts_before_that_of_slurm(place: Callable[..., Slurm], orders: Orders) -> None:
    attempted = started(place(), orders(LONG, time_limit=1, resources=ONE_GPU)).result(WAIT)
    assert attempted.ended.ending is Ending.TIME_LIMIT


def test_a_requeued_job_is_the_next_attempt_of_the_same_run(
    place: Callable[..., Slurm], orders: Orders, slurm: Cluster
) -> None:
    order = orders(LONG_AT_FIRST, resources=ONE_GPU)
    future = started(place(), order)
    slurm.until(begun(order), "the launcher runs")
    slurm.requeue(job_id(order))
    attempted = future.result(WAIT)
    assert [attempt.ending for attempt in attempted.attempts] == ["interrupted", "exit"]
    assert [attempt.job.restarts for attempt in attempted.attempts if attempt.job] == [0, 1]
    assert len({attempt.job.id for attempt in attempted.attempts if attempt.job}) == 1


def test_a_stop_cancels_the_jobs_of_the_place_and_no_others(
    place: Callable[..., Slurm], orders: Orders, slurm: Cluster
) -> None:
    other = slurm("sbatch", "--parsable", "--wrap=sleep 30", "--output=/dev/null")
    here, order, waiting = place(), orders(LONG, resources=ONE_GPU), orders(LONG)
    futures = [started(here, order), started(here, waiting)]
    slurm.until(begun(order), "the launcher runs")
    id_ = job_id(order)
    here.stop()
    assert [future.result(WAIT).ended.ending for future in futures] == [Ending.INTERRUPTED] * 2
    states = slurm.states()
    assert states[id_] == "CANCELLED"
    assert states[other] in {"RUNNING", "PENDING"}
    slurm("scancel", other)


def test_a_job_that_somebody_else_cancels_is_nobodys_failure(
    place: Callable[..., Slurm], orders: Orders, slurm: Cluster
) -> None:
    order = orders(LONG, resources=ONE_GPU)
    future = started(place(), order)
    slurm.until(begun(order), "the launcher runs")
    slurm("scancel", job_id(order))
    with pytest.raises(NotDoneError, match="somebody else cancelled job"):
        future.result(WAIT)


def test_a_limit_of_slurm_is_told_apart(place: Callable[..., Slurm], orders: Orders, slurm: Cluster) -> None:
    order = orders("time.sleep(600)", time_limit=600, resources=ONE_GPU)
    future = started(place(), order)
    slurm.until(begun(order), "the launcher runs")
    slurm("scontrol", "update", f"JobId={job_id(order)}", "TimeLimit=0:01")
    with pytest.raises(NotDoneError, match="at its own limit"):
        future.result(120)


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"partition": "nosuch"}, "does not take the job.*partition"),
        ({"arguments": ["--constraint=nosuch"]}, "does not take the job"),
        ({"arguments": ["--no-such-option"]}, "does not take the job.*no-such-option"),
        ({"types": {"nosuch": {}}}, "does not take the job"),
    ],
    ids=["partition", "constraint", "option", "type"],
)
def test_what_slurm_refuses_is_said(
    place: Callable[..., Slurm], orders: Orders, settings: dict[str, object], fault: str
) -> None:
    order = orders(resources=ONE_GPU)
    with pytest.raises(NotDoneError, match=fault):
        place(**settings).start(order)
    assert slurm_claim.read(order.run) is None


def test_a_job_that_will_never_start_is_not_waited_for(place: Callable[..., Slurm], orders: Orders) -> None:
    with pytest.raises(NotDoneError, match=r"will not start job .*PartitionTimeLimit"):
        started(place(partition="brief"), orders(resources=ONE_GPU, time_limit=600)).result(WAIT)


def test_fewer_cards_than_asked_for_are_seen_in_the_job(place: Callable[..., Slurm], orders: Orders) -> None:
    order = orders(resources=ONE_GPU)
    future = started(place(setup=["unset CUDA_VISIBLE_DEVICES"]), order)
    with pytest.raises(LostError, match="asked for 1 GPU and sees 0"):
        future.result(WAIT)
    assert not (order.run / "output" / "begun").exists()


def test_a_python_that_is_not_on_the_node_is_said(place: Callable[..., Slurm], orders: Orders) -> None:
    future = started(place(setup=["exit 7"]), orders(resources=ONE_GPU))
    with pytest.raises(NotDoneError, match=r"ended \(FAILED\)"):
        future.result(WAIT)


def test_a_folder_that_the_node_does_not_see_is_said(place: Callable[..., Slurm], orders: Orders) -> None:
    order = orders(resources=ONE_GPU)
    gone = order.folders.environment.rename(order.folders.environment.with_name("elsewhere"))
    with pytest.raises(NotDoneError, match=r"the node does not see .*environment"):
        started(place(), order).result(WAIT)
    assert gone.exists()


def test_what_lies_outside_the_shared_folder_is_said_before(
    place: Callable[..., Slurm], orders: Orders, tmp_path: Path
) -> None:
    with pytest.raises(NotDoneError, match="which the profile says that all nodes see"):
        place(shared=str(tmp_path / "shared")).start(orders(resources=ONE_GPU))


def test_secrets_of_the_caller_do_not_reach_the_job(
    place: Callable[..., Slurm], orders: Orders, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WANDB_API_KEY", "secret-of-the-caller")
    monkeypatch.setenv("SBATCH_PARTITION", "nosuch")
    order = orders(LOOK_UP, resources=ONE_GPU)
    assert started(place(), order).result(WAIT).ended.exit_code == 0
    seen = (order.run / "output" / "seen").read_bytes()
    assert b"SLURM_JOB_ID" in seen
    assert b"secret-of-the-caller" not in seen


def test_another_process_goes_on_with_the_job(place: Callable[..., Slurm], orders: Orders, slurm: Cluster) -> None:
    order, heard = orders("time.sleep(4)", resources=ONE_GPU), list[str]()
    first = place()
    started(first, order)
    slurm.until(begun(order), "the launcher runs")
    id_ = job_id(order)
    # as after a kill: nobody looks after the job
    first.close()
    attempted = started(place(said=heard), order).result(WAIT)
    assert [attempt.job.id for attempt in attempted.attempts if attempt.job] == [id_]
    assert f"goes on with job {id_}" in heard[0]


def test_a_job_that_makes_something_else_is_ended_first(
    place: Callable[..., Slurm], orders: Orders, slurm: Cluster
) -> None:
    order = orders(LONG, resources=ONE_GPU)
    first = place()
    started(first, order)
    slurm.until(begun(order), "the launcher runs")
    id_ = job_id(order)
    first.close()
    other = orders(resources=ONE_GPU, run=order.run, folders=order.folders)
    second = place()
    assert second.start(other) is None
    slurm.until(lambda: slurm.states()[id_] == "CANCELLED", "the job has ended")
    future = second.start(other)
    assert future is not None
    attempts = future.result(WAIT).attempts
    assert [attempt.ending for attempt in attempts] == ["interrupted", "exit"]
    assert [attempt.job is not None for attempt in attempts] == [True, True]


def test_a_lost_node_is_said_and_another_attempt_may_go_well(
    place: Callable[..., Slurm], orders: Orders, slurm: Cluster
) -> None:
    order = orders(LONG_AT_FIRST, resources=ONE_GPU)
    here = place(requeue=False)
    future = started(here, order)
    slurm.until(begun(order), "the launcher runs")
    slurm.kill_node()
    try:
        with pytest.raises(LostError, match=r"took away the node of job .*NODE_FAIL"):
            future.result(120)
    finally:
        slurm.start_node()
    attempted = started(here, order).result(WAIT)
    assert [attempt.ending for attempt in attempted.attempts] == ["interrupted", "exit"]
    assert attempted.attempts[0].job is not None
    assert attempted.attempts[0].job.state == "NODE_FAIL"


def test_a_job_of_a_lost_node_is_put_back_and_its_run_goes_on(
    place: Callable[..., Slurm], orders: Orders, slurm: Cluster
) -> None:
    here, order = place(), orders(LONG_AT_FIRST, resources=ONE_GPU)
    future = started(here, order)
    slurm.until(begun(order), "the launcher runs")
    id_ = job_id(order)
    slurm.kill_node()
    try:
        slurm.until(lambda: slurm.states()[id_] == "PENDING", "the node is taken for lost", 60)
    finally:
        slurm.start_node()
    slurm.hurry(id_)
    try:
        attempted = future.result(WAIT)
    except LostError:
        # Slurm may find what is left of the job on the node that came back, and give it up; campaigns try again
        attempted = started(here, order).result(WAIT)
    # Slurm may begin it once more on the node that came back, and end it there for what is left of it
    *cut_off, last = [attempt.ending for attempt in attempted.attempts]
    assert (set(cut_off), last) == ({"interrupted"}, "exit")
