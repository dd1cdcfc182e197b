"""The steps of the GitHub action, run by the shell that runs them there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from reprobridge_spec.documents import yaml_tree
from tests.acceptance.artifacts import replace
from tests.conftest import CHECKOUT

pytestmark = pytest.mark.slow


@pytest.fixture
def runner(tmp_path: Path) -> Path:
    """What the first step leaves: a folder for temporary files, with rrspec in it."""
    program = tmp_path / "runner" / "rrspec" / "bin" / "rrspec"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m reprobridge_spec "$@"\n')
    program.chmod(0o755)
    return tmp_path / "runner"


def check(runner: Path, cwd: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the step `Check` as a host does, with its inputs as variables."""
    action = yaml_tree.read((CHECKOUT / "action.yml").read_bytes()).data
    step = action["runs"]["steps"][1]
    given = {name: str(one["default"] or "") for name, one in action["inputs"].items()} | inputs
    variables = {name: given[str(text).split("inputs.")[1].split(" ")[0]] for name, text in step["env"].items()}
    environment = {
        **os.environ,
        **variables,
        "RUNNER_TEMP": str(runner),
        "GITHUB_STEP_SUMMARY": str(runner / "summary"),
    }
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_findings_are_annotations_a_summary_and_a_log(runner: Path, paper: Path, tmp_path: Path) -> None:
    replace(paper / "rra.yaml", "seeds: [0]", "sedes: [0]")
    ended = check(runner, tmp_path, path="paper", sarif="found.sarif")
    assert ended.returncode == 1, ended.stderr
    assert "::error file=paper/rra.yaml,line=40" in ended.stdout
    assert "RRM004" in (runner / "summary").read_text()
    assert '"ruleId": "RRM004"' in (tmp_path / "found.sarif").read_text()


@pytest.mark.usefixtures("paper")
def test_a_good_artifact_passes(runner: Path, tmp_path: Path) -> None:
    ended = check(runner, tmp_path, path="paper", level="specified")
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize("path", ["paper; touch canary", "$(touch canary)", "`touch canary`", "-h\ncanary"])
def test_inputs_are_never_run(runner: Path, paper: Path, tmp_path: Path, path: str) -> None:
    assert paper.is_dir()
    ended = check(runner, tmp_path, path=path)
    assert (ended.returncode, (tmp_path / "canary").exists()) == (3, False)


def test_a_block_of_paths_means_these_and_no_others(runner: Path, paper: Path, tmp_path: Path) -> None:
    shutil.copytree(paper, tmp_path / "other")
    replace(tmp_path / "other" / "rra.yaml", "seeds: [0]", "sedes: [0]")
    ended = check(runner, tmp_path, path="paper\n\n  \n", level="specified")
    assert (ended.returncode, "other" in ended.stdout) == (0, False), ended.stdout
