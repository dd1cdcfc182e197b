"""Alternatives of a decision are run beside what was decided; the changes go into the guide, the records lie apart."""

import json
import shutil
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.schemas.kinds import DECISIONS, RUN_RECORD
from reprobridge_spec.schemas.load import load
from tests.acceptance.artifacts import Launcher, records, replace, write
from tests.conftest import CommandLine

pytestmark = pytest.mark.slow

TRAIN = """\
skill = 70 if "--less" in sys.argv else 90
assert "--crash" not in sys.argv, "no such optimiser"
(output / "model.json").write_text(json.dumps(skill))
score(skill)
"""
EVALUATE = """\
skill = json.loads(Path(os.environ["RRA_INPUT_TRAIN_CHECKPOINT"]).read_text())
while "--bonus" in sys.argv and any((folder / "hold").exists() for folder in Path(__file__).resolve().parents):
    time.sleep(0.05)
score(skill + ("--bonus" in sys.argv) * 2 + int(os.environ["RRA_SEED"]) / 100)
"""
DECISIONS_TEXT = """\
rra: "1.0"
decisions:
  skill:      # how skilled
    source: {document: paper, location: 'Section 2'}
    gap: >-
      The paper does not say
      how skilled it is.
    resolution: "90, as the release has it."
    sensitivity: {measured: false, text: "should be small"}
    alternatives:
      less: {append: [--less], experiments: [train]}   # harsher
      same:
        append: ["--quiet"]     # prints nothing
        experiments: [train, evaluate]

      bonus: {append: [--bonus]}
    tasks: [evaluate/accuracy]   # the train one follows
  settled:
    source: {document: paper, location: "Section 3"}
    gap: "Which side is up."
    resolution: "Heads."
    sensitivity: {measured: false, text: "None."}
    tasks: [evaluate/accuracy]
  crash:
    source: {document: paper, location: "Section 4"}
    gap: "Which optimiser."
    resolution: "The usual one."
    sensitivity: {measured: false, text: "Unknown."}
    alternatives: {other: {append: [--crash], experiments: [train]}}
    tasks: [train/accuracy, evaluate/accuracy]
"""
KEPT = "evidence/sensitivity/skill"


def chain(folder: Path, decisions: str = DECISIONS_TEXT) -> Path:
    launchers = {
        "evaluate": Launcher(code=EVALUATE, seeds="[0, 1]", more="inputs: [train/checkpoint]"),
        "train": Launcher(code=TRAIN, seeds="[0, 1]", more="outputs: {checkpoint: model.json}"),
    }
    artifact = write(folder, launchers)
    replace(artifact / "rra.yaml", "{estimator: single, over: seeds, n: 1}", "{estimator: mean, over: seeds}")
    (artifact / "guide" / "decisions.yaml").write_text(decisions)
    return artifact


def decide(rrspec: CommandLine, artifact: Path, name: str, *arguments: str) -> tuple[int, dict[str, Any]]:
    ended = rrspec("run", "-C", artifact, "--decision", name, "--format", "json", "--isolation", "none", *arguments)
    return ended.returncode, json.loads(ended.stdout)


def scores(result: dict[str, Any]) -> dict[tuple[str, str | None], tuple[str | None, str | None, str]]:
    return {
        (row["task"], row.get("alternative")): (
            row["judgement"].get("measured"),
            row.get("change"),
            row["judgement"]["verdict"],
        )
        for row in result["rows"]
    }


def of_alternatives(artifact: Path, below: str = KEPT) -> dict[str, list[RunRecord]]:
    found: dict[str, list[RunRecord]] = {}
    for path in sorted(artifact.glob(f"{below}/*/*/run.json")):
        loaded = load(RUN_RECORD, path.read_bytes(), "run.json")
        assert loaded.model is not None
        found.setdefault(path.parent.parent.name, []).append(loaded.model)
    return found


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("decision")
    artifact = chain(folder / "paper")
    code, result = decide(CommandLine(folder, cache), artifact, "skill")
    assert code == 0, result
    return artifact, result


@pytest.fixture
def artifact(ran: tuple[Path, dict[str, Any]], tmp_path: Path) -> Path:
    shutil.copytree(ran[0], tmp_path / "paper", symlinks=True)
    return tmp_path / "paper"


def test_each_alternative_stands_beside_what_was_decided(ran: tuple[Path, dict[str, Any]]) -> None:
    assert scores(ran[1]) == {
        ("evaluate/accuracy", None): ("90.005", None, "compatible"),
        ("evaluate/accuracy", "less"): ("70.005", "-20", "incompatible"),
        ("evaluate/accuracy", "same"): ("90.005", "0", "compatible"),
        ("evaluate/accuracy", "bonus"): ("92.005", "2", "incompatible"),
    }


def test_an_alternative_runs_what_it_changes_and_takes_the_rest_as_decided(ran: tuple[Path, dict[str, Any]]) -> None:
    made = {name: [item.predicate.experiment for item in found] for name, found in of_alternatives(ran[0]).items()}
    assert made["less"].count("train") == made["less"].count("evaluate") == 2
    assert made["bonus"] == ["evaluate", "evaluate"]


def test_records_of_alternatives_say_what_they_are_and_lie_apart(ran: tuple[Path, dict[str, Any]]) -> None:
    artifact, _ = ran
    for name, found in of_alternatives(artifact).items():
        for record in found:
            of = record.predicate.alternative
            assert of is not None
            assert (of.decision, of.alternative) == ("skill", name)
    own = [record.predicate for record in records(artifact)]
    assert len(own) == 4
    assert {predicate.alternative for predicate in own} == {None}


def test_what_was_decided_is_run_where_no_record_of_it_is_there(ran: tuple[Path, dict[str, Any]]) -> None:
    assert sorted(record.predicate.experiment for record in records(ran[0])) == ["evaluate"] * 2 + ["train"] * 2


def test_the_figures_go_into_the_guide_and_nothing_else_of_it_changes(ran: tuple[Path, dict[str, Any]]) -> None:
    text = (ran[0] / "guide" / "decisions.yaml").read_text()
    model = load(DECISIONS, text.encode(), "decisions.yaml").model
    assert model is not None
    measured = {name: body.measured for name, body in model.decisions["skill"].alternatives.items()}
    kept = {name: found.scores["evaluate/accuracy"] for name, found in measured.items() if found is not None}
    assert {name: (score.decided, score.score, score.runs, score.inside) for name, score in kept.items()} == {
        "less": ("90.005", "70.005", 2, False),
        "same": ("90.005", "90.005", 2, True),
        "bonus": ("90.005", "92.005", 2, False),
    }
    left = text.splitlines()
    for line in DECISIONS_TEXT.splitlines():
        if "{append" not in line or "--crash" in line:
            assert left.count(line) >= 1, line
    assert "less:   # harsher" in text
    assert 'text: "should be small"' in text


def test_a_second_run_changes_nothing_in_the_guide(rrspec: CommandLine, artifact: Path) -> None:
    before = (artifact / "guide" / "decisions.yaml").read_bytes()
    code, result = decide(rrspec, artifact, "skill", "--resume")
    assert (code, result["runs"], result.get("written", [])) == (0, [], [])
    assert (artifact / "guide" / "decisions.yaml").read_bytes() == before
    code, result = decide(rrspec, artifact, "skill")
    assert (code, len(result["runs"]), result.get("written", [])) == (0, 10, [])
    assert (artifact / "guide" / "decisions.yaml").read_bytes() == before


def test_resume_makes_what_is_missing(rrspec: CommandLine, artifact: Path) -> None:
    for folder in artifact.glob(f"{KEPT}/less/evaluate-scored-s1-*"):
        shutil.rmtree(folder)
    code, result = decide(rrspec, artifact, "skill", "--resume")
    # its training is recorded, and its output is gone
    assert (code, sorted(item["experiment"] for item in result["runs"])) == (0, ["evaluate", "train"])
    assert scores(result)["evaluate/accuracy", "less"] == ("70.005", "-20", "incompatible")


def test_other_code_makes_alternatives_and_figures_stale(rrspec: CommandLine, artifact: Path) -> None:
    replace(artifact / "launchers" / "evaluate.py", "* 2", "* 4")
    ended = rrspec("validate", artifact, "--level", "preserved", "--select", "RRG016", "--format", "concise")
    assert ended.stdout.count("sensitivity-stale") == 3
    code, result = decide(rrspec, artifact, "skill", "--resume")
    assert (code, scores(result)["evaluate/accuracy", "bonus"]) == (0, ("94.005", "4", "incompatible"))
    assert (
        rrspec("validate", artifact, "--level", "preserved", "--select", "RRG016").stdout.count("sensitivity-stale")
        == 0
    )


def test_fewer_seeds_are_partial_and_said(rrspec: CommandLine, artifact: Path) -> None:
    (artifact / "guide" / "decisions.yaml").write_text(DECISIONS_TEXT)
    code, result = decide(rrspec, artifact, "skill", "--seeds", "1", "--resume")
    assert (code, result["seeds"], result["runs"]) == (0, [1], [])
    assert scores(result)["evaluate/accuracy", "bonus"] == ("92.01", "2", "partial")
    bonus = next(row for row in result["rows"] if row.get("alternative") == "bonus")
    assert bonus["judgement"]["score_in_interval"] is False
    assert "runs: 1, inside: false, verdict: partial" in (artifact / "guide" / "decisions.yaml").read_text()
    # figures over fewer runs give way to those over more, and not the other way round
    decide(rrspec, artifact, "skill", "--resume")
    decide(rrspec, artifact, "skill", "--seeds", "1", "--resume")
    assert "partial" not in (artifact / "guide" / "decisions.yaml").read_text()


def test_runs_of_alternatives_are_scores_of_nothing(rrspec: CommandLine, artifact: Path) -> None:
    for folder in artifact.glob("evidence/runs/evaluate-*"):
        shutil.rmtree(folder)
    ended = rrspec("status", "-C", artifact, "--format", "json")
    rows = {row["task"]: row["standing"] for row in json.loads(ended.stdout)["tasks"]}
    assert (rows["evaluate/accuracy"], rows["train/accuracy"]) == ("planned", "scored")
    audited = json.loads(rrspec("audit", artifact, "--format", "json").stdout)
    verdicts = {row["task"]: row["verdict"] for row in audited["tasks"]}
    assert verdicts["evaluate/accuracy"] == "cannot-be-told"
    found = rrspec("validate", artifact, "--level", "executed", "--select", "RRV002", "--format", "concise").stdout
    assert "evaluate/accuracy" in found
    code = rrspec("run", "-C", artifact, "--resume", "--isolation", "none", "--format", "json")
    assert [item["experiment"] for item in json.loads(code.stdout)["runs"]] == ["evaluate", "evaluate"]


def test_a_record_of_an_alternative_among_the_runs_is_a_finding(rrspec: CommandLine, artifact: Path) -> None:
    folder = next(artifact.glob(f"{KEPT}/bonus/evaluate-scored-s0-*"))
    shutil.move(folder, artifact / "evidence" / "runs" / folder.name)
    found = rrspec("validate", artifact, "--level", "executed", "--select", "RRV010", "--format", "concise").stdout
    assert "is of alternative `bonus` of decision `skill`" in found


def test_an_alternative_that_fails_is_said_and_kept(rrspec: CommandLine, artifact: Path) -> None:
    code, result = decide(rrspec, artifact, "crash")
    assert code == 1
    assert scores(result)["train/accuracy", "other"] == (None, None, "failed")
    assert scores(result)["evaluate/accuracy", "other"] == (None, None, "failed")
    assert "no such optimiser" in next(row["reason"] for row in result["rows"] if row.get("alternative"))
    assert (
        'train/accuracy: {decided: "90", runs: 2, verdict: failed}'
        in (artifact / "guide" / "decisions.yaml").read_text()
    )


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("skil",), 2, "Did you mean `skill`?"),
        (("nothing-like-it",), 2, "There are: skill, settled, crash."),
        (("settled",), 2, "decision settled names no alternatives"),
        (("skill", "--seeds", "7"), 2, "seed 7 is none of the experiments'"),
        (("skill", "--seeds", "x"), 2, "names no seeds"),
        (("skill", "--smoke"), 2, "--decision goes with neither"),
        (("skill", "evaluate"), 2, "--decision goes with neither"),
        (("skill", "--reference", "5-6"), 2, "--decision goes with neither"),
    ],
)
def test_what_cannot_be_asked_is_said(
    rrspec: CommandLine, artifact: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    before = (artifact / "guide" / "decisions.yaml").read_bytes()
    ended = rrspec("run", "-C", artifact, "--isolation", "none", "--decision", *arguments)
    assert (ended.returncode, said in ended.stderr) == (code, True), ended.stderr
    assert (artifact / "guide" / "decisions.yaml").read_bytes() == before


def test_seeds_alone_are_refused(rrspec: CommandLine, artifact: Path) -> None:
    ended = rrspec("run", "-C", artifact, "--seeds", "1")
    assert (ended.returncode, "--seeds goes with --decision" in ended.stderr) == (2, True)


def test_a_decision_without_tasks_has_nothing_to_run(rrspec: CommandLine, tmp_path: Path) -> None:
    text = DECISIONS_TEXT.replace("    tasks: [evaluate/accuracy]   # the train one follows\n", "")
    ended = rrspec("run", "-C", chain(tmp_path / "other", text), "--isolation", "none", "--decision", "skill")
    assert (ended.returncode, "names no task that is run" in ended.stderr) == (2, True)


def test_an_alternative_of_an_unknown_experiment_does_not_pass_the_gate(rrspec: CommandLine, tmp_path: Path) -> None:
    text = DECISIONS_TEXT.replace("experiments: [train]}   #", "experiments: [trian]}   #")
    ended = rrspec("run", "-C", chain(tmp_path / "other", text), "--isolation", "none", "--decision", "skill")
    assert ended.returncode == 1
    assert "names the experiment `trian`, which is not there" in ended.stderr
    assert "Did you mean `train`?" in ended.stderr


def test_the_table_shows_what_each_alternative_changes(rrspec: CommandLine, artifact: Path) -> None:
    ended = rrspec("run", "-C", artifact, "--isolation", "none", "--decision", "skill", "--resume")
    lines = [line.split() for line in ended.stdout.splitlines()]
    assert ["less", "70.005", "-20", "[89.1,", "90.9]", "no", "incompatible", "(below)"] in lines
    assert ["bonus", "92.005", "+2", "[89.1,", "90.9]", "no", "incompatible", "(above)"] in lines
    assert ["same", "90.005", "0", "[89.1,", "90.9]", "yes", "compatible"] in lines


def test_a_budget_that_is_spent_leaves_the_rest_for_another_time(rrspec: CommandLine, artifact: Path) -> None:
    shutil.rmtree(artifact / KEPT / "bonus")
    (artifact / "guide" / "decisions.yaml").write_text(DECISIONS_TEXT)
    code, result = decide(rrspec, artifact, "skill", "--resume", "--budget", "0s")
    assert code == 4
    assert scores(result)["evaluate/accuracy", "less"] == ("70.005", "-20", "incompatible")
    assert scores(result)["evaluate/accuracy", "bonus"] == (None, None, "could-not-be-done")
    assert result["written"] == ["less", "same"]
    assert decide(rrspec, artifact, "skill", "--resume")[0] == 0


def test_what_was_done_before_an_interruption_is_kept(rrspec: CommandLine, artifact: Path) -> None:
    for folder in artifact.glob(f"{KEPT}/[bl]*/evaluate-*"):
        shutil.rmtree(folder)
    hold = artifact / ".rrspec" / "hold"
    hold.touch()
    begun = rrspec.start("run", "-C", artifact, "--isolation", "none", "--decision", "skill", "--resume")
    for _ in range(1200):
        if list(artifact.glob(".rrspec/sensitivity/skill/bonus/runs/*/attempts/1.json")):
            break
        time.sleep(0.05)
    begun.send_signal(signal.SIGINT)
    _, said = begun.communicate(timeout=60)
    assert begun.returncode == 130, said
    assert "`rrspec run --decision skill --resume` makes the rest" in said
    assert len(of_alternatives(artifact)["less"]) == 6
    hold.unlink()
    code, result = decide(rrspec, artifact, "skill", "--resume")
    assert (code, [item["experiment"] for item in result["runs"]]) == (0, ["evaluate", "evaluate"])
    assert max(len(record.predicate.attempts) for record in of_alternatives(artifact)["bonus"]) == 2
