from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch import contract
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.inputs import Input
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.run_record import Mode

SMOKE = {"append": ["--items", "100"], "time": "30s"}
LIMIT = {"time": {"limit": "2h"}}


def experiment(**values: Any) -> Experiment:
    given = {"environment": "cpu", "command": ["python", "run.py"], "seeds": [4, 5]}
    return Experiment.model_validate(given | values)


def planned(mode: Mode = Mode.SCORED, *, index: int = 0, name: str = "test") -> Planned:
    return Planned(experiment=name, mode=mode, seed=[4, 5][index], index=index)


def test_the_command_is_that_of_the_manifest() -> None:
    assert contract.command(experiment(smoke=SMOKE), Mode.SCORED) == ["python", "run.py"]


def test_a_smoke_run_s_has_more_after_it() -> None:
    assert contract.command(experiment(smoke=SMOKE), Mode.SMOKE) == ["python", "run.py", "--items", "100"]


@pytest.mark.parametrize(
    ("values", "mode", "seconds"),
    [
        ({"smoke": SMOKE, "resources": LIMIT}, Mode.SMOKE, 30),
        ({"smoke": SMOKE, "resources": LIMIT}, Mode.SCORED, 7200),
        ({"resources": LIMIT}, Mode.SMOKE, 7200),
        ({}, Mode.SCORED, 3600),
        ({"resources": {"cpus": 2}}, Mode.SCORED, 3600),
    ],
)
def test_the_limit_is_that_of_the_mode(values: dict[str, Any], mode: Mode, seconds: float) -> None:
    assert contract.time_limit_seconds(experiment(**values), mode) == seconds


def test_the_variables_of_the_contract(make_site: Callable[..., Site]) -> None:
    site = make_site(experiments={"test": experiment()})
    assert contract.variables(site, planned(index=1)) == {"RRA_MODE": "scored", "RRA_SEED": "5"}


def test_a_run_that_is_counted_has_no_seed(make_site: Callable[..., Site]) -> None:
    run = Planned(experiment="test", mode=Mode.SCORED, seed=None, index=1)
    assert "RRA_SEED" not in contract.variables(make_site(experiments={"test": experiment()}), run)


def test_declared_variables_are_there_and_those_of_the_contract_win(
    make_site: Callable[..., Site], manifest: Manifest
) -> None:
    variables = {"PYTHONHASHSEED": "0", "RRA_SEED": "99"}
    cpu = manifest.environments["cpu"].model_copy(update={"variables": variables})
    site = make_site(
        experiments={"test": experiment()}, manifest=manifest.model_copy(update={"environments": {"cpu": cpu}})
    )
    found = contract.variables(site, planned())
    assert (found["PYTHONHASHSEED"], found["RRA_SEED"]) == ("0", "4")


CHAIN = {
    "train": experiment(outputs={"model": "m.pt"}),
    "test": experiment(inputs=["train/model"]),
}


def left(site: Site, *runs: tuple[Mode, int]) -> list[Path]:
    """Outputs of `train`, as if those runs had been made."""
    places = [site.outputs_of("train", mode, index) / "m.pt" for mode, index in runs]
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("weights")
    return places


@pytest.mark.parametrize(
    ("mode", "index", "taken"), [(Mode.SCORED, 0, 0), (Mode.SCORED, 1, 1), (Mode.SMOKE, 0, 2)], ids=str
)
def test_an_output_is_that_of_the_same_seed_and_mode(
    make_site: Callable[..., Site], mode: Mode, index: int, taken: int
) -> None:
    site = make_site(experiments=CHAIN)
    places = left(site, (Mode.SCORED, 0), (Mode.SCORED, 1), (Mode.SMOKE, 0))
    assert contract.inputs(site, planned(mode, index=index)) == {"train/model": places[taken]}


def test_seeds_that_stand_in_another_order_meet_all_the_same(make_site: Callable[..., Site]) -> None:
    own = experiment().seeds
    assert own is not None
    site = make_site(experiments=CHAIN | {"train": experiment(seeds=[*reversed(own)], outputs={"model": "m.pt"})})
    last = len(own) - 1
    places = left(site, (Mode.SCORED, 0), (Mode.SCORED, last))
    assert contract.inputs(site, planned(index=0)) == {"train/model": places[1]}


@pytest.mark.parametrize("index", [0, 1])
def test_first_is_that_of_the_first_seed(make_site: Callable[..., Site], index: int) -> None:
    later = experiment(inputs=[{"from": "train/model", "seeds": "first"}])
    site = make_site(experiments=CHAIN | {"test": later})
    first, _ = left(site, (Mode.SCORED, 0), (Mode.SCORED, 1))
    assert contract.inputs(site, planned(index=index)) == {"train/model": first}


def test_one_training_run_serves_every_seed(make_site: Callable[..., Site]) -> None:
    site = make_site(experiments=CHAIN | {"train": experiment(seeds=[7], outputs={"model": "m.pt"})})
    (only,) = left(site, (Mode.SCORED, 0))
    assert contract.inputs(site, planned(index=1)) == {"train/model": only}


def test_an_output_that_is_not_there_says_what_to_run(make_site: Callable[..., Site]) -> None:
    with pytest.raises(NotDoneError, match="test seed 4 needs train/model, and the run of train before it") as caught:
        contract.inputs(make_site(experiments=CHAIN), planned())
    assert "Run train first" in caught.value.hint


def test_all_seeds_are_not_gathered_yet_and_that_is_said(make_site: Callable[..., Site]) -> None:
    later = experiment(inputs=[{"from": "train/model", "seeds": "all"}])
    with pytest.raises(NotDoneError, match="`seeds: all`, which this version of rrspec does not gather yet"):
        contract.inputs(make_site(experiments=CHAIN | {"test": later}), planned())


def test_a_service_could_not_be_asked(make_site: Callable[..., Site], manifest: Manifest) -> None:
    judge = Input.model_validate({"kind": "service", "source": {"service": {"host": "a.example", "snapshot": "1"}}})
    body = manifest.model_copy(update={"inputs": {"judge": judge}})
    site = make_site(experiments={"test": experiment(inputs=["judge"])}, manifest=body)
    with pytest.raises(NotDoneError, match="input judge is a service") as caught:
        contract.inputs(site, planned())
    assert "not the artifact's fault" in caught.value.hint
