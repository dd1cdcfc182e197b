"""Runs that need cards, on a machine whose cards are played by a library: what is given to whom is real."""

import itertools
import json
import os
import signal
import time
from pathlib import Path

import pytest

from reprobridge_spec.model.run_record import RunRecord
from tests.acceptance.artifacts import Launcher, records, write
from tests.conftest import CommandLine
from tests.nvml.stand_in import GIB, StandIn, build

pytestmark = [pytest.mark.needs("gcc"), pytest.mark.needs("bwrap")]

ON_A_CARD = """\
begun = time.time()
time.sleep({seconds})
(output / "given").write_text(json.dumps([os.environ["CUDA_VISIBLE_DEVICES"], begun, time.time()]))
score(90)
"""
UUIDS = ["GPU-11111111-1111-1111-1111-111111111111", "GPU-22222222-2222-2222-2222-222222222222"]


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("nvml"))


@pytest.fixture
def cards(tmp_path: Path, library: Path, rrspec: CommandLine) -> StandIn:
    """Two cards, which every rrspec of this test sees."""
    stand_in = StandIn(tmp_path / "cards")
    for index, uuid in enumerate(UUIDS):
        stand_in.card(index, uuid=uuid, name="NVIDIA T4", total=15 * GIB, free=15 * GIB, capability="7.5")
    rrspec.environment |= {"LD_LIBRARY_PATH": str(library.parent), "STAND_IN_NVML": str(stand_in.state)}
    return stand_in


def on_cards(folder: Path, *names: str, gpus: int = 1, seconds: float = 0.3) -> Path:
    code = ON_A_CARD.format(seconds=seconds)
    return write(folder, {name: Launcher(code=code, gpus=gpus) for name in names})


def ended(rrspec: CommandLine, *arguments: object) -> tuple[int, str, str]:
    """An rrspec that looks at the cards anew, as its library is loaded with it."""
    with rrspec.start(*arguments) as process:
        out, said = process.communicate(timeout=120)
    return process.returncode, out, said


def given(artifact: Path) -> list[tuple[str, float, float]]:
    """Cards, begin and end of each run."""
    return [tuple(json.loads(file.read_text())) for file in artifact.glob("evidence/runs/*/outputs/given")]


@pytest.mark.usefixtures("cards")
def test_a_run_gets_a_card_by_its_uuid_and_the_record_says_which(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = on_cards(tmp_path / "paper", "train")
    code, _, said = ended(rrspec, "run", "-C", artifact)
    assert code == 0, said
    ((card, _, _),) = given(artifact)
    (record,) = records(artifact)
    assert card in UUIDS
    (gpu,) = record.predicate.hardware.gpus
    assert (gpu.model, gpu.memory_bytes, gpu.capability) == ("NVIDIA T4", 15 * GIB, "7.5")
    assert card not in record.model_dump_json()
    assert [use.uuid_digest for use in record.predicate.used.gpus] == [gpu.uuid_digest]


@pytest.mark.usefixtures("cards")
def test_two_campaigns_at_once_never_share_a_card(rrspec: CommandLine, tmp_path: Path) -> None:
    artifacts = [on_cards(tmp_path / name, *(f"task-{number}" for number in range(4))) for name in ("one", "other")]
    processes = [rrspec.start("run", "-C", artifact) for artifact in artifacts]
    for process in processes:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said
    times = [entry for artifact in artifacts for entry in given(artifact)]
    assert len(times) == 8
    for card in UUIDS:
        runs = sorted((begun, end) for name, begun, end in times if name == card)
        assert all(end <= begun for (_, end), (begun, _) in itertools.pairwise(runs)), runs


@pytest.mark.slow
def test_after_a_kill_the_card_is_free(rrspec: CommandLine, cards: StandIn, tmp_path: Path) -> None:
    cards.say({"count": 1})
    slow = on_cards(tmp_path / "slow", "train", seconds=60)
    with rrspec.start("run", "-C", slow) as process:
        deadline = time.monotonic() + 60
        while not list(slow.glob(".rrspec/runs/*/log")) and time.monotonic() < deadline:
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate(timeout=60)
    code, _, said = ended(rrspec, "run", "-C", on_cards(tmp_path / "next", "train"))
    assert code == 0, said


@pytest.mark.parametrize(("gpus", "says"), [(3, "3"), (1, "no card")], ids=["more than there are", "none is there"])
def test_what_this_machine_never_has_could_not_be_done(
    rrspec: CommandLine, cards: StandIn, tmp_path: Path, gpus: int, says: str
) -> None:
    if gpus == 1:
        cards.say({"count": 0})
    code, out, said = ended(rrspec, "run", "-C", on_cards(tmp_path / "paper", "train", gpus=gpus))
    assert (code, "could-not-be-done" in out or "could not be done" in out) == (4, True)
    assert says in said


@pytest.mark.slow
def test_a_card_that_somebody_else_fills_is_waited_for(rrspec: CommandLine, cards: StandIn, tmp_path: Path) -> None:
    for index in range(2):
        cards.card(index, free=1 * GIB)
    artifact = on_cards(tmp_path / "paper", "train")
    with rrspec.start("run", "-C", artifact) as process:
        assert process.stderr
        while "train seed 0 waits: " not in (said := process.stderr.readline()):
            assert said, "it did not wait"
        assert "1.0 of its 15.0 GiB are free" in said
        cards.card(1, free=15 * GIB)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    assert [card for card, _, _ in given(artifact)] == UUIDS[1:]


@pytest.mark.usefixtures("cards")
def test_a_run_that_needs_no_card_sees_none(rrspec: CommandLine, tmp_path: Path) -> None:
    artifact = on_cards(tmp_path / "paper", "train", gpus=0)
    assert ended(rrspec, "run", "-C", artifact)[0] == 0
    (record,) = records(artifact)
    assert isinstance(record, RunRecord)
    assert (given(artifact)[0][0], record.predicate.hardware.gpus) == ("", [])
