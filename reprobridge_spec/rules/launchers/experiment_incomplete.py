"""An experiment lacks what a run of it needs.

## What it finds
An experiment that is not blocked and lacks one of: `command`, `environment`, a time limit (`resources.time.limit`),
`smoke`. What the defaults say counts.

## Why
Whoever runs it starts that command in that environment, and ends it at its limit, or else a run that hangs holds
the machine for days. The smoke run shows in minutes that the machinery works, before hours are spent.

## Example
```yaml
experiments:
  train: {environment: gpu, command: [python, launchers/train.py], seeds: [0]}      # no limit, no smoke run
```

## What to do
Write what is missing in the experiment, or once for all in `defaults.experiment`.

## Standard
SPEC.md, section "Launcher contract".
"""

from collections.abc import Iterator

from reprobridge_spec.model.experiment import Experiment
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """One fault an experiment, with all that it lacks."""
    for name, body in context.experiments.items():
        missing = [] if is_blocked(body) else _missing(body)
        if missing:
            yield Fault(
                message=f"experiment `{name}` does not say {', '.join(f'`{field}`' for field in missing)}",
                advice="Write it in the experiment, or in `defaults.experiment` where all have it in common.",
                path=("experiments", name),
            )


def _missing(body: Experiment) -> list[str]:
    timed = body.resources is not None and body.resources.time is not None
    present = {
        "command": body.command is not None,
        "environment": body.environment is not None,
        "resources.time.limit": timed,
        "smoke": body.smoke is not None,
    }
    return [field for field, there in present.items() if not there]


RULE = Rule(code="RRL005", name="experiment-incomplete", level=Level.SPECIFIED, check=check)
