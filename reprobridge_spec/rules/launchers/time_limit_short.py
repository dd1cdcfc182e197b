"""A run is ended before it can be done.

## What it finds
A time limit below the time that a run is expected to take, which is an error; and, as a warning, a limit that is the
expected time itself, or a smoke run that may take longer than a scored one.

## Why
At the limit the run is ended and counts as failed. Other machines are slower than the one where the time was taken.

## Example
```yaml
resources: {time: {expected: 3h, limit: 2h}}
```

## What to do
Give the limit at least twice the expected time.

## Standard
SPEC.md, section "Experiments".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.experiment import RunTime
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.scalars import seconds
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_experiment
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each such limit, once for all experiments that share it."""
    seen = set[Path]()
    for name, body in context.experiments.items():
        time = body.resources.time if body.resources else None
        if is_blocked(body) or time is None:
            continue
        place = (*of_experiment(context.manifest, name, "resources"), "time", "limit")
        if place not in seen:
            seen.add(place)
            yield from _limit(name, time, place)
        if body.smoke is not None and seconds(body.smoke.time) > seconds(time.limit):
            place = (*of_experiment(context.manifest, name, "smoke"), "time")
            if place not in seen:
                seen.add(place)
                yield Fault(
                    message=f"the smoke run of experiment `{name}` may take {body.smoke.time}, "
                    f"and a scored run {time.limit}",
                    advice="Give the smoke run less time, or the scored run more.",
                    path=place,
                    severity=Severity.WARNING,
                )


def _limit(name: str, time: RunTime, place: Path) -> Iterator[Fault]:
    if time.expected is None or seconds(time.expected) < seconds(time.limit):
        return
    is_equal = seconds(time.expected) == seconds(time.limit)
    yield Fault(
        message=f"a run of experiment `{name}` is expected to take {time.expected}, and is ended after {time.limit}",
        advice="Give it at least twice the time: other machines are slower.",
        path=place,
        severity=Severity.WARNING if is_equal else None,
    )


RULE = Rule(code="RRL026", name="time-limit-short", level=Level.SPECIFIED, check=check)
