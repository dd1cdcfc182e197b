"""What each template gives: an artifact of level `draft` that runs."""

import json
import math
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from reprobridge_spec import resources
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.documents.yaml_tree import read
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.scaffold.new import new
from reprobridge_spec.scaffold.questions import questions
from reprobridge_spec.scaffold.templates import find, names
from reprobridge_spec.scaffold.values import Values
from reprobridge_spec.schemas.kinds import CHANGES, DECISIONS, MANIFEST, Kind
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.engine import validate

DOCUMENTS: dict[str, Kind[Any]] = {
    "rra.yaml": MANIFEST,
    "guide/decisions.yaml": DECISIONS,
    "guide/changes.yaml": CHANGES,
}


class Example(NamedTuple):
    """What a template's example imports besides Python's own, its smoke run, and what it measures."""

    needs: str = "json"
    smoke: tuple[str, ...] = ("--samples", "100")
    right: float | None = 0.8413
    """Two clouds, one standard deviation from the middle."""


EXAMPLES = {
    "conda": Example(),
    "evaluation": Example(smoke=("--limit", "20"), right=0.85),
    "python": Example(),
    "simulation": Example("numpy", right=1 - math.exp(-1.5)),
    # a scored run is for a card: tests/gpu
    "torch-gpu": Example("torch", ("--device", "cpu", "--steps", "5"), None),
}
RUN_HERE = [name for name, example in EXAMPLES.items() if find_spec(example.needs)]
"""Of the others the code is compiled, and that is all."""


class Made(NamedTuple):
    """An artifact, and the example that its template brings."""

    template: str
    path: Path

    @property
    def example(self) -> Example:
        return EXAMPLES[self.template]


def _new(template: str, folder: Path) -> Path:
    found = find(template)
    answers = {question.field: question.default for question in questions(found)}
    return new(found, None, Values(**answers), cwd=folder).path


@pytest.fixture(scope="module", params=names())
def artifact(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _new(request.param, tmp_path_factory.mktemp("new"))


@pytest.fixture(scope="module", params=RUN_HERE)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return Made(request.param, _new(request.param, tmp_path_factory.mktemp("runs")))


def _run(artifact: Path, output: Path, *options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    inputs = {f"RRA_INPUT_{path.stem.upper()}": str(path) for path in artifact.glob("inputs/*")}
    known = {"RRA_MODE": "scored", "RRA_SEED": "0", "RRA_OUTPUT_DIR": str(output)} | inputs | variables
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
    open_text, count = re.subn(
        r"^( *)#(?: (?=[a-z_]+:(?: [\[{\"\w]|$))|(?=   *[\w-]+: ?))", r"\1", text, flags=re.MULTILINE
    )
    assert count >= (5 if file == "rra.yaml" else 1)
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


def test_each_template_has_an_example() -> None:
    assert sorted(EXAMPLES) == names()


def _scored(made: Made) -> tuple[str, ...]:
    return () if made.example.right else made.example.smoke


@pytest.mark.parametrize("seed", ["0", "1", "2"])
def test_the_launcher_leaves_a_score_of_its_seed(seed: str, made: Made, tmp_path: Path) -> None:
    done = _run(made.path, tmp_path, *_scored(made), RRA_SEED=seed)
    assert (done.returncode, done.stderr) == (0, "")
    scores = json.loads((tmp_path / "scores.json").read_text())
    if made.example.right:
        assert scores["accuracy"] == pytest.approx(made.example.right, abs=0.02)
    assert scores["accuracy"] == scores["correct"] / scores["total"]


def test_the_launcher_writes_nothing_but_its_scores(made: Made, tmp_path: Path) -> None:
    before = sorted(made.path.rglob("*"))
    assert _run(made.path, tmp_path, *made.example.smoke, RRA_MODE="smoke").returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == ["scores.json"]
    assert sorted(made.path.rglob("*")) == before


def test_the_same_seed_gives_the_same_scores_and_another_gives_others(made: Made, tmp_path: Path) -> None:
    scores = []
    for seed in ("0", "0", "1"):
        _run(made.path, tmp_path, *_scored(made), RRA_SEED=seed)
        scores.append((tmp_path / "scores.json").read_bytes())
    assert scores[0] == scores[1]
    assert scores[0] != scores[2]


@pytest.mark.parametrize("missing", ["RRA_MODE", "RRA_SEED", "RRA_OUTPUT_DIR"])
def test_the_launcher_says_which_variable_is_missing(missing: str, made: Made, tmp_path: Path) -> None:
    known = {"RRA_MODE": "smoke", "RRA_SEED": "0", "RRA_OUTPUT_DIR": str(tmp_path)}
    del known[missing]
    done = subprocess.run(
        [sys.executable, "-B", "launchers/run.py"],
        cwd=made.path,
        env=known,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"{missing} is not set")
    assert list(tmp_path.iterdir()) == []


def test_the_code_compiles(artifact: Path) -> None:
    for file in artifact.rglob("*.py"):
        compile(file.read_bytes(), file.name, "exec", dont_inherit=True)


def test_the_citation_is_one(artifact: Path) -> None:
    cited = read((artifact / "CITATION.cff").read_bytes()).data
    assert isinstance(cited, dict)
    assert cited["cff-version"] == "1.2.0"
    assert cited["authors"] == [{"name": f"The authors of {artifact.name}"}]


def test_what_a_service_reads_is_well_formed(artifact: Path) -> None:
    workflow = yaml.safe_load((artifact / ".github/workflows/rra.yml").read_text())
    runs = [step.get("run", "") for step in workflow["jobs"]["validate"]["steps"]]
    assert runs[-1] == "rrspec validate --format github"
    hooks = yaml.safe_load((artifact / ".pre-commit-config.yaml").read_text())
    assert hooks["repos"][0]["hooks"][0]["entry"] == "rrspec validate --changed"


def test_nothing_of_a_template_is_left_unrendered(artifact: Path) -> None:
    for file in artifact.rglob("*"):
        if file.is_file() and file.name != "rra.yml" and file.parent.name != ".rra":
            assert not re.search(rb"\{[{%#]|[%#]\}", file.read_bytes()), file


def test_what_is_open_is_a_placeholder_and_nothing_else(artifact: Path) -> None:
    report = validate(FolderFiles(artifact), name="new", level=Level.PRESERVED)
    missing = {
        *("placeholder", "guide-unfinished", "needs-unsaid", "paper-missing", "licence-unclear", "cells-not-counted"),
        *("task-incomplete", "references-few", "lock-missing", "verification-missing"),
        *("smoke-record-missing", "scored-run-missing"),
    }
    assert {finding.name for finding in report.findings} <= missing


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
