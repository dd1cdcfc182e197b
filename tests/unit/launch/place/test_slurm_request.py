from collections.abc import Callable
from typing import Any

import pytest

from reprobridge_spec.launch.order import Order
from reprobridge_spec.launch.place.slurm_profile import SlurmProfile
from reprobridge_spec.launch.place.slurm_request import chunks, is_short, minutes, options, refused, request
from reprobridge_spec.model.experiment import Resources

Make = Callable[..., Order]
TYPES = {
    "v100": {"memory": "16GiB", "capability": "7.0", "models": ["Tesla V100-PCIE-16GB"]},
    "a100": {"memory": "80GiB", "capability": "8.0", "models": ["NVIDIA A100-SXM4-80GB"]},
    "h100": {"memory": "80GiB", "capability": "9.0", "models": ["NVIDIA H100"]},
}


def profile(**values: Any) -> SlurmProfile:
    return SlurmProfile.model_validate(values)


def asked(resources: dict[str, Any], **values: Any) -> list[str]:
    own = profile(**values)
    return options(request(Resources.model_validate(resources), own), own)


@pytest.mark.parametrize(
    ("spelling", "plain", "typed"),
    [
        ("gres", "--gres=gpu:2", "--gres=gpu:a100:2"),
        ("gpus", "--gpus=2", "--gpus=a100:2"),
        ("gpus-per-node", "--gpus-per-node=2", "--gpus-per-node=a100:2"),
        ("gpus-per-task", "--gpus-per-task=2", "--gpus-per-task=a100:2"),
    ],
)
def test_gpus_are_asked_for_as_the_site_wants_it(spelling: str, plain: str, typed: str) -> None:
    two = {"gpus": {"count": 2}}
    assert plain in asked(two, gpus=spelling)
    assert typed in asked(two, gpus=spelling, types={"a100": TYPES["a100"]})


def test_a_run_without_gpu_asks_for_none() -> None:
    assert not [option for option in asked({"cpus": 2}, types=TYPES) if "gpu" in option]


@pytest.mark.parametrize(
    ("gpus", "kind"),
    [
        ({"count": 1}, "v100"),
        ({"count": 1, "memory": "40GiB"}, "a100"),
        ({"count": 1, "capability": ">=9.0"}, "h100"),
        ({"count": 1, "capability": "8.0"}, "a100"),
        ({"count": 1, "types": ["H100"]}, "h100"),
        ({"count": 1, "types": ["A100"], "capability": ">=9.0"}, "h100"),
        ({"count": 1, "types": ["MI300X"]}, "v100"),
    ],
)
def test_the_type_that_fits_is_taken_one_on_which_it_was_tried_first(gpus: dict[str, Any], kind: str) -> None:
    assert f"--gres=gpu:{kind}:1" in asked({"gpus": gpus}, types=TYPES)


@pytest.mark.parametrize(
    ("gpus", "types", "said"),
    [
        ({"count": 1, "memory": "141GiB"}, TYPES, "it needs 1 GPU with 141GiB"),
        ({"count": 2, "capability": ">=10.0"}, TYPES, "it needs 2 GPUs with capability >=10.0"),
        ({"count": 1, "memory": "40GiB", "capability": "<8.0"}, TYPES, "no such type among v100, a100, h100"),
        ({"count": 1, "memory": "141GiB"}, {"big": {}}, ""),
        ({"count": 1, "memory": "141GiB"}, {}, ""),
        ({"count": 1}, TYPES, ""),
    ],
)
def test_what_no_type_of_the_site_has_is_refused_and_what_is_not_known_is_not(
    gpus: dict[str, Any], types: dict[str, Any], said: str
) -> None:
    found = refused(Resources.model_validate({"gpus": gpus}), profile(types=types))
    assert (said in found) if said else not found


def test_the_options_name_what_the_profile_says_and_its_own_arguments_come_last() -> None:
    found = asked(
        {"cpus": 3, "memory": "2GiB"}, partition="gpu", account="me", qos="high", arguments=["--constraint=ib"]
    )
    assert found == [
        "--partition=gpu",
        "--account=me",
        "--qos=high",
        "--nodes=1",
        "--ntasks=1",
        "--cpus-per-task=3",
        "--mem=2304M",
        "--requeue",
        "--constraint=ib",
    ]


@pytest.mark.parametrize(
    ("resources", "values", "memory"),
    [
        ({}, {}, None),
        ({}, {"memory": "1GiB"}, "--mem=1280M"),
        ({"memory": "4GiB"}, {"memory": "1GiB"}, "--mem=4352M"),
    ],
)
def test_memory_is_that_of_the_experiment_or_of_the_profile_with_what_rrspec_takes(
    resources: dict[str, Any], values: dict[str, Any], memory: str | None
) -> None:
    found = [option for option in asked(resources, **values) if option.startswith("--mem")]
    assert found == ([memory] if memory else [])


@pytest.mark.parametrize(
    ("limits", "values", "expected"),
    [
        ([60.0], {"grace": "1min"}, 3),
        ([60.0], {"grace": "1min", "factor": 2}, 4),
        ([3600.0], {}, 64),
        ([10.0] * 6, {"grace": "30s"}, 3),
    ],
    ids=["one", "factor", "an hour", "a chunk"],
)
def test_slurms_limit_lies_beyond_those_of_the_runs(
    make_order: Make, limits: list[float], values: dict[str, Any], expected: int
) -> None:
    own = profile(**values)
    orders = [make_order(time_limit=limit) for limit in limits]
    assert minutes(orders, own) == expected
    assert expected * 60 > sum(limits) * float(own.factor or 1)


@pytest.mark.parametrize(
    ("resources", "limit", "values", "expected"),
    [
        ({}, 60.0, {}, True),
        ({}, 600.0, {}, True),
        ({}, 601.0, {}, False),
        ({}, 400.0, {"factor": 2}, False),
        ({"gpus": {"count": 1}}, 60.0, {}, False),
        ({}, 60.0, {"short": "30s"}, False),
    ],
)
def test_short_is_what_needs_no_gpu_and_little_time(
    make_order: Make, resources: dict[str, Any], limit: float, values: dict[str, Any], *, expected: bool
) -> None:
    assert is_short(make_order(resources=resources, time_limit=limit), profile(**values)) is expected


def test_chunks_hold_runs_of_the_same_needs_no_more_than_the_profile_lets(make_order: Make) -> None:
    small = [make_order() for _ in range(5)]
    large = [make_order(resources={"cpus": 8})]
    found = chunks([*small[:2], *large, *small[2:]], profile(chunk=2))
    assert found == [small[:2], small[2:4], small[4:], large]
