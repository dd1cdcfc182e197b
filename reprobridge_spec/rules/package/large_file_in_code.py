"""A large file lies in the working copy that every run gets.

## What it finds
Files above 50 MB in the code folder, the launchers and the environments that no input declares as bundled, and that are
neither among `codebase.docs` nor `codebase.shipped_results`: a note for each, the largest first.

## Why
Code, launchers and environments are copied for each run and hashed for each plan. Data and checkpoints among them are
no inputs: nothing says where they come from, under which license, and with which digest.

## Example
```text
code/pretrained/backbone.pth     97 MB
```

## What to do
Declare it as an input, with its source and digest, and let the launcher read it from `RRA_INPUT_<ID>`.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.plan import working_copy
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_LARGE = 50_000_000


def check(context: Context) -> Iterator[Fault]:
    """Each large file of the working copy that is no bundled input."""
    entries = context.files.entries
    large = [path for path, entry in entries.items() if entry.kind is Kind.FILE and entry.size > _LARGE]
    if not large:
        return
    bundled = [root for _, root in bundled_inputs.of(context)]
    present = set(working_copy.paths(context.manifest, entries))
    for path in sorted(large, key=lambda path: -entries[path].size):
        if path in present and not any(bundled_inputs.is_at_or_below(path, root) for root in bundled):
            yield Fault(
                message=f"`{path}` has {entries[path].size:,} bytes, and is copied for each run",
                advice="Declare it as an input, with its source and digest.",
                file=path,
            )


RULE = Rule(code="RRP010", name="large-file-in-code", level=Level.SPECIFIED, severity=Severity.NOTE, check=check)
