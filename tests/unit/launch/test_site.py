from collections.abc import Callable
from datetime import datetime, timedelta, timezone

from reprobridge_spec.launch.site import Site, moment
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode


def test_outputs_lie_apart_by_mode_seed_and_method(make_site: Callable[..., Site]) -> None:
    places = []
    for command in (["python", "a.py"], ["python", "b.py"]):
        body = Experiment(environment="cpu", command=command, seeds=[3, 5])
        site = make_site(experiments={"test": body})
        places += [site.outputs_of("test", Mode.SCORED, index) for index in (0, 1)]
        places += [site.outputs_of("test", Mode.SMOKE, 0)]
        places += [make_site(experiments={"test": body}, seeds=[8, 9]).outputs_of("test", Mode.SCORED, 0)]
    assert len(set(places)) == 8


def test_the_same_run_finds_the_same_place(make_site: Callable[..., Site]) -> None:
    assert make_site().outputs_of("test", Mode.SCORED, 0) == make_site().outputs_of("test", Mode.SCORED, 0)


def test_runs_that_have_no_seed_are_told_apart_by_their_number(make_site: Callable[..., Site]) -> None:
    site = make_site(experiments={"test": Experiment(environment="cpu", runs=2)})
    assert site.outputs_of("test", Mode.SCORED, 0) != site.outputs_of("test", Mode.SCORED, 1)


def test_a_moment_is_written_in_utc() -> None:
    there = timezone(timedelta(hours=5, minutes=30))
    assert moment(datetime(2026, 1, 1, 2, 0, 59, 999999, tzinfo=there)) == "2025-12-31T20:30:59Z"
