import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.launch.gpu.devices import look
from reprobridge_spec.launch.gpu.lease import Lease, Leases
from reprobridge_spec.launch.gpu.visible import variables
from reprobridge_spec.model.experiment import Gpus
from tests.nvml.stand_in import GIB, StandIn

ONE = Gpus(count=1)
Take = Callable[..., Lease | None]


@pytest.fixture
def leases(cards: StandIn, tmp_path: Path) -> Leases:
    """The leases of a machine with two cards."""
    assert cards.state.is_file()
    (tmp_path / "locks").mkdir(mode=0o700)
    return Leases(tmp_path / "locks", look=lambda: look(tmp_path), gate_seconds=1)


@pytest.fixture
def take(leases: Leases) -> Iterator[Take]:
    """Takes cards; what is taken is given back after the test."""
    with ExitStack() as held:

        def taken(**gpus: Any) -> Lease | None:
            lease = leases.take(Gpus(**{"count": 1} | gpus))
            return held.enter_context(lease) if lease else None

        yield taken


def indices(*leases: Lease | None) -> list[int]:
    """The cards of leases that were given."""
    return [card.index for lease in leases if lease for card in lease.cards]


def test_each_lease_has_a_card_of_its_own_until_there_is_none(take: Take, leases: Leases) -> None:
    assert indices(take(), take()) == [0, 1]
    assert take() is None
    assert leases.waiting.count("it is leased to another run") == 2


def test_a_card_that_was_given_back_is_given_again(leases: Leases) -> None:
    for _ in range(3):
        with leases.take(Gpus(count=2)) as lease:  # type: ignore[union-attr]
            assert indices(lease) == [0, 1]
            assert leases.take(ONE) is None
            assert leases.waiting != ""
    with leases.take(ONE) as lease:  # type: ignore[union-attr]
        assert leases.waiting == ""


def test_several_cards_are_had_all_or_none(take: Take) -> None:
    assert indices(take()) == [0]
    assert take(count=2) is None
    # the one that was free is not kept
    assert indices(take()) == [1]


def test_the_smallest_card_that_fits_is_taken(cards: StandIn, take: Take) -> None:
    cards.card(0, total=80 * GIB)
    cards.card(1, total=24 * GIB)
    assert indices(take(memory="20GiB"), take(memory="40GiB")) == [1, 0]


def test_a_run_waits_for_a_card_of_the_type_that_it_was_tried_on(cards: StandIn, take: Take, leases: Leases) -> None:
    cards.card(1, name="NVIDIA H100 PCIe")
    assert indices(take(types=["H100"])) == [1]
    assert take(types=["H100"]) is None
    assert leases.refuses(Gpus(count=1, types=["H100"])) == ""


def test_what_the_machine_never_gives_is_refused_and_not_waited_for(leases: Leases) -> None:
    assert "it needs 3 GPUs, and this machine has card 0" in leases.refuses(Gpus(count=3))
    assert leases.take(Gpus(count=3)) is None


@pytest.mark.parametrize(
    ("said", "gpus", "why"),
    [
        ({"pids": "1"}, {}, "process 1 ("),
        ({"pids": "1"}, {"share": True, "memory": "8GiB"}, "computes on it, which holds no lease"),
        ({"free": 20 * GIB}, {}, "only 20.0 of its 80.0 GiB are free"),
        ({"free": 20 * GIB}, {"memory": "40GiB"}, "only 20.0 of its 80.0 GiB are free"),
        ({"free": 4 * GIB}, {"share": True, "memory": "8GiB"}, "only 4.0 of its 80.0 GiB are free"),
        ({"free": 20 * GIB, "processes_error": 4}, {"memory": "8GiB"}, "only 20.0 of its 80.0 GiB are free"),
    ],
)
def test_a_card_that_somebody_else_fills_is_not_taken(
    cards: StandIn, take: Take, leases: Leases, said: dict[str, Any], gpus: dict[str, Any], why: str
) -> None:
    cards.card(0, **said)
    cards.card(1, **said)
    assert take(**gpus) is None
    assert why in leases.waiting
    cards.card(1, pids=None, free=None, processes_error=None)
    assert indices(take(**gpus)) == [1]


@pytest.mark.parametrize("gpus", [{}, {"memory": "60GiB"}])
def test_a_little_memory_in_use_does_not_fill_a_card(cards: StandIn, take: Take, gpus: dict[str, Any]) -> None:
    cards.card(0, free=78 * GIB)
    assert indices(take(**gpus)) == [0]


def test_a_memory_that_is_there_is_enough_where_it_is_declared(cards: StandIn, take: Take) -> None:
    cards.card(0, free=20 * GIB)
    assert indices(take(memory="16GiB")) == [0]


def test_runs_that_share_are_packed_on_one_card_as_long_as_they_fit(take: Take, leases: Leases) -> None:
    packed = [take(share=True, memory="30GiB") for _ in range(4)]
    assert indices(*packed) == [0, 0, 1, 1]
    assert all(lease and lease.shared for lease in packed)
    assert take(share=True, memory="30GiB") is None
    assert "60.0 of its 80.0 GiB are given to runs that share it" in leases.waiting
    assert indices(take(share=True, memory="20GiB")) == [0]


def test_a_run_that_does_not_share_never_lands_on_a_shared_card(take: Take) -> None:
    assert indices(take(share=True, memory="1GiB"), take(memory="1GiB")) == [0, 1]
    assert take(memory="1GiB") is None
    assert take(count=2) is None


def test_a_run_that_shares_never_lands_on_the_card_of_one_that_does_not(take: Take) -> None:
    assert indices(take(), take(share=True, memory="1GiB"), take(share=True, memory="1GiB")) == [0, 1, 1]


@pytest.mark.parametrize("gpus", [{"share": True}, {"share": False, "memory": "1GiB"}, {"memory": "1GiB"}])
def test_without_sharing_and_a_declared_memory_nothing_is_packed(take: Take, gpus: dict[str, Any]) -> None:
    first = take(**gpus)
    assert first
    assert not first.shared
    assert indices(take(share=True, memory="1GiB")) == [1]


def test_a_part_that_was_given_back_is_given_again(leases: Leases, tmp_path: Path) -> None:
    sharing = Gpus(count=2, share=True, memory="60GiB")
    for _ in range(3):
        with leases.take(sharing) as lease:  # type: ignore[union-attr]
            assert lease
            assert leases.take(sharing) is None
    assert [path.name for path in (tmp_path / "locks").iterdir() if path.suffix == ".claim"] == []


def test_runs_that_share_may_compute_beside_one_another(cards: StandIn, take: Take) -> None:
    assert indices(take(share=True, memory="30GiB")) == [0]
    cards.card(0, pids=os.getpid(), free=55 * GIB)
    assert indices(take(share=True, memory="30GiB")) == [0]


def test_who_takes_more_than_it_declared_leaves_less_for_others(cards: StandIn, take: Take) -> None:
    assert indices(take(share=True, memory="30GiB")) == [0]
    cards.card(0, pids=os.getpid(), free=10 * GIB)
    assert indices(take(share=True, memory="30GiB")) == [1]


def test_a_mig_instance_is_leased_like_a_card(cards: StandIn, take: Take) -> None:
    cards.instance(0, 0, uuid="MIG-GPU-1/2/0", total=20 * GIB)
    cards.instance(0, 1, uuid="MIG-b", total=20 * GIB)
    got = [take(memory="16GiB") for _ in range(3)]
    assert [variables(lease.cards)["CUDA_VISIBLE_DEVICES"] for lease in got if lease][:2] == ["MIG-GPU-1/2/0", "MIG-b"]
    assert indices(got[2]) == [1]


def test_an_attempt_is_granted_the_cards_of_its_lease(take: Take) -> None:
    lease = take(count=2, share=True, memory="1GiB")
    assert lease
    assert lease.granted.visible == ",".join(card.uuid for card in lease.cards)
    assert (lease.granted.cards, lease.granted.shared) == (lease.cards, True)


def test_a_lost_card_is_left_out_and_the_other_is_given(cards: StandIn, take: Take, leases: Leases) -> None:
    cards.card(0, error=15)
    assert indices(take()) == [1]
    assert "it is lost" in leases.refuses(Gpus(count=2))


def test_without_cards_every_lease_is_refused_with_the_reason(cards: StandIn, leases: Leases) -> None:
    cards.say({"init": 9})
    assert leases.refuses(ONE) == "it needs 1 GPU, and the NVML library is here, and the NVIDIA driver is not loaded"
    assert leases.take(ONE) is None
    assert "the NVIDIA driver is not loaded" in leases.waiting


def test_a_lock_file_that_cannot_be_opened_keeps_its_card_out(take: Take, tmp_path: Path, leases: Leases) -> None:
    (tmp_path / "locks" / "GPU-00000000-0000-0000-0000-000000000000.card").symlink_to("/etc/passwd")
    assert indices(take()) == [1]
    assert take() is None
    assert "cannot be opened" in leases.waiting


def test_no_file_descriptor_is_left_open(leases: Leases) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for gpus in [ONE, Gpus(count=2), Gpus(count=3), Gpus(count=2, share=True, memory="1GiB")]:
        if lease := leases.take(gpus):
            lease.release()
            lease.release()
    assert len(list(Path("/proc/self/fd").iterdir())) == before
