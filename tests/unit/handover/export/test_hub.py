"""Results for the Hugging Face hub: what the caller does not say is not made up, and nothing is called verified."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from reprobridge_spec.errors import ArtifactError, UsageError
from reprobridge_spec.handover.export.table import exporter
from tests.conftest import CHECKOUT
from tests.unit.handover.export.sources import MIXED, shared, source_of
from tests.unit.report.artifacts import Recorded, artifact

ROCKET = CHECKOUT / "examples" / "rocket-ucr"
SAID = {"italy": "ucr/italy:accuracy", "gunpoint/accuracy": "ucr/gunpoint:accuracy"}
INDEX = {"italy": "ucr/italy", "model": "me/rocket", "task-type": "time-series-classification"}


def eval_results(path: Path, said: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    written = exporter("hf-eval-results").files(replace(shared(path), said=said))
    return {name: yaml.safe_load(data) for name, data in written.items() if isinstance(data, bytes)}


def model_index(path: Path, said: dict[str, str]) -> dict[str, Any]:
    (data,) = exporter("model-index").files(replace(shared(path), said=said)).values()
    assert isinstance(data, bytes)
    read: dict[str, Any] = yaml.safe_load(data.decode().split("---\n")[1])
    return read


def test_a_result_has_the_measured_value_and_the_day_of_the_last_run() -> None:
    written = eval_results(ROCKET, SAID)
    assert list(written) == [".eval_results/italy.accuracy.yaml", ".eval_results/gunpoint.accuracy.yaml"]
    (entry,) = written[".eval_results/italy.accuracy.yaml"]
    assert entry["dataset"] == {"id": "ucr/italy", "task_id": "accuracy"}
    assert entry["value"] == pytest.approx(0.969290573372206)
    assert entry["date"] == "2026-11-30T07:17:45Z"
    assert "self evidence" in entry["notes"]
    assert "compatible" in entry["notes"]


def test_a_whole_number_stays_one() -> None:
    (entry,) = eval_results(ROCKET, SAID)[".eval_results/gunpoint.accuracy.yaml"]
    assert entry["value"] == 1


def test_nothing_is_said_to_be_verified() -> None:
    for name, said in (("hf-eval-results", SAID), ("model-index", INDEX)):
        for data in exporter(name).files(replace(shared(ROCKET), said=said)).values():
            assert isinstance(data, bytes)
            assert b"verif" not in data.lower()


def test_a_score_that_does_not_agree_says_so(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "artifact", MIXED)
    (entry,) = eval_results(folder, {"low": "a/b:c"})[".eval_results/low.accuracy.yaml"]
    assert "incompatible (below)" in entry["notes"]


def test_model_index_has_the_hubs_three_parts() -> None:
    (model,) = model_index(ROCKET, INDEX)["model-index"]
    assert model["name"] == "me/rocket"
    (result,) = model["results"]
    assert result["task"] == {"type": "time-series-classification"}
    assert result["dataset"]["type"] == "ucr/italy"
    assert result["metrics"][0]["type"] == "accuracy"


@pytest.mark.parametrize(
    ("name", "said", "message"),
    [
        ("hf-eval-results", {}, "no task's data set"),
        ("hf-eval-results", {"italia": "a/b:c"}, "'italia'"),
        ("hf-eval-results", {"italy": "a/b"}, "the task of a/b is not said"),
        ("hf-eval-results", {"italy": "a b"}, "no data set of the hub"),
        ("hf-eval-results", {"italy": "a/b:c\nvalue: 1"}, "no data set of the hub"),
        ("hf-eval-results", {**SAID, "model": "x"}, "'model'"),
        ("model-index", {}, "no task's data set"),
        ("model-index", {"italy": "a/b"}, "asks for the model"),
        ("model-index", {"italy": "a/b", "model": "m"}, "asks for the task-type"),
    ],
)
def test_what_is_not_said_is_asked_for(name: str, said: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        exporter(name).files(replace(shared(ROCKET), said=said))


@pytest.mark.parametrize("name", ["hf-eval-results", "model-index"])
def test_without_a_value_there_is_no_result(tmp_path: Path, name: str) -> None:
    folder = artifact(tmp_path / "artifact", {"half": Recorded(scores=["90.0"])})
    with pytest.raises(ArtifactError, match="no task has a measured value"):
        exporter(name).files(source_of(folder, said={"half": "a/b:c", "model": "m", "task-type": "t"}))


def test_tasks_without_a_name_are_told() -> None:
    gaps = exporter("hf-eval-results").gaps(replace(shared(ROCKET), said=SAID))
    assert len(gaps) == 1
    assert "arrowhead/accuracy" in gaps[0]
