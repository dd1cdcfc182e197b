"""An entry of the change record cannot be checked.

## What it finds
For a `modified` codebase: an entry without `patch`, or whose patch is not in the artifact. For a
`reimplementation`: an entry that does not say what was `checked`.

## Why
The patches in order turn the pinned release into the code folder, byte for byte; that is what shows that the record
is complete. A reimplementation has no such proof, so each entry says what was held against what.

## Example
```yaml
rra: "1.0"
changes:
  loader: {kind: execution, why: "the loader asked for a removed option"}      # no `patch:`
```

## What to do
Keep the difference as a patch in `guide/changes/` and name it in `patch:`, or write `checked:`.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.model.guide import Change
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.paper import Relation
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each entry without its check."""
    codebase, changes = context.manifest.codebase, context.changes
    if codebase is None or codebase.relation is Relation.ORIGINAL or changes is None:
        return
    if changes.model is None:
        raise Unchecked(f"{changes.file} has not the right form")
    for name, change in changes.model.changes.items():
        if codebase.relation is Relation.REIMPLEMENTATION:
            if change.checked is None:
                yield Fault(
                    message=f"change `{name}` does not say what was checked against the release",
                    advice="Write `checked:` with what was held against what, and how it came out.",
                    file=changes.file,
                    path=("changes", name),
                )
        else:
            yield from _patch(context, changes.file, name, change)


def _patch(context: Context, file: str, name: str, change: Change) -> Iterator[Fault]:
    if change.patch is None:
        yield Fault(
            message=f"change `{name}` has no patch",
            advice="Keep the difference as a patch in guide/changes/, and name it in `patch:`.",
            file=file,
            path=("changes", name),
        )
    elif change.patch not in context.files.entries:
        yield Fault(
            message=f"the patch `{change.patch}` of change `{name}` is not in the artifact",
            advice="Add it, or mend the path.",
            file=file,
            path=("changes", name, "patch"),
        )


RULE = Rule(code="RRG004", name="change-without-check", level=Level.PRESERVED, check=check)
