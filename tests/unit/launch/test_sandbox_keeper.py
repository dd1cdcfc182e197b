"""The program that keeps what runs without a sandbox, called as a process."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from reprobridge_spec.launch.sandbox.kept import kept

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a shell script under a keeper, as a run is started."""
    children = []

    def begin(script: str, processes: int | None = None) -> subprocess.Popen[str]:
        command = kept(["sh", "-c", script], processes)
        child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        children.append(child)
        return child

    yield begin
    for child in children:
        child.kill()
        child.communicate()


def lives(pid: int) -> bool:
    with suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def ends(pid: int) -> bool:
    for _ in range(100):
        if not lives(pid):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize(
    ("script", "code"),
    [("exit 0", 0), ("exit 7", 7), ("kill -SEGV $$", -signal.SIGSEGV), ("kill -KILL $$", -signal.SIGKILL)],
)
def test_it_ends_as_its_command_does(start: Start, script: str, code: int) -> None:
    assert start(script).wait(20) == code


def test_a_command_that_is_not_there_is_told_as_a_shell_does() -> None:
    ended = subprocess.run(kept(["pyhton", "run.py"]), capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (127, "launcher: pyhton: not found\n")


@pytest.mark.parametrize("kind", ["folder", "no-right"])
def test_a_command_that_cannot_be_executed_is_told(tmp_path: Path, kind: str) -> None:
    program = tmp_path / "program"
    program.mkdir() if kind == "folder" else program.write_text("x")
    ended = subprocess.run(kept([str(program)]), capture_output=True, text=True, check=False)
    assert (ended.returncode, "Permission denied" in ended.stderr) == (126, True)


def test_what_python_ignores_its_command_does_not(start: Start) -> None:
    said, _ = start("grep SigIgn /proc/self/status").communicate(timeout=20)
    name, ignored = said.split()
    # whoever started the tests may ignore others
    mine = 1 << (signal.SIGPIPE - 1) | 1 << (signal.SIGXFSZ - 1)
    assert (name, int(ignored, 16) & mine) == ("SigIgn:", 0)


DAEMONS = {
    "in-its-group": "sleep 600 & echo $!",
    "in-a-session-of-its-own": "setsid sleep 600 & sleep 0.2; echo $!",
    "of-which-the-parent-has-ended": "(setsid sh -c 'sleep 600 & echo $!' &) ; sleep 0.3",
    "without-variables": "(setsid env -i sh -c 'sleep 600 & echo $!' &) ; sleep 0.3",
    "that-refuses-signals": "(setsid sh -c 'trap \"\" TERM HUP INT; sleep 600 & echo $!; wait' &) ; sleep 0.3",
    "that-stopped-itself": "(setsid sh -c 'echo $$; kill -STOP $$' &) ; sleep 0.3",
}


@pytest.mark.parametrize("script", DAEMONS.values(), ids=DAEMONS)
def test_nothing_outlives_the_command(start: Start, script: str) -> None:
    child = start(f"{script}; exit 3")
    said, _ = child.communicate(timeout=20)
    assert (child.returncode, lives(int(said))) == (3, False)


@pytest.mark.parametrize("script", [DAEMONS["of-which-the-parent-has-ended"], "echo $$"])
def test_nothing_outlives_a_caller_that_is_killed(tmp_path: Path, script: str) -> None:
    """The kernel tells the keeper when its caller is gone."""
    command = ["sh", "-c", f"({script}) > {tmp_path / 'pid'}; sleep 600"]
    code = f"import subprocess; from {kept.__module__} import kept; subprocess.run(kept({command!r}))"
    caller = subprocess.Popen([sys.executable, "-c", code])
    while not (pid := (tmp_path / "pid").read_text() if (tmp_path / "pid").exists() else ""):
        time.sleep(0.02)
    assert lives(int(pid))
    caller.kill()
    caller.wait()
    assert ends(int(pid))


def test_nothing_begins_for_a_caller_that_is_gone_already(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    code = f"from {kept.__module__} import kept; print(*kept(['touch', {str(begun)!r}]), sep='\\0', end='')"
    gone = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ended = subprocess.run(gone.stdout.split("\0"), check=False)
    assert (ended.returncode, begun.exists()) == (128 + signal.SIGKILL, False)


def test_a_polite_signal_reaches_the_command_which_may_still_write(start: Start) -> None:
    child = start("trap 'echo saved; exit 5' TERM; echo ready; while :; do sleep 0.05; done")
    assert child.stdout
    assert child.stdout.readline() == "ready\n"
    os.killpg(child.pid, signal.SIGTERM)
    assert (child.communicate(timeout=20)[0], child.returncode) == ("saved\n", 5)


JOINS = """
import os, time
keeper = os.getppid()
if os.fork() == 0:
    os.setpgid(0, keeper)
    print(os.getpid(), flush=True)
    time.sleep(600)
time.sleep(0.3)
"""


def test_what_joins_the_keeper_s_own_group_is_ended_too(start: Start) -> None:
    child = start(f"exec {sys.executable} -c '{JOINS}'")
    said, errors = child.communicate(timeout=20)
    assert (child.returncode, lives(int(said)), errors) == (0, False, "")
