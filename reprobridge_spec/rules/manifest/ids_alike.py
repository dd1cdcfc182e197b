"""Two ids of one kind differ by hyphens alone.

## What it finds
Two environments, inputs, tables, metrics, experiments, or tasks or outputs of one experiment whose ids become one
where hyphens are left out, such as `t-1` and `t1`. It is a warning.

## Why
Ids are typed by hand: on command lines, in references, in the guide. Of two that look alike one is taken for the
other, and the wrong runs are made or judged.

## Example
```yaml
metrics:
  top1: {name: top-1 accuracy, unit: percent}
  top-1: {name: top-1 accuracy, unit: fraction}
```

## What to do
Give one of them a name that says what it is.

## Standard
SPEC.md, section "Manifest".
"""

from collections.abc import Iterable, Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each id that looks like one before it."""
    for place, ids in _maps(context):
        first: dict[str, str] = {}
        for name in ids:
            other = first.setdefault(name.replace("-", ""), name)
            if other != name:
                yield Fault(
                    message=f"the ids `{other}` and `{name}` differ by hyphens alone",
                    advice="Give one of them a name that says what it is.",
                    path=(*place, name),
                )


def _maps(context: Context) -> Iterator[tuple[Path, Iterable[str]]]:
    manifest = context.manifest
    for key in ("environments", "inputs", "tables", "metrics", "experiments"):
        yield (key,), getattr(manifest, key)
    for name, body in manifest.experiments.items():
        yield ("experiments", name, "outputs"), body.outputs or ()
        yield ("experiments", name, "tasks"), body.tasks or ()


RULE = Rule(code="RRM023", name="ids-alike", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
