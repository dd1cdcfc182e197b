"""The launcher contract: the command of a run, its variables, its inputs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch import handing_on
from reprobridge_spec.launch.site import Planned, Site
from reprobridge_spec.model.experiment import Experiment, Resources
from reprobridge_spec.model.inputs import InputKind, ServiceSource
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.scalars import seconds, size_in_bytes
from reprobridge_spec.process import Limits

PART_OF_MEMORY = 0.9
"""Of the machine's memory, what a run may use whose `resources` do not say it: the machine goes on."""
DISK_BYTES = 100 << 30
"""What it may write where its `resources` do not say it."""


def command(experiment: Experiment, mode: Mode) -> list[str]:
    """The command of a run; a smoke run's has `smoke.append` after it."""
    appended = experiment.smoke.append if mode is Mode.SMOKE and experiment.smoke else []
    return [*(experiment.command or []), *appended]


def time_limit(experiment: Experiment, mode: Mode) -> str:
    """The duration after which a run is ended, as the manifest writes it."""
    if mode is Mode.SMOKE and experiment.smoke:
        return experiment.smoke.time
    limit = experiment.resources.time if experiment.resources else None
    return limit.limit if limit else "1h"


def time_limit_seconds(experiment: Experiment, mode: Mode) -> float:
    """The same in seconds."""
    return seconds(time_limit(experiment, mode))


def resources(experiment: Experiment, mode: Mode) -> Resources:
    """What a run needs."""
    smoke = experiment.smoke.resources if mode is Mode.SMOKE and experiment.smoke else None
    return smoke or experiment.resources or Resources()


def variables(site: Site, planned: Planned) -> dict[str, str]:
    """The variables that the manifest and the contract give, without the attempt's number, cards and folders."""
    experiment = site.experiments[planned.experiment]
    declared = site.manifest.environments[experiment.environment or ""].variables
    contract = {"RRA_MODE": planned.mode.value}
    if planned.seed is not None:
        contract["RRA_SEED"] = str(planned.seed)
    return {**declared, **contract}


def inputs(site: Site, planned: Planned) -> dict[str, Path]:
    """File or folder of each input of a run that has one, by its reference in the manifest; a service has none.

    Raises:
        NotDoneError: an earlier experiment left no output for this run.
    """
    found: dict[str, Path] = {}
    for reference in inputs_of(site.experiments[planned.experiment]):
        text = reference_text(reference)
        if "/" in text:
            found[text] = handing_on.find(site, planned, reference)
        elif (name := _stand_in(site, planned, text)) and not _is_service(site, name):
            found[text] = site.inputs[name].path
    return found


def services(site: Site, planned: Planned) -> list[str]:
    """The services that a run asks, by their ids; only a run with one gets the network."""
    references = map(reference_text, inputs_of(site.experiments[planned.experiment]))
    names = [_stand_in(site, planned, text) for text in references if "/" not in text]
    return [name for name in names if _is_service(site, name)]


def hosts(site: Site, planned: Planned) -> tuple[str, ...]:
    """The hosts of those services."""
    sources = [site.manifest.inputs[name].source for name in services(site, planned)]
    return tuple(dict.fromkeys(source.service.host for source in sources if isinstance(source, ServiceSource)))


def keys(site: Site, planned: Planned, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The variables of the caller that are handed to a run: those that its services name, and no others.

    Raises:
        NotDoneError: one is not set.
    """
    names: dict[str, None] = {}
    for service in services(site, planned):
        name = site.manifest.inputs[service].key
        if name is None:
            continue
        if not environ.get(name):
            raise NotDoneError(
                f"{planned.label} asks the service {service}, whose key is read from {name}, which is not set",
                hint=f"Set {name}; without it the task could not be done, which is not the artifact's fault.",
            )
        names[name] = None
    return tuple(names)


def limits(resources: Resources, folders: Sequence[Path], *, machine_memory: int) -> Limits:
    """What a run may use, and at which it is ended.

    Args:
        resources: what it needs: its `memory` and `disk` are its limits.
        folders: those that it may write to.
        machine_memory: bytes of the machine that it runs on, of which most is its limit where it says none.
    """
    return Limits(
        memory=size_in_bytes(resources.memory) if resources.memory else int(machine_memory * PART_OF_MEMORY),
        processes=resources.processes,
        disk=size_in_bytes(resources.disk) if resources.disk else DISK_BYTES,
        folders=tuple(folders),
    )


def _stand_in(site: Site, planned: Planned, name: str) -> str:
    smoke = site.experiments[planned.experiment].smoke
    return smoke.inputs.get(name, name) if planned.mode is Mode.SMOKE and smoke else name


def _is_service(site: Site, name: str) -> bool:
    return site.manifest.inputs[name].kind is InputKind.SERVICE
