"""An experiment takes an output of one that is said to be blocked.

## What it finds
An experiment that is not blocked and takes, directly, an output of one that is.

## Why
What is blocked is never run, so its output is never there, and whatever needs it cannot run either. An artifact
says that of each of them, or a reader waits for scores that cannot come.

## Example
```yaml
experiments:
  train: {blocked: {reason: resource, detail: "64 cards for a week"}, outputs: {checkpoint: model.pt}}
  eval: {inputs: [train/checkpoint], tasks: {accuracy: {metric: accuracy}}}
```

## What to do
Say `blocked` of the later experiment too, or start it from a checkpoint that can be had (an input with `role:
result`).

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import inputs_of, reference_text
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each input that is never made."""
    for name, body in context.experiments.items():
        if is_blocked(body):
            continue
        for index, reference in enumerate(inputs_of(body)):
            source, slash, _ = reference_text(reference).partition("/")
            before = context.experiments.get(source)
            if slash and before is not None and is_blocked(before):
                yield Fault(
                    message=f"experiment `{name}` takes an output of `{source}`, which is blocked",
                    advice=f"Say `blocked` of `{name}` too, or start it from an input that can be had.",
                    path=(*of_experiment(context.manifest, name, "inputs"), index),
                )


RULE = Rule(code="RRL011", name="blocked-input", level=Level.SPECIFIED, check=check)
