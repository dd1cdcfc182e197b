"""The artifact names no list of decisions.

## What it finds
A manifest without `guide`, which names the decisions. A list that is named and not in the artifact is a missing
file (RRM012).

## Why
No paper says everything. Each gap that was filled and each conflict that was settled is a decision, taken before a
score is seen; unwritten, it is taken again by the next reader, in another way.

## Example
```yaml
rra: "1.0"
id: rocket-ucr
level: specified        # and no `guide:`
```

## What to do
Write `guide/decisions.yaml`, one entry for each ambiguity with source, gap, resolution and sensitivity, and name it
in `guide.decisions`.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """The decisions that nothing names."""
    if context.manifest.guide is None:
        yield Fault(
            message="the manifest names no decisions",
            advice="Write guide/decisions.yaml, and name it in `guide: {text, decisions}`.",
            path=("guide",),
        )


RULE = Rule(code="RRG003", name="decision-missing", level=Level.SPECIFIED, check=check)
