from typing import Any

import pytest

from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.launch.reference import check_seeds, observations_of, parse_seeds
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.references import References
from reprobridge_spec.model.run_record import RunRecord
from tests.unit.launch.run_records import record

TASKS = {"accuracy": {"statistic": {"estimator": "mean", "over": "seeds"}}}


def experiment(**values: Any) -> Experiment:
    return Experiment.model_validate({"seeds": [0, 1], "tasks": TASKS} | values)


@pytest.mark.parametrize(
    ("text", "seeds"),
    [
        ("3", [3]),
        ("10-13", [10, 11, 12, 13]),
        ("3,5,8", [3, 5, 8]),
        ("1, 4-6 ,9", [1, 4, 5, 6, 9]),
        ("7-7", [7]),
        ("0", [0]),
    ],
)
def test_seeds_are_read_as_people_write_them(text: str, seeds: list[int]) -> None:
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize(
    "text",
    [
        "",
        ",",
        "a",
        "1-",
        "-1",
        "1-2-3",
        "1..3",
        "1.5",
        "0x10",
        "1,,2",
        "5,5",
        "1-3,2",
        "9-1",
        "0-99999",
        "9" * 40,
        "٣-",
    ],
)
def test_what_names_no_seeds_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_seeds(text)


def references(**by_task: list[list[int]]) -> References:
    observed = {
        name.replace("_", "/"): [{"value": "1", "by": "author", "seeds": seeds} for seeds in lists]
        for name, lists in by_task.items()
    }
    return References.model_validate({"rra": "1.0", "references": observed})


def test_seeds_of_nobody_are_taken() -> None:
    check_seeds("test", experiment(), [10, 11], references(test_accuracy=[[20, 21]], other_accuracy=[[10, 11]]))


@pytest.mark.parametrize(
    ("values", "seeds", "said"),
    [
        ({}, [1, 2], "seed 1 of experiment test is taken already"),
        ({}, [20, 30], "seed 20 of experiment test is taken already"),
        ({}, [10], "has 2 seeds, and 1 were given"),
        ({}, [10, 11, 12], "has 2 seeds, and 3 were given"),
        ({"seeds": None, "runs": 2}, [10, 11], "counts `runs`"),
    ],
)
def test_seeds_that_make_no_observation_are_refused(values: dict[str, Any], seeds: list[int], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        check_seeds("test", experiment(**values), seeds, references(test_loss=[[20, 21]]))


def observed(*records: RunRecord, **values: Any) -> Any:
    return observations_of({"test": experiment(**values)}, ["test"], records)


def test_an_observation_is_the_statistic_of_its_runs() -> None:
    found = observed(record(seed=10, score="90.1", run="a"), record(seed=11, score="90.4", run="b"))["test/accuracy"]
    assert (found.value, found.by, found.seeds, found.runs) == ("90.25", "author", [10, 11], ["a", "b"])


def test_smoke_runs_and_those_of_other_experiments_do_not_count() -> None:
    others = [record(seed=9, score="1", mode="smoke"), record(seed=9, score="1", experiment="other")]
    assert observed(record(seed=10, score="90", run="a"), *others)["test/accuracy"].runs == ["a"]


@pytest.mark.parametrize(
    "records", [[], [record(seed=10, score=None)], [record(seed=1, score="1"), record(score=None)]]
)
def test_runs_that_were_not_measured_are_no_observation(records: list[RunRecord]) -> None:
    with pytest.raises(ArtifactError, match="task test/accuracy was not measured in every run"):
        observed(*records)


BLOCKED = {"reason": "access", "detail": "closed"}


@pytest.mark.parametrize(
    "values",
    [{"blocked": BLOCKED}, {"tasks": {"accuracy": TASKS["accuracy"] | {"blocked": BLOCKED}}}, {"tasks": {"a": {}}}],
    ids=["blocked", "blocked task", "no statistic"],
)
def test_what_is_not_measured_has_no_observation(values: dict[str, Any]) -> None:
    assert observed(**values) == {}
