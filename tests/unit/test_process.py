import os
import sys
import time
from pathlib import Path

import pytest

from reprobridge_spec import process
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.process import Ended, Ending


def python(code: str, folder: Path, **limits: float) -> Ended:
    return process.run(
        [sys.executable, "-c", code],
        cwd=folder,
        environment={"PATH": os.environ["PATH"]},
        log=folder / "log",
        **limits,  # type: ignore[arg-type]
    )


def said(folder: Path) -> str:
    return (folder / "log").read_text(encoding="utf-8")


def test_a_program_that_ends_gives_its_exit_code_and_what_it_said_on_both_streams(tmp_path: Path) -> None:
    ended = python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)", tmp_path)
    assert (ended.ending, ended.exit_code) == (Ending.EXIT, 7)
    assert sorted(said(tmp_path).split()) == ["err", "out"]


def test_a_program_gets_only_the_variables_that_are_written_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "a secret")
    python("import os; print(sorted(os.environ))", tmp_path)
    assert "HF_TOKEN" not in said(tmp_path)


def test_standard_input_is_closed(tmp_path: Path) -> None:
    python("import sys; print(repr(sys.stdin.read()))", tmp_path)
    assert said(tmp_path).strip() == "''"


def test_at_the_time_limit_the_whole_group_is_ended(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        "print(child.pid, flush=True); time.sleep(600)"
    )
    ended = python(code, tmp_path, time_limit=1.0)
    assert ended.ending is Ending.TIME_LIMIT
    assert ended.wall_seconds < 10
    assert not _runs(int(said(tmp_path)))


def test_a_program_that_refuses_the_polite_signal_is_ended_all_the_same(tmp_path: Path) -> None:
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
    ended = python(code, tmp_path, time_limit=0.7, grace=0.3)
    assert (ended.ending, ended.exit_code) == (Ending.TIME_LIMIT, 128 + 9)


def test_children_that_a_program_leaves_behind_are_ended(tmp_path: Path) -> None:
    code = "import subprocess, sys\nprint(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']).pid)"
    python(code, tmp_path)
    assert not _runs(int(said(tmp_path)))


def test_a_log_that_grows_without_end_ends_the_program(tmp_path: Path) -> None:
    ended = python("while True: print('x' * 1000)", tmp_path, log_limit=100_000, time_limit=30)
    assert ended.ending is Ending.LOG_LIMIT


def test_a_caller_that_stops_ends_the_program(tmp_path: Path) -> None:
    ended = process.run(
        [sys.executable, "-c", "import time; time.sleep(600)"],
        cwd=tmp_path,
        environment={},
        log=tmp_path / "log",
        stop=lambda: True,
    )
    assert ended.ending is Ending.INTERRUPTED


def test_a_program_that_a_signal_ended_counts_as_the_shell_counts(tmp_path: Path) -> None:
    ended = python("import os; os.kill(os.getpid(), 11)", tmp_path)
    assert (ended.ending, ended.exit_code) == (Ending.SIGNAL, 128 + 11)


def test_time_and_memory_are_measured(tmp_path: Path) -> None:
    ended = python("x = bytearray(200 << 20); sum(range(3_000_000))", tmp_path)
    assert ended.peak_memory_bytes > 200 << 20
    assert ended.cpu_seconds > 0.01


def test_a_program_that_is_not_there_could_not_be_done(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="no-such-program cannot be started"):
        process.run(["no-such-program"], cwd=tmp_path, environment={}, log=tmp_path / "log")


def test_a_tool_of_ours_that_hangs_could_not_be_done() -> None:
    with pytest.raises(NotDoneError, match="did not end within"):
        process.output_of([sys.executable, "-c", "import time; time.sleep(60)"], time_limit=0.5)


def _runs(pid: int) -> bool:
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        if Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z":
            return False
        time.sleep(0.05)
    return True


def test_a_tool_of_ours_that_is_not_there_could_not_be_done() -> None:
    with pytest.raises(NotDoneError, match="no-such-tool cannot be started"):
        process.output_of(["no-such-tool"])
