"""`run` and `pack` are stopped in the middle: nothing that was finished is lost, and nothing half-done counts."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.acceptance.artifacts import Launcher, records, write
from tests.conftest import CommandLine

ISOLATIONS = [pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")), "none"]
SLOW = """\
if os.environ["RRA_ATTEMPT"] == "1":
    (output / "checkpoint").write_text("step 100")
    time.sleep(120)
score(180 / 2 if (output / "checkpoint").read_text() == "step 100" else 0)
(output / "given").write_text(json.dumps([os.environ["RRA_ATTEMPT"], os.listdir(os.environ["HOME"])]))
"""
# each takes all cores, so that the first is finished when the second runs
LAUNCHERS = {"quick": Launcher(cpus=512), "slow": Launcher(code=SLOW, cpus=512)}


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    return write(tmp_path / "paper", LAUNCHERS)


def until(found: Callable[[], object], process: subprocess.Popen[str]) -> None:
    """Waits; fails where the process ends before."""
    deadline = time.monotonic() + 60
    while not found():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


def begun(artifact: Path) -> Callable[[], object]:
    return lambda: list((artifact / ".rrspec" / "runs").glob("*/output/checkpoint"))


def stopped(rrspec: CommandLine, artifact: Path, isolation: str, number: int) -> subprocess.CompletedProcess[str]:
    """`rrspec run`, sent the signal while the slow launcher is at work."""
    with rrspec.start("run", "-C", artifact, "--isolation", isolation) as process:
        until(begun(artifact), process)
        process.send_signal(number)
        out, said = process.communicate(timeout=60)
    return subprocess.CompletedProcess([], process.returncode, out, said)


def living(artifact: Path) -> list[int]:
    """Processes of the artifact's slow launcher, in a sandbox or not."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            folder = (process / "cwd").readlink()
        except OSError:
            continue
        if "launchers/slow.py" in command and (str(artifact) in command or folder.is_relative_to(artifact)):
            found.append(int(process.name))
    return found


@dataclass(frozen=True)
class Killed:
    isolation: str
    artifact: Path
    code: int


@pytest.fixture(scope="module", params=ISOLATIONS)
def killed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Iterator[Killed]:
    folder = tmp_path_factory.mktemp("killed")
    artifact = write(folder / "paper", LAUNCHERS)
    ended = stopped(CommandLine(folder, cache), artifact, request.param, signal.SIGKILL)
    yield Killed(request.param, artifact, ended.returncode)
    for pid in living(artifact):
        os.kill(pid, signal.SIGKILL)


@pytest.fixture
def resumed(killed: Killed, tmp_path: Path, rrspec: CommandLine) -> Path:
    """A copy of the artifact whose run was killed, in which the rest was made."""
    artifact = tmp_path / "paper"
    shutil.copytree(killed.artifact, artifact)
    ended = rrspec("run", "-C", artifact, "--isolation", killed.isolation, "--resume")
    assert ended.returncode == 0, ended.stderr
    return artifact


def test_a_kill_leaves_finished_records_and_no_half_one(killed: Killed, rrspec: CommandLine) -> None:
    assert killed.code == -signal.SIGKILL
    (record,) = records(killed.artifact)
    assert record.predicate.experiment == "quick"
    assert len(list((killed.artifact / "evidence" / "runs").iterdir())) == 1
    assert rrspec("validate", killed.artifact, "--level", "specified").returncode == 0


def test_after_a_kill_resume_makes_a_second_attempt_in_the_kept_folder(resumed: Path) -> None:
    quick, slow = (record.predicate for record in records(resumed))
    assert [(attempt.number, attempt.ending) for attempt in quick.attempts] == [(1, "exit")]
    assert [(attempt.number, attempt.ending) for attempt in slow.attempts] == [(1, "interrupted"), (2, "exit")]
    outputs = resumed / "evidence" / "runs" / slow.run / "outputs"
    assert (outputs / "checkpoint").read_text() == "step 100"
    assert json.loads((outputs / "given").read_text()) == ["2", []]
    # what the killed run left of its working copy is cleared
    assert sorted(path.name for path in (resumed / ".rrspec").iterdir()) == ["lock", "owner", "runs"]
    assert list((resumed / ".rrspec" / "runs").iterdir()) == []


def test_a_launcher_dies_with_a_killed_rrspec(killed: Killed) -> None:
    deadline = time.monotonic() + 5
    while living(killed.artifact) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert living(killed.artifact) == []


def test_a_kill_between_its_record_and_its_end_makes_no_run_impossible(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = write(tmp_path / "paper", {"quick": Launcher()})
    assert rrspec("run", "-C", artifact, "--isolation", "none").returncode == 0
    (first,) = (record.predicate for record in records(artifact))
    folder = artifact / ".rrspec" / "runs" / first.nonce
    (folder / "output").mkdir(parents=True)
    state = {"experiment": "quick", "mode": "scored", "seed": 0, "index": 0, "method": first.plan.method}
    (folder / "state.json").write_text(json.dumps({"nonce": first.nonce, "attempts": [], **state}))
    assert rrspec("run", "-C", artifact, "--isolation", "none").returncode == 0
    assert (len(records(artifact)), folder.exists()) == (2, False)


@pytest.mark.parametrize(
    ("isolation", "number"),
    [
        pytest.param("bubblewrap", signal.SIGINT, marks=pytest.mark.needs("bwrap")),
        ("none", signal.SIGINT),
        ("none", signal.SIGTERM),
        ("none", signal.SIGHUP),
    ],
)
def test_an_interrupted_run_keeps_what_was_finished_and_says_how_to_go_on(
    rrspec: CommandLine, artifact: Path, isolation: str, number: int
) -> None:
    ended = stopped(rrspec, artifact, isolation, number)
    assert ended.returncode == 130
    assert "interrupted; runs that were finished before: 1" in ended.stderr
    assert "`rrspec run --resume` makes the rest" in ended.stderr
    assert [record.predicate.experiment for record in records(artifact)] == ["quick"]
    assert living(artifact) == []


def test_after_an_interruption_resume_makes_only_what_is_missing(rrspec: CommandLine, artifact: Path) -> None:
    stopped(rrspec, artifact, "none", signal.SIGINT)
    ended = rrspec("run", "-C", artifact, "--isolation", "none", "--resume")
    quick, slow = records(artifact)
    assert (ended.returncode, quick.predicate.experiment, slow.predicate.experiment) == (0, "quick", "slow")
    assert [attempt.ending for attempt in slow.predicate.attempts] == ["interrupted", "exit"]
    assert "quick seed 0" not in ended.stderr
    assert "quick/accuracy" in ended.stdout


def test_a_second_run_on_one_artifact_is_refused(rrspec: CommandLine, artifact: Path) -> None:
    with rrspec.start("run", "-C", artifact, "--isolation", "none") as process:
        until(begun(artifact), process)
        ended = rrspec("run", "-C", artifact, "--isolation", "none")
        still = process.poll()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
    assert (ended.returncode, still) == (4, None)
    assert f"another `rrspec run` is at work in {artifact}" in ended.stderr
    assert "Wait for it, or end it." in ended.stderr


def test_an_interrupted_verification_leaves_the_records_of_what_was_finished(
    rrspec: CommandLine, artifact: Path, tmp_path: Path
) -> None:
    package = tmp_path / "paper.rra.zip"
    assert rrspec("pack", artifact, "-o", package, "--level", "specified").returncode == 0
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    rrspec.environment["TMPDIR"] = str(temporary)
    arguments = ("verify", package, "--level", "specified", "--isolation", "none", "--records", tmp_path / "records")
    with rrspec.start(*arguments) as process:
        until(lambda: list(temporary.glob("rrspec-verify-*/runs/*/output/checkpoint")), process)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, "interrupted" in said) == (130, True)
    assert list(temporary.iterdir()) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["paper", "paper.rra.zip", "records", "temporary"]
    assert all((folder / "run.json").is_file() for folder in (tmp_path / "records").iterdir())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_stop_in_the_middle_of_packing_leaves_the_older_package(
    rrspec: CommandLine, artifact: Path, tmp_path: Path, number: int
) -> None:
    package = tmp_path / "out" / "paper.rra.zip"
    package.parent.mkdir()
    package.write_bytes(b"PK\x03\x04 an older one")
    with (artifact / "code" / "large.bin").open("wb") as large:
        large.truncate(2 << 30)
    with rrspec.start("pack", artifact, "-o", package, "--level", "draft") as process:
        until(lambda: len(list(package.parent.iterdir())) > 1, process)
        process.send_signal(number)
        process.communicate(timeout=60)
    assert process.returncode == (-number if number == signal.SIGKILL else 130)
    assert package.read_bytes() == b"PK\x03\x04 an older one"
    os.truncate(artifact / "code" / "large.bin", 16)
    assert rrspec("pack", artifact, "-o", package, "--level", "draft").returncode == 0
    assert [path.name for path in package.parent.iterdir()] == ["paper.rra.zip"]
