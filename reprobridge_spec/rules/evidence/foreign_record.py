"""A record is of another artifact, or of an alternative.

## What it finds
A record whose `artifact` begins with another id than the manifest's. Another version of the same artifact is none:
whether its runs still count is told by their method digest. And a record in `evidence/runs/` whose `alternative` says
that the run was made for another way to decide.

## Why
A run of another artifact ran other code. Where its method digest is the same by a copy of the whole folder, its
record still says who made it, and for what. A run of an alternative measures what the artifact would be, and counts for
none of its tasks; its record lies below `evidence/sensitivity/`.

## Example
```text
rra.yaml                                 id: rocket-ucr
evidence/runs/italy-0/run.json           artifact: minirocket-ucr 1.0.0
```

## What to do
Make the runs in this artifact. Where only its id changed, make them again, too: records are not edited. Move a record
of an alternative to `evidence/sensitivity/DECISION/ALTERNATIVE/`.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import SENSITIVITY_FOLDER


def check(context: Context) -> Iterator[Fault]:
    """Each record that names another artifact or an alternative."""
    for path, record in context.records.items():
        named = record.predicate.artifact.split()[0]
        if named != context.manifest.id:
            yield Fault(
                message=f"run `{record.predicate.run}` is of the artifact `{named[:100]}`, and this is "
                f"`{context.manifest.id}`",
                advice="Make the run in this artifact.",
                file=path,
                path=("predicate", "artifact"),
            )
        of = record.predicate.alternative
        if of is not None:
            yield Fault(
                message=f"run `{record.predicate.run}` is of alternative `{of.alternative}` of decision "
                f"`{of.decision}`, so it counts for no task",
                advice=f"Move its folder to `{SENSITIVITY_FOLDER}/{of.decision}/{of.alternative}/`.",
                file=path,
                path=("predicate", "alternative"),
            )


RULE = Rule(code="RRV010", name="foreign-record", level=Level.EXECUTED, check=check)
