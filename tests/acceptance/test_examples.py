"""The examples of this repository hold what they claim; nothing of them is executed here."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import CHECKOUT, CommandLine

EXAMPLES = CHECKOUT / "examples"
AS_EXPECTED = {"mnist1d": {"mlp/readme": "below", "cnn-evaluation/notebook": "below"}}
BLOCKED = {"mnist1d": {"gru/readme", "gru/notebook"}}


def verified(example: Path) -> dict[str, Any]:
    """What the verification that is kept says of each task."""
    (kept,) = (example / "evidence" / "verifications").glob("*.json")
    return {row["task"]: row["judgement"] for row in json.loads(kept.read_text(encoding="utf-8"))["tasks"]}


@pytest.mark.parametrize("example", ["ars-cartpole", "mnist1d", "rocket-ucr"])
class TestAnExample:
    def test_is_preserved_without_an_error_or_a_warning(self, rrspec: CommandLine, example: str) -> None:
        ended = rrspec("validate", EXAMPLES / example, "--level", "preserved", "--format", "concise")
        assert (ended.returncode, [line for line in ended.stdout.splitlines() if ": note: " not in line]) == (0, [])

    def test_has_records_that_contradict_no_score(self, rrspec: CommandLine, example: str) -> None:
        ended = rrspec("audit", EXAMPLES / example, "--format", "json")
        assert (ended.returncode, json.loads(ended.stdout)["holds"]) == (0, True)

    def test_rests_on_five_references_a_task(self, example: str) -> None:
        counts = {row["references"] for row in verified(EXAMPLES / example).values() if row["verdict"] != "blocked"}
        assert counts == {5}

    def test_was_verified_with_the_verdicts_that_its_guide_tells(self, example: str) -> None:
        rows = verified(EXAMPLES / example)
        assert {task for task, row in rows.items() if row["verdict"] == "blocked"} == BLOCKED.get(example, set())
        known = {task: row["direction"] for task, row in rows.items() if row.get("as_expected")}
        assert known == AS_EXPECTED.get(example, {})
        assert {row["verdict"] for task, row in rows.items() if task not in known} <= {"compatible", "blocked"}
