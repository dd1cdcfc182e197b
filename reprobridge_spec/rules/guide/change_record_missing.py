"""There is no record of what was changed in, or checked against, the release.

## What it finds
A codebase that is `modified` or a `reimplementation` and names no change record, or one that is not in the
artifact; and the record of a reimplementation without an entry.

## Why
The refined code differs from the authors' release. The record says how, why, and of what kind each repair is, and
its patches show that nothing else differs. Without it nobody knows whose method was measured.

## Example
```yaml
codebase: {path: code, relation: modified, upstream: {url: "https://example.org/code.git", commit: "..."}}
```

## What to do
Write `guide/changes.yaml` and name it in `codebase.changes`. Where nothing was changed, a record with `changes: {}`
says so.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.paper import Relation
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """The missing record."""
    codebase = context.manifest.codebase
    if codebase is None or (codebase.relation is Relation.ORIGINAL and codebase.changes is None):
        return
    if codebase.changes is None:
        yield Fault(
            message=f"the codebase says `relation: {codebase.relation}`, and names no change record",
            advice="Write guide/changes.yaml, and name it in `codebase.changes`.",
            path=("codebase",),
        )
    elif context.changes is None:
        yield Fault(
            message=f"the change record `{codebase.changes}` is not in the artifact",
            advice="Write it, one entry for each repair, or mend the path.",
            path=("codebase", "changes"),
        )
    elif (
        codebase.relation is Relation.REIMPLEMENTATION
        and context.changes.model is not None
        and not context.changes.model.changes
    ):
        yield Fault(
            message="the change record says of nothing that it was checked against the release",
            advice="Add an entry with `checked:` for each part that was held against the release.",
            file=context.changes.file,
            path=("changes",),
        )


RULE = Rule(code="RRG002", name="change-record-missing", level=Level.PRESERVED, check=check)
