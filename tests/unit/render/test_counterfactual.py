from typing import Any

import pytest

from reprobridge_spec.model.verification import Axis, AxisState
from reprobridge_spec.render.counterfactual import ticks
from reprobridge_spec.render.style import PLAIN, Style


def axis(**values: Any) -> Axis:
    given = {"experiment": "test", "mode": "smoke", "name": "path", "state": "held", "compared": ["outcome"]}
    return Axis.model_validate(given | values)


def lines(*axes: Axis, style: Style = PLAIN) -> list[str]:
    return list(ticks(axes, style))


def test_each_experiment_has_a_head_and_a_line_a_turn() -> None:
    found = lines(axis(), axis(name="home", turned="another"), axis(experiment="other"))
    assert found == [
        "",
        "test smoke, one thing turned at a time",
        "  ✓ path  held (outcome)",
        "  ✓ home  held (outcome): another",
        "",
        "other smoke, one thing turned at a time",
        "  ✓ path  held (outcome)",
        "",
    ]


def test_a_failure_has_its_reason_and_its_place_below() -> None:
    found = lines(axis(state="failed", why="exit code 1\x1b", cause="code/x.py:3: open()"))
    assert found[2] == "  ✗ path  failed"
    assert found[3:5] == ["      exit code 1\N{REPLACEMENT CHARACTER}", "      look at code/x.py:3: open()"]


def test_nothing_turned_is_nothing_said() -> None:
    assert lines() == []


@pytest.mark.parametrize("state", AxisState)
def test_every_state_has_words_besides_its_sign(state: AxisState) -> None:
    for style in (PLAIN, Style(unicode=False), Style(color=True)):
        (line,) = [line for line in lines(axis(state=state.value), style=style) if "path" in line]
        assert state.replace("-", " ") in line
    assert lines(axis(state=state.value), style=Style(unicode=False))[2].isascii()
