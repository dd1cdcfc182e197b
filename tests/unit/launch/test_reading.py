from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.log_tail import tail
from reprobridge_spec.launch.reading import read
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.process import Ended, Ending

MEASURE = {"file": "scores.json", "json": "/accuracy"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "output").mkdir()
    (tmp_path / "output" / "scores.json").write_text('{"accuracy": 0.9, "loss": "NaN"}')
    (tmp_path / "log").write_text("epoch 1\nepoch 2\n")
    return tmp_path


def experiment(**values: Any) -> Experiment:
    return Experiment.model_validate({"tasks": {"accuracy": {"measure": MEASURE}}} | values)


def ended(ending: Ending = Ending.EXIT, exit_code: int = 0) -> Ended:
    return Ended(ending=ending, exit_code=exit_code, wall_seconds=1, cpu_seconds=1, peak_memory_bytes=1)


def test_a_score_is_read(folder: Path) -> None:
    reading = read(experiment(), Mode.SCORED, folder, ended(), [])
    assert (reading.outcome, reading.reason, reading.scores["accuracy"].value) == (Outcome.MEASURED, "", "0.9")


def test_a_smoke_run_is_read_and_has_no_score(folder: Path) -> None:
    reading = read(experiment(), Mode.SMOKE, folder, ended(), [])
    assert (reading.outcome, reading.scores) == (Outcome.MEASURED, {})


def test_a_smoke_run_whose_score_cannot_be_read_fails(folder: Path) -> None:
    (folder / "output" / "scores.json").unlink()
    assert read(experiment(), Mode.SMOKE, folder, ended(), []).outcome is Outcome.FAILED


def test_a_blocked_task_is_not_read(folder: Path) -> None:
    blocked = {"reason": "resource", "detail": "too large"}
    tasks = {"accuracy": {"measure": MEASURE}, "loss": {"measure": {"file": "none", "json": "/x"}, "blocked": blocked}}
    reading = read(experiment(tasks=tasks), Mode.SCORED, folder, ended(), [])
    assert (reading.outcome, list(reading.scores)) == (Outcome.MEASURED, ["accuracy"])


def test_one_score_that_cannot_be_read_fails_the_run_and_keeps_the_others(folder: Path) -> None:
    tasks = {name: {"measure": {"file": "scores.json", "json": f"/{name}"}} for name in ("accuracy", "loss")}
    reading = read(experiment(tasks=tasks), Mode.SCORED, folder, ended(), [])
    assert (reading.outcome, reading.scores["accuracy"].value, reading.scores["loss"].value) == (
        Outcome.FAILED,
        "0.9",
        None,
    )
    assert reading.reason.startswith("task loss: ")
    assert reading.scores["loss"].error


def test_a_score_that_nobody_here_can_read_is_not_done(folder: Path) -> None:
    tasks = {"accuracy": {"measure": {"command": ["python", "launchers/score.py"]}}}
    reading = read(experiment(tasks=tasks), Mode.SCORED, folder, ended(), [])
    assert (reading.outcome, "nothing is executed here" in reading.reason) == (Outcome.NOT_DONE, True)


def test_a_fault_weighs_more_than_what_was_not_done(folder: Path) -> None:
    tasks = {
        "a": {"measure": {"command": ["python", "launchers/score.py"]}},
        "b": {"measure": {"file": "none.json", "json": "/x"}},
    }
    assert read(experiment(tasks=tasks), Mode.SCORED, folder, ended(), []).outcome is Outcome.FAILED


TIME = {"resources": {"time": {"limit": "2h"}}}
SMOKE = {"smoke": {"time": "30s"}}
FAILURES: dict[str, tuple[dict[str, Any], Mode, Ended, list[str], str]] = {
    "exit code": ({}, Mode.SCORED, ended(exit_code=3), [], "ended with exit code 3: epoch 1 / epoch 2"),
    "signal": ({}, Mode.SCORED, ended(Ending.SIGNAL, 139), [], "was ended by SIGSEGV (exit code 139)"),
    "kill": ({}, Mode.SCORED, ended(exit_code=137), [], "was ended by SIGKILL (exit code 137), as the kernel does"),
    "its limit": (TIME, Mode.SCORED, ended(Ending.TIME_LIMIT, 143), [], "limit of 2h"),
    "its limit, which is where": (TIME, Mode.SCORED, ended(Ending.TIME_LIMIT, 143), [], "Raise `resources.time.limit`"),
    "the smoke limit": (SMOKE, Mode.SMOKE, ended(Ending.TIME_LIMIT, 143), [], "limit of 30s"),
    "the smoke limit, which is where": (SMOKE, Mode.SMOKE, ended(Ending.TIME_LIMIT, 143), [], "Raise `smoke.time`"),
    "a limit that it leaves in peace": (TIME, Mode.SCORED, ended(Ending.TIME_LIMIT, 0), [], "limit of 2h"),
    "the log": ({}, Mode.SCORED, ended(Ending.LOG_LIMIT, 143), [], "printed more than 256 MiB"),
    "outside": ({}, Mode.SCORED, ended(), ["code/a.py"], "wrote outside its folders: code/a.py;"),
    "far outside": ({}, Mode.SCORED, ended(), ["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
    "an output": ({"outputs": {"m": "m.pt"}}, Mode.SCORED, ended(), [], "did not leave its declared output m.pt"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_each_failure_is_said(folder: Path, name: str) -> None:
    values, mode, end, outside, said = FAILURES[name]
    reading = read(experiment(**values), mode, folder, end, outside)
    assert (reading.outcome, reading.scores) == (Outcome.FAILED, {})
    assert said in reading.reason


@pytest.mark.parametrize("ending", Ending)
def test_no_ending_with_a_bad_exit_code_is_measured(folder: Path, ending: Ending) -> None:
    assert read(experiment(), Mode.SCORED, folder, ended(ending, 1), []).outcome is not Outcome.MEASURED


def test_a_read_only_place_says_where_it_may_write(folder: Path) -> None:
    (folder / "log").write_text("OSError: [Errno 30] Read-only file system: 'x'\n")
    reading = read(experiment(), Mode.SCORED, folder, ended(exit_code=1), [])
    assert "it may write only to RRA_OUTPUT_DIR, HOME and TMPDIR" in reading.reason


def test_a_launcher_that_got_by_without_room_is_read(folder: Path) -> None:
    (folder / "log").write_text("warning: No space left on device, went on\n")
    assert read(experiment(), Mode.SCORED, folder, ended(), []).outcome is Outcome.MEASURED


def test_an_output_may_be_a_link_to_another_output(folder: Path) -> None:
    (folder / "output" / "step-10.pt").write_text("weights")
    (folder / "output" / "m.pt").symlink_to("step-10.pt")
    reading = read(experiment(outputs={"m": "m.pt"}), Mode.SCORED, folder, ended(), [])
    assert reading.outcome is Outcome.MEASURED


@pytest.mark.parametrize("target", ["/etc/passwd", "../log", "../../..", "missing"])
def test_an_output_that_leads_elsewhere_is_none(folder: Path, target: str) -> None:
    (folder / "output" / "m.pt").symlink_to(target)
    assert read(experiment(outputs={"m": "m.pt"}), Mode.SCORED, folder, ended(), []).outcome is Outcome.FAILED


@pytest.mark.parametrize("name", [b"a\nb", b"a\\b", b"\xff", b"a\x1b[2J"])
def test_a_name_that_no_record_can_hold_fails_the_run(folder: Path, name: bytes) -> None:
    Path(bytes(folder).decode(), "output").joinpath(name.decode(errors="surrogateescape")).write_text("")
    reading = read(experiment(), Mode.SCORED, folder, ended(), [])
    assert (reading.outcome, "no record can name" in reading.reason) == (Outcome.FAILED, True)
    assert reading.reason.isprintable()


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        (b"", ""),
        (b"one", "one"),
        (b"\n\n  one  \n\n", "one"),
        (b"1\n2\n3\n4\n", "2 / 3 / 4"),
        (b"\xff\xfe bytes", "\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER} bytes"),
        (b"a\x1b[31mb\x07", "a[31mb"),
        ("a\u202eb\u2028c".encode(), "ab / c"),
    ],
)
def test_the_tail_of_a_log_is_its_last_lines_as_one(tmp_path: Path, printed: bytes, said: str) -> None:
    (tmp_path / "log").write_bytes(printed)
    assert tail(tmp_path / "log") == said


def test_the_tail_of_a_long_log_is_short(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"x" * 10_000_000)
    assert len(tail(tmp_path / "log")) == 304


def test_a_log_that_is_not_there_has_no_tail(tmp_path: Path) -> None:
    assert tail(tmp_path / "log") == ""
