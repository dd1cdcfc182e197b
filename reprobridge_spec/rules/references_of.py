"""The references of a task that count."""

from fractions import Fraction

from reprobridge_spec.model.resolved import folds_seeds, runs_of
from reprobridge_spec.rules.context import Context
from reprobridge_spec.stats.observations import usable


def usable_references(context: Context, full_id: str) -> tuple[Fraction, ...]:
    """The values of the observations that are over as many runs as the task's statistic."""
    model = context.references.model if context.references is not None else None
    statistic = context.tasks[full_id].statistic
    if model is None or statistic is None:
        return ()
    runs = len(runs_of(context.experiments[full_id.partition("/")[0]])) if folds_seeds(statistic) else 1
    return usable(model.references.get(full_id, []), runs).values
