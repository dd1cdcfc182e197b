"""`compare`: interval cards, two sets of results, the paper's tables; nothing is executed."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT, CommandLine

ROCKET = CHECKOUT / "examples" / "rocket-ucr"


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    target = tmp_path / "rocket"
    shutil.copytree(ROCKET, target, ignore=shutil.ignore_patterns(".rrspec"))
    return target


def said(rrspec: CommandLine, *words: object) -> tuple[int, Any]:
    ended = rrspec("compare", *words, "--format", "json")
    return ended.returncode, json.loads(ended.stdout or "{}")


def test_a_card_shows_the_recorded_scores_in_their_interval(rrspec: CommandLine, artifact: Path) -> None:
    code, found = said(rrspec, "-C", artifact, "arrowhead")
    (card,) = found["cards"]
    assert (code, card["task"], len(card["values"]), len(card["references"])) == (0, "arrowhead/accuracy", 10, 5)
    assert (card["judgement"]["verdict"], card["judgement"]["decided_by"]) == ("compatible", "t")
    assert card["halved_by"] == {"why": "Never: the floor is more than half of it."}


@pytest.mark.parametrize(
    ("values", "code", "verdict"),
    [
        (["0.97"], 0, "compatible"),
        (["0.9"], 1, "incompatible"),
        (["0.97"] * 10, 0, "compatible"),
        (["97"], 1, "failed"),
    ],
    ids=["one-value", "outside", "ten-scores", "in-percent"],
)
def test_given_values_are_judged(
    rrspec: CommandLine, artifact: Path, values: list[str], code: int, verdict: str
) -> None:
    ended, found = said(rrspec, "-C", artifact, "italy/accuracy", *values)
    assert (ended, found["cards"][0]["judgement"]["verdict"]) == (code, verdict)


@pytest.mark.parametrize(
    "words",
    [
        ["nothing/accuracy"],
        ["italy/accuracy", "high"],
        ["italy/accuracy", "0.9", "0.9"],
        ["italy/accuracy", "nan"],
        ["--tables", "a", "b"],
        ["--tables", "italy/accuracy"],
    ],
)
def test_words_that_do_not_go_are_refused(rrspec: CommandLine, artifact: Path, words: list[str]) -> None:
    assert rrspec("compare", "-C", artifact, *words).returncode == 2


def test_the_tables_of_the_paper_have_three_numbers_in_a_cell(rrspec: CommandLine, artifact: Path) -> None:
    code, found = said(rrspec, "-C", artifact, "--tables")
    (table,) = found["tables"]
    assert (code, table["columns"], table["own_cells"]) == (0, ["accuracy_mean"], 85)
    cell = table["cells"][2]
    assert (cell["row"], cell["printed"], cell["verdict"]) == ("ArrowHead", "0.81428571", "compatible")
    assert cell["reference"] != cell["new"]
    assert "left out, 82 cells: needs" in rrspec("compare", "-C", artifact, "--tables").stdout


def edited(artifact: Path, experiment: str, score: str) -> None:
    """Other scores in the records of an experiment."""
    for path in artifact.glob(f"evidence/runs/{experiment}-scored-*/run.json"):
        record = json.loads(path.read_bytes())
        record["predicate"]["scores"]["accuracy"]["value"] = score
        path.write_text(json.dumps(record))


def test_two_artifacts_are_compared_seed_by_seed(rrspec: CommandLine, artifact: Path, tmp_path: Path) -> None:
    assert said(rrspec, artifact, ROCKET)[0] == 0
    edited(artifact, "italy", "0.9")
    code, found = said(rrspec, ROCKET, artifact, "-C", tmp_path)
    assert code == 1
    assert {row["task"]: row["sameness"] for row in found["differences"]} == {
        "italy/accuracy": "different",
        "gunpoint/accuracy": "same",
        "arrowhead/accuracy": "same",
    }


def test_what_one_of_two_lacks_cannot_be_told(rrspec: CommandLine, artifact: Path) -> None:
    for folder in artifact.glob("evidence/runs/italy-*"):
        shutil.rmtree(folder)
    code, found = said(rrspec, artifact / "evidence" / "runs", ROCKET)
    assert (code, found["differences"][-1]["why"]) == (4, "The first has no value of it.")


def test_a_verification_is_compared_with_records(rrspec: CommandLine) -> None:
    (document,) = (ROCKET / "evidence" / "verifications").glob("*.json")
    code, found = said(rrspec, document, ROCKET)
    assert (code, {row["sameness"] for row in found["differences"]}) == (0, {"same"})


def test_without_an_artifact_there_is_no_card(rrspec: CommandLine) -> None:
    assert rrspec("compare").returncode == 3
