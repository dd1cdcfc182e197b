"""Tasks have neither two references nor a tolerance.

## What it finds
Tasks that are run, with fewer than two references that count and no `tolerance`; a `deterministic` experiment needs
one reference only. It is one note for all of them.

## Why
Their scores are held against the published value ± 1%, which nobody chose: for one metric it is far too wide, for
another a hundredth of its spread.

## Example
```yaml
references: {}
```

## What to do
Make reference runs with seeds of their own, or declare a `tolerance` with its reason.

## Standard
SPEC.md, section "Comparing".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task
from reprobridge_spec.rules.references_of import usable_references
from reprobridge_spec.rules.runnable import is_task_blocked

_SHOWN = 5


def check(context: Context) -> Iterator[Fault]:
    """One fault for all tasks whose interval nobody chose."""
    tasks = [
        full_id for full_id in context.tasks if not is_task_blocked(context, full_id) and _is_bare(context, full_id)
    ]
    if tasks:
        more = f" and {len(tasks) - _SHOWN} more" if len(tasks) > _SHOWN else ""
        yield Fault(
            message=f"{', '.join(f'`{task}`' for task in tasks[:_SHOWN])}{more}: fewer than two references and no "
            "tolerance, so that the published value ± 1% decides",
            advice="Make reference runs with seeds of their own, or declare a `tolerance` with its reason.",
            path=of_task(context.manifest, tasks[0]),
        )


def _is_bare(context: Context, full_id: str) -> bool:
    needed = 1 if context.experiments[full_id.partition("/")[0]].deterministic else 2
    return context.tasks[full_id].tolerance is None and len(usable_references(context, full_id)) < needed


RULE = Rule(code="RRV021", name="references-few", level=Level.EXECUTED, severity=Severity.NOTE, check=check)
