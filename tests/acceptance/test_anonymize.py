"""A submission for double-blind review, made anonymous, packed, and shown to be the same after acceptance."""

import json
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine

ROCKET = CHECKOUT / "examples" / "rocket-ucr"
NAMES = "# ours\nJane Doe\n\nSample University\n"


@pytest.fixture
def submission(tmp_path: Path, rrspec: CommandLine) -> Path:
    (tmp_path / "names.txt").write_text(NAMES)
    ended = rrspec(
        *("anonymize", ROCKET, "-o", tmp_path / "blind", "--seal", tmp_path / "seal.json"),
        *("--names", tmp_path / "names.txt", "--keep", "angus924"),
    )
    assert ended.returncode == 0, ended.stderr
    return tmp_path / "blind"


def test_it_is_valid_and_packs_and_unseals(submission: Path, tmp_path: Path, rrspec: CommandLine) -> None:
    assert rrspec("validate", submission, "--anonymous", "--identity", "Jane Doe").returncode == 0
    package = tmp_path / "blind.rra.zip"
    assert rrspec("pack", submission, "-o", package).returncode == 0
    ended = rrspec("unseal", package, ROCKET, "--seal", tmp_path / "seal.json", "--format", "json")
    assert ended.returncode == 0, ended.stderr
    said = json.loads(ended.stdout)
    assert said["holds"]
    assert said["files"] == said["same"] + said["rewritten"]


def test_another_content_does_not_unseal(submission: Path, tmp_path: Path, rrspec: CommandLine) -> None:
    (submission / "launchers" / "run.py").write_text("print(1)\n")
    ended = rrspec("unseal", submission, ROCKET, "--seal", tmp_path / "seal.json")
    assert ended.returncode == 1
    assert "launchers/run.py" in ended.stdout


MISTAKES: dict[str, tuple[tuple[str, ...], int, str]] = {
    "no artifact": (("nowhere", "-o", "b", "--seal", "s"), 3, "nowhere"),
    "no place for the mapping": ((str(ROCKET), "-o", "b"), 2, "--seal"),
    "a term without a letter": ((str(ROCKET), "-o", "b", "--seal", "s", "--identity", " "), 2, "no letter"),
    "terms in no file": ((str(ROCKET), "-o", "b", "--seal", "s", "--names", "nowhere"), 2, "nowhere"),
    "a folder that is not there": ((str(ROCKET), "-o", "x/b", "--seal", "s"), 2, "no folder"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_and_leaves_nothing(tmp_path: Path, rrspec: CommandLine, mistake: str) -> None:
    arguments, code, said = MISTAKES[mistake]
    ended = rrspec("anonymize", *arguments)
    assert ended.returncode == code
    assert said in ended.stderr
    assert not (tmp_path / "b").exists()
    assert not (tmp_path / "s").exists()


def test_a_file_that_is_no_mapping_is_told(submission: Path, rrspec: CommandLine) -> None:
    ended = rrspec("unseal", submission, ROCKET, "--seal", submission / "rra.yaml")
    assert ended.returncode == 2
    assert "no sealed mapping" in ended.stderr
