"""Train once, evaluate after: outputs go seed for seed, smoke feeds smoke, and no output of other runs slips in."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import Launcher, records, replace, write
from tests.conftest import CommandLine

SCORES = ("--isolation", "none")
MEAN = "{estimator: mean, over: seeds}"
TRAIN = """\
SKILL = 90
(output / "model").mkdir(exist_ok=True)
(output / "model" / "weights.json").write_text(json.dumps([os.environ["RRA_MODE"], os.environ["RRA_SEED"], SKILL]))
(output / "model" / "last").symlink_to("weights.json")
score(SKILL)
"""
EVALUATE = """\
model = Path(os.environ["RRA_INPUT_TRAIN_CHECKPOINT"])
mode, seed, skill = json.loads((model / "last").read_text())
(output / "seen.json").write_text(json.dumps([mode, seed]))
assert mode == os.environ["RRA_MODE"]
score(skill + int(seed) / 100)
"""
SEEDS = "[0, 1, 2]"


def chain(
    folder: Path, *, train: str = TRAIN, evaluate: str = EVALUATE, reference: str = "train/checkpoint", gpus: int = 0
) -> Path:
    launchers = {
        "evaluate": Launcher(code=evaluate, seeds=SEEDS, more=f"inputs: [{reference}]"),
        "train": Launcher(code=train, seeds=SEEDS, more="outputs: {checkpoint: model}", gpus=gpus),
    }
    artifact = write(folder, launchers)
    replace(artifact / "rra.yaml", "{estimator: single, over: seeds, n: 1}", MEAN)
    return artifact


def run(rrspec: CommandLine, artifact: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    ended = rrspec("run", "-C", artifact, "--format", "json", *SCORES, *arguments)
    return ended.returncode, json.loads(ended.stdout)


def seen(artifact: Path, mode: str = "scored") -> dict[int, list[str]]:
    """Mode and seed of the training run that each evaluation saw, by its own seed."""
    return {
        record.predicate.seed or 0: json.loads(
            (artifact / "evidence" / "runs" / record.predicate.run / "outputs" / "seen.json").read_text()
        )
        for record in records(artifact)
        if record.predicate.experiment == "evaluate" and record.predicate.mode == mode
    }


@pytest.fixture(scope="module")
def chained(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    folder = tmp_path_factory.mktemp("chain")
    artifact = chain(folder / "paper")
    rrspec = CommandLine(folder, cache)
    assert rrspec("run", "-C", artifact, "--smoke", *SCORES).returncode == 0
    code, result = run(rrspec, artifact)
    assert (code, [row["judgement"]["verdict"] for row in result["tasks"]]) == (0, ["compatible", "compatible"])
    return artifact


@pytest.fixture
def artifact(chained: Path, tmp_path: Path) -> Path:
    shutil.copytree(chained, tmp_path / "paper", symlinks=True)
    return tmp_path / "paper"


def test_each_run_takes_the_output_of_its_own_seed(chained: Path) -> None:
    assert seen(chained) == {0: ["scored", "0"], 1: ["scored", "1"], 2: ["scored", "2"]}


def test_smoke_feeds_smoke(chained: Path) -> None:
    assert seen(chained, "smoke") == {0: ["smoke", "0"]}


def test_the_record_names_the_input_by_its_digest(chained: Path) -> None:
    digests = [record.predicate.inputs for record in records(chained) if record.predicate.experiment == "evaluate"]
    assert {name for inputs in digests for name in inputs} == {"train/checkpoint"}
    assert len({inputs["train/checkpoint"] for inputs in digests}) == 4  # three seeds and the smoke run


@pytest.mark.needs("bwrap")
def test_a_chain_holds_in_a_sandbox(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = chain(tmp_path / "paper")
    assert rrspec("run", "-C", artifact, "--isolation", "bubblewrap").returncode == 0
    assert seen(artifact) == {0: ["scored", "0"], 1: ["scored", "1"], 2: ["scored", "2"]}


def test_first_takes_the_output_of_the_first_seed(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = chain(tmp_path / "paper", reference="{from: train/checkpoint, seeds: first}")
    assert run(rrspec, artifact)[0] == 0
    assert seen(artifact) == {0: ["scored", "0"], 1: ["scored", "0"], 2: ["scored", "0"]}


def test_naming_the_later_one_runs_the_earlier_one_first(rrspec: CommandLine, tmp_path: Path) -> None:
    code, result = run(rrspec, chain(tmp_path / "paper"), "evaluate")
    assert (code, [row["task"] for row in result["tasks"]]) == (0, ["evaluate/accuracy"])
    assert [item["experiment"] for item in result["runs"]] == ["train"] * 3 + ["evaluate"] * 3


def test_resume_makes_only_the_later_runs_that_are_missing(rrspec: CommandLine, artifact: Path) -> None:
    for folder in artifact.glob("evidence/runs/evaluate-scored-*"):
        shutil.rmtree(folder)
    code, result = run(rrspec, artifact, "--resume")
    assert (code, [item["experiment"] for item in result["runs"]]) == (0, ["evaluate"] * 3)
    assert seen(artifact) == {0: ["scored", "0"], 1: ["scored", "1"], 2: ["scored", "2"]}


def test_resume_trains_again_where_the_output_is_gone(rrspec: CommandLine, artifact: Path) -> None:
    for folder in artifact.glob("evidence/runs/evaluate-scored-*"):
        shutil.rmtree(folder)
    shutil.rmtree(artifact / ".rrspec" / "outputs")
    code, result = run(rrspec, artifact, "--resume")
    assert (code, len(result["runs"])) == (0, 6)


def test_outputs_of_another_method_are_not_taken(rrspec: CommandLine, artifact: Path) -> None:
    """Trained with other code meanwhile, and then back: the records of the first code do not vouch for that output."""
    replace(artifact / "launchers" / "train.py", "SKILL = 90", "SKILL = 50")
    run(rrspec, artifact, "train")
    replace(artifact / "launchers" / "train.py", "SKILL = 50", "SKILL = 90")
    for folder in artifact.glob("evidence/runs/evaluate-scored-*"):
        shutil.rmtree(folder)
    code, result = run(rrspec, artifact, "--resume")
    measured = {row["task"]: row["judgement"]["measured"] for row in result["tasks"]}
    assert (code, measured["evaluate/accuracy"]) == (0, "90.01")


def test_outputs_of_a_reference_s_seeds_are_not_taken(rrspec: CommandLine, artifact: Path) -> None:
    code, _ = run(rrspec, artifact, "--reference", "10-12")
    assert code == 0
    assert {seed: found for seed, found in seen(artifact).items() if seed >= 10} == {
        10: ["scored", "10"],
        11: ["scored", "11"],
        12: ["scored", "12"],
    }
    for folder in artifact.glob("evidence/runs/evaluate-scored-s[0-2]-*"):
        shutil.rmtree(folder)
    run(rrspec, artifact, "--resume")
    assert {seed: found[1] for seed, found in seen(artifact).items() if seed < 10} == {0: "0", 1: "1", 2: "2"}


FAILED = f"if os.environ['RRA_SEED'] == '1': sys.exit(9)\n{TRAIN}"


def test_after_a_failure_the_later_run_fails_with_it(rrspec: CommandLine, tmp_path: Path) -> None:
    code, result = run(rrspec, chain(tmp_path / "paper", train=FAILED))
    rows = {row["task"]: row for row in result["tasks"]}
    assert (code, {row["judgement"]["verdict"] for row in rows.values()}) == (1, {"failed"})
    assert "needs train/checkpoint, and the run of train before it left none" in rows["evaluate/accuracy"]["reason"]
    assert [item["experiment"] for item in result["runs"]].count("evaluate") == 2


def test_a_failure_before_is_the_artifact_s_fault_in_a_verification_too(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = chain(tmp_path / "paper", train="sys.exit(9)")
    ended = rrspec("verify", artifact, "--level", "specified", "--format", "json", *SCORES)
    rows = {row["task"]: row["judgement"]["verdict"] for row in json.loads(ended.stdout)["tasks"]}
    assert (ended.returncode, rows) == (1, {"evaluate/accuracy": "failed", "train/accuracy": "failed"})


def test_what_could_not_be_done_before_could_not_be_done_after(rrspec: CommandLine, tmp_path: Path) -> None:
    code, result = run(rrspec, chain(tmp_path / "paper", gpus=1))
    verdicts = {row["task"]: row["judgement"]["verdict"] for row in result["tasks"]}
    assert (code, result["runs"]) == (4, [])
    assert verdicts == {"evaluate/accuracy": "could-not-be-done", "train/accuracy": "could-not-be-done"}


def test_a_run_that_was_not_made_leaves_no_record_and_no_attempt(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = chain(tmp_path / "paper", train=FAILED)
    run(rrspec, artifact)
    assert list((artifact / ".rrspec" / "runs").iterdir()) == []
    replace(artifact / "launchers" / "train.py", FAILED.splitlines()[0] + "\n", "")
    assert run(rrspec, artifact, "--resume")[0] == 0
    attempts = {len(record.predicate.attempts) for record in records(artifact)}
    assert attempts == {1}
