"""A declared tolerance or floor is so wide, or so narrow, that it can tell nothing.

## What it finds
A tolerance that gives neither `relative`, `absolute` nor `rank`; a tolerance or a floor of zero or less, save a
`relative` floor of 0; and one with which the interval around the published value is too wide to tell, such as a
`relative` above 0.1 or an `absolute` floor that covers the metric's range. It is a warning.

## Why
An interval that is wider than 10% of its centre, or that covers the whole range, holds wrong results as well as right
ones; no verdict in it is ever *compatible*. Whoever declares it finds that out after the runs, and narrows it then.

## Example
```yaml
tolerance: {relative: 0.5, reason: "it varies"}
```

## What to do
Declare the width that repeated runs show; where they vary so much, make references, whose spread is then measured.

## Standard
SPEC.md, section "Comparing".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import Floor, Task, Tolerance
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task, written_metrics
from reprobridge_spec.rules.runnable import is_task_blocked
from reprobridge_spec.stats.interval import around_published
from reprobridge_spec.stats.judge import WIDEST
from reprobridge_spec.stats.notes import why_too_wide
from reprobridge_spec.stats.published import published_number

_ADVICE = "Declare the width that repeated runs show."


def check(context: Context) -> Iterator[Fault]:
    """Each width that is none, then each that holds everything."""
    for written in written_metrics(context.manifest):
        for key, reason in (
            ("tolerance", _no_tolerance(written.body.tolerance)),
            ("floor", _no_floor(written.body.floor)),
        ):
            if reason is not None:
                yield Fault(
                    message=f"the {key} of {written.label} {reason}", advice=_ADVICE, path=(*written.place, key)
                )
    for full_id, task in context.tasks.items():
        if not is_task_blocked(context, full_id):
            yield from _too_wide(context, full_id, task)


def _no_tolerance(tolerance: Tolerance | None) -> str | None:
    if tolerance is None:
        return None
    widths = [width for width in (tolerance.relative, tolerance.absolute) if width is not None]
    if not widths and not tolerance.rank:
        return "gives no width: neither `relative`, `absolute` nor `rank`"
    return "is of zero or less" if any(width <= 0 for width in widths) else None


def _no_floor(floor: Floor | None) -> str | None:
    if floor is None:
        return None
    if floor.relative is None and floor.absolute is None:
        return "gives no width: neither `relative` nor `absolute`"
    is_negative = floor.relative is not None and floor.relative < 0
    is_none = floor.absolute is not None and floor.absolute <= 0
    return "is of zero or less" if is_negative or is_none else None


def _too_wide(context: Context, full_id: str, task: Task) -> Iterator[Fault]:
    # two references have an interval of their own, in which the tolerance has no part
    tolerance = None if _references(context, full_id) > 1 else task.tolerance
    floor = task.floor
    if (tolerance is None and floor is None) or task.published is None or (tolerance is not None and tolerance.rank):
        return
    try:
        published = published_number(task.published)
    except ValueError:
        return  # its size is no number that could be compared
    interval = around_published(published.value, tolerance, floor)
    reason = why_too_wide(interval, task, WIDEST)
    if reason is not None:
        key = "tolerance" if tolerance is not None else "floor"
        yield Fault(
            message=f"the declared {key} of task `{full_id}` can tell nothing: {reason[0].lower()}{reason[1:-1]}",
            advice=_ADVICE,
            path=of_task(context.manifest, full_id, key),
        )


def _references(context: Context, full_id: str) -> int:
    model = context.references.model if context.references is not None else None
    return len(model.references.get(full_id, [])) if model is not None else 0


RULE = Rule(code="RRM026", name="width-tells-nothing", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
