"""Whether a decision of the guide speaks of something."""

from collections.abc import Iterable

from reprobridge_spec.rules.context import Context


def is_decided(context: Context, *groups: Iterable[str], task: str | None = None) -> bool:
    """Whether some decision holds a word of each group, and is about `task` where one is given."""
    if context.decisions is None or context.decisions.model is None:
        return False
    for decision in context.decisions.model.decisions.values():
        if task is not None and task not in decision.tasks:
            continue
        text = f"{decision.gap} {decision.resolution}".lower()
        if all(any(word in text for word in group) for group in groups):
            return True
    return False
