"""A published value has a ±, and it is not said what it is.

## What it finds
A published spread of the kind `unstated`. It is a warning.

## Why
± may be a standard deviation over seeds (with n or with n-1), a standard error, a confidence interval or a range over
folds; they differ by factors. A reader who takes one for another finds every score stable, or none.

## Example
```yaml
published: {value: "66.12", spread: {kind: unstated, value: "2.62"}}
```

## What to do
Look in the text around the table, in its appendix and in the code that made it; ask the authors. Where nobody says
it, leave it, and say in a decision what was looked at.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.task import PublishedRange, PublishedValue, SpreadKind
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import of_task


def check(context: Context) -> Iterator[Fault]:
    """Each published spread of which nobody says what it is."""
    for full_id, task in context.tasks.items():
        published = task.published
        if not isinstance(published, PublishedValue | PublishedRange) or published.spread is None:
            continue
        if published.spread.kind is SpreadKind.UNSTATED:
            yield Fault(
                message=f"nobody says what the ±{published.spread.value} of task `{full_id}` is",
                advice="Say `sd`, `sd-population`, `sem`, `ci95` or `range` where paper, code or authors tell.",
                path=(*of_task(context.manifest, full_id, "published"), "spread", "kind"),
            )


RULE = Rule(code="RRM021", name="spread-kind-undeclared", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
