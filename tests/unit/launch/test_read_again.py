from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.read_again import judged_otherwise, with_present_scores
from reprobridge_spec.model.task import Task
from tests.unit.launch.run_records import DIGEST, record

OTHER = "e" * 64


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "scores.json").write_text('{"best": 91.5, "last": NaN}')
    (tmp_path / "log").write_text("accuracy 88.5\n")
    return tmp_path


def task(**measure: Any) -> Task:
    return Task.model_validate({"measure": measure})


def score(folder: Path, present: Task, digest: str) -> str | None:
    found = with_present_scores(record(score="90"), folder, {"accuracy": present}, {"accuracy": digest})
    return found.predicate.scores["accuracy"].value if found else None


def test_the_score_stays_where_the_judgement_does(folder: Path) -> None:
    assert score(folder, task(file="scores.json", json="/best"), DIGEST) == "90"


@pytest.mark.parametrize(
    ("measure", "value"),
    [
        ({"file": "scores.json", "json": "/best"}, "91.5"),
        ({"file": "log", "regex": "accuracy ([0-9.]+)"}, "88.5"),
        ({"file": "scores.json", "json": "/best", "multiply": 2}, "183"),
    ],
    ids=str,
)
def test_it_is_read_again_where_the_task_is_another(folder: Path, measure: dict[str, Any], value: str) -> None:
    assert score(folder, task(**measure), OTHER) == value


@pytest.mark.parametrize(
    "measure",
    [
        {"file": "scores.json", "json": "/last"},
        {"file": "scores.json", "json": "/none"},
        {"file": "not-kept.json", "json": "/best"},
        {"file": "events", "tensorboard": "val/acc"},
    ],
    ids=str,
)
def test_what_the_kept_files_do_not_give_asks_for_another_run(folder: Path, measure: dict[str, Any]) -> None:
    assert score(folder, task(**measure), OTHER) is None


def test_a_task_that_is_new_is_read(folder: Path) -> None:
    tasks = {"accuracy": task(file="scores.json", json="/best"), "log": task(file="log", regex="accuracy ([0-9.]+)")}
    found = with_present_scores(record(score="90"), folder, tasks, {"accuracy": DIGEST, "log": OTHER})
    assert found
    assert {name: read.value for name, read in found.predicate.scores.items()} == {"accuracy": "90", "log": "88.5"}


def test_only_tasks_of_another_digest_are_judged_otherwise() -> None:
    digests = {"accuracy": DIGEST, "new": OTHER}
    assert judged_otherwise(record(), digests) == ["new"]
    assert judged_otherwise(record(), {"accuracy": OTHER}) == ["accuracy"]
