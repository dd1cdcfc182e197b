"""An experiment has no smoke record of its present plan.

## What it finds
An experiment that is not blocked and has no record of a smoke run that succeeded, with the present method digest
and the present digest of its `smoke` section. The message says whether there is none, or only failed or stale ones.

## Why
A smoke run shows in minutes that environment, inputs and launcher work together. One of an older plan shows it for
something that is no longer there.

## Example
```text
rra.yaml                                   smoke: {append: [--limit, "8"], time: 5min}
evidence/runs/italy-smoke-1/run.json       made before launchers/run.py was edited
```

## What to do
Run `rrspec run --smoke`.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode, Outcome, RunRecord
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.rules.run_records import of_experiment as records_of
from reprobridge_spec.rules.runnable import is_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each experiment whose smoke run is still to be made."""
    methods = PresentMethods(context)
    for name, body in context.experiments.items():
        if is_blocked(body) or body.smoke is None:
            continue  # experiment-incomplete asks for the section
        records = [record for _, record in records_of(context, name, Mode.SMOKE)]
        reason = _reason(name, records, methods) if records else "no record of a smoke run"
        if reason is not None:
            yield Fault(
                message=f"experiment `{name}` has {reason}",
                advice=f"Run `rrspec run {name} --smoke`.",
                path=("experiments", name),
            )
    methods.raise_if_unknown()


def _reason(name: str, records: list[RunRecord], methods: PresentMethods) -> str | None:
    """What there is instead of a good record; None where there is a good one, or none can be told."""
    method, smoke = methods.of(name), methods.smoke_of(name)
    if method is None or smoke is None:
        return None
    fresh = [record.predicate for record in records if record.predicate.plan.method == method]
    if not fresh:
        return f"only stale smoke records: its plan changed after `{records[-1].predicate.run}`"
    alike = [run for run in fresh if run.plan.smoke == smoke]
    if not alike:
        return f"only stale smoke records: its `smoke` section changed after `{fresh[-1].run}`"
    if any(run.outcome is Outcome.MEASURED for run in alike):
        return None
    return f"no smoke run that succeeded; `{alike[-1].run}` did not: {alike[-1].reason or alike[-1].outcome}"


RULE = Rule(code="RRV001", name="smoke-record-missing", level=Level.EXECUTED, check=check)
