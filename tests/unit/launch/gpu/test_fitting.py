from collections.abc import Callable
from typing import Any

import pytest

from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.launch.gpu.fitting import asked, fitting, is_of_type, why_never
from reprobridge_spec.model.experiment import Gpus

MakeCard = Callable[..., Card]


@pytest.fixture
def box(make_card: MakeCard) -> Box:
    """A machine with a T4 and two A100."""
    small = make_card(0, model="Tesla T4", memory_bytes=15109 << 20, capability="7.5")
    return Box(cards=(small, make_card(1), make_card(2)), why_none="")


@pytest.mark.parametrize(
    ("gpus", "indices"),
    [
        ({"count": 1}, [0, 1, 2]),
        ({"count": 1, "memory": "16GiB"}, [0, 1, 2]),
        ({"count": 1, "memory": "20GiB"}, [1, 2]),
        ({"count": 1, "capability": ">=8.0"}, [1, 2]),
        ({"count": 1, "capability": ">=7.0,<8"}, [0]),
        ({"count": 1, "capability": "7.5"}, [0]),
        ({"count": 1, "types": ["T4"]}, [0]),
        ({"count": 2, "types": ["A100", "H100"]}, [1, 2]),
        ({"count": 1, "memory": "81GiB"}, [1, 2]),
        ({"count": 1, "memory": "96GiB"}, []),
        ({"count": 1, "capability": ">=9.0"}, []),
    ],
)
def test_cards_fit_by_memory_capability_and_type(box: Box, gpus: dict[str, Any], indices: list[int]) -> None:
    assert [card.index for card in fitting(box, Gpus(**gpus)).cards] == indices


def test_without_a_card_that_it_was_tried_on_another_fits_and_that_is_said(box: Box) -> None:
    fit = fitting(box, Gpus(count=1, types=["H200"]))
    assert len(fit.cards) == 3
    assert fit.said == "it was tried on H200, and this machine has Tesla T4, NVIDIA A100-SXM4-80GB"


@pytest.mark.parametrize(
    ("gpus", "parts"),
    [
        ({"count": 4}, ["it needs 4 GPUs, and this machine has card 0 (Tesla T4) with 14.8 GiB, capability 7.5"]),
        ({"count": 3, "memory": "40GiB"}, ["3 GPUs with 40GiB", "card 2 (NVIDIA A100-SXM4-80GB) with 80.0 GiB"]),
        ({"count": 1, "capability": ">=9.0"}, ["1 GPU with capability >=9.0", "capability 8.0"]),
        ({"count": 1, "capability": "newest"}, ["the bound `newest` on the compute capability cannot be read"]),
    ],
)
def test_what_a_machine_can_never_give_names_what_it_has(box: Box, gpus: dict[str, Any], parts: list[str]) -> None:
    said = why_never(box, Gpus(**gpus))
    assert all(part in said for part in parts), said


@pytest.mark.parametrize("gpus", [{"count": 3}, {"count": 2, "memory": "80GiB"}, {"count": 1, "types": ["H200"]}])
def test_what_it_can_give_is_not_refused(box: Box, gpus: dict[str, Any]) -> None:
    assert why_never(box, Gpus(**gpus)) == ""


def test_without_a_card_the_reason_is_given() -> None:
    box = Box(cards=(), why_none="the NVIDIA driver is loaded, and it shows no card")
    said = why_never(box, Gpus(count=1, memory="8GiB"))
    assert said == "it needs 1 GPU with 8GiB, and the NVIDIA driver is loaded, and it shows no card"


def test_a_lost_card_is_named_where_it_is_missed(make_card: MakeCard) -> None:
    box = Box(cards=(make_card(0),), why_none="", notes=("card 1 cannot be used: it is lost",))
    assert why_never(box, Gpus(count=2)).endswith("; card 1 cannot be used: it is lost")


def test_mig_instances_are_given_one_at_a_time_only(make_card: MakeCard) -> None:
    parts = tuple(make_card(0, uuid=f"MIG-{number}", instance=(number, 0)) for number in range(3))
    box = Box(cards=parts, why_none="")
    assert why_never(box, Gpus(count=1)) == ""
    assert "it needs 2 GPUs" in why_never(box, Gpus(count=2))


def test_a_card_that_does_not_tell_its_capability_meets_no_bound(make_card: MakeCard) -> None:
    box = Box(cards=(make_card(0, capability=""),), why_none="")
    assert why_never(box, Gpus(count=1, capability=">=1.0")) != ""


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("NVIDIA A100-SXM4-80GB", "A100"),
        ("NVIDIA A100-SXM4-80GB", "a100 80GB"),
        ("NVIDIA GeForce RTX 3090", "RTX3090"),
        ("NVIDIA GeForce RTX 3080 Ti", "RTX 3080 Ti"),
        ("Tesla V100-PCIE-16GB", "V100"),
    ],
)
def test_a_card_is_of_the_type_whose_words_it_has(model: str, kind: str) -> None:
    assert is_of_type(model, kind)


@pytest.mark.parametrize(
    ("model", "kind"),
    [
        ("NVIDIA A100-SXM4-80GB", "A10"),
        ("NVIDIA A100-SXM4-80GB", "A100 40GB"),
        ("NVIDIA GeForce RTX 3080 Ti", "RTX 3080"),
        ("NVIDIA RTX 6000 Ada Generation", "RTX 6000"),
        ("NVIDIA RTX A6000", "RTX 6000"),
        ("NVIDIA GeForce RTX 4090 Laptop GPU", "RTX 4090"),
        ("NVIDIA A100-SXM4-80GB", " "),
    ],
)
def test_another_model_is_of_another_type(model: str, kind: str) -> None:
    assert not is_of_type(model, kind)


def test_what_is_asked_for_reads_as_a_phrase() -> None:
    assert asked(Gpus(count=2, memory="40GiB", capability=">=8.0")) == "2 GPUs with 40GiB and capability >=8.0"
    assert asked(Gpus(count=1)) == "1 GPU"
