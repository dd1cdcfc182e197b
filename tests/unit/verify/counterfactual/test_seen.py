from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.verification import AxisState
from reprobridge_spec.verify.counterfactual.seen import Seen, difference, seen_in_folder

PLAIN = Seen(files={"scores.json": "a", "now.txt": "b"}, scores={"accuracy": "90"})
TASK = {"measure": {"file": "scores.json", "json": "/accuracy"}}


def seen(**values: Any) -> Seen:
    given: dict[str, Any] = {"files": PLAIN.files, "scores": PLAIN.scores} | values
    return Seen(**given)


EQUAL = seen()
MOVING = seen(files={"scores.json": "a", "now.txt": "c"})


def test_an_equal_run_holds() -> None:
    found = difference(PLAIN, EQUAL, seen())
    assert (found.state, found.compared, found.why) == (AxisState.HELD, ("outcome", "files", "digests", "scores"), "")


@pytest.mark.parametrize(
    ("turned", "why"),
    [
        (seen(files={"scores.json": "x", "now.txt": "b"}), "scores.json differs"),
        (seen(files={"scores.json": "x", "now.txt": "y"}), "scores.json, now.txt differ"),
        (seen(files={"now.txt": "b"}), "it does not leave scores.json"),
        (seen(files={**PLAIN.files, "more": "z"}), "it leaves more besides"),
        (seen(scores={"accuracy": "91"}), "accuracy reads 91, and 90 without the turn"),
        (seen(scores={}), "accuracy reads nothing, and 90 without the turn"),
    ],
    ids=["a-file", "two-files", "less", "more", "a-score", "no-score"],
)
def test_what_differs_is_named(turned: Seen, why: str) -> None:
    found = difference(PLAIN, EQUAL, turned)
    assert (found.state, found.why) == (AxisState.CHANGED, why)


def test_what_two_equal_runs_do_not_have_in_common_tells_nothing() -> None:
    turned = seen(files={"scores.json": "a", "now.txt": "d"})
    assert difference(PLAIN, MOVING, turned).state is AxisState.HELD
    assert difference(PLAIN, MOVING, seen(files={"scores.json": "x", "now.txt": "d"})).why == "scores.json differs"


def test_a_score_that_moves_by_itself_is_not_compared() -> None:
    moving = seen(files={"scores.json": "c", "now.txt": "d"}, scores={"accuracy": "90.1"})
    found = difference(PLAIN, moving, seen(files={"scores.json": "e", "now.txt": "f"}, scores={"accuracy": "89"}))
    assert (found.state, found.compared) == (AxisState.HELD, ("outcome", "files"))


@pytest.mark.parametrize("again", [None, Seen(fault="it failed")])
def test_without_an_equal_run_only_the_outcome_is_compared(again: Seen | None) -> None:
    found = difference(PLAIN, again, seen(scores={"accuracy": "1"}))
    assert (found.state, found.compared) == (AxisState.HELD, ("outcome",))


@pytest.mark.parametrize("again", [EQUAL, None])
def test_a_turned_run_that_failed_is_no_other_thing(again: Seen | None) -> None:
    found = difference(PLAIN, again, Seen(fault="exit code 1"))
    assert (found.state, found.why) == (AxisState.FAILED, "exit code 1")


def test_files_and_numbers_are_seen_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "output" / "deep").mkdir(parents=True)
    (tmp_path / "output" / "scores.json").write_text('{"accuracy": 90.5}')
    (tmp_path / "output" / "deep" / "x").write_text("")
    (tmp_path / "log").write_text("")
    body = Experiment.model_validate({"tasks": {"accuracy": TASK, "loss": {"measure": {"file": "no", "json": "/x"}}}})
    found = seen_in_folder(tmp_path, body, "")
    assert (sorted(found.files), found.scores) == (["deep/x", "scores.json"], {"accuracy": "90.5"})
    assert seen_in_folder(tmp_path, body, "bad") == Seen(fault="bad")
