"""The change that moved a score is found among the patches between the release and the code."""

import difflib
import hashlib
import itertools
import json
import shutil
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import Launcher, replace, write
from tests.conftest import CommandLine

pytestmark = pytest.mark.slow

LAUNCHER = """\
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "code"))
import model
score(model.score(int(os.environ["RRA_SEED"])))
"""
OF_CHAIN = """\
score(json.loads(Path(os.environ["RRA_INPUT_WELL_CHECKPOINT"]).read_text()))
"""
BROKEN = "raise ImportError('no such module')"


def code(value: object, notes: int = 0) -> str:
    """A module whose score is `value`; each number of notes is another state with the same score."""
    body = value if isinstance(value, str) else f"return {value}"
    return "".join(f"# note {note}\n" for note in range(notes)) + f"def score(seed):\n    {body}\n"


def modified(folder: Path, states: Sequence[str], launchers: dict[str, Launcher] | None = None) -> Path:
    """An artifact whose code is the last of `states`, the release's being the first; the archive lies beside it."""
    artifact = write(folder, launchers or {"well": Launcher(code=LAUNCHER, seeds="[0, 1]")})
    replace(artifact / "rra.yaml", "{estimator: single, over: seeds, n: 1}", "{estimator: mean, over: seeds}")
    shutil.rmtree(artifact / "code")
    (artifact / "code").mkdir()
    (artifact / "code" / "model.py").write_text(states[-1])
    archive = folder.with_name("release.zip")
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("release-1/model.py", states[0])
    text = (artifact / "rra.yaml").read_text()
    before, _, rest = text.partition("codebase:\n")
    after = rest[rest.index("\n\n") :]
    pinned = hashlib.sha256(archive.read_bytes()).hexdigest()
    (artifact / "rra.yaml").write_text(
        f"{before}codebase:\n  path: code\n  relation: modified\n  changes: guide/changes.yaml\n"
        f'  upstream: {{archive: "https://example.org/release.zip", sha256: {pinned}, license: MIT}}{after}'
    )
    entries = ['rra: "1.0"', "changes:"]
    (artifact / "guide" / "changes").mkdir(exist_ok=True)
    for number, (old, new) in enumerate(itertools.pairwise(states), start=1):
        patch = difflib.unified_diff(
            old.splitlines(keepends=True), new.splitlines(keepends=True), "a/model.py", "b/model.py"
        )
        (artifact / "guide" / "changes" / f"c{number}.patch").write_text("".join(patch))
        entries += [f"  c{number}:", "    kind: correctness", f"    why: reason {number}"]
        entries += [f"    patch: guide/changes/c{number}.patch"]
    (artifact / "guide" / "changes.yaml").write_text("\n".join(entries) + "\n")
    return artifact


def bisect(rrspec: CommandLine, artifact: Path, *arguments: object) -> tuple[int, dict[str, Any]]:
    ended = rrspec(
        *("changes", "bisect", "well/accuracy", "-C", artifact, "--release", artifact.with_name("release.zip")),
        *("--isolation", "none", "--format", "json", *arguments),
    )
    result = json.loads(ended.stdout)
    return ended.returncode, result.get("error", result)


def moves(result: dict[str, Any]) -> list[tuple[list[str], str | None, str]]:
    return [(move["changes"], move.get("before"), move["now"]) for move in result["moves"]]


def tree(artifact: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(artifact)): path.read_bytes()
        for path in sorted(artifact.rglob("*"))
        if path.is_file() and ".rrspec" not in path.parts
    }


SEVERAL = [code(80), code(80, 1), code(90, 1), code(90, 2), code(90.5, 2)]


@pytest.fixture(scope="module")
def bisected(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> tuple[Path, dict[str, bytes], dict[str, Any]]:
    """An artifact, its files before, and what came of it."""
    folder = tmp_path_factory.mktemp("bisect")
    artifact = modified(folder / "paper", SEVERAL)
    before = tree(artifact)
    status, result = bisect(CommandLine(folder, cache), artifact)
    assert status == 0, result
    return artifact, before, result


def test_the_change_that_moved_the_score_is_found(bisected: tuple[Path, dict[str, bytes], dict[str, Any]]) -> None:
    _, _, result = bisected
    assert moves(result) == [(["c2"], "80", "90")]
    assert (result["threshold"], result["seed"], result["recorded"]) == ("0.9", 0, True)
    assert [(state.get("change"), state.get("value")) for state in result["states"]] == [
        (None, "80"),
        ("c1", "80"),
        ("c2", "90"),
        ("c3", None),
        ("c4", "90.5"),
    ]
    assert result["states"][2]["why"] == "reason 2"
    assert result["isolation"]["kind"] == "none"


def test_the_artifact_stays_as_it_was(bisected: tuple[Path, dict[str, bytes], dict[str, Any]]) -> None:
    artifact, before, _ = bisected
    assert tree(artifact) == before
    assert {path.name for path in (artifact / ".rrspec" / "bisect").iterdir()} == {"lock", "values"}


def test_a_second_bisection_runs_nothing_again(
    rrspec: CommandLine, bisected: tuple[Path, dict[str, bytes], dict[str, Any]]
) -> None:
    artifact, _, first = bisected
    arguments = ("well/accuracy", "-C", artifact, "--release", artifact.with_name("release.zip"))
    ended = rrspec("changes", "bisect", *arguments, "--isolation", "none")
    assert ended.stderr.count("from an earlier bisection") == 4
    assert "c2: from 80 to 90" in ended.stdout
    second = bisect(rrspec, artifact)[1]
    assert second["moves"] == first["moves"]
    assert [state.get("earlier", False) for state in second["states"]] == [True, True, True, False, True]


@pytest.mark.slow
def test_again_runs_all_of_them_again(
    rrspec: CommandLine, bisected: tuple[Path, dict[str, bytes], dict[str, Any]]
) -> None:
    result = bisect(rrspec, bisected[0], "--again")[1]
    assert not any(state.get("earlier") for state in result["states"])
    assert moves(result) == [(["c2"], "80", "90")]


@pytest.mark.slow
def test_another_seed_and_other_code_are_run_anew(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", [code(80), code("return 90 + seed")])
    assert moves(bisect(rrspec, artifact)[1]) == [(["c1"], "80", "90")]
    result = bisect(rrspec, artifact, "--seed", "1")[1]
    assert (moves(result), result["seed"]) == ([(["c1"], "80", "91")], 1)
    replace(artifact / "launchers" / "well.py", "score(model", "score(1 + model")
    assert moves(bisect(rrspec, artifact)[1]) == [(["c1"], "81", "91")]


def test_states_that_fail_are_passed_over_and_the_range_is_told(rrspec: CommandLine, tmp_path: Path) -> None:
    states = [code(80), code(80, 1), code(BROKEN, 2), code(BROKEN, 3), code(90, 3)]
    status, result = bisect(rrspec, modified(tmp_path / "paper", states))
    assert (status, moves(result)) == (0, [(["c2", "c3", "c4"], "80", "90")])
    assert result["moves"][0]["skipped"] == [2, 3]
    assert "no such module" in result["states"][2]["failure"]


def test_a_release_that_fails_begins_to_run_by_a_change(rrspec: CommandLine, tmp_path: Path) -> None:
    states = [code(BROKEN), code(BROKEN, 1), code(85, 1), code(90, 1)]
    status, result = bisect(rrspec, modified(tmp_path / "paper", states))
    assert (status, moves(result)) == (0, [(["c2"], None, "85"), (["c3"], "85", "90")])


@pytest.mark.slow
def test_a_change_beside_the_code_that_runs_moves_nothing(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", [code(90), code(90.2, 1)])
    status, result = bisect(rrspec, artifact)
    assert (status, result["moves"]) == (0, [])
    ended = rrspec(
        *("changes", "bisect", "well/accuracy", "-C", artifact, "--release", artifact.with_name("release.zip")),
        *("--isolation", "none"),
    )
    assert "no change moves the score by more than that" in ended.stdout


def test_what_no_entry_tells_is_a_state_of_its_own(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", [code(80), code(80, 1)])
    (artifact / "code" / "model.py").write_text(code(90, 1))
    arguments = ("well/accuracy", "-C", artifact, "--release", artifact.with_name("release.zip"))
    ended = rrspec("changes", "bisect", *arguments, "--isolation", "none")
    assert ended.returncode == 0
    assert "what no entry tells: from 80 to 90" in ended.stdout
    assert "the patches do not lead to the code folder" in ended.stdout


@pytest.mark.needs("bwrap")
def test_a_task_of_a_chain_is_bisected_in_a_sandbox(rrspec: CommandLine, tmp_path: Path) -> None:
    kept = '(output / "model.json").write_text(json.dumps(model.score(0)))\n'
    launchers = {
        "well": Launcher(code=LAUNCHER + kept, more="outputs: {checkpoint: model.json}"),
        "later": Launcher(code=OF_CHAIN, more="inputs: [well/checkpoint]"),
    }
    artifact = modified(tmp_path / "paper", SEVERAL, launchers)
    arguments = ("later/accuracy", "-C", artifact, "--release", artifact.with_name("release.zip"), "--format", "json")
    ended = rrspec("changes", "bisect", *arguments, "--isolation", "bubblewrap")
    assert "isolation: bubblewrap" in ended.stderr
    assert moves(json.loads(ended.stdout)) == [(["c2"], "80", "90")]


def test_a_code_folder_that_fails_cannot_be_bisected(rrspec: CommandLine, tmp_path: Path) -> None:
    status, result = bisect(rrspec, modified(tmp_path / "paper", [code(80), code(BROKEN)]))
    assert (status, "the code folder gives no score of well/accuracy" in result["message"]) == (1, True)


def test_a_patch_that_changes_no_file_is_named(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", SEVERAL)
    (artifact / "guide" / "changes" / "c2.patch").write_text("garbage\n")
    status, result = bisect(rrspec, artifact)
    assert (status, "the patch of change c2 changes no file" in result["message"]) == (1, True)


def test_a_patch_that_does_not_apply_in_the_middle_is_named(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", SEVERAL)
    replace(artifact / "guide" / "changes" / "c2.patch", "-    return 80", "-    return 81")
    status, result = bisect(rrspec, artifact)
    assert (status, "the patch of change c2 does not apply" in result["message"]) == (1, True)
    assert result["place"].startswith("guide/changes/c2.patch:")
    assert not (artifact / ".rrspec" / "bisect").exists()


def test_a_patch_that_is_gone_or_no_patch_is_named(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", SEVERAL)
    (artifact / "guide" / "changes" / "c3.patch").write_text("@@ -1 +1 @@\n")
    status, result = bisect(rrspec, artifact)
    assert (status, "the patch of change c3 cannot be read" in result["message"]) == (1, True)
    (artifact / "guide" / "changes" / "c3.patch").unlink()
    status, result = bisect(rrspec, artifact)
    assert (status, result["message"]) == (1, "guide/changes/c3.patch is not there")


def test_a_machine_that_cannot_is_no_finding(rrspec: CommandLine, tmp_path: Path) -> None:
    launchers = {"well": Launcher(code=LAUNCHER, gpus=16)}
    status, result = bisect(rrspec, modified(tmp_path / "paper", [code(80), code(90)], launchers))
    assert (status, "GPU" in result["message"]) == (4, True)


@pytest.mark.parametrize(
    ("task", "arguments", "said"),
    [
        ("well/accuracy", (), "the authors' release is not at hand"),
        ("well/accuracy", ("--release", "gone.zip"), "there is no release at gone.zip"),
        ("well/acuracy", ("--release", "release.zip"), "Did you mean `well/accuracy`?"),
        ("well", ("--release", "release.zip"), "there is no task well"),
        ("well/accuracy", ("--release", "release.zip", "--seed", "7"), "seed 7 is none of experiment well's"),
        ("well/accuracy", ("--release", "other.zip"), "is not the pinned archive"),
    ],
)
def test_what_cannot_be_asked_is_said(
    rrspec: CommandLine, tmp_path: Path, task: str, arguments: tuple[str, ...], said: str
) -> None:
    artifact = modified(tmp_path / "paper", [code(80), code(90)])
    (tmp_path / "other.zip").write_bytes(b"other")
    ended = rrspec("changes", "bisect", task, "-C", artifact, "--isolation", "none", *arguments)
    assert (ended.returncode, said in ended.stderr) == (2, True), ended.stderr


def test_a_reimplementation_has_no_patches(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = modified(tmp_path / "paper", [code(80), code(90)])
    replace(artifact / "rra.yaml", "relation: modified", "relation: reimplementation")
    status, result = bisect(rrspec, artifact)
    assert (status, "the code is reimplementation: no patches lead" in result["message"]) == (2, True)
    assert "what was checked against what" in result["hint"]


def test_code_of_its_own_has_no_release(rrspec: CommandLine, paper: Path) -> None:
    ended = rrspec("changes", "bisect", "train/accuracy", "-C", paper, "--release", paper)
    assert (ended.returncode, "the code is original: no patches lead" in ended.stderr) == (2, True)
