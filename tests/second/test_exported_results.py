"""Results that `rrspec export` makes are read by the libraries of in-toto and of the Hugging Face hub."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT, CommandLine
from tests.second import readers

pytestmark = pytest.mark.needs("readers of exports")

ROCKET = CHECKOUT / "examples/rocket-ucr"


def read(kind: str, file: Path) -> Any:
    script = readers.HERE / "read_results.py"
    command = [str(part) for part in (readers.BIN / "python", script, kind, file)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def exported(rrspec: CommandLine, *arguments: object) -> None:
    ended = rrspec("export", *arguments)
    assert ended.returncode == 0, ended.stderr


def test_in_toto_reads_the_statement_and_its_predicate(rrspec: CommandLine, tmp_path: Path) -> None:
    exported(rrspec, "in-toto", ROCKET, "-o", tmp_path / "statement.json")
    predicate = read("statement", tmp_path / "statement.json")
    assert predicate["result"] == "PASSED"
    assert predicate["passedTests"] == ["italy/accuracy", "gunpoint/accuracy", "arrowhead/accuracy"]
    assert "warnedTests" not in predicate
    assert len(predicate["configuration"]) == 7


def test_in_toto_refuses_a_statement_without_a_digest(rrspec: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "statement.json"
    exported(rrspec, "in-toto", ROCKET, "-o", file)
    written = json.loads(file.read_text())
    del written["subject"][0]["digest"]
    file.write_text(json.dumps(written))
    with pytest.raises(AssertionError):
        read("statement", file)


def test_the_hub_reads_each_result(rrspec: CommandLine, tmp_path: Path) -> None:
    said = ("--say", "italy=ucr/italy:accuracy", "--say", "gunpoint=ucr/gunpoint:accuracy")
    exported(rrspec, "hf-eval-results", ROCKET, *said, "-o", tmp_path / "model")
    files = sorted((tmp_path / "model/.eval_results").iterdir())
    assert len(files) == 2
    for file in files:
        (entry,) = read("eval-results", file)
        assert entry["verify_token"] is None
        assert entry["dataset_id"].startswith("ucr/")
        assert entry["task_id"] == "accuracy"
        assert 0.9 < entry["value"] <= 1
        assert entry["date"].startswith("2026-11-30T")


def test_the_hub_reads_a_model_card(rrspec: CommandLine, tmp_path: Path) -> None:
    names = ("--say", "model=me/rocket", "--say", "task-type=time-series-classification")
    exported(rrspec, "model-index", ROCKET, *names, "--say", "italy=ucr/italy", "-o", tmp_path / "README.md")
    (result,) = read("model-index", tmp_path / "README.md")
    assert result["metric_value"] == pytest.approx(0.969290573372)
    assert result["metric_type"] == "accuracy"
    assert result["verified"] is None
    assert result["verify_token"] is None
    assert result["dataset_name"].startswith("ItalyPowerDemand")
