from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.launch.gpu.visible import device_nodes, variables

MakeCard = Callable[..., Card]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """What the driver shows on a machine with two cards."""
    for name in (
        "nvidia0",
        "nvidia1",
        "nvidiactl",
        "nvidia-uvm",
        "nvidia-caps/nvidia-cap12",
        "nvidia-caps/nvidia-cap13",
    ):
        (tmp_path / "dev" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "dev" / name).touch()
    (tmp_path / "proc/driver/nvidia-caps").mkdir(parents=True)
    minors = "config 1\ngpu1/gi2/access 12\ngpu1/gi2/ci0/access 13\ngpu1/gi3/access 21\nnonsense\n"
    (tmp_path / "proc/driver/nvidia-caps/mig-minors").write_text(minors)
    return tmp_path


def names(paths: list[Path], root: Path) -> list[str]:
    return [str(path.relative_to(root)) for path in paths]


def test_cards_are_named_by_uuid_in_the_order_of_the_lease(make_card: MakeCard) -> None:
    cards = [make_card(0, uuid="GPU-b"), make_card(1, uuid="MIG-a")]
    assert variables(cards) == {"CUDA_VISIBLE_DEVICES": "GPU-b,MIG-a"}


def test_without_a_card_the_variable_hides_all() -> None:
    assert variables([]) == {"CUDA_VISIBLE_DEVICES": ""}


def test_a_card_needs_its_own_node_and_the_common_ones_that_are_there(make_card: MakeCard, root: Path) -> None:
    nodes = device_nodes([make_card(0, minor=1)], root=root)
    assert names(nodes, root) == ["dev/nvidia1", "dev/nvidiactl", "dev/nvidia-uvm"]


def test_a_mig_instance_needs_the_nodes_of_its_two_rights(make_card: MakeCard, root: Path) -> None:
    nodes = device_nodes([make_card(0, minor=1, instance=(2, 0))], root=root)
    assert names(nodes, root)[3:] == ["dev/nvidia-caps/nvidia-cap12", "dev/nvidia-caps/nvidia-cap13"]


def test_a_right_that_is_not_listed_is_left_out(make_card: MakeCard, root: Path) -> None:
    assert len(device_nodes([make_card(0, minor=1, instance=(9, 0))], root=root)) == 3


def test_what_the_driver_does_not_show_is_left_out(make_card: MakeCard, tmp_path: Path) -> None:
    assert device_nodes([make_card(0, instance=(1, 0))], root=tmp_path) == []


def test_without_a_card_nothing_is_shown(root: Path) -> None:
    assert device_nodes([], root=root) == []
