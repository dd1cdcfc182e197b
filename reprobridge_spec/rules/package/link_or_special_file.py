"""A link or a special file lies in the artifact.

## What it finds
Symbolic links, pipes, sockets and devices below the artifact's root. No link is followed; where each leads is worked
out from what is written in it. A link is an error where it is absolute, climbs out of the artifact, leads nowhere or
in a circle. One that leads to something inside the artifact is a warning, and
`rrspec pack` refuses it in the same words.

## Why
A link shows what is somewhere else: on another machine, inside another account, or nowhere. Packages hold files
only, so that what was checked is what is opened; some programs unpack a link as a small text file.

## Example
```text
code/data -> /scratch/shared/data
```

## What to do
Put the file itself there, or declare it as an input.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.odd_entries import faults_in


def check(context: Context) -> Iterator[Fault]:
    """Each path that is no plain file."""
    return faults_in(context.files.entries)


RULE = Rule(code="RRP001", name="link-or-special-file", level=Level.DRAFT, check=check)
