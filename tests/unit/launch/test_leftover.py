import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reprobridge_spec.launch.leftover import end_below

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts Python with an output folder; whatever lives afterwards is ended."""
    children = []

    def begin(output: Path | None, code: str = "") -> subprocess.Popen[bytes]:
        variables = {"RRA_OUTPUT_DIR": str(output)} if output else {}
        command = [sys.executable, "-c", f"import os, time\n{code}\nprint(flush=True)\ntime.sleep(60)"]
        child = subprocess.Popen(command, env=variables, stdout=subprocess.PIPE)
        children.append(child)
        assert child.stdout
        child.stdout.readline()
        return child

    yield begin
    for child in children:
        child.kill()
        child.communicate()


def lives(child: subprocess.Popen[bytes]) -> bool:
    time.sleep(0.05)
    return child.poll() is None


@pytest.mark.parametrize("below", [".", "runs/a/output"])
def test_what_was_given_a_folder_there_is_ended(start: Start, tmp_path: Path, below: str) -> None:
    child = start(tmp_path / below)
    end_below(tmp_path)
    assert not lives(child)


@pytest.mark.parametrize("code", ["os.setsid()", "import signal; signal.signal(15, signal.SIG_IGN)"])
def test_however_it_stands_apart(start: Start, tmp_path: Path, code: str) -> None:
    child = start(tmp_path / "output", code)
    end_below(tmp_path)
    assert not lives(child)


@pytest.mark.parametrize("other", ["../other", "../paper-2", "../pape", None])
def test_others_live_on(start: Start, tmp_path: Path, other: str | None) -> None:
    folder = tmp_path / "paper"
    child = start((folder / other).resolve() if other else None)
    end_below(folder)
    assert lives(child)
