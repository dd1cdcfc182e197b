"""A choice that the paper leaves open stays open, and scores depend on it.

## What it finds
A decision with `open: true` that affects a task which is run. Without `alternatives` it is a warning, else a note.

## Why
Nothing may be left to decide after a score is seen. An open choice does not break that: its resolution is what
runs, and to run another one makes every record stale. But a reader has to know which scores hang on it, and can
only try the other way where it is written as a setting.

## Example
```yaml
decisions:
  warmup:
    gap: "neither paper nor code says whether the warm-up counts as an epoch"
    open: true
    tasks: [train/accuracy]      # and no `alternatives:`
```

## What to do
Write the other ways to decide under `alternatives`, as arguments that can be appended, so that they can be run; or
settle the choice and remove `open`.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_task_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each open choice on which a score depends."""
    decisions = context.decisions
    if decisions is None:
        return
    if decisions.model is None:
        raise Unchecked(f"{decisions.file} has not the right form")
    for name, decision in decisions.model.decisions.items():
        affected = [
            f"`{task}`" for task in decision.tasks if task in context.tasks and not is_task_blocked(context, task)
        ]
        if decision.open and affected:
            yield Fault(
                message=f"decision `{name}` stays open, and the score of {', '.join(affected)} depends on it",
                advice="Say in the guide what the other ways change."
                if decision.alternatives
                else "Write the other ways under `alternatives`, so that they can be run, or settle it.",
                file=decisions.file,
                path=("decisions", name, "open"),
                severity=Severity.NOTE if decision.alternatives else Severity.WARNING,
            )


RULE = Rule(code="RRG005", name="open-choice", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
