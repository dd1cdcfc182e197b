from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.measure.base import NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.model.measure import CsvMeasure

# the rows of given case C53
SCORES = """\
row,metric,declared_unit,reference,score,score_unit
1,accuracy,percent,92.6,0.926,fraction
2,accuracy,percent,92.6,0.926,
3,error_rate,percent,0.82,0.8,percent
4,f1,fraction,0.91,91.0,fraction
"""


def measured(tmp_path: Path, text: str, column: str = "score", *, unit: str | None = None, **fields: Any) -> Any:
    (tmp_path / "scores.csv").write_text(text, encoding="utf-8", newline="")
    return extract(CsvMeasure(file="scores.csv", csv=column, **fields), tmp_path, tmp_path / "log", unit=unit)


@pytest.mark.parametrize(
    ("row", "multiply", "value"), [("1", 100, "92.6"), ("2", None, "0.926"), ("3", None, "0.8"), ("4", None, "91.0")]
)
def test_a_cell_is_read_as_it_stands(tmp_path: Path, row: str, multiply: int | None, value: str) -> None:
    assert measured(tmp_path, SCORES, where={"row": row}, multiply=multiply).value == value


def test_where_may_name_several_columns(tmp_path: Path) -> None:
    found = measured(tmp_path, SCORES, where={"metric": "accuracy", "score_unit": ""})
    assert found.how == "scores.csv, line 3, column score, only match"


@pytest.mark.parametrize(("select", "value"), [("first", "0.926"), ("last", "91.0"), ("max", "91.0"), ("min", "0.8")])
def test_the_selected_row_counts(tmp_path: Path, select: str, value: str) -> None:
    assert measured(tmp_path, SCORES, select=select).value == value


@pytest.mark.parametrize(
    ("text", "fields", "value"),
    [
        ("score\n0.913e0\n", {}, "0.913e0"),
        ("score\r\n 0.93 \r\n", {}, "0.93"),
        ("\ufeffscore\n0.93\n", {}, "0.93"),
        ("score\n.5\n", {}, "0.5"),
        ("score\n1.\n", {}, "1"),
        ("\nscore\n\n0.93", {}, "0.93"),
        ("name;score\nours;92,6\n", {"decimal": ",", "delimiter": ";"}, "92.6"),
        ('name,score\nours,"92,6"\n', {"decimal": ","}, "92.6"),
        ("name\tscore\nours\t92\n", {"decimal": ",", "delimiter": "\t"}, "92"),
        ('"a\nb",score\n1,2\n', {}, "2"),
        ("sep=;\nname;score\nours;0.93\n", {"delimiter": ";"}, "0.93"),
        ('\ufeff"sep=;"\r\nscore\r\n0.93\r\n', {"delimiter": ";"}, "0.93"),
        ("sep=\t\nname\tscore\nours\t0.93\n", {"delimiter": "\t"}, "0.93"),
        ('name,score\nours,"0.93"\n', {}, "0.93"),
        ("sep=x=,score\n1,0.93\n", {}, "0.93"),
    ],
)
def test_declared_forms_are_read(tmp_path: Path, text: str, fields: dict[str, str], value: str) -> None:
    assert measured(tmp_path, text, **fields).value == value


@pytest.mark.parametrize(
    ("text", "fields", "reason"),
    [
        (SCORES, {}, "4 places match, and `select` is `only`: scores.csv, line 2, column score: 0.926; "),
        (SCORES, {"where": {"row": "9"}}, "no row of scores.csv has row = 9"),
        (SCORES, {"where": {"rows": "1"}}, "no column 'rows'"),
        (SCORES, {"where": {"score_unit": " "}}, "no row"),
        ("name;score\nours;92,6\n", {}, "has no column 'score'"),
        ("name; score\n", {"delimiter": ";"}, "has 'name', ' score'"),
        ("score,score\n1,2\n", {}, "has 2 columns 'score'"),
        ("score\n", {}, "no row of scores.csv stands under its header"),
        ("", {}, "scores.csv is empty"),
        ("\n\n", {}, "scores.csv is empty"),
        ("name,score\nours\n", {}, "line 2 has 1 cell, the header 2"),
        ("name,score\nours,0.9\nthe", {"select": "last"}, "line 3 is cut off, so the run did not finish writing"),
        ("name,score\nours,0.9,the", {}, "line 2 has 3 cells, the header 2"),
        ("sep=;\nname;score\nours;0.93\n", {}, "says that it is separated by ';', and `delimiter` is ','"),
        ("sep=;\nname;score\nours\n", {"delimiter": ";"}, "line 3 has 1 cell"),
        ("score\n\u22120.5\n", {}, "is no number"),
        ("score\n0.926 or 92.6\n", {}, "is no number"),
        ("score\n1 234.5\n", {}, "is no number"),
        ("name,score\nours,92,6\n", {}, "line 2 has 3 cells, the header 2"),
        ("score\n92,6\n", {"delimiter": ";"}, "a decimal sign other than the declared '.'"),
        ("score\n92.6\n", {"decimal": ","}, "a decimal sign other than the declared ','"),
        ("score\n1.234,5\n", {"decimal": ",", "delimiter": ";"}, "is no number"),
        ("score\n1,234.5\n", {"delimiter": ";"}, "is no number"),
        ("score\nnan\n", {}, "nan is not a finite number"),
        ("score\n-inf\n", {}, "-inf is not a finite number"),
        ("score,n\n,1\n", {}, "an empty text is no number"),
        ("score\n92.6%\n", {}, "92.6% is in percent"),
        ("score\n66.12±2.62\n", {}, "'66.12±2.62' is no number"),
        ("score\n66.12 +- 2.62\n", {}, "is no number"),
        ("score\nnp.float64(0.9261)\n", {}, "is no number"),
        ('score\n"0.93\n', {}, "line 2: unexpected end of data"),
        ('score\n"0.93"4\n', {}, "line 2: "),
        (f"score\n{'1' * 200_000}\n", {}, "field larger than field limit"),
    ],
)
def test_nothing_is_guessed(tmp_path: Path, text: str, fields: dict[str, Any], reason: str) -> None:
    found = measured(tmp_path, text, **fields)
    assert isinstance(found, NotMeasured)
    assert reason in found.reason


def test_a_percent_sign_is_read_where_the_unit_is_percent(tmp_path: Path) -> None:
    assert measured(tmp_path, "score\n92.6 %\n", unit="percent").value == "92.6"


def test_another_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_bytes(b"score\n\xff\n")
    found = extract(CsvMeasure(file="scores.csv", csv="score"), tmp_path, tmp_path / "log")
    assert isinstance(found, NotMeasured)
    assert found.reason == "scores.csv is not UTF-8."
    assert "UTF-8" in found.advice


def test_a_spreadsheet_in_utf_16_is_read_by_its_mark(tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_bytes("name\tscore\r\n±\t0.93\r\n".encode("utf-16"))
    measure = CsvMeasure(file="scores.csv", csv="score", delimiter="\t")
    found = extract(measure, tmp_path, tmp_path / "log")
    assert getattr(found, "how", None) == "scores.csv, line 2, column score, only match"


def test_a_last_row_without_an_end_is_read_and_said(tmp_path: Path) -> None:
    found = measured(tmp_path, "score\n0.8\n0.93", select="last")
    assert found.how == "scores.csv, line 3 (which has no end of line), column score, last of 2 matches"


@pytest.mark.parametrize("text", ["1,234.5", "1'234", "12 345", "1_000", "1\u202f234.5", "1.234,5", "1,234,567"])
def test_signs_for_thousands_are_named(tmp_path: Path, text: str) -> None:
    found = measured(tmp_path, f"score\n{text}\n", delimiter=";")
    assert "thousands" in found.advice
