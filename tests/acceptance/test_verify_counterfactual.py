"""`verify --counterfactual`: a run that passed is made again with one thing turned."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.artifacts import Launcher, write
from tests.conftest import CommandLine

pytestmark = pytest.mark.slow

# each line depends on one thing that no launcher may depend on
DEPENDENT = """\
assert " " not in os.getcwd(), "my path has no space"
(output / "zone.txt").write_text(time.strftime("%z"))
(output / "folder").mkdir()
(output / "moment.txt").write_text(str(time.time()))
score(90)
"""


def verified(rrspec: CommandLine, artifact: Path, *words: str) -> tuple[int, dict[str, Any]]:
    ended = rrspec("verify", *words, artifact, "--level", "specified", "--format", "json")
    assert ended.stdout, ended.stderr
    return ended.returncode, json.loads(ended.stdout)


def states(said: dict[str, Any], experiment: str) -> dict[str, str]:
    return {axis["name"]: axis["state"] for axis in said["counterfactual"] if axis["experiment"] == experiment}


def test_without_isolation_what_depends_on_path_zone_and_an_empty_folder_is_found(
    rrspec: CommandLine, tmp_path: Path
) -> None:
    artifact = write(tmp_path / "paper", {"bad": Launcher(code=DEPENDENT), "well": Launcher()})
    code, said = verified(rrspec, artifact, "--counterfactual", "--isolation", "none")
    # the scores are as good as without it; a launcher failed where the contract promises nothing else
    assert (code, said["holds"]) == (1, True)
    assert states(said, "well") == {
        **dict.fromkeys(["again", "path", "locale", "time-zone", "umask", "home", "second-run", "threads"], "held"),
        **dict.fromkeys(["user", "network", "hash-seed"], "not-checked"),
        "hash-seed": "held",
    }
    found = states(said, "bad")
    assert {name for name, state in found.items() if state == "failed"} == {"path", "second-run"}
    assert {name for name, state in found.items() if state == "changed"} == {"again", "time-zone"}
    axes = {axis["name"]: axis for axis in said["counterfactual"] if axis["experiment"] == "bad"}
    assert axes["path"]["cause"] == 'launchers/bad.py:11: assert " " not in os.getcwd(), "my path has no space"'
    assert "my path has no space" in axes["path"]["why"]
    assert "FileExistsError" in axes["second-run"]["why"]
    assert (axes["time-zone"]["why"], "strftime" in axes["time-zone"]["cause"]) == ("zone.txt differs", True)
    # turned runs are none of the verification's runs
    assert sorted(run["mode"] for run in said["runs"]) == ["scored", "scored", "smoke", "smoke"]


@pytest.mark.needs("bwrap")
def test_inside_bubblewrap_user_and_network_are_told_too(rrspec: CommandLine, tmp_path: Path) -> None:
    code = "(output / 'user.txt').write_text(str(os.getuid()))\nscore(90)"
    artifact = write(tmp_path / "paper", {"who": Launcher(code=code)})
    ended, said = verified(rrspec, artifact, "--counterfactual=scored", "--isolation", "bubblewrap")
    found = states(said, "who")
    assert (ended, found["user"], found["network"], found["path"]) == (0, "changed", "held", "held")
    assert {axis["mode"] for axis in said["counterfactual"]} == {"scored"}


def test_an_experiment_whose_smoke_run_failed_is_not_turned(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"bad": Launcher(code="sys.exit(3)")})
    code, said = verified(rrspec, artifact, "--counterfactual", "--isolation", "none")
    assert (code, said.get("counterfactual", [])) == (1, [])
