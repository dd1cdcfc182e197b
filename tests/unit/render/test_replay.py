from typing import Any

import pytest

from reprobridge_spec.model.comparison import TableReplay
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.render.replay import text
from reprobridge_spec.render.style import PLAIN, Style


def cell(task: str = "a/x", **values: Any) -> dict[str, Any]:
    given = {"task": task, "row": "Ours", "column": "acc", "printed": "93.1", "reference": "93", "new": "92.9"}
    return given | values


def lines(*cells: dict[str, Any], style: Style = PLAIN, **values: Any) -> list[str]:
    given: dict[str, Any] = {
        "table": "t1",
        "document": "paper",
        "label": "Table 1",
        "rows": list(dict.fromkeys(one["row"] for one in cells)),
        "columns": list(dict.fromkeys(one["column"] for one in cells)),
        "cells": list(cells),
        "own_cells": 4,
    }
    return list(text([TableReplay.model_validate(given | values)], style))


def test_rows_and_columns_are_those_of_the_paper() -> None:
    found = lines(
        cell(verdict="compatible"),
        cell("a/y", column="f1", printed="80", reference=None, new=None),
        cell("b/x", row="Other", verdict="incompatible"),
    )
    assert found[1] == "t1 (Table 1, paper): printed / mean of references / new"
    head, first, second = found[2:5]
    assert head.split() == ["acc", "f1"]
    assert first == "  Ours   93.1 / 93 / 92.9 ✓               80 / - / -"
    assert second == "  Other  93.1 / 93 / 92.9 (incompatible)"
    assert head.index("acc") == first.index("93.1") == second.index("93.1")


def test_cells_that_a_protocol_tells_apart_stand_below_one_another() -> None:
    found = lines(cell(), cell("a/z", printed="77"))
    assert [line.split()[0] for line in found[3:5]] == ["Ours", "77"]


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_stands_in_words_or_as_a_tick(verdict: Verdict) -> None:
    line = lines(cell(verdict=verdict.value), style=Style(unicode=False))[3]
    assert ("ok" if verdict is Verdict.COMPATIBLE else verdict.replace("-", " ")) in line


def test_what_is_expected_is_said() -> None:
    assert "(incompatible, as expected)" in lines(cell(verdict="incompatible", as_expected=True))[3]


def test_cells_without_a_task_and_tasks_without_a_value_have_their_reasons() -> None:
    found = lines(
        cell(new=None, reason="access: the data are closed\x1b"),
        left_out=[{"cells": 3, "reason": "needs eight GPUs"}],
    )
    assert found[4:7] == [
        "  a/x: access: the data are closed\N{REPLACEMENT CHARACTER}",
        "  1 cell with a task, of 4 own cells",
        "  left out, 3 cells: needs eight GPUs",
    ]


def test_own_cells_that_nobody_counted_are_said_to_be_none() -> None:
    assert "own cells are not counted" in lines(cell(), own_cells=None)[4]


def test_a_table_without_tasks_has_no_rows() -> None:
    found = lines(rows=[], columns=[])
    assert (
        found[2:4] == ["", "  0 cells with a task, of 4 own cells"]
        or found[3] == "  0 cells with a task, of 4 own cells"
    )
