from collections.abc import Callable

import pytest

from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.launch.gpu.seen import seen_by
from reprobridge_spec.model.experiment import Gpus

MakeCard = Callable[..., Card]
TWO = Gpus(count=2)
NO_CARDS = Box(cards=(), why_none="there is no NVML library")


@pytest.fixture
def box(make_card: MakeCard) -> Box:
    """A node with four cards."""
    uuids = ("GPU-aa1", "GPU-aa2", "GPU-b", "MIG-c")
    return Box(cards=tuple(make_card(index, uuid=uuid) for index, uuid in enumerate(uuids)), why_none="")


@pytest.mark.parametrize(
    ("named", "indices"),
    [
        ("0,1", [0, 1]),
        ("3,2", [3, 2]),
        ("GPU-b, MIG-c", [2, 3]),
        ("GPU-aa2,GPU-b", [1, 2]),
        ("0,1,2,3", [0, 1, 2, 3]),
        (None, [0, 1, 2, 3]),
    ],
)
def test_a_job_sees_the_cards_that_are_named(box: Box, named: str | None, indices: list[int]) -> None:
    seen = seen_by(TWO, {} if named is None else {"CUDA_VISIBLE_DEVICES": named}, box)
    assert ([card.index for card in seen.cards], seen.fault, seen.not_checked) == (indices, "", "")


@pytest.mark.parametrize(
    ("named", "count"),
    [
        ("", 0),
        ("-1", 0),
        ("NoDevFiles", 0),
        ("0", 1),
        ("0,0", 1),
        ("0,9,1", 1),
        ("GPU-a,GPU-b", 0),
        ("0,GPU-x,1", 1),
        ("0,,1", 1),
        ("0,99999999999999999999", 1),
        ("\N{ARABIC-INDIC DIGIT ONE},2", 0),
    ],
)
def test_too_few_visible_cards_are_a_fault_that_says_what_was_set(box: Box, named: str, count: int) -> None:
    seen = seen_by(TWO, {"CUDA_VISIBLE_DEVICES": named}, box)
    expected = f"the job asked for 2 GPUs and sees {count} (CUDA_VISIBLE_DEVICES is {named!r})"
    assert (len(seen.cards), seen.fault) == (count, expected)


def test_a_node_with_fewer_cards_is_a_fault(box: Box) -> None:
    assert "sees 4 (CUDA_VISIBLE_DEVICES is not set)" in seen_by(Gpus(count=5), {}, box).fault


def test_without_nvml_the_variable_alone_is_counted_and_that_is_said() -> None:
    seen = seen_by(TWO, {"CUDA_VISIBLE_DEVICES": "0,1"}, NO_CARDS)
    assert (seen.cards, seen.fault) == ((), "")
    assert seen.not_checked == "cards were counted in CUDA_VISIBLE_DEVICES alone: there is no NVML library"


@pytest.mark.parametrize("environ", [{}, {"CUDA_VISIBLE_DEVICES": ""}, {"CUDA_VISIBLE_DEVICES": "0"}])
def test_without_nvml_too_few_names_are_a_fault_all_the_same(environ: dict[str, str]) -> None:
    assert "the job asked for 2 GPUs and sees" in seen_by(TWO, environ, NO_CARDS).fault


def test_a_job_that_asked_for_none_is_not_checked(box: Box) -> None:
    assert seen_by(None, {"CUDA_VISIBLE_DEVICES": "0"}, box).cards == ()
