import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.launch.gpu.devices import Process, look
from tests.nvml.stand_in import GIB, StandIn

Load = Callable[..., StandIn]
NOWHERE = Path("/nonexistent")
ASK = "from reprobridge_spec.launch.gpu.devices import look; box = look(); print(len(box.cards), box.why_none)"


def test_a_card_is_told_with_all_that_is_asked_of_it(load: Load) -> None:
    load().card(
        0, name="NVIDIA H200", uuid="GPU-a", total=140 * GIB, free=139 * GIB, capability="9.0", minor=4, pids="17"
    )
    box = look(NOWHERE)
    (card,) = box.cards
    assert (card.uuid, card.model, card.memory_bytes, card.free_bytes) == ("GPU-a", "NVIDIA H200", 140 * GIB, 139 * GIB)
    assert (card.capability, card.minor, card.driver, card.cuda) == ("9.0", 4, "550.54.15", "12.4")
    assert (card.processes, card.mig, box.why_none) == ((Process(pid=17, memory_bytes=GIB),), False, "")


@pytest.mark.usefixtures("cards")
def test_the_cards_of_a_machine_are_told_apart() -> None:
    assert [card.index for card in look(NOWHERE).cards] == [0, 1]
    assert len({card.uuid for card in look(NOWHERE).cards}) == 2


@pytest.mark.parametrize(
    ("state", "without", "why"),
    [
        ({"init": 9}, (), "the NVIDIA driver is not loaded"),
        ({"init": 18}, (), "different versions"),
        ({"init": 999}, (), "answers nvmlInit with its error 999"),
        ({"count": 0}, (), "the NVIDIA driver is loaded, and it shows no card"),
        ({"count": 2}, ("nvmlInitWithFlags",), "does not know nvmlInit;"),
        ({"count": 2}, ("nvmlDeviceGetCount_v2",), "does not know nvmlDeviceGetCount;"),
        ({"count": 1}, ("nvmlDeviceGetMemoryInfo",), "card 0 cannot be used: the NVML library here does not know"),
        ({"count": 1, "0.error": 15}, (), "card 0 cannot be used: it is lost"),
    ],
)
def test_why_there_is_no_card_is_one_sentence(
    load: Load, state: dict[str, object], without: tuple[str, ...], why: str
) -> None:
    load(*without).say(state)
    box = look(NOWHERE)
    assert box.cards == ()
    assert why in box.why_none
    assert not box.why_none.endswith(".")


def test_a_process_finds_the_library_where_the_loader_does(library: Path, tmp_path: Path) -> None:
    StandIn(tmp_path / "cards").card(0)
    where = {"LD_LIBRARY_PATH": str(library.parent), "STAND_IN_NVML": str(tmp_path / "cards")}
    assert asked_in_a_process(where) == "1 \n"


def test_without_a_library_that_can_be_loaded_that_is_said(tmp_path: Path) -> None:
    # before the one that a machine with cards has
    (tmp_path / "libnvidia-ml.so.1").touch()
    assert asked_in_a_process({"LD_LIBRARY_PATH": str(tmp_path)}).startswith("0 there is no NVML library")


def asked_in_a_process(variables: dict[str, str]) -> str:
    ended = subprocess.run(
        [sys.executable, "-c", ASK], env=os.environ | variables, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_a_lost_card_hides_no_other(cards: StandIn) -> None:
    cards.card(0, error=15)
    box = look(NOWHERE)
    assert [card.index for card in box.cards] == [1]
    assert box.notes == ("card 0 cannot be used: it is lost: it fell off the bus",)


def test_each_mig_instance_is_a_device_and_its_card_is_none(cards: StandIn) -> None:
    cards.instance(0, 0, uuid="MIG-a", total=10 * GIB, gi=1, ci=0, pids="17", name="NVIDIA A100-SXM4-80GB MIG 1g.10gb")
    cards.instance(0, 1, uuid="MIG-b", total=20 * GIB, gi=5, ci=0)
    first, second, whole = look(NOWHERE).cards
    assert (first.uuid, first.memory_bytes, first.instance, first.index) == ("MIG-a", 10 * GIB, (1, 0), 0)
    assert (second.uuid, second.processes, second.capability) == ("MIG-b", (), "8.0")
    assert ([one.pid for one in first.processes], whole.mig, whole.index) == ([17], False, 1)


def test_a_card_in_mig_mode_without_instances_is_said(load: Load) -> None:
    load().card(0, mig=1)
    box = look(NOWHERE)
    assert box.cards == ()
    assert "is in MIG mode and has no instance" in box.why_none


@pytest.mark.parametrize(
    ("without", "lacking"),
    [
        ("nvmlDeviceGetCudaComputeCapability", {"capability": ""}),
        ("nvmlDeviceGetMinorNumber", {"minor": 0}),
        ("nvmlSystemGetCudaDriverVersion_v2", {"cuda": ""}),
        ("nvmlSystemGetDriverVersion", {"driver": "unknown"}),
        ("nvmlDeviceGetMigMode", {"instance": None}),
    ],
)
def test_what_an_old_driver_does_not_tell_is_left_open(load: Load, without: str, lacking: dict[str, object]) -> None:
    load(without).card(0)
    (card,) = look(NOWHERE).cards
    assert {name: getattr(card, name) for name in lacking} == lacking


def test_that_processes_are_not_told_is_told(cards: StandIn) -> None:
    cards.card(0, processes_error=4)
    first, second = look(NOWHERE).cards
    assert "error 4" in first.processes_unknown
    assert second.processes_unknown == ""


def test_a_name_with_control_characters_becomes_readable(load: Load) -> None:
    load().card(0, name="NVIDIA\x1b[31m X")
    assert look(NOWHERE).cards[0].model == "NVIDIA[31m X"


@pytest.mark.parametrize(("simd", "times"), [("0", 0), ("256", 1)])
def test_an_amd_card_is_said_to_be_unsupported(load: Load, tmp_path: Path, simd: str, times: int) -> None:
    load()
    node = tmp_path / "class/kfd/kfd/topology/nodes/1"
    node.mkdir(parents=True)
    (node / "properties").write_text(f"cpu_cores_count 0\nsimd_count {simd}\n")
    assert look(tmp_path).why_none.count("there is an AMD card") == times
