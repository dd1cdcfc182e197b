from collections.abc import Callable
from typing import Any

import pytest

from reprobridge_spec.launch.gpu.devices import Box, Card
from reprobridge_spec.launch.gpu.granted import NONE
from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.base import LostError
from reprobridge_spec.launch.place.slurm_cards import granted

Make = Callable[..., Order]
NO_NVML = Box(cards=(), why_none="there is no library")


def card(index: int, gib: int = 80) -> Card:
    return Card(
        uuid=f"GPU-{index}{index}{index}",
        index=index,
        minor=index,
        model="NVIDIA A100-SXM4-80GB",
        memory_bytes=gib << 30,
        free_bytes=gib << 30,
        capability="8.0",
        driver="550.54",
        cuda="12.4",
    )


NODE = Box(cards=tuple(card(index) for index in range(4)), why_none="")


def gpus(count: int, **values: Any) -> dict[str, Any]:
    return {"gpus": {"count": count, **values}}


def test_a_run_without_gpu_gets_none(make_order: Make) -> None:
    assert granted(make_order(), {"CUDA_VISIBLE_DEVICES": "0"}, NODE) == (NONE, "")


@pytest.mark.parametrize(
    ("visible", "count", "indexes"),
    [("2", 1, [2]), ("2,0", 2, [2, 0]), ("GPU-333", 1, [3]), ("0,1,2,3", 1, [0]), (None, 2, [0, 1])],
    ids=["one", "two", "by uuid", "a whole node", "a site that hides the others"],
)
def test_cards_are_those_that_slurm_named_and_go_on_by_uuid(
    make_order: Make, visible: str | None, count: int, indexes: list[int]
) -> None:
    environ = {} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}
    given, not_checked = granted(make_order(resources=gpus(count)), environ, NODE)
    assert [one.index for one in given.cards] == indexes
    assert given.visible == ",".join(f"GPU-{index}{index}{index}" for index in indexes)
    assert not not_checked


def test_without_nvml_they_are_counted_and_that_is_said(make_order: Make) -> None:
    given, not_checked = granted(make_order(resources=gpus(1)), {"CUDA_VISIBLE_DEVICES": "1,0"}, NO_NVML)
    assert (given.visible, given.cards) == ("1", ())
    assert "there is no library" in not_checked


@pytest.mark.parametrize(
    ("visible", "asked", "box"),
    [
        ("0", gpus(2), NODE),
        ("0", gpus(2), NO_NVML),
        ("", gpus(1), NODE),
        ("", gpus(1), NO_NVML),
        (None, gpus(1), NO_NVML),
        ("NoDevFiles", gpus(1), NODE),
        ("7", gpus(1), NODE),
        ("0,0", gpus(2), NODE),
        ("0", gpus(1, memory="141GiB"), NODE),
        ("0", gpus(1, capability=">=9.0"), NODE),
    ],
)
def test_fewer_cards_or_others_are_refused_and_another_node_may_have_them(
    make_order: Make, visible: str | None, asked: dict[str, Any], box: Box
) -> None:
    environ = {} if visible is None else {"CUDA_VISIBLE_DEVICES": visible}
    with pytest.raises(LostError) as caught:
        granted(make_order(resources=asked), environ, box)
    assert caught.value.hint
