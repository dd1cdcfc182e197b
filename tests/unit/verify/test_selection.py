from collections.abc import Mapping
from typing import Any

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.references import References
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.verify.selection import Ask, Selection, asked_runs, select
from tests.unit.launch.run_records import record

TASKS: dict[str, Any] = {"accuracy": {}, "loss": {}}


def experiment(**values: Any) -> Experiment:
    return Experiment.model_validate({"command": ["run"], "seeds": [0, 1, 2], "tasks": TASKS} | values)


CHAIN = {
    "train": experiment(outputs={"model": "model.pt"}, tasks={}),
    "same": experiment(inputs=["train/model"]),
    "first": experiment(inputs=[{"from": "train/model", "seeds": "first"}]),
    "every": experiment(inputs=[{"from": "train/model", "seeds": "all"}]),
    "counted": Experiment.model_validate({"command": ["run"], "runs": 4, "tasks": TASKS}),
    "alone": experiment(seeds=[7]),
}


def chosen(ask: Ask, experiments: Mapping[str, Experiment] = CHAIN, first: int = 100) -> Selection:
    numbers = iter(range(first, first + 1000))
    return select(experiments, ask, None, [], lambda: f"{next(numbers):08x}".ljust(32, "0"))


def labels(selection: Selection, *names: str) -> list[str]:
    return [item.label for item in selection.planned(CHAIN, names, Mode.SCORED)]


def test_without_anything_all_is_run() -> None:
    found = chosen(Ask())
    assert found.names == tuple(CHAIN)
    assert (len(found.tasks), found.fresh, found.given) == (10, None, None)
    assert len(labels(found, "same")) == 6


@pytest.mark.parametrize(
    ("only", "names", "tasks"),
    [
        (("same",), ("same",), {"same/accuracy", "same/loss"}),
        (("same/loss",), ("same",), {"same/loss"}),
        (("same/loss", "alone"), ("same", "alone"), {"same/loss", "alone/accuracy", "alone/loss"}),
        (("train",), ("train",), set()),
    ],
)
def test_only_what_is_named_gets_a_row(only: tuple[str, ...], names: tuple[str, ...], tasks: set[str]) -> None:
    found = chosen(Ask(only=only))
    assert (found.names, set(found.tasks)) == (names, tasks)


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nothing", "There are: "),
        ("same/accurcy", "Did you mean `same/accuracy`?"),
        ("same/", "Did you mean `same`?"),
        ("/accuracy", "`same/accuracy`"),
        ("train/model", "Did you mean `train`?"),
    ],
)
def test_a_name_that_is_not_there_is_said_with_the_nearest_or_those_that_are(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match="there is no experiment or task") as caught:
        chosen(Ask(only=(name,)))
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("alone", []),
        ("train", ["train seed 1", "train seed 2"]),
        ("same", ["train seed 1", "train seed 2", "same seed 1", "same seed 2"]),
        ("first", ["train seed 0", "first seed 1", "first seed 2"]),
        ("every", ["train seed 0", "train seed 1", "train seed 2", "every seed 1", "every seed 2"]),
        ("counted", ["counted run 0", "counted run 1"]),
    ],
)
def test_given_seeds_bring_the_runs_that_they_need(name: str, expected: list[str]) -> None:
    assert labels(chosen(Ask(seeds=(1, 2))), name) == expected


def test_smoke_runs_are_the_same_whatever_seeds_are_asked_for() -> None:
    runs = chosen(Ask(seeds=(1,))).planned(CHAIN, ["same"], Mode.SMOKE)
    assert [item.label for item in runs] == ["train smoke", "same smoke"]


def test_a_seed_that_no_experiment_has_is_refused() -> None:
    with pytest.raises(UsageError, match="seed 9 is none") as caught:
        chosen(Ask(seeds=(0, 9)))
    assert "0, 1, 2, 7" in caught.value.hint


def test_given_and_fresh_seeds_do_not_go_together() -> None:
    with pytest.raises(UsageError, match="does not go with"):
        chosen(Ask(seeds=(0,), fresh=True))


def test_fresh_seeds_are_as_many_as_the_largest_statistic_has_and_the_same_for_a_chain() -> None:
    found = chosen(Ask(fresh=True))
    assert found.fresh == (100, 101, 102)
    assert labels(found, "same")[:3] == ["train seed 100", "train seed 101", "train seed 102"]
    assert labels(found, "same")[3:] == ["same seed 100", "same seed 101", "same seed 102"]
    assert labels(found, "alone") == ["alone seed 100"]
    assert len(labels(found, "counted")) == 4


def test_fewer_fresh_seeds_may_be_asked_for_and_not_more() -> None:
    assert chosen(Ask(fresh=True, fresh_count=2)).fresh == (100, 101)
    with pytest.raises(UsageError, match="no statistic is over more than 3"):
        chosen(Ask(fresh=True, fresh_count=4))


def test_where_nothing_is_seeded_no_seeds_are_drawn() -> None:
    with pytest.raises(UsageError, match="none of the experiments has seeds"):
        chosen(Ask(fresh=True), {"counted": CHAIN["counted"]})


def test_fresh_seeds_are_none_that_anybody_used() -> None:
    references = References.model_validate(
        {"rra": "1.0", "references": {"a/accuracy": [{"value": "1", "by": "author", "seeds": [2, 3, 4]}]}}
    )
    experiments = {"a": experiment(smoke={"time": "1min", "seed": 6})}
    numbers = iter(range(100))
    found = select(
        experiments,
        Ask(fresh=True),
        references,
        [record(seed=5)],
        lambda: f"{next(numbers):08x}".ljust(32, "0"),
    )
    assert found.fresh == (7, 8, 9)


@pytest.mark.parametrize(
    ("ask", "name", "count"),
    [
        (Ask(), "same", 3),
        (Ask(seeds=(1,)), "same", 1),
        (Ask(seeds=(1,)), "alone", 0),
        (Ask(seeds=(0, 1)), "counted", 2),
        (Ask(fresh=True), "same", 3),
        (Ask(fresh=True, fresh_count=2), "same", 2),
        (Ask(fresh=True, fresh_count=2), "alone", 1),
        (Ask(fresh=True, fresh_count=2), "counted", 4),
    ],
)
def test_how_many_runs_are_wanted(ask: Ask, name: str, count: int) -> None:
    assert asked_runs(CHAIN[name], chosen(ask)) == count
