import json
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.task import Task
from reprobridge_spec.verify.results import results_in
from tests.unit.launch.run_records import record
from tests.unit.verify.verifications import verification

ROW = {
    "task": "test/accuracy",
    "judgement": {
        "verdict": "compatible",
        "measured": "90.5",
        "interval": {"low": "89", "high": "91"},
        "references": 2,
    },
    "seconds": 1,
}


def written(folder: Path, *records: RunRecord) -> Path:
    for number, one in enumerate(records):
        place = folder / f"run-{number}"
        place.mkdir(parents=True)
        (place / "run.json").write_text(one.model_dump_json(by_alias=True, exclude_defaults=True))
    return folder


def verified(path: Path, **values: Any) -> Path:
    path.write_text(verification(tasks=[ROW | values]).model_dump_json(by_alias=True, exclude_defaults=True))
    return path


def test_a_verification_gives_its_measured_values(tmp_path: Path) -> None:
    found = results_in(verified(tmp_path / "v.json"), {})["test/accuracy"]
    assert (found.value, found.verdict, found.interval, found.scores) == ("90.5", "compatible", ("89", "91"), [])


def test_an_interval_around_the_published_value_is_none_of_references(tmp_path: Path) -> None:
    judgement = {**ROW["judgement"], "references": 0}  # type: ignore[dict-item]
    assert results_in(verified(tmp_path / "v.json", judgement=judgement), {})["test/accuracy"].interval is None


def test_records_give_a_score_a_seed_and_the_mean_where_nothing_is_known_of_the_task(tmp_path: Path) -> None:
    found = results_in(written(tmp_path, record(score="90"), record(seed=1, index=1, score="92")), {})
    assert (found["test/accuracy"].value, dict(found["test/accuracy"].by_seed)) == ("91", {0: "90", 1: "92"})


def test_records_are_folded_as_the_task_says(tmp_path: Path) -> None:
    task = Task.model_validate({"statistic": {"estimator": "max", "over": "seeds"}})
    records = written(tmp_path, record(score="90"), record(seed=1, index=1, score="92"))
    assert results_in(records, {"test/accuracy": task})["test/accuracy"].value == "92"
    single = Task.model_validate({"statistic": {"estimator": "single", "over": "folds"}})
    assert results_in(records, {"test/accuracy": single})["test/accuracy"].value is None


def test_of_several_records_of_one_run_the_newest_counts(tmp_path: Path) -> None:
    later = {"number": 1, "started": "2026-02-01T00:00:00Z", "ended": "2026-02-01T00:00:01Z", "exit_code": 0}
    records = written(tmp_path, record(score="91", attempts=[later | {"ending": "exit"}]), record(score="90"))
    assert results_in(records, {})["test/accuracy"].value == "91"


def test_runs_without_a_seed_are_told_apart_by_their_position(tmp_path: Path) -> None:
    records = written(tmp_path, record(seed=None, score="90"), record(seed=None, index=1, score="91"))
    assert results_in(records, {})["test/accuracy"].unseeded == ["90", "91"]


@pytest.mark.parametrize(
    "one", [record(mode="smoke"), record(score=None), record(outcome="not-done")], ids=["smoke", "failed", "not-done"]
)
def test_only_measured_scored_runs_count(tmp_path: Path, one: RunRecord) -> None:
    assert results_in(written(tmp_path, one), {}) == {}


def test_the_records_of_an_artifact_are_those_of_its_evidence(tmp_path: Path) -> None:
    written(tmp_path / "evidence" / "runs", record(score="90"))
    assert results_in(tmp_path, {})["test/accuracy"].value == "90"


@pytest.mark.parametrize("text", ["", "{}", "[1]", json.dumps({"rra": "1.0"})])
def test_a_document_of_another_form_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "v.json").write_text(text)
    with pytest.raises(UsageError, match="no verification of the right form"):
        results_in(tmp_path / "v.json", {})
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "run.json").write_text(text)
    with pytest.raises(UsageError, match="no run record of the right form"):
        results_in(tmp_path, {})


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no run records in it") as caught:
        results_in(tmp_path, {})
    assert caught.value.place == str(tmp_path)
