"""`rrspec export` of what came of runs: who says so, and what a caller has to say."""

import json
import shutil
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine

ROCKET = CHECKOUT / "examples/rocket-ucr"
CHAIN = CHECKOUT / "conformance/base/chain"


@pytest.fixture
def verification(tmp_path: Path) -> Path:
    """A copy of the example's verification, kept elsewhere."""
    (kept,) = (ROCKET / "evidence/verifications").iterdir()
    return Path(shutil.copy(kept, tmp_path / "verification.json"))


def test_scores_are_those_of_a_witness_that_the_caller_names(rrspec: CommandLine, verification: Path) -> None:
    ended = rrspec("export", "in-toto", ROCKET, "--witness", verification)
    assert ended.returncode == 0, ended.stderr
    (standard,) = (one for one in json.loads(ended.stdout)["predicate"]["configuration"] if "annotations" in one)
    assert standard["annotations"]["evidence"] == "witnessed"


def test_a_witness_of_another_content_is_refused(rrspec: CommandLine, verification: Path) -> None:
    ended = rrspec("export", "in-toto", CHAIN, "--witness", verification)
    assert ended.returncode == 2
    assert "another content" in ended.stderr


def test_a_witness_inside_the_artifact_is_refused(rrspec: CommandLine) -> None:
    (own,) = (ROCKET / "evidence/verifications").iterdir()
    ended = rrspec("export", "in-toto", ROCKET, "--witness", own)
    assert ended.returncode == 2
    assert "lies in the artifact" in ended.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("in-toto", "--say", "a=b"), "asks for no names"),
        (("hf-eval-results", "-o", "new", "--say", "italy"), "write KEY=VALUE"),
        (("hf-eval-results", "-o", "new", "--say", "italy="), "write KEY=VALUE"),
        (("hf-eval-results", "-o", "new"), "--say italy/accuracy=OWNER/DATASET:TASK_ID"),
        (("hf-eval-results", "-o", "new", "--say", "itally=a/b:c"), "Did you mean `italy`?"),
        (("hf-eval-results", "--say", "italy=a/b:c"), "Name a new folder"),
    ],
)
def test_what_is_missing_is_asked_for_and_nothing_is_written(
    rrspec: CommandLine, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    name, *options = arguments
    ended = rrspec("export", name, ROCKET, *options)
    assert ended.returncode == 2
    assert said in ended.stderr
    assert ended.stdout == ""
    assert not (tmp_path / "new").exists()


def test_an_artifact_without_results_states_nothing(rrspec: CommandLine) -> None:
    ended = rrspec("export", "in-toto", CHECKOUT / "conformance/base/minimal")
    assert ended.returncode == 1
    assert "no task has a result" in ended.stderr


def test_a_package_is_named_by_its_artifact_digest(rrspec: CommandLine) -> None:
    packed = json.loads(rrspec("pack", CHAIN, "-o", "chain.rra.zip", "--format", "json").stdout)
    (subject,) = (
        one
        for one in json.loads(rrspec("export", "in-toto", "chain.rra.zip").stdout)["subject"]
        if one["name"] == "MANIFEST.sha256"
    )
    assert subject["digest"]["sha256"] == packed["artifact_digest"]


@pytest.mark.parametrize("name", ["code-completeness", "neurips-checklist", "appendix", "appendix-tex"])
def test_a_page_is_the_same_each_time_and_does_not_name_the_present(rrspec: CommandLine, name: str) -> None:
    first, second = (rrspec("export", name, CHAIN) for _ in range(2))
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    assert str(CHECKOUT) not in first.stdout
