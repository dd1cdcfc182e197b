from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch import contract
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.model.experiment import Experiment, Resources
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
    assert caught.value.hint.startswith("Mend train where it failed")


def later_of_all(make_site: Callable[..., Site], **values: Any) -> Site:
    later = experiment(inputs=[{"from": "train/model", "seeds": "all"}], seeds=[0])
    return make_site(experiments=CHAIN | {"test": later} | values)


@pytest.mark.parametrize(("runs", "names"), [({}, ["4", "5"]), ({"seeds": None, "runs": 2}, ["0", "1"])])
def test_all_is_a_folder_with_an_entry_for_each_run(
    make_site: Callable[..., Site], runs: dict[str, Any], names: list[str]
) -> None:
    site = later_of_all(make_site, train=experiment(outputs={"model": "m.pt"}, **runs))
    left(site, (Mode.SCORED, 0), (Mode.SCORED, 1))
    folder = contract.inputs(site, planned())["train/model"]
    assert {path.name: path.read_text() for path in folder.iterdir()} == dict.fromkeys(names, "weights")
    assert contract.inputs(site, planned())["train/model"] == folder


def test_all_of_outputs_that_are_folders_are_folders(make_site: Callable[..., Site]) -> None:
    site = later_of_all(make_site, train=experiment(outputs={"model": "parts"}))
    for index in (0, 1):
        part = site.outputs_of("train", Mode.SCORED, index) / "parts" / "a.pt"
        part.parent.mkdir(parents=True)
        part.write_text(str(index))
    folder = contract.inputs(site, planned())["train/model"]
    assert [(folder / seed / "a.pt").read_text() for seed in ("4", "5")] == ["0", "1"]


def test_of_a_smoke_run_there_is_one(make_site: Callable[..., Site]) -> None:
    site = later_of_all(make_site)
    left(site, (Mode.SMOKE, 0), (Mode.SCORED, 1))
    assert [path.name for path in contract.inputs(site, planned(Mode.SMOKE))["train/model"].iterdir()] == ["4"]


def test_after_a_run_was_made_again_all_holds_the_new_output(make_site: Callable[..., Site]) -> None:
    site = later_of_all(make_site)
    left(site, (Mode.SCORED, 0), (Mode.SCORED, 1))
    before = contract.inputs(site, planned())["train/model"]
    place = site.outputs_of("train", Mode.SCORED, 1) / "m.pt"
    place.unlink()
    place.write_text("new weights")
    after = contract.inputs(site, planned())["train/model"]
    assert [(before / "5").read_text(), (after / "5").read_text()] == ["weights", "new weights"]


def test_all_of_which_one_is_missing_say_what_to_run(make_site: Callable[..., Site]) -> None:
    site = later_of_all(make_site)
    left(site, (Mode.SCORED, 0))
    with pytest.raises(NotDoneError, match="needs train/model, and the run of train before it left none"):
        contract.inputs(site, planned())


JUDGE = {"kind": "service", "source": {"service": {"host": "a.example", "snapshot": "1"}}}


@pytest.fixture
def asks(make_site: Callable[..., Site], manifest: Manifest) -> Callable[..., Site]:
    """Makes a site whose experiment takes some inputs, of which two are services."""

    def make(*inputs: str, **values: Any) -> Site:
        services = {"judge": JUDGE | {"key": "JUDGE_KEY"}, "tiny": JUDGE | {"key": "TINY_KEY"}, "open": JUDGE}
        given = {name: Input.model_validate(body) for name, body in services.items()}
        body = manifest.model_copy(update={"inputs": {**manifest.inputs, **given}})
        return make_site(experiments={"test": experiment(inputs=list(inputs), **values)}, manifest=body)

    return make


def test_a_service_is_no_file_and_gives_the_network_for_its_host(asks: Callable[..., Site]) -> None:
    site = asks("judge", "open")
    assert contract.inputs(site, planned()) == {}
    assert (contract.services(site, planned()), contract.hosts(site, planned())) == (["judge", "open"], ("a.example",))


def test_who_asks_no_service_gets_no_network(asks: Callable[..., Site]) -> None:
    site = asks()
    found = (contract.services(site, planned()), contract.hosts(site, planned()), contract.keys(site, planned(), {}))
    assert found == ([], (), ())


def test_a_run_is_handed_the_keys_of_its_services_and_nothing_else(asks: Callable[..., Site]) -> None:
    environ = {"JUDGE_KEY": "sk-1", "TINY_KEY": "sk-2", "HF_TOKEN": "hf-1"}
    assert contract.keys(asks("judge", "open"), planned(), environ) == ("JUDGE_KEY",)


def test_a_stand_in_is_asked_with_its_own_key(asks: Callable[..., Site]) -> None:
    site = asks("judge", smoke={"time": "1min", "inputs": {"judge": "tiny"}})
    assert contract.keys(site, planned(Mode.SMOKE), {"TINY_KEY": "sk-2"}) == ("TINY_KEY",)


@pytest.mark.parametrize("environ", [{}, {"JUDGE_KEY": ""}, {"OTHER_KEY": "sk-1"}])
def test_without_its_key_a_service_could_not_be_asked(asks: Callable[..., Site], environ: dict[str, str]) -> None:
    with pytest.raises(NotDoneError, match="asks the service judge, whose key is read from JUDGE_KEY, which") as caught:
        contract.keys(asks("judge"), planned(), environ)
    assert "not the artifact's fault" in caught.value.hint


@pytest.mark.parametrize(
    ("resources", "memory", "disk", "processes"),
    [
        ({}, 900, contract.DISK_BYTES, 4096),
        ({"memory": "2GiB"}, 2 << 30, contract.DISK_BYTES, 4096),
        ({"memory": "500MiB", "disk": "1GiB", "processes": 16384}, 500 << 20, 1 << 30, 16384),
    ],
)
def test_what_a_run_needs_is_its_limit(resources: dict[str, Any], memory: int, disk: int, processes: int) -> None:
    found = contract.limits(Resources.model_validate(resources), [Path("/output")], machine_memory=1000)
    assert (found.memory, found.disk, found.processes) == (memory, disk, processes)
    assert found.folders == (Path("/output"),)
