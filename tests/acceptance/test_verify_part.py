"""`verify` of a part: some seeds, new seeds, some tasks, some time; never compatible where runs are missing."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.schemas.kinds import VERIFICATION
from reprobridge_spec.schemas.load import load
from tests.acceptance.artifacts import Launcher, replace, write
from tests.conftest import CommandLine

SEEDED = """\
import random
random.seed(int(os.environ["RRA_SEED"]))
score(round(90 + random.uniform(-0.3, 0.3), 3))
"""
ISOLATION = ("--isolation", "none")


@pytest.fixture(scope="module")
def executed(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    """An artifact with records of a task over three seeds, and of one over one."""
    folder = tmp_path_factory.mktemp("part")
    launchers = {"many": Launcher(code=SEEDED, seeds="[0, 1, 2]"), "one": Launcher()}
    artifact = write(folder / "paper", launchers)
    replace(artifact / "rra.yaml", "estimator: single, over: seeds, n: 1", "estimator: mean, over: seeds")
    rrspec = CommandLine(folder, cache)
    for mode in (["--smoke"], []):
        ended = rrspec("run", *mode, "-C", artifact, *ISOLATION)
        assert ended.returncode == 0, ended.stderr
    return artifact


class Verify:
    """Calls `rrspec verify` on a copy of the artifact, and reads what it says."""

    def __init__(self, rrspec: CommandLine, executed: Path, tmp_path: Path) -> None:
        self.artifact = tmp_path / "paper"
        shutil.copytree(executed, self.artifact)
        self._rrspec = rrspec
        self.stderr = ""

    def __call__(self, *arguments: object) -> tuple[int, dict[str, Any]]:
        words = ("verify", *arguments, self.artifact, "--level", "specified", "--format", "json", *ISOLATION)
        ended = self._rrspec(*words)
        self.stderr = ended.stderr
        said = json.loads(ended.stdout) if ended.stdout else {}
        if "tasks" in said:
            assert load(VERIFICATION, ended.stdout.encode(), "v.json").findings == ()
        return ended.returncode, said


@pytest.fixture
def verify(rrspec: CommandLine, executed: Path, tmp_path: Path) -> Verify:
    return Verify(rrspec, executed, tmp_path)


def verdicts(said: dict[str, Any]) -> dict[str, str]:
    return {row["task"]: row["judgement"]["verdict"] for row in said["tasks"]}


def seeds_of(said: dict[str, Any], experiment: str = "many") -> list[int]:
    ids = [run["run"] for run in said["runs"] if run["mode"] == "scored" and run["experiment"] == experiment]
    return [int(match[1]) for one in ids if (match := re.search(r"-s(\d+)-", one))]


def test_one_seed_is_partial_and_inside_its_record(verify: Verify) -> None:
    code, said = verify("--seeds", "1")
    assert (code, verdicts(said)) == (4, {"many/accuracy": "partial", "one/accuracy": "could-not-be-done"})
    assert (said["holds"], said["asked"], seeds_of(said)) == (False, {"seeds": [1]}, [1])
    assert said["tasks"][0]["judgement"]["score_in_interval"] is True
    assert said["faults"] == [{"verdict": "could-not-be-done", "fault": "evaluator", "tasks": 1}]


def test_a_seed_that_covers_a_whole_statistic_is_no_part_of_it(verify: Verify) -> None:
    code, said = verify("--seeds", "0")
    assert (code, verdicts(said)) == (0, {"many/accuracy": "partial", "one/accuracy": "compatible"})
    assert said["holds"] is False


def test_a_seed_that_comes_out_otherwise_is_outside(verify: Verify) -> None:
    replace(verify.artifact / "launchers" / "many.py", "score(round(90 +", "score(round(93 +")
    # the method is another one now, and its records are stale
    code, said = verify("--seeds", "0", "--only", "many")
    assert (code, verdicts(said)) == (1, {"many/accuracy": "cannot-be-told"})
    records = verify.artifact / "evidence" / "runs"
    shutil.rmtree(records)
    assert verify("--only", "many")[1]["tasks"][0]["judgement"]["verdict"] == "incompatible"


def test_a_seed_of_nobody_is_refused(verify: Verify) -> None:
    assert verify("--seeds", "9")[0] == 2
    assert "seed 9 is none of the experiments' own" in verify.stderr


def test_fresh_seeds_are_new_ones_as_many_as_each_statistic_has(verify: Verify) -> None:
    code, said = verify("--fresh-seeds")
    drawn = said["asked"]["seeds"]
    assert (code, said["seeds"], len(drawn)) == (0, "fresh", 3)
    assert not {0, 1, 2} & set(drawn)
    assert (sorted(seeds_of(said)), seeds_of(said, "one")) == (sorted(drawn), drawn[:1])
    assert verdicts(said) == {"many/accuracy": "compatible", "one/accuracy": "compatible"}


def test_fewer_fresh_seeds_are_held_against_the_mean_of_the_records(verify: Verify) -> None:
    code, said = verify("--fresh-seeds", "2")
    assert (code, verdicts(said)) == (0, {"many/accuracy": "partial", "one/accuracy": "compatible"})
    assert "√(1/3 + 1/2)" in str(said["tasks"][0]["judgement"]["notes"])


@pytest.mark.parametrize("words", [("--fresh-seeds", "4"), ("--fresh-seeds", "0"), ("--fresh-seeds", "--seeds", "0")])
def test_fresh_seeds_that_do_not_go_are_refused(verify: Verify, words: tuple[str, ...]) -> None:
    assert verify(*words)[0] == 2


def test_only_some_tasks_hold_and_not_the_whole(verify: Verify) -> None:
    code, said = verify("--only", "one/accuracy")
    assert (code, verdicts(said), said["holds"]) == (0, {"one/accuracy": "compatible"}, False)
    assert {run["experiment"] for run in said["runs"]} == {"one"}
    assert verify("--only", "two")[0] == 2


def test_a_budget_takes_the_cheapest_first_and_says_what_did_not_fit(verify: Verify) -> None:
    replace(verify.artifact / "launchers" / "many.py", "import random", "import random; time.sleep(20)")
    manifest = verify.artifact / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("{limit: 1min}}", "{expected: 30s, limit: 1min}}", 1))
    code, said = verify("--budget", "6s")
    assert (code, verdicts(said)) == (4, {"many/accuracy": "could-not-be-done", "one/accuracy": "compatible"})
    row = said["tasks"][0]
    assert (row["fault"], "budget of time was spent" in row["reason"]) == ("evaluator", True)
    assert said["asked"] == {"budget_seconds": 6}


def test_people_read_that_a_part_is_not_all(rrspec: CommandLine, executed: Path, tmp_path: Path) -> None:
    ended = rrspec("verify", executed, "--only", "one", "--tables", "-o", tmp_path / "v.json", *ISOLATION)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.endswith("shipped-score 1.0.0: what was asked for holds, and that is not all of it\n")
    assert "main (Table 1, paper): printed / mean of references / new" in ended.stdout
