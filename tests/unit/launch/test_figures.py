"""Figures of alternatives are put into the decisions only where they say something new."""

from pathlib import Path

import pytest

from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.launch.figures import write
from reprobridge_spec.model.guide import AlternativeScore, MeasuredAlternative
from reprobridge_spec.model.verdict import Verdict
from reprobridge_spec.schemas.kinds import DECISIONS
from reprobridge_spec.schemas.load import load

TEXT = """\
rra: "1.0"
decisions:
  warmup:
    source: {document: paper, location: "4"}
    gap: "whether it counts"
    resolution: "it does"
    sensitivity: {measured: false, text: "small"}
    alternatives:
      one: {append: [--one]}
      two: {append: [--two]}
"""


def figure(plan: str = "1", **runs: int) -> MeasuredAlternative:
    scores = {
        f"{task}/accuracy": AlternativeScore(
            decided="0.9", score=f"0.{count}", runs=count, inside=True, verdict=Verdict.COMPATIBLE
        )
        for task, count in runs.items()
    }
    return MeasuredAlternative(plan=plan * 64, scores=scores)


def runs_in(file: Path, alternative: str = "one") -> dict[str, int]:
    model = load(DECISIONS, file.read_bytes(), "decisions.yaml").model
    assert model is not None
    measured = model.decisions["warmup"].alternatives[alternative].measured
    return {task.partition("/")[0]: score.runs for task, score in measured.scores.items()} if measured else {}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "decisions.yaml"
    path.write_text(TEXT)
    return path


def test_what_is_new_is_told(file: Path) -> None:
    assert write(file, "warmup", {"one": figure(a=3), "two": figure(a=3)}) == ["one", "two"]
    assert write(file, "warmup", {"one": figure(a=3), "two": figure(plan="2", a=3)}) == ["two"]


def test_the_same_again_does_not_touch_the_file(file: Path) -> None:
    write(file, "warmup", {"one": figure(a=3)})
    before = file.stat().st_mtime_ns
    assert write(file, "warmup", {"one": figure(a=3)}) == []
    assert file.stat().st_mtime_ns == before


def test_figures_over_more_runs_stay_and_so_do_those_of_other_tasks(file: Path) -> None:
    write(file, "warmup", {"one": figure(a=3, b=1)})
    assert write(file, "warmup", {"one": figure(a=1, b=2, c=1)}) == ["one"]
    assert runs_in(file) == {"a": 3, "b": 2, "c": 1}


def test_figures_of_another_plan_go(file: Path) -> None:
    write(file, "warmup", {"one": figure(a=3, b=3)})
    write(file, "warmup", {"one": figure(plan="2", b=1)})
    assert runs_in(file) == {"b": 1}


def test_a_byte_order_mark_stays(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    write(file, "warmup", {"one": figure(a=3)})
    assert file.read_bytes().startswith(b"\xef\xbb\xbfrra:")
    assert runs_in(file) == {"a": 3}


@pytest.mark.parametrize(
    "text",
    [
        TEXT.replace("warmup:", "cooldown:"),
        TEXT.replace("      one: {append: [--one]}\n", ""),
        TEXT.replace('gap: "whether it counts"', "gap: ["),
        TEXT.replace("decisions:", "decision:"),
        "",
    ],
    ids=["another decision", "alternative gone", "no YAML", "not of the form", "empty"],
)
def test_a_document_that_was_changed_meanwhile_stays_as_it_is(file: Path, text: str) -> None:
    file.write_text(text)
    with pytest.raises(ArtifactError, match="the figures could not be written") as told:
        write(file, "warmup", {"one": figure(a=3)})
    assert "--resume" in told.value.hint
    assert file.read_text() == text
