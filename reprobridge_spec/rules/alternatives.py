"""What several rules, and whoever runs them, ask of a decision's alternatives."""

from reprobridge_spec.model.guide import Alternative, Decision
from reprobridge_spec.plan.alternatives import alternative_digest, with_alternative
from reprobridge_spec.plan.digests import Plans
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_task_blocked


def tasks_run(context: Context, decision: Decision) -> list[str]:
    """The tasks of a decision that are there and not blocked."""
    return [task for task in decision.tasks if task in context.tasks and not is_task_blocked(context, task)]


def present_digest(context: Context, decision: Decision, alternative: Alternative) -> str:
    """The digest over what would decide and judge the scores of an alternative now.

    Raises:
        KeyError: the manifest does not know a name.
        OSError: a file that a plan names cannot be read.
    """
    experiments = with_alternative(context.experiments, decision, alternative)
    plans = Plans(context.manifest, experiments, context.files)
    return alternative_digest(tasks_run(context, decision), plans)
