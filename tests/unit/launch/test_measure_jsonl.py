from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.measure.base import NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.model.measure import JsonlMeasure

RECORDS = """\
{"epoch": 1, "split": "val", "test_acc": 0.8102}
{"epoch": 2, "split": "test", "test_acc": 0.8566, "done": false}

{"event": "saved"}
{"epoch": 3, "split": "test", "test_acc": 0.8231, "done": true, "note": null}
"""
TORN = RECORDS + '{"epoch": 4, "split": "test", "test_acc": 0.9'


def measured(tmp_path: Path, text: str, pointer: str = "/test_acc", **fields: Any) -> Any:
    (tmp_path / "metrics.jsonl").write_text(text, encoding="utf-8")
    measure = JsonlMeasure(file="metrics.jsonl", jsonl=pointer, **fields)
    return extract(measure, tmp_path, tmp_path / "log")


@pytest.mark.parametrize(
    ("select", "value", "place"),
    [
        ("first", "0.8102", "line 1"),
        ("last", "0.8231", "line 5"),
        ("max", "0.8566", "line 2"),
        ("min", "0.8102", "line 1"),
    ],
)
def test_the_selected_record_counts(tmp_path: Path, select: str, value: str, place: str) -> None:
    found = measured(tmp_path, RECORDS, select=select)
    assert found.value == value
    assert found.how.startswith(f"metrics.jsonl, {place},")


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ({"/epoch": "2"}, "0.8566"),
        ({"/epoch": "3.0"}, "0.8231"),
        ({"/split": "val"}, "0.8102"),
        ({"/split": "test", "/done": "true"}, "0.8231"),
        ({"/done": "false"}, "0.8566"),
        ({"/note": "null"}, "0.8231"),
    ],
)
def test_where_narrows_the_records(tmp_path: Path, where: dict[str, str], value: str) -> None:
    assert measured(tmp_path, RECORDS, where=where).value == value


@pytest.mark.parametrize(
    "where", [{"/epoch": "9"}, {"/epoch": "two"}, {"/split": "TEST"}, {"/done": "1"}, {"/missing": "1"}, {"/note": ""}]
)
def test_a_where_that_no_record_fits_is_said(tmp_path: Path, where: dict[str, str]) -> None:
    found = measured(tmp_path, RECORDS, where=where)
    assert found.reason.startswith("none of the 4 records of metrics.jsonl has /test_acc where ")


def test_several_records_are_shown_with_their_lines(tmp_path: Path) -> None:
    found = measured(tmp_path, RECORDS)
    assert found.reason == (
        "3 places match, and `select` is `only`: metrics.jsonl, line 1: 0.8102; "
        "metrics.jsonl, line 2: 0.8566; metrics.jsonl, line 5: 0.8231."
    )


# given case C60: the last record is cut off


@pytest.mark.parametrize("select", ["only", "last", "max", "min"])
def test_a_torn_last_record_leaves_no_score(tmp_path: Path, select: str) -> None:
    found = measured(tmp_path, TORN, select=select)
    assert isinstance(found, NotMeasured)
    assert found.reason == (
        "metrics.jsonl, line 6 is cut off, so the run did not finish writing; "
        "the last complete match is metrics.jsonl, line 5: 0.8231."
    )


def test_what_stands_before_it_can_be_the_first(tmp_path: Path) -> None:
    assert measured(tmp_path, TORN, select="first").value == "0.8102"


def test_a_torn_character_is_a_torn_record(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_bytes('{"note": "±'.encode()[:-1])
    found = extract(JsonlMeasure(file="metrics.jsonl", jsonl="/a"), tmp_path, tmp_path / "log")
    assert isinstance(found, NotMeasured)
    assert found.reason == "metrics.jsonl, line 1 is cut off, so the run did not finish writing."


@pytest.mark.parametrize(
    ("text", "note"), [("0.9", " (which has no end of line)"), ("0.9\n", ""), ('"0.9"', " (a text)")]
)
def test_a_number_at_the_very_end_is_said(tmp_path: Path, text: str, note: str) -> None:
    assert measured(tmp_path, text, "").how == f"metrics.jsonl, line 1{note}, only match"


def test_records_of_another_mode_are_told_apart(tmp_path: Path) -> None:
    text = '{"mode": "smoke", "test_acc": 0.1}\n{"mode": "scored", "test_acc": 0.5}\n'
    assert "2 places match" in measured(tmp_path, text).reason
    assert measured(tmp_path, text, where={"/mode": "scored"}).value == "0.5"


def test_a_whole_last_record_needs_no_end_of_line(tmp_path: Path) -> None:
    assert measured(tmp_path, '{"test_acc": 0.5}').value == "0.5"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{"test_acc": 0.9\n{"test_acc": 0.8}\n', "line 1: it is not JSON"),
        ('{"test_acc": 0.8}\n{"test_acc": 0.9{"test_acc": 0.9}\n', "line 2: it is not JSON"),
        ('{"test_acc": 1, "test_acc": 2}', "line 1: the key 'test_acc' stands twice"),
        ('{"test_acc": NaN}\n', "line 1: NaN is not a finite number"),
        ('{"test_acc": [0.5]}\n', "line 1: a list of 1 stands there"),
        ('{"acc": 1}\n', "none of the 1 records"),
        ("", "metrics.jsonl is empty"),
        ("\n\n", "metrics.jsonl is empty"),
    ],
)
def test_nothing_is_guessed(tmp_path: Path, text: str, reason: str) -> None:
    found = measured(tmp_path, text)
    assert isinstance(found, NotMeasured)
    assert reason in found.reason


def test_another_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_bytes(b'{"a": "\xe9"}\n{"a": 1}\n')
    found = extract(JsonlMeasure(file="metrics.jsonl", jsonl="/a"), tmp_path, tmp_path / "log")
    assert isinstance(found, NotMeasured)
    assert found.reason == "metrics.jsonl, line 1 is not UTF-8."
