"""An experiment does not say how long a run takes.

## What it finds
An experiment that is not blocked and has no `resources.time.expected`. It is a note.

## Why
Whoever checks the artifact plans with it: a run of ten seconds and one of three days have the same form.

## Example
```yaml
resources: {cpus: 4, time: {limit: 24h}}
```

## What to do
Write the time that a run took, on the hardware that the records name: `time: {expected: 5h, limit: 24h}`.

## Standard
SPEC.md, section "Experiments".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each such experiment, once for all that share the resources."""
    seen = set[Path]()
    for name, body in context.experiments.items():
        time = body.resources.time if body.resources else None
        if is_blocked(body) or time is None or time.expected is not None:
            continue  # one without a limit is another rule's
        place = (*of_experiment(context.manifest, name, "resources"), "time")
        if place not in seen:
            seen.add(place)
            yield Fault(
                message=f"experiment `{name}` does not say how long a run takes",
                advice="Write the time that a run took as `expected`.",
                path=place,
            )


RULE = Rule(code="RRL030", name="expected-time-missing", level=Level.EXECUTED, severity=Severity.NOTE, check=check)
