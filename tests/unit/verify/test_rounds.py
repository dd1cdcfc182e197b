"""Which runs are made in which order, in a place that the tests play."""

import time
from collections.abc import Callable

import pytest

from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.campaign import Watch
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.site import Site
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.verify.cost import Costs
from reprobridge_spec.verify.rounds import Rounds
from reprobridge_spec.verify.selection import Ask, select
from tests.unit.launch.test_campaign import Played, attempted, experiment

MakeSite = Callable[..., Site]


def rounds(
    ready: Site, play: Callable[[Order], Attempted | None] = attempted, budget: float | None = None
) -> tuple[Rounds, Played]:
    place = Played(play)
    selection = select(ready.experiments, Ask(), None, [], ready.nonce)
    deadline = None if budget is None else time.monotonic() + budget
    made = Rounds(ready, selection, place, Watch(), deadline)
    made.make(Costs(ready.experiments, []))
    return made, place


def timed(seconds: int, **values: object) -> Experiment:
    return experiment(resources={"time": {"expected": f"{seconds}s", "limit": "1h"}}, smoke={"time": "1s"}, **values)


def test_every_smoke_run_comes_before_every_scored_run(site: MakeSite) -> None:
    made, place = rounds(site(a=experiment(), b=experiment()))
    assert place.started == ["a smoke", "b smoke", "a seed 0", "b seed 0"]
    assert [record.predicate.experiment for record in made.scored] == ["a", "b"]
    assert made.left() is None


def test_scored_runs_follow_only_a_smoke_run_that_passed(site: MakeSite) -> None:
    made, place = rounds(
        site(a=experiment(), b=experiment()),
        lambda order: attempted(order, code=1 if order.label == "a smoke" else 0),
    )
    assert place.started == ["a smoke", "b smoke", "b seed 0"]
    stopped = made.stopped["a"]
    assert (stopped.verdict, stopped.fault) == (Verdict.FAILED, Fault.ARTIFACT)
    assert stopped.reason.startswith("smoke run: the launcher ended with exit code 1")


def test_a_run_that_the_place_cannot_make_stops_its_experiment_only(site: MakeSite) -> None:
    needs_a_card = experiment(resources={"gpus": {"count": 1}, "time": {"limit": "1min"}})
    made, place = rounds(site(a=needs_a_card, b=experiment()))
    assert place.started == ["b smoke", "b seed 0"]
    assert (made.stopped["a"].verdict, made.stopped["a"].fault) == (Verdict.COULD_NOT_BE_DONE, Fault.ENVIRONMENT)


def test_with_a_budget_the_cheapest_tasks_come_first(site: MakeSite) -> None:
    _, place = rounds(site(dear=timed(900), cheap=timed(1), middle=timed(30)), budget=60)
    assert place.started[:4] == ["cheap smoke", "middle smoke", "cheap seed 0", "middle seed 0"]


def test_what_is_longer_than_the_budget_is_not_begun_and_is_nobodys_fault_but_the_evaluators(site: MakeSite) -> None:
    made, place = rounds(site(dear=timed(900), cheap=timed(1)), budget=60)
    assert "dear seed 0" not in place.started
    assert (made.stopped["dear"].fault, made.stopped["dear"].verdict) == (Fault.EVALUATOR, Verdict.COULD_NOT_BE_DONE)
    assert "cheap" not in made.stopped


@pytest.mark.parametrize("budget", [0.0, -5.0])
def test_without_any_time_nothing_is_begun(site: MakeSite, budget: float) -> None:
    made, place = rounds(site(a=timed(1)), budget=budget)
    assert (place.started, made.finished, made.stopped["a"].fault) == ([], [], Fault.EVALUATOR)


def test_a_run_that_a_chain_needs_twice_is_made_once(site: MakeSite) -> None:
    train = timed(5, outputs={"model": "model.pt"})

    def play(order: Order) -> Attempted:
        (order.run / "output" / "model.pt").write_text("")
        return attempted(order)

    ready = site(train=train, one=timed(1, inputs=["train/model"]), two=timed(40, inputs=["train/model"]))
    _, place = rounds(ready, play, budget=30)
    assert place.started.count("train seed 0") == 1
    assert place.started.index("train seed 0") < place.started.index("one seed 0")


def test_blocked_experiments_are_not_run(site: MakeSite) -> None:
    blocked = experiment(blocked={"reason": "resource", "detail": "64 GPUs"})
    _, place = rounds(site(a=blocked, b=experiment()))
    assert place.started == ["b smoke", "b seed 0"]
