"""What the template `python` gives: an artifact of level `draft` that runs."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec import resources
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.questions import questions
from reprobridge_spec.scaffold.values import Values
from reprobridge_spec.schemas.kinds import CHANGES, DECISIONS, MANIFEST, Kind
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.engine import validate

DOCUMENTS: dict[str, Kind[Any]] = {
    "rra.yaml": MANIFEST,
    "guide/decisions.yaml": DECISIONS,
    "guide/changes.yaml": CHANGES,
}


@pytest.fixture(scope="module")
def artifact(tmp_path_factory: pytest.TempPathFactory) -> Path:
    answers = {question.field: question.default for question in questions("python")}
    return new("python", None, Values(**answers), cwd=tmp_path_factory.mktemp("new")).path


def _run(artifact: Path, output: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    known = {"RRA_MODE": "scored", "RRA_SEED": "0", "RRA_OUTPUT_DIR": str(output)} | variables
    return subprocess.run(
        [sys.executable, "-I", "-B", "-W", "error", "launchers/run.py", *options],
        cwd=artifact,
        env={"PATH": os.defpath} | known,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("file", DOCUMENTS)
def test_each_document_has_the_right_form(file: str, artifact: Path) -> None:
    loaded = load(DOCUMENTS[file], (artifact / file).read_bytes(), file)
    assert loaded.findings == ()
    assert loaded.model is not None


def test_it_validates_as_draft_at_once_and_says_what_comes_next(artifact: Path) -> None:
    report = validate(FolderFiles(artifact), name="new")
    assert (report.level, report.findings, report.not_checked) == ("draft", (), ())
    assert {"placeholder", "cells-not-counted", "lock-missing"} <= {finding.name for finding in report.upcoming}


def test_the_manifest_claims_no_more_than_draft(artifact: Path) -> None:
    loaded = load(MANIFEST, (artifact / "rra.yaml").read_bytes(), "rra.yaml")
    assert loaded.model is not None
    assert loaded.model.level is Level.DRAFT


@pytest.mark.parametrize("file", DOCUMENTS)
def test_each_document_names_its_schema_by_a_path_that_is_there(file: str, artifact: Path) -> None:
    first = (artifact / file).read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match
    schema = (artifact / file).parent / match[1]
    assert schema.read_bytes() == (resources.folder("schema") / "1.0" / schema.name).read_bytes()


@pytest.mark.parametrize("file", DOCUMENTS)
def test_what_is_commented_out_is_right_too(file: str, artifact: Path) -> None:
    text = (artifact / file).read_text(encoding="utf-8")
    text = text.replace("<64 digits>", "0" * 64).replace("<all 40 digits>", "0" * 40)
    text = re.sub(r"^(decisions|changes): \{\}.*$", r"\1:", text, flags=re.MULTILINE)
    open_text, count = re.subn(
        r"^( *)#(?: (?=[a-z_]+:(?: [\[{\"\w]|$))|(?=   *[\w-]+: ?))", r"\1", text, flags=re.MULTILINE
    )
    assert count >= 5
    loaded = load(DOCUMENTS[file], open_text.encode(), file)
    assert loaded.findings == ()


def test_files_that_the_manifest_names_are_there(artifact: Path) -> None:
    loaded = load(MANIFEST, (artifact / "rra.yaml").read_bytes(), "rra.yaml")
    manifest = loaded.model
    assert manifest is not None
    assert manifest.codebase is not None
    assert manifest.codebase.changes is not None
    assert manifest.guide is not None
    named = [manifest.codebase.path, manifest.codebase.changes, manifest.guide.text, manifest.guide.decisions]
    named += [environment.requirements for environment in manifest.environments.values()]
    named += [experiment.command[1] for experiment in manifest.experiments.values() if experiment.command]
    assert [path for path in named if not (artifact / path).exists()] == []


def test_evidence_is_not_there(artifact: Path) -> None:
    assert not (artifact / "evidence").exists()


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_launcher_leaves_a_score_of_its_seed(seed: str, artifact: Path, tmp_path: Path) -> None:
    done = _run(artifact, tmp_path, RRA_SEED=seed)
    assert (done.returncode, done.stderr) == (0, "")
    scores = json.loads((tmp_path / "scores.json").read_text())
    # two clouds one standard deviation from the middle: the best classifier gets 0.8413 right
    assert scores["accuracy"] == pytest.approx(0.84, abs=0.02)


def test_the_launcher_writes_nothing_but_its_scores(artifact: Path, tmp_path: Path) -> None:
    before = sorted(artifact.rglob("*"))
    _run(artifact, tmp_path, "--samples", "100", RRA_MODE="smoke")
    assert [path.name for path in tmp_path.iterdir()] == ["scores.json"]
    assert sorted(artifact.rglob("*")) == before


def test_the_same_seed_gives_the_same_scores_and_another_gives_others(artifact: Path, tmp_path: Path) -> None:
    scores = []
    for seed in ("0", "0", "1"):
        _run(artifact, tmp_path, RRA_SEED=seed)
        scores.append((tmp_path / "scores.json").read_bytes())
    assert scores[0] == scores[1]
    assert scores[0] != scores[2]


@pytest.mark.parametrize("missing", ["RRA_MODE", "RRA_SEED", "RRA_OUTPUT_DIR"])
def test_the_launcher_says_which_variable_is_missing(missing: str, artifact: Path, tmp_path: Path) -> None:
    known = {"RRA_MODE": "smoke", "RRA_SEED": "0", "RRA_OUTPUT_DIR": str(tmp_path)}
    del known[missing]
    done = subprocess.run(
        [sys.executable, "-B", "launchers/run.py"], cwd=artifact, env=known, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{missing} is not set")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [("check", "--select", "E,F,W,I,B,UP,C4,SIM,RET,PTH,N"), ("format", "--check")], ids=["check", "format"]
)
def test_the_code_is_as_ruff_wants_it(command: tuple[str, ...], artifact: Path) -> None:
    pytest.importorskip("ruff")
    done = subprocess.run(
        [sys.executable, "-m", "ruff", command[0], "--isolated", "--no-cache", *command[1:], "."],
        cwd=artifact,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
