"""An experiment measures nothing and leaves nothing for others.

## What it finds
An experiment that has neither tasks nor outputs, be it blocked or not.

## Why
Each run costs time and energy. One from which no score is read, and whose output no other experiment takes, proves
nothing about the paper; most often its `tasks:` got lost or stand at the wrong indentation.

## Example
```yaml
experiments:
  train: {command: [python, launchers/train.py], seeds: [0]}      # no `tasks:`, no `outputs:`
```

## What to do
Declare the tasks that are measured in it, or the outputs that later experiments take, or remove it.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each experiment that is for nothing."""
    for name, body in context.experiments.items():
        if not body.tasks and not body.outputs:
            yield Fault(
                message=f"experiment `{name}` has neither tasks nor outputs",
                advice="Declare what is measured in it under `tasks:`, or what others take under `outputs:`.",
                path=("experiments", name),
            )


RULE = Rule(code="RRM017", name="nothing-to-measure", level=Level.DRAFT, check=check)
