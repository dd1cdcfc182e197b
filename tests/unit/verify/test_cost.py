from typing import Any

import pytest

from reprobridge_spec.launch.site import Planned
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.verify.cost import Cost, Costs, cheapest_first, fitting
from tests.unit.launch.run_records import record


def experiment(**values: Any) -> Experiment:
    return Experiment.model_validate({"command": ["run"], "seeds": [0], "smoke": {"time": "30s"}} | values)


EXPECTED = experiment(resources={"time": {"expected": "5min", "limit": "10min"}})
LIMITED = experiment(resources={"time": {"limit": "10min"}})


def took(seconds: int, **values: Any) -> Any:
    used = {"wall_seconds": seconds, "cpu_seconds": 1, "peak_memory_bytes": 1}
    return record(**({"used": used} | values))


def test_what_the_manifest_expects_comes_first() -> None:
    assert Costs({"test": EXPECTED}, [took(7)]).of_run("test", Mode.SCORED) == Cost(300, known=True)


def test_else_the_median_of_the_records() -> None:
    costs = Costs({"test": LIMITED}, [took(7), took(90), took(8)])
    assert costs.of_run("test", Mode.SCORED) == Cost(8, known=True)


@pytest.mark.parametrize(
    "other",
    [took(7, experiment="other"), took(7, mode="smoke"), took(7, score=None), took(7, outcome="not-done")],
    ids=["of-another", "a-smoke-run", "failed", "not-done"],
)
def test_a_record_of_something_else_tells_nothing(other: Any) -> None:
    assert Costs({"test": LIMITED}, [other]).of_run("test", Mode.SCORED) == Cost(600, known=False)


def test_a_smoke_run_is_expected_to_take_what_it_took_or_its_limit() -> None:
    assert Costs({"test": EXPECTED}, []).of_run("test", Mode.SMOKE) == Cost(30, known=False)
    assert Costs({"test": EXPECTED}, [took(2, mode="smoke")]).of_run("test", Mode.SMOKE) == Cost(2, known=True)


def test_runs_add_up() -> None:
    planned = [Planned(experiment="test", mode=mode, seed=0, index=0) for mode in Mode]
    assert Costs({"test": EXPECTED}, []).of(planned) == 330


def test_the_most_tasks_come_out_for_the_time() -> None:
    costs = {"dear": 100.0, "cheap": 10.0, "many": 40.0, "none": 5.0}
    tasks = {"dear": 1, "cheap": 1, "many": 8, "none": 0}
    assert cheapest_first(costs, tasks) == ["many", "none", "cheap", "dear"]


@pytest.mark.parametrize(
    ("left", "chosen"), [(100, ["a", "b", "c"]), (60, ["a", "b", "c"]), (59, ["a", "b"]), (1, ["a"]), (-1, ["a"])]
)
def test_what_fits_is_chosen_and_one_at_least(left: float, chosen: list[str]) -> None:
    assert fitting(["a", "b", "c"], {"a": 10.0, "b": 20.0, "c": 30.0}, left) == chosen
