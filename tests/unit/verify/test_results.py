import json
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.task import Task
from reprobridge_spec.stats.difference import Side
from reprobridge_spec.validation.load import open_artifact
from reprobridge_spec.verify.results import results_in, rows_in
from tests.conftest import CHECKOUT
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


def sides(path: Path, tasks: Mapping[str, Task]) -> Mapping[str, Side]:
    return results_in(path, tasks).sides


def test_a_verification_gives_its_measured_values(tmp_path: Path) -> None:
    found = sides(verified(tmp_path / "v.json"), {})["test/accuracy"]
    assert (found.value, found.verdict, found.interval, found.scores) == ("90.5", "compatible", ("89", "91"), [])


def test_an_interval_around_the_published_value_is_none_of_references(tmp_path: Path) -> None:
    judgement = {**ROW["judgement"], "references": 0}  # type: ignore[dict-item]
    assert sides(verified(tmp_path / "v.json", judgement=judgement), {})["test/accuracy"].interval is None


def test_records_give_a_score_a_seed_and_the_mean_where_nothing_is_known_of_the_task(tmp_path: Path) -> None:
    found = sides(written(tmp_path, record(score="90"), record(seed=1, index=1, score="92")), {})
    assert (found["test/accuracy"].value, dict(found["test/accuracy"].by_seed)) == ("91", {0: "90", 1: "92"})


def test_records_are_folded_as_the_task_says(tmp_path: Path) -> None:
    task = Task.model_validate({"statistic": {"estimator": "max", "over": "seeds"}})
    records = written(tmp_path, record(score="90"), record(seed=1, index=1, score="92"))
    assert sides(records, {"test/accuracy": task})["test/accuracy"].value == "92"
    single = Task.model_validate({"statistic": {"estimator": "single", "over": "folds"}})
    assert sides(records, {"test/accuracy": single})["test/accuracy"].value is None


def test_of_several_records_of_one_run_the_newest_counts(tmp_path: Path) -> None:
    later = {"number": 1, "started": "2026-02-01T00:00:00Z", "ended": "2026-02-01T00:00:01Z", "exit_code": 0}
    records = written(tmp_path, record(score="91", attempts=[later | {"ending": "exit"}]), record(score="90"))
    assert sides(records, {})["test/accuracy"].value == "91"


def test_runs_without_a_seed_are_told_apart_by_their_position(tmp_path: Path) -> None:
    records = written(tmp_path, record(seed=None, score="90"), record(seed=None, index=1, score="91"))
    assert sides(records, {})["test/accuracy"].unseeded == ["90", "91"]


@pytest.mark.parametrize(
    "one", [record(mode="smoke"), record(score=None), record(outcome="not-done")], ids=["smoke", "failed", "not-done"]
)
def test_only_measured_scored_runs_count(tmp_path: Path, one: RunRecord) -> None:
    assert sides(written(tmp_path, one), {}) == {}


def test_the_records_of_an_artifact_are_those_of_its_evidence(tmp_path: Path) -> None:
    written(tmp_path / "evidence" / "runs", record(score="90"))
    assert sides(tmp_path, {})["test/accuracy"].value == "90"


@pytest.mark.parametrize("text", ["", "{}", "[1]", json.dumps({"rra": "1.0"})])
def test_a_document_of_another_form_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "v.json").write_text(text)
    with pytest.raises(UsageError, match="no verification of the right form"):
        sides(tmp_path / "v.json", {})
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "run.json").write_text(text)
    with pytest.raises(UsageError, match="no run record of the right form"):
        sides(tmp_path, {})


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no run records in it") as caught:
        sides(tmp_path, {})
    assert caught.value.place == str(tmp_path)


REPAIRED = CHECKOUT / "conformance" / "base" / "repaired"


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    return Path(shutil.copytree(REPAIRED, tmp_path / "artifact"))


def test_runs_that_references_rest_on_are_no_score_of_an_artifact(artifact: Path) -> None:
    found = sides(artifact, {})["half/accuracy"]
    assert (sorted(found.by_seed), (found.value or "")[:7]) == ([0, 1, 2], "85.4444")


def test_an_artifact_says_itself_how_its_runs_are_folded(artifact: Path) -> None:
    manifest = artifact / "rra.yaml"
    text = manifest.read_text(encoding="utf-8")
    assert "estimator: mean" in text
    found = results_in(
        artifact, {"half/accuracy": Task.model_validate({"statistic": {"estimator": "max", "over": "seeds"}})}
    )
    assert (found.sides["half/accuracy"].value or "")[:7] == "85.4444"
    assert "half/accuracy" in found.tasks


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda artifact: (artifact / "code" / "new.py").write_text("x = 1"), "none of its records is of a scored run"),
        (lambda artifact: os.mkfifo(artifact / "code" / "pipe"), "its plans cannot be computed"),
        (lambda artifact: (artifact / "rra.yaml").write_text("["), "its manifest has not the right form"),
        (lambda artifact: shutil.rmtree(artifact / "evidence"), "there are no run records in it"),
    ],
    ids=["stale", "pipe", "manifest", "without records"],
)
def test_an_artifact_whose_runs_do_not_count_gives_no_value(artifact: Path, spoil: Any, said: str) -> None:
    spoil(artifact)
    with pytest.raises(UsageError, match=said):
        sides(artifact, {})


def test_a_record_that_is_a_pipe_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / "run-0").mkdir()
    os.mkfifo(tmp_path / "run-0" / "run.json")
    with pytest.raises(UsageError, match="no run record of the right form"):
        sides(tmp_path, {})


def test_the_tables_of_an_artifact_hold_its_own_runs_only(artifact: Path) -> None:
    context = open_artifact(FolderFiles(artifact)).context
    assert context
    (row,) = [row for row in rows_in(artifact, context) if row.task == "half/accuracy"]
    assert (row.judgement.measured or "")[:7] == "85.4444"
