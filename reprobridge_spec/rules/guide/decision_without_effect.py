"""A decision is entered, and nothing says what it touches.

## What it finds
A decision without `tasks` that no change follows from and no expected verdict names: a warning. Two decisions with the
same gap: a warning at the later one.

## Why
A decision counts by what depends on it: a reader looks up which choices a score hangs on, and a reviewer which scores
to doubt. An entry that touches nothing answers neither, and one that stands twice may be settled in two ways.

## Example
```yaml
decisions:
  warmup: {gap: "whether the warm-up counts as an epoch"}      # and no `tasks:`
```

## What to do
Name the tasks whose score it can change, name the decision in the change that follows from it, or take it out.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each decision that touches nothing, and each that stands twice."""
    decisions = context.decisions
    if decisions is None:
        return
    if decisions.model is None:
        raise Unchecked(f"{decisions.file} has not the right form")
    named = _named(context)
    gaps: dict[str, str] = {}
    for name, decision in decisions.model.decisions.items():
        first = gaps.setdefault(" ".join(decision.gap.lower().split()).rstrip("."), name)
        if first != name:
            yield Fault(
                message=f"decision `{name}` is about the same gap as decision `{first}`",
                advice="Make one of the two, with the tasks of both.",
                file=decisions.file,
                path=("decisions", name, "gap"),
            )
        if not decision.tasks and name not in named:
            yield Fault(
                message=f"decision `{name}` names no task, and no change and no expected verdict names it",
                advice="Name the tasks whose score it can change, or take it out.",
                file=decisions.file,
                path=("decisions", name),
            )


def _named(context: Context) -> set[str]:
    """Decisions that something else of the artifact names."""
    changes = context.changes.model.changes.values() if context.changes and context.changes.model else ()
    found = {change.decision for change in changes if change.decision is not None}
    return found | {task.expected.why for task in context.tasks.values() if task.expected is not None}


RULE = Rule(
    code="RRG012", name="decision-without-effect", level=Level.SPECIFIED, severity=Severity.WARNING, check=check
)
