"""A file that the documents name is there and has no content.

## What it finds
Bundled inputs, lists of digests, launchers and patches of the change record with not one byte in them. Requirements may
be empty, and the guide's text has a rule of its own (RRG001).

## Why
An upload that broke, a full disk or a forgotten `touch` leaves an empty file. It has a name, a digest and a place in
the package, and nobody sees that it is nothing until a run fails, or until a run reads nothing and gives a number.

## Example
```yaml
inputs:
  digits: {kind: dataset, source: {bundled: env/digits.csv}}     # env/digits.csv has 0 bytes
```

## What to do
Put the content there, or remove the file and what names it.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.location import Path
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.places import written_experiments
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_LAST_LAUNCHER = 1
"""A command begins with its launcher, or with an interpreter and the launcher."""

_Named = tuple[str, str, str, Path]
"""What it is, its path, and the document and place that name it."""


def check(context: Context) -> Iterator[Fault]:
    """Each empty file once, at the first place that names it."""
    said: set[str] = set()
    for what, path, file, place in _named(context):
        entry = context.files.entries.get(path)
        if entry is not None and entry.kind is Kind.FILE and entry.size == 0 and path not in said:
            said.add(path)
            yield Fault(
                message=f"the {what} `{path}` is empty",
                advice="Put its content there, or remove it and what names it.",
                file=file,
                path=place,
            )


def _named(context: Context) -> Iterator[_Named]:
    manifest = context.manifest
    for name, root in bundled_inputs.of(context):
        yield "bundled input", root, MANIFEST_FILE, ("inputs", name, "source", "bundled")
    for name, body in manifest.inputs.items():
        if body.digests is not None:
            yield "list of digests", body.digests, MANIFEST_FILE, ("inputs", name, "digests")
    for written in written_experiments(manifest):
        for index, argument in enumerate(written.body.command or ()):
            if index <= _LAST_LAUNCHER:
                yield "launcher", argument.removeprefix("./"), MANIFEST_FILE, (*written.place, "command", index)
    changes = context.changes
    if changes is not None and changes.model is not None:
        for name, change in changes.model.changes.items():
            if change.patch is not None:
                yield "patch", change.patch, changes.file, ("changes", name, "patch")


RULE = Rule(code="RRP007", name="named-file-empty", level=Level.SPECIFIED, check=check)
