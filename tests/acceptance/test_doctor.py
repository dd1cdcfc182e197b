"""`doctor`: what this machine can run, told without running any of it."""

import json
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, replace, write
from tests.conftest import CommandLine

CANARY = "(Path.home() / 'canary').write_text('executed')"


def test_nothing_of_the_artifact_is_executed_or_left(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher(code=CANARY)})
    (artifact / "setup.py").write_text(CANARY)
    before = sorted(tmp_path.rglob("*"))
    ended = rrspec("doctor", artifact)
    assert ended.stdout.splitlines()[-1].startswith("shipped-score 1.0.0: ")
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.needs("bwrap")
def test_what_can_be_run_is_said_and_is_zero(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    ended = rrspec("doctor", artifact, "--format", "json")
    said = json.loads(ended.stdout)
    assert (ended.returncode, said["ready"], said["experiments"][0]["ready"]) == (0, True, True)


def test_what_is_missing_is_said_and_is_four(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher(), "big": Launcher()})
    text = (artifact / "rra.yaml").read_text()
    (artifact / "rra.yaml").write_text(text.replace("resources: {cpus: 1, ", "resources: {memory: 900TiB, ", 1))
    ended = rrspec("doctor", artifact)
    assert ended.returncode == 4
    assert "lacks memory: it needs 900TiB" in ended.stdout


def test_a_package_is_looked_at_without_its_folder(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    assert rrspec("pack", artifact, "--level", "specified", "-o", tmp_path / "p.rra.zip").returncode == 0
    ended = rrspec("doctor", tmp_path / "p.rra.zip", "--format", "json")
    assert json.loads(ended.stdout)["artifact"] == "shipped-score 1.0.0"


def test_a_manifest_of_no_form_is_a_finding(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"well": Launcher()})
    replace(artifact / "rra.yaml", "level:", "levle:")
    assert rrspec("doctor", artifact).returncode == 1


@pytest.mark.parametrize("words", [["nowhere"], ["."], ["nowhere.rra.zip"]])
def test_where_no_artifact_is(rrspec: CommandLine, words: list[str]) -> None:
    assert rrspec("doctor", *words).returncode == 3
