"""Scored runs were made before the machinery was seen to work.

## What it finds
An experiment whose first scored run of the present plan started before its first smoke run of that plan that
succeeded. It is a note.

## Why
A smoke run is cheap and comes first: what it shows is mended before a score is seen. Made afterwards, it only fills
a gap in the evidence.

## Example
```text
eval-scored-s0     started 2026-11-29T16:00:00Z
eval-smoke-s0      started 2026-11-29T18:00:00Z
```

## What to do
Nothing, where the runs are costly; else make the smoke run, then the scored ones again.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode, Outcome
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.moments import moment
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.rules.run_records import of_experiment as records_of


def check(context: Context) -> Iterator[Fault]:
    """Each experiment whose smoke run came last."""
    methods = PresentMethods(context)
    for name in context.experiments:
        scored, smoke = (_first(context, name, mode, methods) for mode in (Mode.SCORED, Mode.SMOKE))
        if scored is not None and smoke is not None and moment(scored[0]) < moment(smoke[0]):
            yield Fault(
                message=f"the first scored run of experiment `{name}` started at {scored[0]}, before its smoke run, "
                f"at {smoke[0]}",
                advice="Make the smoke run first the next time.",
                file=scored[1],
            )


def _first(context: Context, name: str, mode: Mode, methods: PresentMethods) -> tuple[str, str] | None:
    """Start and record of the first run of the present plan that was measured."""
    records = [
        (record.predicate.attempts[0].started, path, record.predicate.plan.method)
        for path, record in records_of(context, name, mode)
        if record.predicate.outcome is Outcome.MEASURED
    ]
    if not records:
        return None
    method = methods.of(name)
    present = [(started, path) for started, path, of_run in records if of_run == method]
    return min(present, key=lambda found: moment(found[0]), default=None)


RULE = Rule(code="RRV013", name="scored-before-smoke", level=Level.EXECUTED, severity=Severity.NOTE, check=check)
