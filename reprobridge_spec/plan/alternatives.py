"""A decision taken otherwise: the experiments with an alternative's arguments, and the digest over what then counts."""

from collections.abc import Iterable, Mapping

from reprobridge_spec import digest
from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.guide import Alternative, Decision
from reprobridge_spec.plan.digests import Plans


def with_alternative(
    experiments: Mapping[str, Experiment], decision: Decision, alternative: Alternative
) -> dict[str, Experiment]:
    """The experiments with the alternative's arguments after the commands that it says, else those of the tasks.

    Args:
        experiments: with the defaults filled in.
        decision: whose alternative it is.
        alternative: one of its alternatives.
    """
    named = set(alternative.experiments) or {task.partition("/")[0] for task in decision.tasks}
    return {
        name: body.model_copy(update={"command": [*(body.command or []), *alternative.append]})
        if name in named
        else body
        for name, body in experiments.items()
    }


def reached(tasks: Iterable[str], decided: Plans, otherwise: Plans) -> list[str]:
    """The tasks whose method an alternative changes, in an experiment of their own or in one before it."""
    return [task for task in tasks if otherwise.method(_experiment(task)) != decided.method(_experiment(task))]


def alternative_digest(tasks: Iterable[str], otherwise: Plans) -> str:
    """The digest over what decides and judges the scores of `tasks` with an alternative."""
    return digest.of_value(
        {task: {"method": otherwise.method(_experiment(task)), "task": otherwise.task(task)} for task in sorted(tasks)}
    )


def _experiment(task: str) -> str:
    return task.partition("/")[0]
