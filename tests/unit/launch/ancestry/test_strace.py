"""Strace itself, around the sandboxes that it may be around."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from shutil import which

import pytest

from reprobridge_spec import digest
from reprobridge_spec.launch.ancestry.choice import TraceChoice, choose_tracer
from reprobridge_spec.launch.ancestry.strace import Strace
from reprobridge_spec.launch.sandbox.base import Sandbox, Wrapped
from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap
from reprobridge_spec.launch.sandbox.none import NoSandbox
from reprobridge_spec.process import Ending
from tests.unit.launch.ancestry.ways import IN_PYTHON, MADE, MADE_OUTSIDE, OUTSIDE_PYTHON, traced

pytestmark = pytest.mark.needs("strace")

STRACE = Strace(which("strace") or "strace")


def bubblewrap() -> Sandbox:
    return Bubblewrap(which("bwrap") or "bwrap")


SANDBOXES = pytest.mark.parametrize(
    "sandbox",
    [pytest.param(bubblewrap, marks=pytest.mark.needs("bwrap"), id="bubblewrap"), pytest.param(NoSandbox, id="none")],
)


def alive(marker: str) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if marker.encode() in (process / "cmdline").read_bytes():
                found.append(process.name)
        except OSError:
            continue
    return found


def gone(marker: str, seconds: float = 10) -> bool:
    until = time.monotonic() + seconds
    seen = [time.monotonic()]
    # a process has no words for a moment when it becomes another
    while time.monotonic() < seen[-1] + 0.5 and seen[-1] < until:
        if alive(marker):
            seen.append(time.monotonic())
        time.sleep(0.02)
    return seen[-1] < until


@SANDBOXES
def test_where_the_outputs_of_a_launcher_come_from(sandbox: Callable[[], Sandbox], tmp_path: Path) -> None:
    ended, found = traced(STRACE, sandbox(), tmp_path, IN_PYTHON + OUTSIDE_PYTHON)
    assert ended.exit_code == 0, (tmp_path / "log").read_text()
    said = {path: (ancestry.making.value, ancestry.source) for path, ancestry in found.items()}
    # across two file systems a file is copied, inside one it is renamed
    assert said.pop("own-moved") in {("copied", "tmp/x"), ("written", None)}
    assert said == MADE | MADE_OUTSIDE
    assert found["written"].arguments == digest.of_value(["python", "run.py"])
    assert [found[path].writer for path in ("by-thread", "by-cp", "by-cat", "by-shell", "by-tee")] == [
        "python",
        "cp",
        "cat",
        "sh",
        "tee",
    ]
    assert not any(str(tmp_path) in ancestry.model_dump_json() for ancestry in found.values())


@SANDBOXES
@pytest.mark.parametrize(
    ("script", "code"),
    [("raise SystemExit(7)", 7), ("import os; os.kill(os.getpid(), 9)", 137), ("import os; os.abort()", 134)],
    ids=["exit", "kill", "abort"],
)
def test_a_launcher_ends_as_it_does_without(
    script: str, code: int, sandbox: Callable[[], Sandbox], tmp_path: Path
) -> None:
    (tmp_path / "with").mkdir()
    ended, _ = traced(STRACE, sandbox(), tmp_path / "with", script)
    assert ended.exit_code == code


@SANDBOXES
def test_a_launcher_that_hangs_is_ended_with_all_that_it_started(
    sandbox: Callable[[], Sandbox], tmp_path: Path
) -> None:
    marker = f"rrspec-hangs-{os.getpid()}-{tmp_path.name}"
    script = f"import subprocess\nsubprocess.run(['sh', '-c', 'trap : TERM; sleep 60; : {marker}'])"
    ended, _ = traced(STRACE, sandbox(), tmp_path, script, time_limit=0.7)
    assert ended.ending is Ending.TIME_LIMIT
    assert ended.wall_seconds < 5
    assert gone(marker)


@SANDBOXES
def test_a_child_that_outlives_its_launcher_holds_nothing_up(sandbox: Callable[[], Sandbox], tmp_path: Path) -> None:
    marker = f"rrspec-outlives-{os.getpid()}-{tmp_path.name}"
    script = (
        "import subprocess\n"
        f"subprocess.Popen(['sh', '-c', 'sleep 60; : {marker}'], start_new_session=True)\n"
        "open(__import__('os').environ['RRA_OUTPUT_DIR'] + '/done', 'w').write('1')"
    )
    ended, found = traced(STRACE, sandbox(), tmp_path, script)
    assert (ended.exit_code, found["done"].making.value) == (0, "written")
    assert ended.wall_seconds < 20
    assert gone(marker)


@pytest.mark.needs("bwrap")
@pytest.mark.parametrize("after", ["its-start", "the-keeper-s-start", "the-launcher-s-start"])
def test_nothing_outlives_us_when_we_are_killed(tmp_path: Path, after: str) -> None:
    hangs = "import os, time; open(os.environ['RRA_OUTPUT_DIR'] + '/begun', 'w'); time.sleep(60)"
    script = (
        "from pathlib import Path\n"
        "from reprobridge_spec.launch.ancestry.strace import Strace\n"
        "from reprobridge_spec.launch.sandbox.bubblewrap import Bubblewrap\n"
        "from tests.unit.launch.ancestry.ways import traced\n"
        "print('begins', flush=True)\n"
        f"traced(Strace({STRACE.program!r}), Bubblewrap({which('bwrap')!r}), Path({str(tmp_path)!r}), {hangs!r})"
    )
    checkout = Path(__file__).parents[4]
    ours = subprocess.Popen([sys.executable, "-c", script], cwd=checkout, stdout=subprocess.PIPE)
    begun = {
        "its-start": lambda: True,
        "the-keeper-s-start": lambda: len(alive(f"{tmp_path}/trace")) > 0,
        "the-launcher-s-start": (tmp_path / "output" / "begun").exists,
    }[after]
    try:
        assert ours.stdout
        assert ours.stdout.readline() == b"begins\n"
        until = time.monotonic() + 20
        while not begun() and time.monotonic() < until:
            time.sleep(0.001)
        assert begun()
    finally:
        ours.send_signal(signal.SIGKILL)
        ours.communicate()
    assert gone(str(tmp_path))


@pytest.mark.needs("bwrap")
def test_a_launcher_cannot_reach_the_trace(tmp_path: Path) -> None:
    script = f"import os\nassert not os.path.exists({str(tmp_path / 'trace')!r})\nassert os.access('/', os.R_OK)"
    ended, _ = traced(STRACE, bubblewrap(), tmp_path, script)
    assert ended.exit_code == 0, (tmp_path / "log").read_text()
    assert (tmp_path / "trace").stat().st_size > 0


def test_without_a_trace_the_file_system_tells_what_it_can(tmp_path: Path) -> None:
    _, found = traced(STRACE, NoSandbox(), tmp_path, "import os; open(os.environ['RRA_OUTPUT_DIR'] + '/a', 'w')")
    (tmp_path / "trace").unlink()
    told = STRACE.read(tmp_path / "trace", tmp_path / "output", Wrapped(command=(), cwd=tmp_path, environment={}), {})
    assert (found["a"].making.value, told["a"].making.value) == ("written", "unseen")


def test_strace_is_taken_where_it_works() -> None:
    assert choose_tracer().tracing.by == "strace"
    assert choose_tracer(TraceChoice.STRACE, isolation="none").tracing.by == "strace"
    assert STRACE.here() is STRACE
