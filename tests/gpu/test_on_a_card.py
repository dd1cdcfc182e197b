"""What only a real card shows. Everything else about cards is tested in tests/unit/launch/gpu, anywhere."""

import json
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.gpu.devices import look
from reprobridge_spec.launch.gpu.lease import Lease, Leases
from reprobridge_spec.launch.gpu.lock_folder import lock_folder
from reprobridge_spec.launch.gpu.sampling import Sampler
from reprobridge_spec.launch.gpu.seen import seen_by
from reprobridge_spec.launch.gpu.visible import device_nodes, variables
from reprobridge_spec.model.experiment import Gpus
from reprobridge_spec.schemas.kinds import RUN_RECORD
from reprobridge_spec.schemas.load import load
from tests.conftest import CHECKOUT, CommandLine

KEPT = CHECKOUT / "build" / "gpu"
ONE = Gpus(count=1)


@pytest.fixture
def lease() -> Iterator[Lease]:
    """A card that nobody uses."""
    leases = Leases(lock_folder().path)
    taken = leases.take(ONE)
    if taken is None:
        pytest.skip(f"not checked: {leases.waiting}")
    with taken:
        yield taken


def test_each_card_tells_what_records_need() -> None:
    cards = look().cards
    assert cards
    for card in cards:
        assert card.uuid.startswith("MIG-" if card.mig else "GPU-")
        assert 0 < card.free_bytes <= card.memory_bytes
        assert card.capability
        assert card.cuda


def test_a_leased_card_is_not_given_twice_and_is_the_one_that_is_seen(lease: Lease) -> None:
    second = Leases(lock_folder().path).take(Gpus(count=len(look().cards)))
    assert second is None
    seen = seen_by(ONE, variables(lease.cards), look())
    assert ([card.uuid for card in seen.cards], seen.fault) == ([card.uuid for card in lease.cards], "")


def test_the_nodes_of_a_card_are_there(lease: Lease) -> None:
    assert {"nvidiactl", "nvidia-uvm", f"nvidia{lease.cards[0].minor}"} <= {
        path.name for path in device_nodes(lease.cards)
    }


def test_an_idle_card_is_sampled(lease: Lease) -> None:
    with Sampler(lease.cards, seconds=0.5) as sampler:
        time.sleep(2)
    (use,) = sampler.uses("salt")
    assert (use.samples >= 4, use.incomplete) == (True, None)
    if not lease.cards[0].mig:
        assert use.mean_utilisation is not None
        assert float(use.energy_joules or 0) > 0


def test_a_torch_artifact_is_verified_on_the_card_and_its_record_kept(tmp_path: Path) -> None:
    rrspec = CommandLine(tmp_path, KEPT / "cache")
    artifact = shutil.copytree(CHECKOUT / "tests" / "gpu" / "artifact", tmp_path / "artifact")
    for arguments in (["run", "--smoke"], ["run"], ["pack", "--output", tmp_path / "torch.rra.zip"]):
        ended = rrspec(*arguments, cwd=artifact)
        assert ended.returncode == 0, ended.stderr
    records = KEPT / f"records-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
    ended = rrspec("verify", tmp_path / "torch.rra.zip", "--records", records, "--format", "json")
    assert ended.returncode == 0, ended.stderr
    shutil.copyfile(tmp_path / "verification.json", records / "verification.json")
    print(f"\nrecords of the runs on the card, and the verification: {records}")  # noqa: T201 (for who called)
    checked = [_on_the_card(path) for path in sorted(records.glob("*/run.json"))]
    assert len(checked) == 3
    assert json.loads(ended.stdout)["holds"] is True


def _on_the_card(path: Path) -> Any:
    """Checks that a run computed on one card, as its record and its own output say."""
    record = load(RUN_RECORD, path.read_bytes(), str(path)).model
    assert record is not None
    predicate = record.predicate
    (card,) = predicate.hardware.gpus
    (use,) = predicate.used.gpus
    assert card.uuid_digest == use.uuid_digest
    # a context alone takes some hundred MB
    assert (use.peak_memory_bytes or 0) > 100 << 20
    scores = json.loads((path.parent / "outputs" / "scores.json").read_text(encoding="utf-8"))
    assert scores["cards"] == 1
    return predicate
