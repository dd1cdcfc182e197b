"""A patch lies in the guide, and no entry of the change record names it.

## What it finds
A file in `guide/changes/` whose name ends with `.patch` or `.diff`, of an artifact with a change record in which no
entry has it as its `patch`. It is a warning.

## Why
What no entry names is not applied. Either a repair is missing from the record, so that the patches do not lead to
the code folder, or the file is left over and misleads whoever applies all of them.

## Example
```text
guide/changes.yaml              loader: {patch: guide/changes/loader.patch}
guide/changes/loader.patch
guide/changes/loader-2.patch    (nothing names it)
```

## What to do
Add an entry that says of what kind the change is and why, or remove the file.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context

_FOLDER = "guide/changes/"
_ENDS = (".patch", ".diff")


def check(context: Context) -> Iterator[Fault]:
    """Each patch that nothing applies."""
    if context.changes is None:
        return
    if context.changes.model is None:
        raise Unchecked(f"{context.changes.file} has not the right form")
    named = {change.patch for change in context.changes.model.changes.values()}
    for path in context.files.entries:
        if path.startswith(_FOLDER) and path.endswith(_ENDS) and path not in named:
            yield Fault(
                message=f"no entry of the change record names the patch `{path}`, so it is not applied",
                advice=f"Add an entry with `patch: {path}` to {context.changes.file}, or remove the file.",
                file=path,
            )


RULE = Rule(code="RRG020", name="patch-unnamed", level=Level.PRESERVED, severity=Severity.WARNING, check=check)
