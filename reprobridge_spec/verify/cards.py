"""Interval cards and rows of an artifact's tasks, with the values that were given or recorded."""

from collections.abc import Sequence
from pathlib import Path

from reprobridge_spec.errors import UsageError
from reprobridge_spec.launch.results import judge_tasks
from reprobridge_spec.model.comparison import IntervalCard
from reprobridge_spec.model.references import References
from reprobridge_spec.model.resolved import folds_seeds, runs_of
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.model.verdict import TaskResult
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.nearest import one_of
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.card import interval_card
from reprobridge_spec.stats.observations import counted
from reprobridge_spec.verify.recorded import fresh_records, recorded_scores


def cards_of(root: Path, context: Context, names: Sequence[str], values: Sequence[str]) -> list[IntervalCard]:
    """The cards of the tasks `names`: full ids or experiments; of all tasks where there is none.

    Args:
        root: the artifact.
        context: its documents.
        names: tasks or experiments.
        values: what is judged, as decimal texts; the recorded scores where there is none.

    Raises:
        UsageError: a name that is not there, or a value that is no number or does not go with the statistic.
    """
    tasks = _tasks(context, names)
    if values and len(tasks) != 1:
        raise UsageError(
            f"values are given for {counted(len(tasks), 'task')}", hint="Name one task as `experiment/task`."
        )
    for value in values:
        _check(value)
    recorded = {} if values else _recorded(root, context)
    return [_card(context, task, values, recorded.get(task, [])) for task in tasks]


def rows_of(root: Path, context: Context) -> list[TaskResult]:
    """The verdicts that the artifact's own fresh records give."""
    return judged(context, fresh_records(root, context.experiments, context.plans, context.records.values()))


def judged(context: Context, records: Sequence[RunRecord]) -> list[TaskResult]:
    """The verdicts that scored runs give to the artifact's tasks."""
    return judge_tasks(context.experiments, list(context.experiments), records, _references(context), {})


def _tasks(context: Context, names: Sequence[str]) -> list[str]:
    found = [task for task in context.tasks if not names or task in names or task.partition("/")[0] in names]
    for name in names:
        if name not in found and name not in context.experiments:
            raise UsageError(
                f"there is no experiment or task {name}, and no such file",
                hint=one_of(name, [*context.experiments, *context.tasks]),
            )
    return found


def _check(value: str) -> None:
    try:
        exact.number(value)
    except ValueError as error:
        raise UsageError(str(error), hint="Give scores as plain numbers, such as 92.6.") from error


def _card(context: Context, full_id: str, values: Sequence[str], recorded: Sequence[str]) -> IntervalCard:
    name = full_id.partition("/")[0]
    experiment, task = context.experiments[name], context.tasks[full_id]
    runs = len(runs_of(experiment))
    of_statistic = runs if task.statistic is not None and folds_seeds(task.statistic) else 1
    are_folded = len(values) == 1 and of_statistic > 1
    if len(values) not in {0, 1, of_statistic}:
        raise UsageError(
            f"{len(values)} values are given for a statistic over {counted(of_statistic)}",
            hint="Give the measured value alone, or the score of each run.",
        )
    said = "recorded scores" if recorded else "there are no recorded scores of the present plan"
    references = _references(context)
    return interval_card(
        full_id,
        task,
        references=references.references.get(full_id, []) if references else [],
        runs=runs,
        deterministic=experiment.deterministic is True,
        values=values or recorded,
        values_from="as given" if values else said,
        are_folded=are_folded,
    )


def _recorded(root: Path, context: Context) -> dict[str, list[str]]:
    found = recorded_scores(root, context.experiments, context.plans, context.records.values())
    return {task: [one.value for one in scores] for task, scores in found.items()}


def _references(context: Context) -> References | None:
    return context.references.model if context.references else None
