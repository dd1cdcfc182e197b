"""An archive lies inside the artifact, closed.

## What it finds
ZIP, TAR, 7z and RAR archives that no input declares as bundled: a note for each.

## Why
Archives inside an artifact stay closed: no rule looks into them, and no one else does before a run. Secrets, names,
shipped scores and hostile paths in them are not seen, so a reader has to know that they are there.

## Example
```text
code/data.zip
```

## What to do
Unpack it into the artifact, or declare it as a bundled input with its digest.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import bundled_inputs
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context

_ENDS = (".zip", ".tar", ".tgz", ".tbz2", ".txz", ".7z", ".rar", ".tar.gz", ".tar.bz2", ".tar.xz", ".tar.zst")
_PACKAGE = ".rra.zip"


def check(context: Context) -> Iterator[Fault]:
    """Each archive that is no bundled input."""
    bundled = [root for _, root in bundled_inputs.of(context)]
    for path, entry in context.files.entries.items():
        if entry.kind is not Kind.FILE or not path.lower().endswith(_ENDS):
            continue
        is_package = "/" not in path and path.endswith(_PACKAGE)
        if not is_package and not any(bundled_inputs.is_at_or_below(path, root) for root in bundled):
            yield Fault(
                message=f"`{path}` is an archive, and stays closed: nothing in it was looked at",
                advice="Unpack it into the artifact, or declare it as a bundled input with its digest.",
                file=path,
            )


RULE = Rule(code="RRP009", name="nested-archive", level=Level.DRAFT, severity=Severity.NOTE, check=check)
