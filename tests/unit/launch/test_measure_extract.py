import os
from pathlib import Path

import pytest

from reprobridge_spec.launch.measure.base import MAX_BYTES, NotDone, NotMeasured, shown
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.model.measure import (
    CommandMeasure,
    CsvMeasure,
    JsonlMeasure,
    JsonMeasure,
    Measure,
    RegexMeasure,
    TensorboardMeasure,
)

KINDS: list[Measure] = [
    JsonMeasure(file="a/scores.txt", json_="/a"),
    JsonlMeasure(file="a/scores.txt", jsonl="/a"),
    CsvMeasure(file="a/scores.txt", csv="a"),
    RegexMeasure(file="a/scores.txt", regex="a(.)"),
    TensorboardMeasure(file="a/scores.txt", tensorboard="a"),
]
every_kind = pytest.mark.parametrize("measure", KINDS, ids=lambda measure: type(measure).__name__)


def reason_of(measure: Measure, outputs: Path) -> str:
    found = extract(measure, outputs, outputs / "log")
    assert isinstance(found, NotMeasured)
    assert found.advice[0].isupper()
    assert found.advice.endswith(".")
    return found.reason


@every_kind
def test_a_missing_file_is_said_with_those_that_are_there(tmp_path: Path, measure: Measure) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "result.csv").touch()
    (tmp_path / "b.json").touch()
    assert reason_of(measure, tmp_path) == "a/scores.txt is not there; the run left b.json, sub/result.csv."


@every_kind
def test_an_empty_output_folder_is_said(tmp_path: Path, measure: Measure) -> None:
    assert reason_of(measure, tmp_path / "missing") == "a/scores.txt is not there; the run left no files."


def test_of_many_files_some_are_named(tmp_path: Path) -> None:
    for index in range(12):
        (tmp_path / f"f{index:02}").touch()
    assert reason_of(KINDS[0], tmp_path).endswith("f08, f09 and 2 more.")


@every_kind
def test_a_folder_is_no_output_to_read(tmp_path: Path, measure: Measure) -> None:
    (tmp_path / "a" / "scores.txt").mkdir(parents=True)
    assert reason_of(measure, tmp_path) in {
        "a/scores.txt is a folder.",
        "the folder a/scores.txt holds no event file.",
    }


@every_kind
def test_a_pipe_is_not_waited_for(tmp_path: Path, measure: Measure) -> None:
    (tmp_path / "a").mkdir()
    os.mkfifo(tmp_path / "a" / "scores.txt")
    assert reason_of(measure, tmp_path) == "a/scores.txt is no regular file."


@every_kind
def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path, measure: Measure) -> None:
    (tmp_path / "a").mkdir()
    with (tmp_path / "a" / "scores.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    assert "has 268,435,457 bytes; at most 268,435,456 are read" in reason_of(measure, tmp_path)


@every_kind
def test_a_link_out_of_the_outputs_is_refused(tmp_path: Path, measure: Measure) -> None:
    (tmp_path / "shipped.txt").write_text('{"a": 1}')
    (tmp_path / "outputs" / "a").mkdir(parents=True)
    (tmp_path / "outputs" / "a" / "scores.txt").symlink_to(tmp_path / "shipped.txt")
    assert "through a link" in reason_of(measure, tmp_path / "outputs")


def test_what_the_system_refuses_to_open_is_said(tmp_path: Path) -> None:
    reason = reason_of(JsonMeasure(file="x" * 300, json_="/a"), tmp_path)
    assert reason == "the output cannot be read: File name too long."


@every_kind
def test_a_link_to_itself_is_refused(tmp_path: Path, measure: Measure) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "scores.txt").symlink_to("scores.txt")
    assert "a/scores.txt" in reason_of(measure, tmp_path)


def test_a_link_inside_the_outputs_is_followed(tmp_path: Path) -> None:
    (tmp_path / "final.json").write_text('{"a": 1}')
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "scores.txt").symlink_to("../final.json")
    assert getattr(extract(KINDS[0], tmp_path, tmp_path / "log"), "value", None) == "1"


@pytest.mark.parametrize("file", ["../shipped.json", "a/../../shipped.json", "a//b", "a\\b", "a\nb"])
def test_a_path_that_is_none_inside_the_outputs_is_refused(tmp_path: Path, file: str) -> None:
    (tmp_path / "shipped.json").write_text('{"a": 1}')
    outputs = tmp_path / "outputs"
    outputs.mkdir()
    reason = reason_of(JsonMeasure(file=file, json_="/a"), outputs)
    assert reason.startswith("the output ")
    assert reason.isprintable()


def test_a_program_is_not_run_where_nothing_is_executed(tmp_path: Path) -> None:
    found = extract(CommandMeasure(command=["python", "score.py"]), tmp_path, tmp_path / "log")
    assert isinstance(found, NotDone)
    assert "nothing is executed here" in found.reason


@pytest.mark.parametrize(
    ("text", "safe"),
    [("plain ± text", "plain ± text"), ("\x1b[31m", "\\x1b[31m"), ("a\rb\n", "a\\rb\\n"), ("\ud800", "\\ud800")],
)
def test_control_characters_are_shown_as_escapes(text: str, safe: str) -> None:
    assert shown(text) == safe


def test_a_long_text_is_shown_in_short() -> None:
    assert shown("x" * 1000) == "x" * 80 + "…"
