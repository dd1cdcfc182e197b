"""A run's record does not fit the files beside it.

## What it finds
A log or a kept output that is not beside its record, or whose size or SHA-256 is not the recorded one; a subject of
the statement that says another digest than the record; and a record in a folder that has not the name of its run.

## Why
A record says what came of a run. If a file beside it was edited, exchanged or turned by a checkout, the score that
is read from it is nobody's.

## Example
```text
evidence/runs/italy-0/run.json               outputs: scores.json, SHA-256 8b1a...
evidence/runs/italy-0/outputs/scores.json    SHA-256 0f3c...
```

## What to do
Put the file back as the run left it, or run again. Mark `evidence/` `-text` in `.gitattributes`, so that no
checkout turns line ends.

## Standard
SPEC.md, section "Evidence".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.run_record import RunRecord
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_AGAIN = "Put it back as the run left it, or run again."


def check(context: Context) -> Iterator[Fault]:
    """Each file that is not what its record says."""
    for path, record in context.records.items():
        folder = path.rpartition("/")[0]
        name = folder.rpartition("/")[2]
        run = record.predicate.run
        if name != run:
            yield Fault(
                message=f"the record of run `{run}` lies in the folder `{name}`",
                advice="Keep each record in the folder that has its run's name.",
                file=path,
                path=("predicate", "run"),
            )
        for kept, size, sha256 in _kept(record):
            yield from _compared(context, run, f"{folder}/{kept}", size, sha256)
        yield from _subjects(path, record)


def _kept(record: RunRecord) -> Iterator[tuple[str, int, str]]:
    """Path in the run's folder, size and digest of each file beside the record."""
    yield "log", record.predicate.log.size, record.predicate.log.sha256
    for output in record.predicate.outputs:
        if output.kept:
            yield f"outputs/{output.path}", output.size, output.sha256


def _compared(context: Context, run: str, path: str, size: int, sha256: str) -> Iterator[Fault]:
    entry = context.files.entries.get(path)
    if entry is None or entry.kind is not Kind.FILE:
        yield Fault(message=f"`{path}` of run `{run}` is not there", advice=_AGAIN, file=path)
    elif entry.size != size:
        yield Fault(
            message=f"`{path}` has {entry.size} bytes, and the record of run `{run}` says {size}",
            advice=_AGAIN,
            file=path,
        )
    elif (present := context.files.sha256(path)) != sha256:
        yield Fault(
            message=f"`{path}` is not what run `{run}` left: its SHA-256 begins {present[:12]}, "
            f"and the record says {sha256[:12]}",
            advice=_AGAIN,
            file=path,
        )


def _subjects(path: str, record: RunRecord) -> Iterator[Fault]:
    recorded = {name: sha256 for name, _, sha256 in _kept(record)}
    said = {subject.name: subject.digest.sha256 for subject in record.subject}
    if recorded != said:
        differing = sorted(name for name in recorded.keys() | said.keys() if recorded.get(name) != said.get(name))
        yield Fault(
            message=f"the statement about run `{record.predicate.run}` and the record in it disagree on "
            f"{', '.join(f'`{name}`' for name in differing)}",
            advice="Run again; a record is not edited.",
            file=path,
            path=("subject",),
        )


RULE = Rule(code="RRV003", name="record-altered", level=Level.EXECUTED, check=check)
