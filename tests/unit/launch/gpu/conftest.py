import ctypes
from collections.abc import Callable
from pathlib import Path

import pynvml
import pytest

from reprobridge_spec.launch.gpu.devices import Card
from tests.nvml.stand_in import GIB, StandIn, build, can_be_built

Load = Callable[..., StandIn]


class Older:
    """A library as it was before some functions were added."""

    def __init__(self, library: ctypes.CDLL, without: tuple[str, ...]) -> None:
        self._library = library
        self._without = without

    def __getattr__(self, name: str) -> object:
        if name in self._without:
            raise AttributeError(name)
        return getattr(self._library, name)


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stand-in library with all its functions."""
    if not can_be_built():
        pytest.skip("not checked: gcc is not here")
    return build(tmp_path_factory.mktemp("nvml"))


@pytest.fixture
def load(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Has nvidia-ml-py read the stand-in library, or one without some functions, in this process."""

    def loaded(*without: str) -> StandIn:
        monkeypatch.setattr(pynvml, "nvmlLib", Older(ctypes.CDLL(str(library)), without))
        monkeypatch.setattr(pynvml, "_nvmlGetFunctionPointer_cache", {})
        monkeypatch.setenv("STAND_IN_NVML", str(tmp_path / "cards"))
        return StandIn(tmp_path / "cards")

    return loaded


@pytest.fixture
def cards(load: Load) -> StandIn:
    """A machine with two cards, with nobody on them."""
    stand_in = load()
    stand_in.card(0, name="NVIDIA A100-SXM4-80GB", total=80 * GIB)
    stand_in.card(1, name="NVIDIA A100-SXM4-80GB", total=80 * GIB)
    return stand_in


@pytest.fixture
def make_card() -> Callable[..., Card]:
    """Makes a card without asking NVML."""

    def make(index: int = 0, **values: object) -> Card:
        given: dict[str, object] = {
            "uuid": f"GPU-{index:08d}-0000-0000-0000-000000000000",
            "index": index,
            "minor": index,
            "model": "NVIDIA A100-SXM4-80GB",
            "memory_bytes": 80 * GIB,
            "free_bytes": 80 * GIB,
            "capability": "8.0",
            "driver": "550.54.15",
            "cuda": "12.4",
        }
        return Card(**(given | values))  # type: ignore[arg-type]

    return make
