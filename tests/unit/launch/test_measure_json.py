import gc
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.measure.base import Measured, MeasureError, NotMeasured
from reprobridge_spec.launch.measure.extract import extract
from reprobridge_spec.launch.measure.json_value import MAX_CHARACTERS, parse
from reprobridge_spec.model.measure import JsonMeasure


def measured(tmp_path: Path, text: str, pointer: str, *, unit: str | None = None, **fields: Any) -> Any:
    (tmp_path / "scores.json").write_text(text, encoding="utf-8")
    measure = JsonMeasure(file="scores.json", json_=pointer, **fields)
    return extract(measure, tmp_path, tmp_path / "log", unit=unit)


@pytest.mark.parametrize(
    ("text", "pointer", "value"),
    [
        ('{"accuracy": 0.9261}', "/accuracy", "0.9261"),
        ('{"accuracy": 0.9689999999999999}', "/accuracy", "0.9689999999999999"),
        ('{"accuracy": 92.60}', "/accuracy", "92.60"),
        ('{"n": 12345678901234567890}', "/n", "12345678901234567890"),
        ('{"a": -1.5E-3}', "/a", "-1.5E-3"),
        ('{"a": {"b/c": [1, {"~": 7}]}}', "/a/b~1c/1/~0", "7"),
        ('{"": 5}', "/", "5"),
        ('{"~1": 3}', "/~01", "3"),
        ("0.5", "", "0.5"),
        ("\ufeff[0.25]", "/0", "0.25"),
    ],
)
def test_a_number_comes_out_with_its_digits(tmp_path: Path, text: str, pointer: str, value: str) -> None:
    assert measured(tmp_path, text, pointer).value == value


def test_a_factor_is_exact_and_is_said(tmp_path: Path) -> None:
    found = measured(tmp_path, '{"accuracy": 0.5735}', "/accuracy", multiply=100)
    assert found == Measured(value="57.35", how="scores.json, /accuracy, only match, times 100")


@pytest.mark.parametrize(
    ("select", "value", "rank"),
    [
        ("first", "0.81", "first match"),
        ("last", "0.85", "last of 3 matches"),
        ("max", "0.87", "greatest of 3 matches"),
        ("min", "0.81", "least of 3 matches"),
    ],
)
def test_of_a_list_the_selected_item_counts(tmp_path: Path, select: str, value: str, rank: str) -> None:
    found = measured(tmp_path, '{"acc": [0.81, 0.87, 0.85]}', "/acc", select=select)
    assert found.value == value
    assert rank in found.how


@pytest.mark.parametrize("select", ["max", "min"])
def test_of_equal_items_the_first_is_named(tmp_path: Path, select: str) -> None:
    assert measured(tmp_path, "[0.50, 0.5]", "", select=select).value == "0.50"


def test_several_items_are_shown_where_none_is_selected(tmp_path: Path) -> None:
    found = measured(tmp_path, '{"acc": [1, 2, 3, 4, 5, 6, 7]}', "/acc")
    assert found.reason.startswith("7 places match, and `select` is `only`: scores.json, /acc/0: 1; ")
    assert found.reason.endswith("scores.json, /acc/4: 5; and 2 more.")


# given case C52: NaN and Infinity

METRICS = '{"accuracy": 0.9132, "consistency": NaN, "best_loss": Infinity, "neg": -Infinity}'


def test_a_number_beside_nan_is_usable(tmp_path: Path) -> None:
    assert measured(tmp_path, METRICS, "/accuracy").value == "0.9132"


@pytest.mark.parametrize("pointer", ["/consistency", "/best_loss", "/neg"])
def test_what_is_not_finite_is_no_measurement(tmp_path: Path, pointer: str) -> None:
    found = measured(tmp_path, METRICS, pointer)
    assert isinstance(found, NotMeasured)
    assert "not a finite number" in found.reason


@pytest.mark.parametrize("text", ['{"a": "NaN"}', '{"a": "inf"}', '{"a": "-Infinity"}'])
def test_what_is_not_finite_in_a_text_is_none_either(tmp_path: Path, text: str) -> None:
    assert "not a finite number" in measured(tmp_path, text, "/a").reason


@pytest.mark.parametrize("select", ["max", "min"])
def test_nan_among_what_is_compared_fails(tmp_path: Path, select: str) -> None:
    assert "/1: NaN" in measured(tmp_path, "[0.8, NaN, 0.9]", "", select=select).reason


def test_nan_among_what_is_not_looked_at_does_not(tmp_path: Path) -> None:
    assert measured(tmp_path, "[NaN, 0.9]", "", select="last").value == "0.9"


# given case C72: the right answer in an unexpected type

ANSWERS = '{"accuracy": [0.926], "f1": "92.6%", "labels": ["a", "b"], "n": "10000"}'


def test_the_only_item_of_a_list_is_the_value(tmp_path: Path) -> None:
    found = measured(tmp_path, ANSWERS, "/accuracy")
    assert (found.value, found.how) == ("0.926", "scores.json, /accuracy/0, only match")


def test_a_text_that_is_exactly_a_number_is_read_and_said(tmp_path: Path) -> None:
    found = measured(tmp_path, ANSWERS, "/n")
    assert (found.value, found.how) == ("10000", "scores.json, /n (a text), only match")


def test_a_percent_sign_is_read_where_the_unit_is_percent(tmp_path: Path) -> None:
    assert measured(tmp_path, ANSWERS, "/f1", unit="percent").value == "92.6"


@pytest.mark.parametrize(("unit", "multiply"), [("fraction", None), (None, None), ("percent", 100)])
def test_elsewhere_a_percent_sign_would_be_a_guess(tmp_path: Path, unit: str | None, multiply: int | None) -> None:
    found = measured(tmp_path, ANSWERS, "/f1", unit=unit, multiply=multiply)
    assert "92.6% is in percent" in found.reason


@pytest.mark.parametrize(
    ("text", "pointer", "reason"),
    [
        (ANSWERS, "/labels", "2 places match"),
        (ANSWERS, "/labels/0", "'a' is no number"),
        (ANSWERS, "", "an object stands there, not a number"),
        ('{"a": true}', "/a", "a truth value stands there"),
        ('{"a": null}', "/a", "null stands there"),
        ('{"a": [[1]]}', "/a", "/a/0: a list of 1 stands there"),
        ('{"a": []}', "/a", "an empty list stands there"),
        ('{"a": ""}', "/a", "an empty text is no number"),
        ('{"a": "1,234.5"}', "/a", "is no number"),
        ('{"a": "92,6"}', "/a", "a decimal sign other than the declared '.'"),
        ('{"a": "1_000"}', "/a", "is no number"),
        ('{"a": "\uff10.\uff19"}', "/a", "is no number"),
        ('{"a": "0x1p-3"}', "/a", "is no number"),
        ('{"a": "0.926 or 92.6"}', "/a", "is no number"),
        ('{"a": 1e999}', "/a", "beyond what other readers can hold"),
        ('{"a": 1e-999}', "/a", "beyond what other readers can hold"),
        ('{"a": 1e99999999999999999999}', "/a", "is no number"),
        (f'{{"a": {"9" * 500}}}', "/a", "a text of 500 characters is no number"),
        ('{"a": 1, "a": 2}', "/a", "the key 'a' stands twice"),
        ('{"b": {"x": 1, "x": 2}, "a": 1}', "/a", "the key 'x' stands twice"),
        ('{"test": {"acc": 1, "f1": 2}}', "/test/accuracy", "no 'accuracy' in an object at /test, which has acc, f1"),
        ('{"a": [1]}', "/a/1", "no '1' in a list of 1 at /a"),
        ('{"a": [1]}', "/a/-", "no '-' in a list"),
        ('{"a": [1]}', "/a/00", "no '00' in a list"),
        ('{"a": 1}', "/a/b", "no 'b' in a number at /a"),
        ('{"a": "x"}', "/a/b", "no 'b' in a text at /a"),
        ("", "/a", "it is empty"),
        ("{'acc': np.float64(0.9261)}", "/acc", "it is not JSON"),
        ('{"a": 0.9', "/a", "it is not JSON"),
        ("[" * 100_000, "", "nested too deeply"),
    ],
)
def test_nothing_is_guessed(tmp_path: Path, text: str, pointer: str, reason: str) -> None:
    found = measured(tmp_path, text, pointer)
    assert isinstance(found, NotMeasured)
    assert reason in found.reason
    assert "scores.json" in found.reason


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("{'acc': 0.9}", "It looks like a printed Python value: write it with json.dump, scalars as float(x)."),
        ('{"acc": "np.float64(0.9261)"}', "write float(x), here 0.9261."),
        ('{"acc": "tensor(0.2718, device=\'cuda:0\')"}', "write float(x), here 0.2718."),
        ('{"acc": "array(0.9)"}', "write float(x), here 0.9."),
        ('{"acc": "array([0.9])"}', "write float(x), here 0.9."),
        ('{"acc": "Decimal(\'0.9\')"}', "write float(x), here 0.9."),
        ('{"acc": "\u22120.5"}', "the signs - and + of ASCII"),
        ('{"acc": "1,234.5"}', "without signs for thousands"),
        ('{"acc": "66.12±2.62"}', "This is a value with its spread"),
        ('{"acc": "66.1(2.6)"}', "This is a value with its spread"),
        ('{"acc": "66.12 \\\\pm 2.62"}', "This is a value with its spread"),
    ],
)
def test_the_advice_names_the_cause(tmp_path: Path, text: str, advice: str) -> None:
    assert advice in measured(tmp_path, text, "/acc").advice


def test_an_empty_answer_file_is_unreadable_and_not_zero(tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_bytes(b"")
    found = extract(JsonMeasure(file="empty.json", json_="/accuracy"), tmp_path, tmp_path / "log")
    assert found == NotMeasured(reason="empty.json: it is empty.", advice="Find out why the run wrote nothing.")


def test_another_encoding_is_said(tmp_path: Path) -> None:
    (tmp_path / "scores.json").write_bytes('{"a": 1}'.encode("utf-16"))
    found = extract(JsonMeasure(file="scores.json", json_="/a"), tmp_path, tmp_path / "log")
    assert isinstance(found, NotMeasured)
    assert found.reason == "scores.json is not UTF-8."
    assert "the mark of UTF-16" in found.advice


@pytest.mark.parametrize("text", ["[" + " " * (1 << 20) + "1]", "[" + " " * (1 << 20)])
def test_after_a_long_text_circles_are_looked_for_again(text: str) -> None:
    with suppress(MeasureError):
        parse(text)
    assert gc.isenabled()


def test_json_beyond_the_limit_is_not_parsed() -> None:
    with pytest.raises(Exception, match="characters of JSON; at most"):
        parse(" " * (MAX_CHARACTERS + 1))


def test_shown_text_cannot_paint_a_terminal(tmp_path: Path) -> None:
    found = measured(tmp_path, '{"a": "\\u001b[31mred\\u0007\\ud800"}', "/a")
    assert found.reason.isprintable()
