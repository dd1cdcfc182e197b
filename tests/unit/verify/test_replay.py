from decimal import Decimal
from typing import Any

from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.task import Task
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.verify.replay import replayed

MANIFEST = Manifest.model_validate(
    {
        "rra": "1.0",
        "id": "paper",
        "version": "1.0",
        "title": "x",
        "level": "draft",
        "tables": {
            "t1": {
                "document": "paper",
                "page": 3,
                "row": "Ours",
                "own_cells": 5,
                "left_out": [{"cells": 3, "reason": "x"}],
            },
            "t2": {"document": "release", "path": "results.csv"},
        },
    }
)


def task(**at: Any) -> Task:
    return Task.model_validate({"published": "90.0", "at": at})


def result(full_id: str, **judgement: Any) -> TaskResult:
    given = {"verdict": Verdict.COMPATIBLE, "measured": "90.2", "center": "90.1", "references": 2} | judgement
    return TaskResult(task=full_id, judgement=Judgement.model_validate(given), seconds=Decimal(0))


def test_each_table_has_the_cells_of_its_tasks() -> None:
    tasks = {
        "a/acc": task(table="t1", column="acc"),
        "a/f1": task(table="t1", column="f1", row="Theirs"),
        "b/acc": task(table="t2", row="set", column="acc"),
    }
    first, second = replayed(MANIFEST, tasks, [result("a/acc"), result("b/acc", references=0)])
    assert (first.label, first.rows, first.columns, first.own_cells) == ("page 3", ["Ours", "Theirs"], ["acc", "f1"], 5)
    assert (second.label, second.rows) == ("results.csv", ["set"])
    cell = first.cells[0]
    assert (cell.printed, cell.reference, cell.new, cell.verdict) == ("90.0", "90.1", "90.2", Verdict.COMPATIBLE)
    # around the published value there is no mean of references
    assert second.cells[0].reference is None


def test_a_task_without_a_result_has_no_new_value() -> None:
    first, _ = replayed(MANIFEST, {"a/acc": task(table="t1")}, [])
    (cell,) = first.cells
    assert (cell.row, cell.column, cell.new, cell.verdict) == ("Ours", "-", None, None)


def test_a_blocked_task_says_why() -> None:
    blocked = Task.model_validate({"at": {"table": "t1"}, "blocked": {"reason": "access", "detail": "closed data"}})
    first, _ = replayed(MANIFEST, {"a/acc": blocked}, [])
    assert (first.cells[0].reason, first.cells[0].printed) == ("access: closed data", None)


def test_a_task_that_names_no_table_or_one_that_is_not_there_is_in_none() -> None:
    tasks = {"a/x": Task.model_validate({"published": "1"}), "a/y": task(table="t9")}
    assert [table.cells for table in replayed(MANIFEST, tasks, [])] == [[], []]
