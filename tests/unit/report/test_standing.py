import json
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.model.status import SmokeStanding, Standing, Status
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.report.status import status
from tests.acceptance.artifacts import replace
from tests.unit.report.artifacts import GOOD, Recorded, artifact, context_of


@pytest.fixture(scope="module")
def mixed_status(mixed: Path) -> Status:
    return status(context_of(mixed), mixed)


STANDINGS = {
    "good": (Standing.SCORED, 2),
    "low": (Standing.SCORED, 2),
    "half": (Standing.STARTED, 1),
    "crash": (Standing.FAILED, 1),
    "old": (Standing.STALE, 0),
    "planned": (Standing.PLANNED, 0),
    "smoked": (Standing.SMOKE, 0),
    "shut": (Standing.BLOCKED, 0),
}


@pytest.mark.parametrize("name", STANDINGS)
def test_how_far_a_task_is(mixed_status: Status, name: str) -> None:
    (row,) = [row for row in mixed_status.tasks if row.task == f"{name}/accuracy"]
    assert (row.standing, row.runs, row.of, row.published) == (*STANDINGS[name], 2, "90.0")
    assert (row.judgement is not None) is (row.standing is Standing.SCORED)


REASONS = {
    "crash": "exit code 1",
    "old": "changed after its runs",
    "shut": "resource: 512 GPUs </style><script>",
}


@pytest.mark.parametrize("name", REASONS)
def test_why_a_task_is_no_further(mixed_status: Status, name: str) -> None:
    (row,) = [row for row in mixed_status.tasks if row.task == f"{name}/accuracy"]
    assert REASONS[name] in (row.reason or "")


def test_the_verdict_is_that_of_the_records(mixed_status: Status) -> None:
    judged = {row.task: row.judgement for row in mixed_status.tasks if row.judgement}
    assert (judged["good/accuracy"].verdict, judged["good/accuracy"].measured) == (Verdict.COMPATIBLE, "90.1")
    assert (judged["low/accuracy"].verdict, judged["low/accuracy"].measured) == (Verdict.INCOMPATIBLE, "85.2")


EXPERIMENTS = {
    "good": (SmokeStanding.PASSED, [], 0, 0),
    "half": (SmokeStanding.PASSED, ["seed 1"], 0, 0),
    "crash": (SmokeStanding.PASSED, ["seed 1"], 1, 0),
    "old": (SmokeStanding.PASSED, ["seed 0", "seed 1"], 0, 2),
    "planned": (SmokeStanding.NONE, ["seed 0", "seed 1"], 0, 0),
}


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_which_runs_are_missing(mixed_status: Status, name: str) -> None:
    (row,) = [row for row in mixed_status.experiments if row.experiment == name]
    assert (row.smoke, row.missing, row.failed, row.stale) == EXPERIMENTS[name]
    assert row.runs + len(row.missing) == row.of == 2


@pytest.mark.parametrize(
    ("outcome", "standing"), [("failed", SmokeStanding.FAILED), ("not-done", SmokeStanding.NOT_DONE)]
)
def test_a_smoke_run_that_did_not_pass_is_none_that_did(tmp_path: Path, outcome: str, standing: SmokeStanding) -> None:
    found = status(context_of(artifact(tmp_path / "one", {"one": Recorded(smoke=outcome)})))
    assert found.experiments[0].smoke is standing
    assert found.tasks[0].standing is Standing.PLANNED
    assert found.next[0].command == "rrspec run --smoke"


def test_runs_that_could_not_be_done_are_no_failure_of_the_artifact(tmp_path: Path) -> None:
    runs = Recorded(scores=[None, None], said={"outcome": "not-done"}, reason="no GPU is here")
    (row,) = status(context_of(artifact(tmp_path / "one", {"one": runs}))).tasks
    assert row.standing is Standing.NOT_DONE
    assert "no GPU is here" in (row.reason or "")


def test_a_run_that_was_measured_without_this_score_is_a_failure(tmp_path: Path) -> None:
    runs = Recorded(scores=["90", "90"], said={"scores": {"accuracy": {"how": "read", "error": "NaN is no score"}}})
    (row,) = status(context_of(artifact(tmp_path / "one", {"one": runs}))).tasks
    assert (row.standing, row.runs) == (Standing.FAILED, 0)
    assert "NaN is no score" in (row.reason or "")


def test_a_change_of_the_code_makes_all_stale(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    (folder / "launchers" / "one.py").write_text("print(1)\n")
    found = status(context_of(folder))
    assert found.tasks[0].standing is Standing.STALE
    assert found.experiments[0].smoke is SmokeStanding.STALE


def test_a_change_of_the_judgement_is_told_and_the_runs_count(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": GOOD})
    replace(folder / "rra.yaml", "range: [0, 100]", "range: [0, 99]")
    (row,) = status(context_of(folder)).tasks
    assert row.standing is Standing.SCORED
    assert "judgement changed" in (row.reason or "")


NEXT = {
    "nothing": ({"one": Recorded(smoke="")}, ["rrspec run --smoke", "rrspec run --resume"]),
    "smoke only": ({"one": Recorded()}, ["rrspec run --resume"]),
    "no references": (
        {"one": Recorded(scores=["90", "90"])},
        ["rrspec run one --reference 2-3", "rrspec verify .", "rrspec validate"],
    ),
    "no agreement": (
        {"one": Recorded(scores=["80", "80"], references=["90", "90.1"])},
        ["rrspec report", "rrspec verify .", "rrspec validate"],
    ),
    "all scored": ({"one": GOOD}, ["rrspec verify .", "rrspec validate"]),
    "all blocked": ({"one": Recorded(smoke="", more="blocked: {reason: access, detail: gone}")}, ["rrspec validate"]),
}


@pytest.mark.parametrize(("experiments", "commands"), NEXT.values(), ids=NEXT)
def test_what_to_type_next(tmp_path: Path, experiments: dict[str, Recorded], commands: list[str]) -> None:
    found = status(context_of(artifact(tmp_path / "one", experiments)))
    assert [step.command for step in found.next] == commands


def unfinished(root: Path, name: str, content: str) -> None:
    folder = root / ".rrspec" / "runs" / name
    folder.mkdir(parents=True)
    (folder / "state.json").write_text(content)


def test_runs_that_were_cut_off_are_listed(tmp_path: Path) -> None:
    folder = artifact(tmp_path / "one", {"one": Recorded(scores=["90"])})
    scored = {"experiment": "one", "mode": "scored", "method": context_of(folder).plans.method("one")}
    unfinished(folder, "a", json.dumps({**scored, "seed": 1, "index": 1}))
    unfinished(folder, "again", json.dumps({**scored, "seed": 1, "index": 1}))
    unfinished(folder, "c", json.dumps({**scored, "mode": "smoke", "seed": 0, "index": 0}))
    found = status(context_of(folder), folder)
    assert found.unfinished == ["one seed 1", "one smoke"]
    assert "1 of them were cut off" in found.next[0].why


@pytest.mark.parametrize(
    "changed",
    [
        {"seed": 0, "index": 0},
        {"seed": 7, "index": 7},
        {"method": "0" * 64},
        {"method": None},
        {"experiment": "two", "method": None, "mode": "smoke"},
    ],
    ids=["has a record", "of another seed", "of another method", "of an unknown method", "of nothing"],
)
def test_what_is_not_made_again_does_not_go_on(tmp_path: Path, changed: dict[str, Any]) -> None:
    folder = artifact(tmp_path / "one", {"one": Recorded(scores=["90"])})
    method = context_of(folder).plans.method("one")
    run = {"experiment": "one", "mode": "scored", "method": method, "seed": 1, "index": 1}
    unfinished(folder, "a", json.dumps({**run, **changed}))
    assert status(context_of(folder), folder).unfinished == []


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", '{"experiment": 3}', "[" * 100_000, '"' + "x" * 100_000 + '"']
)
def test_a_damaged_state_is_no_run(tmp_path: Path, content: str) -> None:
    folder = artifact(tmp_path / "one", {"one": Recorded(scores=["90"])})
    unfinished(folder, "a", content)
    assert status(context_of(folder), folder).unfinished == []
