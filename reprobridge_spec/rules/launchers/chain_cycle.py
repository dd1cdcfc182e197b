"""Experiments wait for one another.

## What it finds
Experiments that take each other's outputs in a circle. An experiment that takes its own output is one.

## Why
An experiment starts when those whose outputs it takes have ended. In a circle none of them ever starts.

## Example
```yaml
experiments:
  train: {inputs: [eval/scores], outputs: {checkpoint: model.pt}}
  eval: {inputs: [train/checkpoint], outputs: {scores: scores.json}}
```

## What to do
Take out the input that closes the circle; the message shows the way around it.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.resolved import ChainError, ordered
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment


def check(context: Context) -> Iterator[Fault]:
    """The first circle; others show when it is gone."""
    order = ordered(context.experiments)
    if isinstance(order, ChainError):
        first = order.cycle[0]
        yield Fault(
            message=f"experiments wait for one another: {' takes from '.join([*order.cycle, first])}",
            advice="Take out the input that closes the circle.",
            path=of_experiment(context.manifest, first, "inputs"),
        )


RULE = Rule(code="RRL003", name="chain-cycle", level=Level.DRAFT, check=check)
