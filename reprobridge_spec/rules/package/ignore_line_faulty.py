"""A line of the ignore list leaves nothing out.

## What it finds
Lines that begin with `!`, that are absolute, climb out of the artifact or hold a backslash, and those that mean
`rra.yaml` or the list itself; and a list that is longer than 64 KiB, of which nothing is read.

## Why
What its author wanted to leave out is checked, packed and published with the rest.

## Example
```text
!results/final.csv
/home/jane/scratch
```

## What to do
Write a glob over paths from the artifact's root: `scratch/` for a folder at any depth, `code/logs/*.txt` for files.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.ignore_list import IGNORE_FILE, LIMIT, lines_of
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.first_few import first_few

_INSTEAD = "Write a glob over paths from the artifact's root, such as `scratch/` or `code/logs/*.txt`."


def check(context: Context) -> Iterator[Fault]:
    """Each line that leaves nothing out."""
    entry = context.files.entries.get(IGNORE_FILE)
    if entry is None or entry.kind is not Kind.FILE:
        return
    if entry.size > LIMIT:
        message = f"`{IGNORE_FILE}` has {entry.size:,} bytes, and none is read of one with more than {LIMIT:,}"
        yield Fault(message=message, advice="Name whole folders.", file=IGNORE_FILE)
        return
    yield from first_few(_faults(context.files.read(IGNORE_FILE, LIMIT)), "such line")


def _faults(data: bytes) -> Iterator[Fault]:
    for line in lines_of(data):
        if line.fault:
            yield Fault(
                message=f"`{line.text}` {line.fault}, so it leaves nothing out",
                advice=_INSTEAD,
                file=IGNORE_FILE,
                mark=Mark(line.number, 1),
            )


RULE = Rule(code="RRP024", name="ignore-line-faulty", level=Level.DRAFT, check=check)
