"""An experiment says both its seeds and a number of runs.

## What it finds
`seeds` and `runs` in one experiment, or both in `defaults.experiment`.

## Why
Seeds say one run for each of them; `runs` is for what cannot be seeded. With both, two readers count differently,
and the number of runs decides how a score is compared.

## Example
```yaml
experiments:
  italy: {command: [python, launchers/run.py], seeds: [0, 1, 2], runs: 5}
```

## What to do
Keep `seeds` where the launcher reads `RRA_SEED`, and `runs` where nothing can be seeded. An experiment that gives
one of them replaces whatever the defaults say of either.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import written_experiments


def check(context: Context) -> Iterator[Fault]:
    """Each experiment that says both."""
    for written in written_experiments(context.manifest):
        if written.body.seeds is not None and written.body.runs is not None:
            yield Fault(
                message=f"{written.label} says {len(written.body.seeds)} seeds and also `runs: {written.body.runs}`",
                advice="Keep `seeds` where the launcher reads RRA_SEED, else `runs`.",
                path=(*written.place, "runs"),
            )


RULE = Rule(code="RRM016", name="seeds-and-runs", level=Level.DRAFT, check=check)
