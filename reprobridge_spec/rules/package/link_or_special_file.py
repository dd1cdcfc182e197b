"""A link or a special file lies in the artifact.

## What it finds
Symbolic links, pipes, sockets and devices below the artifact's root.

## Why
A link shows what is somewhere else: on another machine, inside another account, or nowhere. Packages hold files
only, so that what was checked is what is opened.

## Example
```text
code/data -> /scratch/shared/data
```

## What to do
Put the file itself there, or declare it as an input.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each path that is no plain file."""
    for path, entry in context.files.entries.items():
        if entry.kind is not Kind.FILE:
            yield Fault(
                message=f"`{path}` is {'a link' if entry.kind is Kind.LINK else 'neither a file nor a folder'}",
                advice="Put the file itself there, or declare it as an input.",
                file=path,
            )


RULE = Rule(code="RRP001", name="link-or-special-file", level=Level.DRAFT, check=check)
