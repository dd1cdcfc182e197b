from typing import Any

import pytest

from reprobridge_spec.model.comparison import Difference, Sameness
from reprobridge_spec.render.difference import text
from reprobridge_spec.render.style import PLAIN


def row(**values: Any) -> Difference:
    given = {
        "task": "a/b",
        "first": "90",
        "second": "90.5",
        "difference": "0.5",
        "relative": 0.00555,
        "sameness": "same",
        "why": "The second lies within the floor around the first.",
    }
    return Difference.model_validate(given | values)


def test_a_row_has_both_values_and_their_difference() -> None:
    head, line, why = text([row()], PLAIN)
    assert head.split() == ["task", "first", "second", "difference", "relative", "answer"]
    assert line.split() == ["a/b", "90", "90.5", "0.5", "+0.56%", "same"] or line.split()[4] == "+0.55%"
    assert why == "  a/b: The second lies within the floor around the first."


def test_what_has_no_value_has_a_dash() -> None:
    _, line, *_ = text([row(second=None, difference=None, relative=None, sameness="cannot-be-told")], PLAIN)
    assert line.split() == ["a/b", "90", "-", "-", "-", "cannot", "be", "told"]


@pytest.mark.parametrize("sameness", Sameness)
def test_every_answer_stands_in_words(sameness: Sameness) -> None:
    assert sameness.replace("-", " ") in list(text([row(sameness=sameness.value)], PLAIN))[1]


def test_notes_stand_below() -> None:
    assert list(text([row(notes=["Seed 0: x.\x1b"])], PLAIN))[-1] == "  a/b: Seed 0: x.\N{REPLACEMENT CHARACTER}"
