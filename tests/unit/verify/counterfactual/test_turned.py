"""What a launcher sees of each turn, with a real shell and no sandbox around it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.sandbox.base import Folders
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.model.isolation import Isolation
from reprobridge_spec.model.verification import AxisName
from reprobridge_spec.verify.counterfactual.turned import Turned
from reprobridge_spec.verify.counterfactual.turns import CANNOT, Turn, turns

LOOK = """
import json, os, pathlib, time
out = pathlib.Path(os.environ["RRA_OUTPUT_DIR"])
home = pathlib.Path(os.environ["HOME"])
said = {
    "before": sorted(path.name for path in out.iterdir()),
    "attempt": os.environ.get("RRA_ATTEMPT"),
    "folder": os.getcwd(),
    "files": sorted(os.listdir()),
    "home": str(home),
    "home_is_empty": not any(home.iterdir()),
    "umask": os.umask(0),
    "zone": time.timezone,
    "locale": os.environ.get("LC_ALL"),
    "cores": len(os.sched_getaffinity(0)),
    "threads": os.environ.get("OMP_NUM_THREADS"),
    "hash_seed": os.environ.get("PYTHONHASHSEED"),
}
(home / "left").write_text("")
(out / "said.json").write_text(json.dumps(said))
print(json.dumps(said))
"""


def turn_of(name: AxisName) -> Turn:
    isolation = Isolation(kind="bubblewrap", network=False, read_only=True)
    (turn,) = [turn for turn in turns(isolation, {}, 2, []) if turn.name is name]
    assert isinstance(turn, Turn)
    return turn


def folders(tmp_path: Path) -> Folders:
    made = Folders.empty(tmp_path)
    (made.work / "look.py").write_text(LOOK)
    return made


def said(tmp_path: Path, name: AxisName) -> dict[str, Any]:

    place = folders(tmp_path)
    wrapped = Turned(NoSandbox(), turn_of(name)).wrap(
        [sys.executable, "-S", "-E", "look.py"], place, {"RRA_ATTEMPT": "1"}
    )
    ended = subprocess.run(
        wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    found: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return found


def test_again_turns_nothing(tmp_path: Path) -> None:
    found = said(tmp_path, AxisName.AGAIN)
    assert (found["folder"], found["attempt"], found["home_is_empty"]) == (str(tmp_path / "work"), "1", True)
    assert (found["zone"], found["hash_seed"]) == (0, None)


def test_the_path_is_another_and_holds_the_same(tmp_path: Path) -> None:
    found = said(tmp_path, AxisName.PATH)
    assert found["folder"] != str(tmp_path / "work")
    assert (" " in found["folder"], found["files"]) == (True, ["look.py"])


def test_the_home_is_another_empty_one(tmp_path: Path) -> None:
    found = said(tmp_path, AxisName.HOME)
    assert (found["home"] != str(tmp_path / "home"), found["home_is_empty"]) == (True, True)


def test_the_umask_is_another(tmp_path: Path) -> None:
    assert said(tmp_path, AxisName.UMASK)["umask"] == 0o077


def test_the_zone_is_another(tmp_path: Path) -> None:
    assert said(tmp_path, AxisName.TIME_ZONE)["zone"] == -(13 * 3600 + 45 * 60)


def test_the_locale_is_another(tmp_path: Path) -> None:
    assert said(tmp_path, AxisName.LOCALE)["locale"] == "C"


def test_the_hash_seed_is_another(tmp_path: Path) -> None:
    assert said(tmp_path, AxisName.HASH_SEED)["hash_seed"] == "4242"


def test_there_is_one_core_and_one_thread(tmp_path: Path) -> None:
    found = said(tmp_path, AxisName.THREADS)
    assert (found["cores"], found["threads"]) == (1, "1")


def test_a_second_run_finds_the_output_of_the_first_and_a_new_home(tmp_path: Path) -> None:
    found = said(tmp_path, AxisName.SECOND_RUN)
    assert (found["before"], found["attempt"], found["home_is_empty"]) == (["said.json"], "2", True)


def test_a_first_run_that_fails_ends_it(tmp_path: Path) -> None:
    wrapped = Turned(NoSandbox(), turn_of(AxisName.SECOND_RUN)).wrap(["sh", "-c", "exit 7"], folders(tmp_path), {})
    assert subprocess.run(wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, check=False).returncode == 7


def test_a_turn_that_does_not_succeed_says_so(tmp_path: Path) -> None:
    place = folders(tmp_path)
    place.temporary.rmdir()
    place.temporary.write_text("no folder")
    wrapped = Turned(NoSandbox(), turn_of(AxisName.PATH)).wrap(["true"], place, {})
    ended = subprocess.run(wrapped.command, cwd=wrapped.cwd, env=wrapped.environment, check=False, capture_output=True)
    assert ended.returncode == CANNOT


def test_the_user_is_another_inside_bubblewrap(tmp_path: Path) -> None:
    plain = Bubblewrap("bwrap").wrap(["true", "--uid", "5"], folders(tmp_path), {}).command
    turned = Turned(Bubblewrap("bwrap"), turn_of(AxisName.USER)).wrap(
        ["true", "--uid", "5"], Folders.empty(_new(tmp_path)), {}
    )
    assert plain[plain.index("--uid") + 1] == "1000"
    assert turned.command[turned.command.index("--uid") + 1] == "4711"
    assert turned.command[turned.command.index("--gid") + 1] == "4711"
    # the launcher's own words are its own
    assert turned.command[-3:] == ("true", "--uid", "5")


def _new(tmp_path: Path) -> Path:
    place = tmp_path / "new"
    place.mkdir()
    return place


@pytest.mark.parametrize("sandbox", [NoSandbox(), Bubblewrap("bwrap", "0.8.0")])
def test_what_is_in_force_is_what_the_other_sandbox_does(sandbox: Any) -> None:
    assert Turned(sandbox, turn_of(AxisName.UMASK)).isolation == sandbox.isolation
