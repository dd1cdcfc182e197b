from typing import Any

import pytest

from reprobridge_spec.model.comparison import IntervalCard
from reprobridge_spec.render.card import text
from reprobridge_spec.render.style import PLAIN

JUDGEMENT = {
    "verdict": "compatible",
    "measured": "93.5",
    "published": "93.1",
    "interval": {"low": "92.0", "high": "94.0"},
    "decided_by": "relative-floor",
    "center": "93",
    "spread": "0.23",
    "references": 2,
    "position": 0.5,
    "resolution": 0.0107,
    "at_half_width": "incompatible",
    "at_double_width": "compatible",
    "notes": ["One note.\x1b"],
}


def card(**values: Any) -> IntervalCard:
    given = {
        "task": "a/b",
        "judgement": JUDGEMENT,
        "values": ["93.5"],
        "values_from": "as given",
        "references": ["92.8", "93.2"],
        "half_width": "1",
        "smallest_shift": "1",
        "likely_shift": "1.2",
        "halved_by": {"more": 3, "why": "Their spread is taken to stay as it is."},
    }
    return IntervalCard.model_validate(given | values)


def said(one: IntervalCard) -> str:
    return "\n".join(text([one], PLAIN))


def test_a_card_says_where_the_interval_comes_from_and_what_it_can_tell() -> None:
    found = said(card())
    for part in (
        "references: 2: 92.8, 93.2",
        "centre: 93, standard deviation 0.23; published: 93.1",
        "interval: [92, 94], half-width 1 (1.07% of its centre), decided by floor",
        "value: 93.5 (as given), position +0.50 of 1: compatible",
        "by width, half: incompatible; one: compatible; double: compatible",
        "smallest shift: 1; a smaller one is always inside; one of 1.2 is found in four of five",
        "half as wide: 3 more references. Their spread",
        "One note.\N{REPLACEMENT CHARACTER}",
    ):
        assert part in found


def scale(one: IntervalCard) -> str:
    (line,) = [line for line in text([one], PLAIN) if line.lstrip().startswith(("[", "<")) and "ends" not in line]
    return line


def test_the_scale_has_its_marks_in_order() -> None:
    line = scale(card())
    marks = {sign: line.index(sign) for sign in "[]PX"}
    assert marks["["] < line.index("o") < marks["P"] < marks["X"] < marks["]"]
    middle = (marks["["] + marks["]"]) / 2
    assert abs((marks["X"] - middle) / (marks["]"] - middle) - 0.5) < 0.06


@pytest.mark.parametrize(("measured", "sign"), [("50", "<"), ("200", ">")])
def test_a_value_far_outside_is_shown_at_the_end(measured: str, sign: str) -> None:
    line = scale(card(judgement={**JUDGEMENT, "measured": measured}))
    assert (line.lstrip()[0] if sign == "<" else line.rstrip()[-1]) == sign


@pytest.mark.parametrize("published", ["93.0 to 93.4", "about"])
def test_what_is_no_single_number_is_not_on_the_scale(published: str) -> None:
    assert "P" not in scale(card(judgement={**JUDGEMENT, "published": published}))


def test_a_card_without_values_says_so_and_has_no_scale() -> None:
    found = said(card(judgement=None, values=[], values_from="there are no recorded scores"))
    assert ("no value to judge: there are no recorded scores" in found, "[" in found) == (True, False)


def test_an_interval_without_a_width_has_no_scale() -> None:
    found = said(card(judgement={**JUDGEMENT, "interval": {"low": "0", "high": "0"}}))
    assert "X the value" not in found


def test_without_references_none_is_said() -> None:
    assert "references: none" in said(card(references=[]))
