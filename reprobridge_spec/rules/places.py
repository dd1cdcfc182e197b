"""Where a value stands in the manifest: at its experiment or task, in `defaults`, or at the metric."""

from collections.abc import Iterator
from typing import Generic, TypeVar

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Path
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.task import Metric, Task

M_co = TypeVar("M_co", covariant=True)

DEFAULTS: Path = ("defaults", "experiment")


@dataclass(frozen=True, slots=True, kw_only=True)
class Written(Generic[M_co]):
    """A part of the manifest as it is written, without what it takes over.

    Attributes:
        label: what messages call it.
        place: where it stands.
    """

    label: str
    place: Path
    body: M_co


def written_experiments(manifest: Manifest) -> Iterator[Written[Experiment]]:
    """The defaults, if there are any, then every experiment."""
    if manifest.defaults is not None:
        yield Written(label="`defaults.experiment`", place=DEFAULTS, body=manifest.defaults.experiment)
    for name, body in manifest.experiments.items():
        yield Written(label=f"experiment `{name}`", place=("experiments", name), body=body)


def written_tasks(manifest: Manifest) -> Iterator[Written[Task]]:
    """Every task."""
    for experiment in written_experiments(manifest):
        for name, task in (experiment.body.tasks or {}).items():
            place = (*experiment.place, "tasks", name)
            yield Written(label=f"task `{experiment.place[1]}/{name}`", place=place, body=task)


def written_metrics(manifest: Manifest) -> Iterator[Written[Metric]]:
    """Every metric, then every task: a task may say all that a metric says."""
    for name, body in manifest.metrics.items():
        yield Written(label=f"metric `{name}`", place=("metrics", name), body=body)
    yield from written_tasks(manifest)


def of_experiment(manifest: Manifest, experiment: str, field: str) -> Path:
    """Where `field` of an experiment stands; the experiment itself where the field is nowhere."""
    place: Path = ("experiments", experiment)
    if field in manifest.experiments[experiment].model_fields_set:
        return (*place, field)
    if manifest.defaults is not None and field in manifest.defaults.experiment.model_fields_set:
        return (*DEFAULTS, field)
    return place


def of_task(manifest: Manifest, full_id: str, field: str | None = None) -> Path:
    """Where `field` of a task stands; the task itself where the field is nowhere."""
    experiment, _, name = full_id.partition("/")
    place: Path = (*of_experiment(manifest, experiment, "tasks"), name)
    if field is None:
        return place
    shared = manifest.defaults.experiment.tasks if manifest.defaults else None
    task = (manifest.experiments[experiment].tasks or shared or {})[name]
    if field in task.model_fields_set:
        return (*place, field)
    metric = manifest.metrics.get(task.metric) if task.metric else None
    if metric is not None and field in metric.model_fields_set:
        return ("metrics", task.metric or "", field)
    return place
