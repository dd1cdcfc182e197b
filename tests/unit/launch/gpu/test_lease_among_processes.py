"""Leases among real processes: none ever shares a card, and one that is killed leaves nothing behind."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from reprobridge_spec.launch.gpu.devices import look
from reprobridge_spec.launch.gpu.lease import Lease, Leases
from reprobridge_spec.model.experiment import Gpus
from tests.nvml.stand_in import StandIn

# takes a card, marks it in the way that a file system allows once only, holds it for a moment, gives it back
WORKER = """
import os, random, sys, time
from pathlib import Path
from reprobridge_spec.launch.gpu.lease import Leases
from reprobridge_spec.model.experiment import Gpus

locks, marks, seed, rounds, count = Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:])
leases, chance, done = Leases(locks), random.Random(seed), 0
deadline = time.monotonic() + 60
while done < rounds and time.monotonic() < deadline:
    lease = leases.take(Gpus(count=count))
    if lease is None:
        time.sleep(chance.uniform(0, 0.002))
        continue
    for card in lease.cards:
        mark = marks / card.uuid
        try:
            os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            sys.exit("two have " + card.uuid)
    time.sleep(chance.uniform(0, 0.001))
    for card in lease.cards:
        (marks / card.uuid).unlink()
    lease.release()
    done += 1
print(done)
"""
HOLDER = """
import sys, time
from pathlib import Path
from reprobridge_spec.launch.gpu.lease import Leases
from reprobridge_spec.model.experiment import Gpus

lease = Leases(Path(sys.argv[1])).take(Gpus(count=1, share=True, memory=sys.argv[2]) if sys.argv[2:] else Gpus(count=2))
print("held" if lease else "none", flush=True)
time.sleep(60)
"""
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def locks(tmp_path: Path) -> Path:
    """The folder of the locks."""
    (tmp_path / "locks").mkdir(mode=0o700)
    return tmp_path / "locks"


@pytest.fixture
def start(library: Path, cards: StandIn) -> Iterator[Start]:
    """Starts a process that sees the stand-in cards."""
    started: list[subprocess.Popen[str]] = []
    environment = os.environ | {"LD_LIBRARY_PATH": str(library.parent), "STAND_IN_NVML": str(cards.state)}

    def process(program: str, *arguments: object) -> "subprocess.Popen[str]":
        started.append(
            subprocess.Popen(
                [sys.executable, "-c", program, *map(str, arguments)],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
        return started[-1]

    yield process
    for one in started:
        one.kill()
        one.communicate()


def taken(locks: Path, gpus: Gpus) -> Lease | None:
    return Leases(locks, look=lambda: look(Path("/nonexistent"))).take(gpus)


def test_processes_that_take_cards_again_and_again_never_have_the_same(
    start: Start, locks: Path, tmp_path: Path
) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    workers = [start(WORKER, locks, marks, seed, 40, count) for seed, count in enumerate((1, 1, 2))]
    for worker in workers:
        output, errors = worker.communicate(timeout=90)
        assert (worker.returncode, output) == (0, "40\n"), errors


@pytest.mark.parametrize("memory", [(), ("60GiB",)])
def test_what_a_killed_process_had_is_free_at_once(start: Start, locks: Path, memory: tuple[str, ...]) -> None:
    asked = Gpus(count=2, share=True, memory=memory[0]) if memory else Gpus(count=2)
    chance = random.Random(0)  # noqa: S311 (moments, no secrets)
    for _ in range(3):
        holder = start(HOLDER, locks, *memory)
        assert holder.stdout
        assert holder.stdout.readline() == "held\n"
        assert taken(locks, asked) is None
        time.sleep(chance.uniform(0, 0.01))
        holder.kill()
        holder.wait()
        lease = taken(locks, asked)
        assert lease is not None
        lease.release()
    assert not list(locks.glob("*.claim"))


def test_a_child_that_outlives_its_parent_keeps_no_lease(start: Start, locks: Path) -> None:
    program = HOLDER.replace(
        "time.sleep(60)", "import subprocess as s; s.Popen(['sleep', '3'], stdout=-3, stderr=-3); time.sleep(60)"
    )
    holder = start(program, locks)
    assert holder.stdout
    assert holder.stdout.readline() == "held\n"
    time.sleep(0.2)
    holder.kill()
    holder.wait()
    lease = taken(locks, Gpus(count=2))
    assert lease is not None
    lease.release()


def test_killing_processes_while_they_take_cards_leaves_all_cards(start: Start, locks: Path, tmp_path: Path) -> None:
    chance = random.Random(1)  # noqa: S311 (moments, no secrets)
    for number in range(3):
        marks = tmp_path / f"marks-{number}"
        marks.mkdir()
        worker = start(WORKER, locks, marks, number, 1_000_000, 2)
        deadline = time.monotonic() + 20
        while not (locks / "gate").exists() and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(chance.uniform(0, 0.05))
        worker.kill()
        worker.wait()
        lease = taken(locks, Gpus(count=2))
        assert lease is not None
        lease.release()
