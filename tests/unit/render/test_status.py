from typing import Any

import pytest

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.status import ExperimentStatus, NextStep, SmokeStanding, Standing, Status, TaskStatus
from reprobridge_spec.model.task import Direction
from reprobridge_spec.model.verdict import Interval, Judgement, Verdict
from reprobridge_spec.render.status import summary, text, word_of
from reprobridge_spec.render.style import PLAIN, Style


def judged(verdict: Verdict = Verdict.COMPATIBLE, **said: Any) -> Judgement:
    interval = Interval(low="89.1", high="91.25")
    return Judgement(verdict=verdict, measured="90.1234567", published="90.0", interval=interval, **said)


def task(name: str, standing: Standing, judgement: Judgement | None = None, reason: str | None = None) -> TaskStatus:
    runs = 2 if judgement else 1
    return TaskStatus(
        task=name, standing=standing, runs=runs, of=2, published="90.0", judgement=judgement, reason=reason
    )


def status(*tasks: TaskStatus, **said: object) -> Status:
    values: dict[str, Any] = {
        "rra": "1.0",
        "artifact": "paper 1.0.0",
        "level": Level.EXECUTED,
        "own_cells": 5,
        "records": 3,
        "tasks": list(tasks),
        "experiments": [],
        "next": [NextStep(command="rrspec verify .", why="nobody did")],
        "tool": Tool(name="rrspec", version="1"),
    }
    return Status(**(values | said))


def lines(found: Status, style: Style = PLAIN) -> list[str]:
    return list(text(found, style))


def test_a_line_a_task_under_a_head() -> None:
    shown = lines(status(task("a/b", Standing.SCORED, judged()), task("c/long-name", Standing.PLANNED)))
    assert shown[0].split() == ["task", "standing", "runs", "published", "measured", "interval", "verdict"]
    assert " ".join(shown[1].split()) == "a/b scored 2 of 2 90.0 90.1235 [89.1, 91.25] compatible"
    assert " ".join(shown[2].split()) == "c/long-name planned 1 of 2 90.0 - - -"
    assert shown[1].index("2 of 2") == shown[2].index("1 of 2")


WORDS = {
    "compatible": (task("a/b", Standing.SCORED, judged()), "compatible"),
    "incompatible": (
        task("a/b", Standing.SCORED, judged(Verdict.INCOMPATIBLE, direction=Direction.BELOW)),
        "incompatible",
    ),
    "expected": (
        task("a/b", Standing.SCORED, judged(Verdict.INCOMPATIBLE, direction=Direction.BELOW, as_expected=True)),
        "as expected, not compatible",
    ),
    "stale": (task("a/b", Standing.STALE), "stale"),
    "not done": (task("a/b", Standing.NOT_DONE), "not done"),
}


@pytest.mark.parametrize(("row", "word"), WORDS.values(), ids=WORDS)
def test_how_far_a_task_is_in_a_word(row: TaskStatus, word: str) -> None:
    assert word_of(row) == word


def test_the_direction_stands_in_the_table() -> None:
    shown = lines(status(task("a/b", Standing.SCORED, judged(Verdict.INCOMPATIBLE, direction=Direction.ABOVE))))
    assert shown[1].endswith("incompatible (above)")


def test_reasons_and_notes_follow_the_table() -> None:
    shown = lines(
        status(
            task("a/b", Standing.FAILED, reason="exit code 1 \x1b[2J"),
            task("c/d", Standing.SCORED, judged(notes=["Only one reference."])),
        )
    )
    assert "  a/b: exit code 1 \ufffd[2J" in shown
    assert "  c/d: Only one reference." in shown


def experiment(**said: object) -> ExperimentStatus:
    values: dict[str, Any] = {
        "experiment": "a",
        "smoke": SmokeStanding.PASSED,
        "runs": 1,
        "of": 3,
        "missing": ["seed 1", "seed 2"],
    }
    return ExperimentStatus(**(values | said))


def test_missing_runs_are_listed() -> None:
    shown = lines(status(task("a/b", Standing.STARTED), experiments=[experiment(failed=1, stale=1)]))
    assert "  a: 1 of 3 runs; missing: seed 1, seed 2; 1 failed; 1 only of another plan; smoke run: passed" in shown


def test_many_missing_runs_are_counted() -> None:
    missing = [f"seed {number}" for number in range(100)]
    shown = "\n".join(lines(status(task("a/b", Standing.STARTED), experiments=[experiment(missing=missing)])))
    assert "seed 11 and 88 more" in shown
    assert "seed 12" not in shown


@pytest.mark.parametrize(
    ("row", "told"),
    [(experiment(missing=[]), task("a/b", Standing.SCORED, judged())), (experiment(), task("a/b", Standing.BLOCKED))],
    ids=["nothing missing", "blocked"],
)
def test_nothing_is_said_of_an_experiment_that_lacks_nothing(row: ExperimentStatus, told: TaskStatus) -> None:
    assert "missing" not in "\n".join(lines(status(told, experiments=[row])))


def test_what_was_cut_off_and_what_comes_next_is_told() -> None:
    shown = lines(status(unfinished=["a seed 1"]))
    assert "  cut off, or under way: a seed 1" in shown
    assert shown[-1] == "next: rrspec verify .  (nobody did)"


def test_the_summary_counts() -> None:
    found = status(*(row for row, _ in WORDS.values()))
    assert summary(found) == (
        "paper 1.0.0 (executed): tasks: 1 compatible, 1 incompatible, 1 as expected, not compatible, 1 stale, "
        "1 not done; 5 of 5 own cells; 3 records"
    )
    assert summary(status(own_cells=0)) == "paper 1.0.0 (executed): tasks: none; 3 records"


def test_colours_only_where_they_are_shown() -> None:
    found = status(task("a/b", Standing.SCORED, judged()), task("c/d", Standing.FAILED))
    assert "\x1b" not in "\n".join(lines(found))
    painted = "\n".join(lines(found, Style(color=True)))
    assert "\x1b[32mcompatible" in painted
    assert "\x1b[31mfailed" in painted
