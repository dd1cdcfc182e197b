"""Campaigns in a place that the tests play: no launcher runs."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.environments.build import Built
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch import machine
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.campaign import InterruptedCampaignError, NotRun, Watch, plan, run_all
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import LostError, Place
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Site
from reprobridge_spec.model.experiment import Experiment, Resources
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.run_record import Attempt, Mode
from reprobridge_spec.process import Ended, Ending

MOMENT = "2026-01-01T00:00:00Z"


def experiment(**values: Any) -> Experiment:
    return Experiment.model_validate({"environment": "cpu", "command": ["run"], "seeds": [0]} | values)


def attempted(order: Order, ending: Ending = Ending.EXIT, code: int = 0) -> Attempted:
    (order.run / "log").write_text("")
    return Attempted(
        attempts=(Attempt(number=1, started=MOMENT, ended=MOMENT, exit_code=code, ending=ending.value),),
        ended=Ended(ending=ending, exit_code=code, wall_seconds=1, cpu_seconds=1, peak_memory_bytes=1),
        outside=(),
        keys_in=(),
        isolation=order.sandbox.isolation,
        hardware=machine.hardware(order.salt),
    )


class Played(Place):
    """Does with each order what `play` says: gives a result, raises, or returns None for a run that goes on."""

    def __init__(self, play: Callable[[Order], Attempted | None], room: int = 100) -> None:
        self.play = play
        self.room = room
        self.started: list[str] = []
        self.going: list[tuple[Order, Future[Attempted]]] = []

    def refuses(self, resources: Resources) -> str:
        return "no cards here" if resources.gpus else ""

    def start(self, order: Order) -> Future[Attempted] | None:
        if len(self.going) >= self.room:
            for other, ended in self.going:
                ended.set_result(attempted(other))
            self.going = []
            return None
        self.started.append(order.label)
        future: Future[Attempted] = Future()
        try:
            result = self.play(order)
        except NotDoneError as error:
            future.set_exception(error)
        else:
            if result is None:
                self.going.append((order, future))
            else:
                future.set_result(result)
        return future

    def stop(self) -> None:
        for order, future in self.going:
            assert order.stop.exists()
            future.set_result(attempted(order, Ending.INTERRUPTED, 143))
        self.going = []

    def close(self) -> None:
        """Nothing is held."""


@pytest.fixture
def site(make_site: Callable[..., Site], tmp_path: Path) -> Callable[..., Site]:
    """A site whose runs leave records, with an environment that nobody looks into."""
    built = Built(
        path=tmp_path,
        python=tmp_path / "bin" / "python",
        key="0" * 64,
        fresh=False,
        seconds=0.0,
        base_prefix=tmp_path,
        lock_path="env/cpu.lock",
        lock_sha256="0" * 64,
        python_version="3.12.1",
        platform="linux-64",
        installer="uv 1",
        fingerprint="0" * 64,
    )
    (tmp_path / "work").mkdir()
    (tmp_path / "records").mkdir()
    nonces = iter(f"{number:032x}" for number in range(1000))

    def make(**experiments: Experiment) -> Site:
        return make_site(experiments=experiments, environments={"cpu": built}, nonce=lambda: next(nonces))

    return make


SILENT = Watch()


def run(site: Site, place: Place, watch: Watch = SILENT, **options: Any) -> list[Any]:
    planned = plan(dict(site.experiments), list(site.experiments), Mode.SCORED)
    return run_all(site, planned, place, watch, **options)


def test_every_run_gets_its_record_and_the_records_are_one_chain(site: Callable[..., Site]) -> None:
    results = run(site(a=experiment(seeds=[0, 1]), b=experiment()), Played(attempted))
    assert [result.planned.label for result in results] == ["a seed 0", "a seed 1", "b seed 0"]
    previous = [result.record.predicate.previous for result in results]
    assert previous == [None, results[0].digest, results[1].digest]


def test_a_run_whose_machine_was_lost_is_tried_again(site: Callable[..., Site]) -> None:
    lost = iter([LostError("the node went away"), LostError("the node went away")])

    def play(order: Order) -> Attempted:
        for error in lost:
            raise error
        return attempted(order)

    place = Played(play)
    (result,) = run(site(a=experiment()), place)
    assert isinstance(result, Finished)
    assert place.started == ["a seed 0"] * 3


def test_a_run_whose_machine_is_lost_each_time_could_not_be_done(site: Callable[..., Site]) -> None:
    def play(_: Order) -> Attempted:
        raise LostError("the node went away")

    place = Played(play)
    (result,) = run(site(a=experiment()), place)
    assert (result.reason, result.fault, len(place.started)) == ("the node went away", Fault.ENVIRONMENT, 3)


def test_what_another_attempt_would_not_help_is_not_tried_again(site: Callable[..., Site]) -> None:
    def play(_: Order) -> Attempted:
        raise NotDoneError("bwrap cannot be started")

    place = Played(play)
    (result,) = run(site(a=experiment()), place)
    assert (result.reason, len(place.started)) == ("bwrap cannot be started", 1)


def test_only_a_run_that_had_attempts_before_it_began_goes_on(site: Callable[..., Site]) -> None:
    """An attempt may note itself before the place has said that it began."""
    lost = iter([LostError("the node went away")])

    def play(order: Order) -> Attempted:
        number = len(list((order.run / "attempts").glob("*"))) + 1
        (order.run / "attempts").mkdir(exist_ok=True)
        cut_off = Attempt(number=number, started=MOMENT, ended=MOMENT, exit_code=137, ending="interrupted")
        (order.run / "attempts" / f"{number}.json").write_text(cut_off.model_dump_json())
        for error in lost:
            raise error
        return attempted(order)

    told: list[tuple[str, int]] = []
    run(
        site(a=experiment()), Played(play), Watch(on_again=lambda planned, number: told.append((planned.label, number)))
    )
    assert told == [("a seed 0", 1)]


def test_a_launcher_that_fails_is_not_tried_again(site: Callable[..., Site]) -> None:
    place = Played(lambda order: attempted(order, code=1))
    (result,) = run(site(a=experiment()), place)
    assert (result.record.predicate.outcome, result.record.predicate.fault) == ("failed", "artifact")
    assert len(place.started) == 1


def test_what_a_place_never_has_could_not_be_done_and_the_rest_is(site: Callable[..., Site]) -> None:
    needs = {"gpus": {"count": 1}}
    first, second = run(site(a=experiment(resources=needs), b=experiment()), Played(attempted))
    assert (first.reason, first.fault) == ("no cards here", Fault.ENVIRONMENT)
    assert isinstance(second, Finished)


def test_runs_wait_for_room(site: Callable[..., Site]) -> None:
    place = Played(lambda _: None, room=2)
    site_ = site(a=experiment(seeds=[0, 1, 2, 3]), last=experiment())
    results = run(site_, place, budget=0.5)
    assert [isinstance(result, Finished) for result in results] == [True, True, True, True, False]


def test_a_run_that_is_expected_to_take_longer_than_the_budget_is_not_begun(site: Callable[..., Site]) -> None:
    long, short = ({"time": {"expected": time_, "limit": "2h"}} for time_ in ("1h", "1s"))
    place = Played(attempted)
    first, second = run(site(a=experiment(resources=long), b=experiment(resources=short)), place, budget=60)
    assert (first.fault, place.started) == (Fault.EVALUATOR, ["b seed 0"])
    assert isinstance(second, Finished)


def test_at_the_end_of_the_budget_what_runs_is_ended_and_kept_for_another_time(site: Callable[..., Site]) -> None:
    before = time.monotonic()
    ready = site(a=experiment(seeds=[0, 1]))
    results = run(ready, Played(lambda _: None), budget=0.2)
    assert time.monotonic() - before < 5
    assert [result.fault for result in results] == [Fault.EVALUATOR] * 2
    assert len(list((ready.state / "runs").iterdir())) == 2


def test_after_an_interruption_the_same_folder_is_taken_up(site: Callable[..., Site]) -> None:
    ready = site(a=experiment())
    run(ready, Played(lambda _: None), budget=0.1)
    ready.stop.unlink()
    (result,) = run(ready, Played(attempted))
    assert isinstance(result, Finished)
    assert list((ready.state / "runs").iterdir()) == []


def test_ctrl_c_keeps_what_was_finished(site: Callable[..., Site]) -> None:
    def play(order: Order) -> Attempted | None:
        if order.label == "c seed 0":
            raise KeyboardInterrupt
        return None if order.label == "b seed 0" else attempted(order)

    with pytest.raises(InterruptedCampaignError) as caught:
        run(site(a=experiment(), b=experiment(), c=experiment()), Played(play))
    assert not any(isinstance(result, NotRun) for result in caught.value.results)
