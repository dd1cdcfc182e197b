"""Which experiments a machine can run, and how long they take on it."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import TypeVar

from reprobridge_spec.launch.gpu.fitting import why_never
from reprobridge_spec.launch.record import tool
from reprobridge_spec.model.experiment import Experiment, Resources
from reprobridge_spec.model.readiness import Check, CheckState, Doctor, Readiness
from reprobridge_spec.model.resolved import inputs_of, reference_text, runs_of
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.scalars import size_in_bytes
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_blocked
from reprobridge_spec.verify.cost import Costs
from reprobridge_spec.verify.readiness.here import Here, checks, size
from reprobridge_spec.verify.readiness.needs import Need, all_needs

B = TypeVar("B")


def examine(root: Path, context: Context, found: Here) -> Doctor:
    """What a machine can do with the artifact at `root`; nothing of the artifact is executed.

    Args:
        root: the artifact.
        context: its documents.
        found: the machine.
    """
    experiments = context.experiments
    wanted = {name: experiment for name, experiment in experiments.items() if not is_blocked(experiment)}
    used = {reference for experiment in wanted.values() for reference in _references(experiment)}
    needs = dict(
        all_needs(
            root,
            _only(context.manifest.environments, {one.environment for one in wanted.values()}),
            _only(context.manifest.inputs, used),
            found,
        )
    )
    costs = Costs(experiments, context.records.values())
    lacks = {name: list(_lacks(experiment, needs, found)) for name, experiment in wanted.items()}
    rows = [_row(name, experiments, lacks, costs) for name in experiments]
    unknown = [row.experiment for row in rows if row.blocked is None and row.seconds is None]
    known = [row for row in rows if row.seconds is not None]
    spent = sum(float(row.seconds or 0) / _at_once(experiments[row.experiment], found) for row in known)
    return Doctor(
        rra=context.manifest.rra,
        artifact=f"{context.manifest.id} {context.manifest.version}",
        ready=all(row.ready for row in rows if row.blocked is None),
        machine=checks(found),
        needs=[need.check for need in needs.values()],
        network=[need.network for need in needs.values() if need.network],
        experiments=rows,
        seconds=None if unknown else _rounded(spent),
        unknown=unknown,
        tool=tool(),
    )


def _only(bodies: Mapping[str, B], names: Iterable[str | None]) -> dict[str, B]:
    wanted = set(names)
    return {name: body for name, body in bodies.items() if name in wanted}


def _references(experiment: Experiment) -> Iterator[str]:
    yield from map(reference_text, inputs_of(experiment))
    yield from experiment.smoke.inputs.values() if experiment.smoke else ()


def _lacks(experiment: Experiment, needs: Mapping[str, Need], found: Here) -> Iterator[str]:
    """What an experiment lacks on this machine, the outputs of others aside."""
    if found.isolation_fault:
        yield "isolation"
    names = [f"environment/{experiment.environment}", *(f"input/{name}" for name in _references(experiment))]
    for name in names:
        if name in needs and needs[name].check.state is CheckState.MISSING:
            yield needs[name].check.what
    resources = experiment.resources or Resources()
    if resources.memory and size_in_bytes(resources.memory) > found.memory:
        yield f"memory: it needs {resources.memory}, and this machine has {size(found.memory)}"
    if resources.disk and size_in_bytes(resources.disk) > found.runs_free:
        yield f"room: it needs {resources.disk} in {found.runs}, and {size(found.runs_free)} are free"
    if resources.gpus and (why := why_never(found.box, resources.gpus)):
        yield f"GPUs: {why}"


def _row(name: str, experiments: Mapping[str, Experiment], lacks: Mapping[str, list[str]], costs: Costs) -> Readiness:
    experiment = experiments[name]
    runs = len(runs_of(experiment))
    tasks = [f"{name}/{task}" for task, body in (experiment.tasks or {}).items() if body.blocked is None]
    if name not in lacks:
        blocked = experiment.blocked
        detail = f"{blocked.reason}: {blocked.detail}" if blocked else "each of its tasks is blocked"
        return Readiness(
            experiment=name, tasks=[], ready=False, blocked=detail, runs=runs, seconds_from="nobody runs it"
        )
    missing = lacks[name] + [
        f"experiment {source}, whose output it takes"
        for source in _sources_of(name, experiments)
        if lacks.get(source) or source not in lacks
    ]
    scored = costs.of_run(name, Mode.SCORED)
    smoke = costs.of_run(name, Mode.SMOKE)
    seconds = runs * scored.seconds + (smoke.seconds if smoke.known else 0.0)
    time = experiment.resources.time if experiment.resources else None
    declared = time is not None and time.expected is not None
    says = "the manifest" if declared else "its records, whose machine may be another"
    return Readiness(
        experiment=name,
        tasks=tasks,
        ready=not missing,
        runs=runs,
        seconds=_rounded(seconds) if scored.known else None,
        seconds_from=says if scored.known else f"nobody; a run is ended after {scored.seconds:g} s",
        missing=missing,
    )


def _sources_of(name: str, experiments: Mapping[str, Experiment]) -> list[str]:
    """The experiments before it in its chain."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for reference in map(reference_text, inputs_of(experiments[waiting.pop()])):
            source, slash, _ = reference.partition("/")
            if slash and source in experiments and source not in found:
                found[source] = None
                waiting.append(source)
    return list(found)


def _at_once(experiment: Experiment, found: Here) -> int:
    """How many runs of an experiment the machine can make at a time."""
    resources = experiment.resources or Resources()
    at_once = max(1, found.cores // resources.cpus)
    if resources.memory:
        at_once = min(at_once, max(1, found.memory // size_in_bytes(resources.memory)))
    if resources.gpus:
        at_once = min(at_once, max(1, len(found.box.cards) // resources.gpus.count))
    return min(at_once, len(runs_of(experiment)))


def lacking(report: Doctor) -> list[Check]:
    """Everything that is missing, with what to do about it."""
    return [check for check in (*report.machine, *report.needs) if check.state is CheckState.MISSING]


def _rounded(seconds: float) -> Decimal:
    return Decimal(f"{seconds:.1f}")
