"""An experiment does not say how many runs it has.

## What it finds
An experiment with neither `seeds` nor `runs`, neither its own nor from the defaults, that is not blocked.

## Why
The runs are fixed before any score is seen. Otherwise one can run until a number is liked and stop there, and
nobody can tell that from honest work.

## Example
```yaml
experiments:
  italy: {environment: cpu, command: [python, launchers/run.py]}      # how many times?
```

## What to do
Write `seeds: [0, 1, 2]` where the launcher reads `RRA_SEED`, or `runs: 1` where nothing can be seeded.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each experiment that is run nobody knows how often."""
    for name, body in context.experiments.items():
        if body.seeds is None and body.runs is None and not is_blocked(body):
            yield Fault(
                message=f"experiment `{name}` declares neither seeds nor a number of runs",
                advice="Write `seeds:` where the launcher reads RRA_SEED, else `runs:`.",
                path=("experiments", name),
            )


RULE = Rule(code="RRL002", name="runs-undeclared", level=Level.SPECIFIED, check=check)
