from typing import Any

import pytest

from reprobridge_spec.launch.campaign import InterruptedCampaignError, NotRun, plan
from reprobridge_spec.launch.site import Planned, runs_in
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode


def experiment(**values: Any) -> Experiment:
    return Experiment.model_validate({"seeds": [0, 1]} | values)


CHAIN = {
    "evaluate": experiment(inputs=["train/model"]),
    "other": experiment(seeds=[5]),
    "train": experiment(inputs=["pretrain/model"], outputs={"model": "m.pt"}),
    "pretrain": experiment(outputs={"model": "m.pt"}),
}
BLOCKED = {"reason": "access", "detail": "closed"}


def labels(*arguments: Any) -> list[str]:
    return [planned.label for planned in plan(*arguments)]


def test_each_seed_is_a_run() -> None:
    assert plan({"a": experiment()}, ["a"], Mode.SCORED) == [
        Planned(experiment="a", mode=Mode.SCORED, seed=0, index=0),
        Planned(experiment="a", mode=Mode.SCORED, seed=1, index=1),
    ]


def test_what_cannot_be_seeded_is_counted() -> None:
    assert labels({"a": experiment(seeds=None, runs=2)}, ["a"], Mode.SCORED) == ["a run 0", "a run 1"]


def test_without_seeds_and_number_there_is_one_run() -> None:
    assert labels({"a": Experiment()}, ["a"], Mode.SCORED) == ["a run 0"]


@pytest.mark.parametrize(
    ("values", "seed"), [({}, 0), ({"smoke": {"time": "1s"}}, 0), ({"smoke": {"time": "1s", "seed": 9}}, 9)], ids=str
)
def test_a_smoke_run_is_one_run(values: dict[str, Any], seed: int) -> None:
    (planned,) = plan({"a": experiment(**values)}, ["a"], Mode.SMOKE)
    assert (planned.seed, planned.index, planned.label) == (seed, 0, "a smoke")


def test_what_comes_before_is_run_before() -> None:
    assert labels(CHAIN, ["evaluate"], Mode.SMOKE) == ["pretrain smoke", "train smoke", "evaluate smoke"]


def test_what_nobody_asked_for_is_not_run() -> None:
    assert labels(CHAIN, ["other"], Mode.SCORED) == ["other seed 5"]


def test_nothing_is_run_twice() -> None:
    assert labels(CHAIN, ["train", "evaluate", "train"], Mode.SMOKE) == [
        "pretrain smoke",
        "train smoke",
        "evaluate smoke",
    ]


@pytest.mark.parametrize(
    "blocked", [experiment(blocked=BLOCKED), experiment(tasks={"a": {"blocked": BLOCKED}})], ids=["it", "all its tasks"]
)
def test_what_is_blocked_is_not_run(blocked: Experiment) -> None:
    assert labels({"a": blocked, "b": experiment(seeds=[3])}, ["a", "b"], Mode.SCORED) == ["b seed 3"]


def test_an_experiment_with_one_blocked_task_is_run() -> None:
    some = experiment(tasks={"a": {"blocked": BLOCKED}, "b": {}})
    assert len(plan({"a": some}, ["a"], Mode.SCORED)) == 2


def test_experiments_that_wait_for_one_another_are_not_run() -> None:
    circle = {"a": experiment(inputs=["b/x"], outputs={"x": "x"}), "b": experiment(inputs=["a/x"], outputs={"x": "x"})}
    assert plan(circle, ["a", "b"], Mode.SCORED) == []


@pytest.mark.parametrize(
    ("values", "runs"),
    [
        ({}, [10, 11]),
        ({"seeds": [0]}, [10]),
        ({"seeds": [0, 1, 2]}, [10, 11]),
        ({"seeds": None, "runs": 3}, [None, None, None]),
    ],
    ids=str,
)
def test_other_seeds_take_the_place_of_the_own(values: dict[str, Any], runs: list[int | None]) -> None:
    assert runs_in(experiment(**values), [10, 11]) == runs


def test_other_seeds_go_through_a_whole_chain() -> None:
    assert labels(CHAIN, ["train"], Mode.SCORED, [10, 11]) == [
        "pretrain seed 10",
        "pretrain seed 11",
        "train seed 10",
        "train seed 11",
    ]


def test_an_interruption_counts_finished_runs_only() -> None:
    planned = Planned(experiment="a", mode=Mode.SCORED, seed=0, index=0)
    error = InterruptedCampaignError([NotRun(planned=planned, reason="no GPU")], hint="Go on.")
    assert (str(error), error.hint, error.exit_code) == (
        "interrupted; runs that were finished before: 0",
        "Go on.",
        130,
    )
