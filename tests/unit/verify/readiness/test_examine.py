from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.launch.gpu.devices import Box
from reprobridge_spec.model.readiness import Doctor, Readiness
from reprobridge_spec.rules.context import Context
from reprobridge_spec.validation.load import open_artifact
from reprobridge_spec.verify.readiness.examine import examine
from tests.acceptance.artifacts import Launcher, replace, write
from tests.unit.verify.readiness.machines import CARD, GIB, machine

Write = Callable[..., Path]


@pytest.fixture
def artifact(tmp_path: Path) -> Write:
    def made(**launchers: Launcher) -> Path:
        return write(tmp_path / "paper", launchers)

    return made


def report(root: Path, **values: Any) -> Doctor:
    context = open_artifact(FolderFiles(root)).context
    assert isinstance(context, Context)
    return examine(root, context, machine(root.parent, **values))


def row(found: Doctor, name: str) -> Readiness:
    (one,) = [one for one in found.experiments if one.experiment == name]
    return one


def test_an_artifact_that_needs_nothing_can_be_run(artifact: Write) -> None:
    found = report(artifact(well=Launcher()))
    assert (found.ready, row(found, "well").tasks, row(found, "well").missing) == (True, ["well/accuracy"], [])
    assert (found.seconds, found.unknown) == (None, ["well"])
    assert row(found, "well").seconds_from == "nobody; a run is ended after 60 s"


def test_expected_times_add_up_over_the_cores(artifact: Write) -> None:
    root = artifact(a=Launcher(seeds="[0, 1, 2, 3]", cpus=4), b=Launcher())
    (root / "rra.yaml").write_text(
        (root / "rra.yaml").read_text().replace("{limit: 1min}}", "{expected: 30s, limit: 1min}}")
    )
    found = report(root)
    assert [float(one.seconds or 0) for one in found.experiments] == [120, 30]
    # two of the four runs at a time on eight cores, then the one of the other
    assert (float(found.seconds or 0), found.unknown) == (90, [])


@pytest.mark.parametrize(
    ("more", "values", "lacks"),
    [
        ("memory: 32GiB", {}, "memory: it needs 32GiB, and this machine has 16.0 GiB"),
        ("disk: 200GiB", {}, "room: it needs 200GiB"),
        ("gpus: {count: 1}", {}, "GPUs: it needs 1 GPU, and there is no NVML library"),
        ("gpus: {count: 2}", {"box": Box(cards=(CARD,), why_none="")}, "GPUs: it needs 2 GPUs, and this machine has"),
        ("cpus: 1", {"isolation_fault": "nothing works"}, "isolation"),
    ],
    ids=["memory", "disk", "no-card", "one-card", "isolation"],
)
def test_what_a_machine_lacks_is_said_of_each_experiment(
    artifact: Write, more: str, values: dict[str, Any], lacks: str
) -> None:
    root = artifact(well=Launcher())
    replace(root / "rra.yaml", "resources: {cpus: 1, ", f"resources: {{{more}, ")
    found = report(root, **values)
    assert (found.ready, row(found, "well").ready) == (False, False)
    assert row(found, "well").missing[0].startswith(lacks)


def test_a_machine_that_has_it_lacks_nothing(artifact: Write) -> None:
    root = artifact(well=Launcher())
    replace(root / "rra.yaml", "resources: {cpus: 1, ", "resources: {memory: 16GiB, gpus: {count: 1, memory: 80GiB}, ")
    assert report(root, box=Box(cards=(CARD,), why_none="")).ready


def test_what_one_experiment_lacks_those_after_it_lack_too(artifact: Write) -> None:
    train = Launcher(more="outputs: {model: model.pt}")
    test = Launcher(more="inputs: [train/model]")
    root = artifact(train=train, test=test, alone=Launcher())
    text = (root / "rra.yaml").read_text()
    (root / "rra.yaml").write_text(text.replace("resources: {cpus: 1, ", "resources: {memory: 64GiB, ", 1))
    found = report(root)
    assert row(found, "test").missing == ["experiment train, whose output it takes"]
    assert (row(found, "alone").ready, found.ready) == (True, False)


def test_what_is_blocked_is_not_missing(artifact: Write) -> None:
    blocked = Launcher(more="blocked: {reason: resource, detail: needs 64 GPUs}")
    found = report(artifact(well=Launcher(), big=blocked), memory=GIB)
    assert found.ready
    assert (row(found, "big").blocked, row(found, "big").tasks) == ("resource: needs 64 GPUs", [])


def test_only_what_experiments_use_is_looked_at(artifact: Write) -> None:
    root = artifact(well=Launcher())
    text = (root / "rra.yaml").read_text()
    service = "judge: {kind: service, source: {service: {host: api.example, snapshot: x}}, key: JUDGE_KEY}"
    (root / "rra.yaml").write_text(text.replace("experiments:\n", f"inputs:\n  {service}\nexperiments:\n", 1))
    assert [check.what for check in report(root).needs] == ["environment cpu"]
    (root / "rra.yaml").write_text(
        (root / "rra.yaml").read_text().replace("    seeds:", "    inputs: [judge]\n    seeds:", 1)
    )
    found = report(root)
    assert (found.ready, row(found, "well").missing) == (False, ["service judge"])
    assert found.network == ["api.example: runs ask service judge"]
