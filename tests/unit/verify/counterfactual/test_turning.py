"""Which turned runs are made, and what is said of them, in a place that the tests play."""

import time
from collections.abc import Callable
from concurrent.futures import Future

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.attempt import Attempted
from reprobridge_spec.launch.campaign import Watch, plan, run_all
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.record import Finished
from reprobridge_spec.launch.site import Site
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.verification import Axis, AxisName, AxisState
from reprobridge_spec.process import Ending
from reprobridge_spec.verify.counterfactual.turning import turn_all
from reprobridge_spec.verify.counterfactual.turns import CANNOT
from tests.unit.launch.test_campaign import Played, attempted, experiment
from tests.unit.verify.conftest import make_site, manifest, site

__all__ = ["make_site", "manifest", "site"]

MakeSite = Callable[..., Site]
Play = Callable[[Order], Attempted | None]

BODY = experiment(smoke={"time": "1min"})
RUNS = len(AxisName) - 2
"""Without isolation, user and network cannot be turned."""


def turned(
    ready: Site,
    play: Play = attempted,
    *,
    place: Played | None = None,
    budget: float | None = None,
    mode: Mode = Mode.SMOKE,
) -> tuple[list[Axis], Played]:
    planned = plan(dict(ready.experiments), list(ready.experiments), mode)
    results = run_all(ready, planned, Played(attempted), Watch())
    finished = [result for result in results if isinstance(result, Finished)]
    place = place or Played(play)
    deadline = None if budget is None else time.monotonic() + budget
    return turn_all(ready, finished, mode, place, lambda _: None, deadline), place


def by_name(axes: list[Axis]) -> dict[AxisName, Axis]:
    return {axis.name: axis for axis in axes}


def of(name: AxisName, code: int = 1, ending: Ending = Ending.EXIT) -> Play:
    """Plays a launcher that ends so in one turned run, and well in all others."""
    return lambda order: attempted(order, ending, code) if f", {name}:" in order.label else attempted(order)


def test_each_thing_has_one_row_and_what_cannot_be_turned_has_no_run(site: MakeSite) -> None:
    axes, place = turned(site(a=BODY))
    assert [axis.name for axis in axes] == list(AxisName)
    still = [axis.name for axis in axes if axis.state is AxisState.NOT_CHECKED]
    assert still == [AxisName.USER, AxisName.NETWORK]
    assert len(place.started) == len(AxisName) - len(still)
    assert all(axis.state is AxisState.HELD for axis in axes if axis.name not in still)


def test_a_turned_run_that_fails_is_told_with_its_reason(site: MakeSite) -> None:
    axes, _ = turned(site(a=BODY), of(AxisName.UMASK))
    failed = by_name(axes)[AxisName.UMASK]
    assert (failed.state, failed.turned) == (AxisState.FAILED, "077")
    assert failed.why is not None
    assert failed.why.startswith("the launcher ended with exit code 1")
    assert sum(axis.state is AxisState.FAILED for axis in axes) == 1


def test_a_turn_that_this_machine_cannot_make_is_not_checked(site: MakeSite) -> None:
    path = by_name(turned(site(a=BODY), of(AxisName.PATH, CANNOT))[0])[AxisName.PATH]
    assert (path.state, path.why) == (AxisState.NOT_CHECKED, "this machine could not turn it")


def test_what_a_turned_run_leaves_besides_is_a_change(site: MakeSite) -> None:
    def play(order: Order) -> Attempted:
        if ", home:" in order.label:
            (order.run / "output" / "more").write_text("")
        return attempted(order)

    home = by_name(turned(site(a=BODY), play)[0])[AxisName.HOME]
    assert (home.state, home.why) == (AxisState.CHANGED, "it leaves more besides")


def test_a_place_that_cannot_make_a_run_leaves_it_unchecked(site: MakeSite) -> None:
    def play(order: Order) -> Attempted:
        if ", again:" in order.label:
            raise NotDoneError("the card went away")
        return attempted(order)

    found = by_name(turned(site(a=BODY), play)[0])
    assert (found[AxisName.AGAIN].state, found[AxisName.AGAIN].why) == (AxisState.NOT_CHECKED, "the card went away")
    # without an equal run only the outcome of the others is compared
    assert found[AxisName.UMASK].compared == ["outcome"]


class OneAtATime(Played):
    """A place with room for one run, which ends when the next one asks, the last one by itself."""

    def start(self, order: Order) -> Future[Attempted] | None:
        if self.going:
            other, ended = self.going.pop()
            ended.set_result(attempted(other))
            return None
        return super().start(order)

    def flush(self) -> None:
        if len(self.started) == RUNS and self.going:
            order, ended = self.going.pop()
            ended.set_result(attempted(order))


def test_runs_wait_for_room(site: MakeSite) -> None:
    place = OneAtATime(lambda _: None)
    axes, _ = turned(site(a=BODY), place=place)
    assert len(place.started) == RUNS
    assert all(axis.state is not AxisState.FAILED for axis in axes)


def test_every_run_has_a_folder_of_its_own_that_goes_afterwards(site: MakeSite) -> None:
    folders = []

    def play(order: Order) -> Attempted:
        folders.append(order.run)
        return attempted(order)

    turned(site(a=BODY), play)
    assert len(set(folders)) == len(folders)
    assert not [folder for folder in folders if folder.exists()]


def test_two_runs_in_one_have_the_time_of_two(site: MakeSite) -> None:
    limits = {}

    def play(order: Order) -> Attempted:
        limits[order.label.partition(", ")[2].partition(":")[0]] = order.time_limit
        return attempted(order)

    turned(site(a=BODY), play)
    assert (limits["again"], limits["second-run"]) == (60, 120)


@pytest.mark.parametrize("budget", [0.0, -1.0])
def test_without_time_nothing_more_is_begun(site: MakeSite, budget: float) -> None:
    axes, place = turned(site(a=BODY), budget=budget)
    assert place.started == []
    assert {axis.why for axis in axes if axis.turned} == {"the budget of time was spent"}


def test_a_run_that_the_budget_ended_is_not_a_failure(site: MakeSite) -> None:
    axes, _ = turned(site(a=BODY), of(AxisName.UMASK, 137, Ending.TIME_LIMIT), budget=30)
    umask = by_name(axes)[AxisName.UMASK]
    assert (umask.state, umask.why) == (AxisState.NOT_CHECKED, "the budget of time was spent")


def test_a_run_that_its_own_limit_ended_is_one(site: MakeSite) -> None:
    axes, _ = turned(site(a=BODY), of(AxisName.UMASK, 137, Ending.TIME_LIMIT))
    assert by_name(axes)[AxisName.UMASK].state is AxisState.FAILED


def test_of_several_scored_runs_one_is_made_again(site: MakeSite) -> None:
    body: Experiment = experiment(seeds=[3, 4])
    axes, place = turned(site(a=body), mode=Mode.SCORED)
    assert len(axes) == len(AxisName)
    assert len({label.partition(",")[0] for label in place.started}) == 1


def test_an_experiment_that_has_no_run_in_that_mode_is_not_turned(site: MakeSite) -> None:
    assert turn_all(site(a=BODY), [], Mode.SMOKE, Played(attempted), lambda _: None, None) == []
