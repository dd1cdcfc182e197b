"""What a manifest means: experiments with the defaults, tasks with their metric's values filled in."""

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.experiment import Experiment, OutputInput
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.task import Metric, Statistic, Task

_METRIC_FIELDS = tuple(Metric.model_fields)


def experiments_of(manifest: Manifest) -> dict[str, Experiment]:
    """Every experiment with `defaults.experiment` and, in its tasks, the metric's values filled in.

    A key that an experiment or a task gives replaces the whole value; nothing is merged. A task that names
    a metric which is not there stays as written.
    """
    shared = manifest.defaults.experiment if manifest.defaults else None
    return {name: _experiment(manifest, written, shared) for name, written in manifest.experiments.items()}


def _experiment(manifest: Manifest, written: Experiment, shared: Experiment | None) -> Experiment:
    update: dict[str, object] = {}
    if shared is not None:
        given = written.model_fields_set
        update = {name: getattr(shared, name) for name in shared.model_fields_set - given}
        if "seeds" in given or "runs" in given:
            # one replaces the other: an experiment has seeds or a number of runs
            update.pop("seeds", None)
            update.pop("runs", None)
    tasks = update.get("tasks", written.tasks)
    if isinstance(tasks, dict):
        update["tasks"] = {name: task_of(manifest, task) for name, task in tasks.items()}
    return written.model_copy(update=update) if update else written


def task_of(manifest: Manifest, task: Task) -> Task:
    """`task` with what its metric says where the task does not say it itself."""
    metric = manifest.metrics.get(task.metric) if task.metric else None
    if metric is None:
        return task
    update = {name: getattr(metric, name) for name in _METRIC_FIELDS if name not in task.model_fields_set}
    return task.model_copy(update=update)


def tasks_of(experiments: dict[str, Experiment]) -> dict[str, Task]:
    """Every task by its full id, in the manifest's order."""
    return {
        f"{experiment}/{name}": task
        for experiment, body in experiments.items()
        for name, task in (body.tasks or {}).items()
    }


def runs_of(experiment: Experiment) -> list[int | None]:
    """One entry a scored run: its seed, or None where the experiment counts `runs`."""
    if experiment.seeds is not None:
        return list(experiment.seeds)
    return [None] * (experiment.runs or 1)


def inputs_of(experiment: Experiment) -> list[str | OutputInput]:
    """The references to inputs, in the manifest's order."""
    return list(experiment.inputs or [])


def reference_text(reference: str | OutputInput) -> str:
    """An input reference as one text: an input's id, or `experiment/output`."""
    return reference if isinstance(reference, str) else reference.from_


def folds_seeds(statistic: Statistic) -> bool:
    """Whether the verifier folds several runs into the statistic."""
    return statistic.over == "seeds"


@dataclass(frozen=True, slots=True)
class ChainError:
    """Experiments that wait for one another."""

    cycle: tuple[str, ...]


def ordered(experiments: dict[str, Experiment]) -> list[str] | ChainError:
    """Names of experiments so that each comes after those whose outputs it takes."""
    done: list[str] = []
    state: dict[str, int] = {}

    def visit(name: str, trail: tuple[str, ...]) -> ChainError | None:
        if state.get(name) == 2 or name not in experiments:  # noqa: PLR2004 (2: finished)
            return None
        if state.get(name) == 1:
            return ChainError(trail[trail.index(name) :])
        state[name] = 1
        for reference in inputs_of(experiments[name]):
            source, slash, _ = reference_text(reference).partition("/")
            if slash and (fault := visit(source, (*trail, name))):
                return fault
        state[name] = 2
        done.append(name)
        return None

    for name in experiments:
        if fault := visit(name, ()):
            return fault
    return done
