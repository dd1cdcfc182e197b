"""The launcher contract: the command of a run, its variables, its inputs."""

from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.site import Planned, Site, runs_in
from reprobridge_spec.model.experiment import Experiment, OutputInput, Resources, SeedChoice
from reprobridge_spec.model.inputs import InputKind
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.scalars import seconds


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
    """File or folder of each input of a run, by its reference in the manifest.

    Raises:
        NotDoneError: an input is a service, which this version gives no network to, or an earlier experiment
            left no output for this run.
    """
    experiment = site.experiments[planned.experiment]
    stand_ins = experiment.smoke.inputs if planned.mode is Mode.SMOKE and experiment.smoke else {}
    found: dict[str, Path] = {}
    for reference in inputs_of(experiment):
        text = reference_text(reference)
        if "/" in text:
            found[text] = _output(site, planned, reference)
        else:
            found[text] = _declared(site, stand_ins.get(text, text))
    return found


def _declared(site: Site, name: str) -> Path:
    if site.manifest.inputs[name].kind is InputKind.SERVICE:
        raise NotDoneError(
            f"input {name} is a service, and this version of rrspec gives runs no network",
            hint="Its tasks could not be done here; that is not the artifact's fault.",
        )
    return site.inputs[name].path


def _output(site: Site, planned: Planned, reference: str | OutputInput) -> Path:
    source, _, output = reference_text(reference).partition("/")
    if isinstance(reference, OutputInput) and reference.seeds is SeedChoice.ALL:
        raise NotDoneError(
            f"{reference.from_} is asked for with `seeds: all`, which this version of rrspec does not gather yet"
        )
    index = 0 if isinstance(reference, OutputInput) else _same_run(site, planned, source)
    relative = (site.experiments[source].outputs or {})[output]
    path = site.outputs_of(source, planned.mode, index) / relative
    if not path.exists():
        raise NotDoneError(
            f"{planned.label} needs {reference_text(reference)}, and the run of {source} before it left none",
            hint=f"Run {source} first, or without names: `rrspec run` runs what comes before.",
        )
    return path


def _same_run(site: Site, planned: Planned, source: str) -> int:
    """Which run of `source` goes with this one: that of its seed, wherever it stands in the list."""
    runs = runs_in(site.experiments[source], site.seeds)
    if planned.mode is Mode.SMOKE or len(runs) == 1:
        return 0
    return runs.index(planned.seed) if planned.seed in runs else planned.index
