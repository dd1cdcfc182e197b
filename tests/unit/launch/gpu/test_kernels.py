from collections.abc import Callable
from typing import Any

import pytest

from reprobridge_spec.launch.gpu.devices import Card
from reprobridge_spec.launch.gpu.kernels import Kernels, judged, serves

MakeCard = Callable[..., Card]
OLD = ["sm_37", "sm_50", "sm_60", "sm_70"]
TORCH = {"version": "2.4.0+cu121", "cuda": "12.1", "architectures": ["sm_80", "sm_90"], "seen": 1, "ran": True}
NO_IMAGE = "CUDA error: no kernel image is available for execution on the device"


@pytest.mark.parametrize(
    ("architectures", "capability"),
    [
        (["sm_80"], "8.0"),
        (["sm_80"], "8.9"),
        (["sm_70", "compute_70"], "9.0"),
        (["sm_90a"], "9.0"),
        (["sm_100", "sm_120"], "12.0"),
        (["sm_100f"], "10.3"),
    ],
)
def test_code_runs_on_its_own_major_capability_and_intermediate_code_on_later_ones(
    architectures: list[str], capability: str
) -> None:
    assert serves(architectures, capability) is True


@pytest.mark.parametrize(
    ("architectures", "capability"),
    [
        (OLD, "8.0"),
        (["sm_86"], "8.0"),
        (["sm_90a"], "9.1"),
        (["sm_90"], "10.0"),
        (["compute_90"], "8.0"),
        (["sm_12"], "1.1"),
        (["gfx90a"], "9.0"),
    ],
)
def test_other_code_does_not_run(architectures: list[str], capability: str) -> None:
    assert serves(architectures, capability) is False


@pytest.mark.parametrize(("architectures", "capability"), [([], "8.0"), (["sm_80"], ""), (["sm_80"], "new")])
def test_what_is_not_told_is_not_judged(architectures: list[str], capability: str) -> None:
    assert serves(architectures, capability) is None


@pytest.mark.parametrize(
    ("facts", "kernels", "said"),
    [
        ({"torch": TORCH}, Kernels.FINE, "torch 2.4.0+cu121 computes on NVIDIA A100-SXM4-80GB"),
        (
            {"torch": TORCH | {"ran": None, "architectures": OLD, "error": NO_IMAGE}},
            Kernels.NONE,
            "it has sm_37, sm_50, sm_60, sm_70, the card needs capability 8.0 (sm_80)",
        ),
        ({"torch": TORCH | {"ran": None, "architectures": OLD}}, Kernels.NONE, "has no kernels for NVIDIA A100"),
        ({"torch": TORCH | {"ran": None, "error": NO_IMAGE}}, Kernels.NONE, "has no kernels for NVIDIA A100"),
        ({"torch": {"version": "2.4.0+cpu", "cuda": None}}, Kernels.NONE, "is built for processors alone"),
        (
            {"torch": TORCH | {"seen": 0, "ran": None, "error": "driver too old"}},
            Kernels.UNSEEN,
            "does not see NVIDIA A100-SXM4-80GB: it is built for CUDA 12.1; driver 550.54.15 is for CUDA up to 12.4",
        ),
        ({"torch": TORCH | {"ran": False}}, Kernels.UNSEEN, "torch 2.4.0+cu121 cannot compute on"),
        ({"torch": TORCH | {"ran": "true"}}, Kernels.UNSEEN, "torch 2.4.0+cu121 cannot compute on"),
        ({"torch": {"version": "1.0", "cuda": "9.0", "error": "?"}}, Kernels.NOT_CHECKED, "does not tell whether"),
        ({"torch": {"error": "no libcudart"}}, Kernels.NOT_CHECKED, "cannot be imported: no libcudart"),
        ({"jax": {"version": "0.4", "seen": 1, "ran": True}}, Kernels.FINE, "jax 0.4 computes"),
        ({"jax": {"version": "0.4", "seen": 0}}, Kernels.UNSEEN, "jax 0.4 does not see"),
        ({"others": {"cupy": True}}, Kernels.NOT_CHECKED, "neither torch nor jax is in the environment"),
        ({}, Kernels.NOT_CHECKED, "neither torch nor jax is in the environment"),
    ],
)
def test_what_was_told_becomes_one_sentence(
    make_card: MakeCard, facts: dict[str, dict[str, Any]], kernels: Kernels, said: str
) -> None:
    found = judged(facts, make_card())
    assert found.kernels is kernels
    assert said in found.said


def test_a_second_framework_that_computes_is_enough(make_card: MakeCard) -> None:
    cpu: dict[str, dict[str, object]] = {"torch": {"version": "2.4.0+cpu", "cuda": None}}
    assert judged(cpu | {"jax": {"version": "0.4", "seen": 1, "ran": True}}, make_card()).kernels is Kernels.FINE
    assert judged(cpu | {"others": {"cupy": True}}, make_card()).kernels is Kernels.NOT_CHECKED


@pytest.mark.parametrize(("kernels", "stops"), list(zip(Kernels, (False, True, True, False), strict=True)))
def test_only_what_is_known_to_fail_stops_a_job(make_card: MakeCard, kernels: Kernels, *, stops: bool) -> None:
    found = judged({}, make_card())
    assert type(found)(kernels=kernels, said="", lasting=False).stops is stops
