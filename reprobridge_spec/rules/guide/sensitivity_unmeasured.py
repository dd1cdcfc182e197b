"""What a decision changes is argued, and could be measured.

## What it finds
A decision with `sensitivity: {measured: false}` that affects a task which is run and has an alternative without
`measured`: a note.

## Why
An alternative is a setting that can be run: one more campaign turns an argument into a number. Where the number is
missing, nobody knows whether the choice matters.

## Example
```yaml
decisions:
  warmup:
    sensitivity: {measured: false, text: "should be small"}
    alternatives: {without: {append: [--no-warmup]}}
```

## What to do
Run the alternatives: `rrspec run --decision ID` writes what came of each below it. Or write the figures under
`sensitivity`.

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
    """Each decision that could be measured and is not."""
    decisions = context.decisions
    if decisions is None:
        return
    if decisions.model is None:
        raise Unchecked(f"{decisions.file} has not the right form")
    for name, decision in decisions.model.decisions.items():
        is_run = any(task in context.tasks and not is_task_blocked(context, task) for task in decision.tasks)
        open_ = [key for key, alternative in decision.alternatives.items() if alternative.measured is None]
        if open_ and is_run and not decision.sensitivity.measured:
            yield Fault(
                message=f"what decision `{name}` changes was not measured, and its alternative `{open_[0]}` can be run",
                advice=f"Run the alternative with `rrspec run --decision {name}`, which writes what came of it.",
                file=decisions.file,
                path=("decisions", name, "sensitivity", "measured"),
            )


RULE = Rule(code="RRG013", name="sensitivity-unmeasured", level=Level.PRESERVED, severity=Severity.NOTE, check=check)
