"""Which experiments are run, and which are said to be blocked."""

from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.rules.context import Context


def is_blocked(experiment: Experiment) -> bool:
    """Whether nothing of it is run: it is blocked, or each of its tasks is and nobody can take an output of it."""
    if experiment.blocked is not None:
        return True
    tasks = (experiment.tasks or {}).values()
    return bool(tasks) and not experiment.outputs and all(task.blocked is not None for task in tasks)


def is_task_blocked(context: Context, full_id: str) -> bool:
    """Whether the task or its whole experiment is blocked."""
    experiment = context.experiments[full_id.partition("/")[0]]
    return experiment.blocked is not None or context.tasks[full_id].blocked is not None
