"""A task is judged in another way than when its runs were made.

## What it finds
Scored runs of the present plan under another task digest: metric, statistic, measure, tolerance, floor, location or
data set were changed after the runs. It is a warning.

## Why
The runs still count, and the score is extracted again. But a rule of judgement that changes after the score was
seen is what a reader wants to know about, so every verdict says it.

## Example
```yaml
tolerance: {relative: 0.05, reason: "..."}      # was 0.01 when the runs were made
```

## What to do
Run again if the runs are cheap, or say in the guide why the judgement changed.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.present_methods import PresentMethods
from reprobridge_spec.rules.run_records import of_experiment as records_of
from reprobridge_spec.rules.runnable import is_task_blocked


def check(context: Context) -> Iterator[Fault]:
    """Each task with runs that were judged otherwise."""
    methods = PresentMethods(context)
    for full_id in context.tasks:
        experiment, _, name = full_id.partition("/")
        runs = [record.predicate for _, record in records_of(context, experiment, Mode.SCORED)]
        if not runs or is_task_blocked(context, full_id):
            continue
        method, present = methods.of(experiment), context.plans.task(full_id)
        others = [run for run in runs if run.plan.method == method and run.plan.tasks.get(name) != present]
        if others:
            yield Fault(
                message=f"task `{full_id}` is judged otherwise than when run `{others[0].run}`"
                f"{f' and {len(others) - 1} more were' if len(others) > 1 else ' was'} made",
                advice="Run again, or say in the guide why the judgement changed; every verdict says that it did.",
                path=of_task(context.manifest, full_id),
            )
    methods.raise_if_unknown()


RULE = Rule(
    code="RRV006",
    name="judged-otherwise",
    level=Level.EXECUTED,
    severity=Severity.WARNING,
    check=check,
)
