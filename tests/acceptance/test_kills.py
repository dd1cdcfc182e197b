"""`run` is killed at random moments, again and again: every campaign ends as one that nobody disturbed."""

import os
import random
import signal
import time
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from reprobridge_spec import digest
from reprobridge_spec.model.run_record import RunRecord
from tests.acceptance.artifacts import Launcher, records, write
from tests.conftest import CommandLine

KILLS = 200 if os.environ.get("RRSPEC_SOAK") else 10
TASKS = 30
MOST_SECONDS = 4.0
"""A kill comes within this time after the start: about as long as an undisturbed campaign takes."""

pytestmark = pytest.mark.slow


def tasks() -> dict[str, Launcher]:
    """Short launchers, each with a score of its own, that go on from what an earlier attempt left."""
    code = """\
kept = output / "kept"
done = int(kept.read_text()) if kept.exists() else 0
for step in range(done, 5):
    time.sleep(0.02)
    (output / "kept.new").write_text(str(step + 1))
    os.replace(output / "kept.new", kept)
score({number} + int(kept.read_text()) / 10)
"""
    return {f"task-{number:02}": Launcher(code=code.replace("{number}", str(number))) for number in range(TASKS)}


EXPECTED = {f"task-{number:02}": Decimal(number) + Decimal("0.5") for number in range(TASKS)}


def living(artifact: Path) -> list[str]:
    """Commands of processes that still work for the artifact."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            variables = (process / "environ").read_bytes()
        except OSError:
            continue
        if int(process.name) != os.getpid() and (str(artifact) in command or os.fsencode(artifact) in variables):
            found.append(command)
    return found


def is_one_chain(found: Sequence[RunRecord], artifact: Path) -> bool:
    """Whether the records are of one campaign, and each but the first follows another."""
    digests = {digest.of_file(path) for path in artifact.glob("evidence/runs/*/run.json")}
    previous = [record.predicate.previous for record in found]
    linked = {value for value in previous if value is not None}
    one = len({record.predicate.campaign for record in found}) == 1
    return one and previous.count(None) == 1 and len(linked) == len(found) - 1 and linked < digests


@pytest.mark.parametrize("isolation", [pytest.param("bubblewrap", marks=pytest.mark.needs("bwrap")), "none"])
def test_a_campaign_that_is_killed_again_and_again_ends_as_one_that_was_not(
    rrspec: CommandLine, tmp_path: Path, isolation: str
) -> None:
    chance = random.Random(20261130)  # noqa: S311 (moments, no secrets)
    kills = campaigns = 0
    while kills < KILLS // 2:
        artifact = write(tmp_path / f"paper-{campaigns}", tasks())
        command = ("run", "-C", artifact, "--isolation", isolation, "--resume")
        while True:
            with rrspec.start(*command) as process:
                end = time.monotonic() + chance.uniform(0.1, MOST_SECONDS)
                while process.poll() is None and time.monotonic() < end and kills < KILLS // 2:
                    time.sleep(0.01)
                if process.poll() is None and kills < KILLS // 2:
                    process.send_signal(signal.SIGKILL)
                    kills += 1
                process.communicate(timeout=120)
            if process.returncode != -signal.SIGKILL:
                break
        # 1: the scores are not what the paper says, and all of them are there
        assert process.returncode == 1
        found = records(artifact)
        scores = {record.predicate.experiment: record.predicate.scores["accuracy"].value for record in found}
        assert len(found) == TASKS
        assert {name: Decimal(value or "nan") for name, value in scores.items()} == EXPECTED
        assert is_one_chain(found, artifact)
        assert list((artifact / ".rrspec" / "runs").iterdir()) == []
        assert sorted(path.name for path in (artifact / ".rrspec").iterdir()) == ["lock", "owner", "runs"]
        # those of the last kill have a moment to end
        deadline = time.monotonic() + 5
        while living(artifact) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert living(artifact) == []
        campaigns += 1
