"""An artifact that says it is anonymous says who made it.

## What it finds
In an artifact that is to be anonymous, in texts of up to 256 MiB: copyright holders in licences and READMEs at the root
and in the code folder, author fields of packages, notebooks, reports and source files, `CITATION.cff`, lists of authors
and of owners, the authors of the paper in a request to cite it, maintainers of images, and numbers of grants. Copies of
other projects (`third_party/`, `vendor/`), the code of a release that was modified, and organisations are passed over.

## Why
These lines are written once and forgotten. They are the first that a search for names finds.

## Example
```text
LICENSE:3      Copyright (c) 2026 Jane Doe
```

## What to do
Write `Anonymous Authors` until the review is over, and take out acknowledgements and grant numbers.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator
from functools import partial

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity import authorship
from reprobridge_spec.rules.identity.base import Scope, scope_of
from reprobridge_spec.rules.identity.faults import faults


def looker(context: Context) -> Look | None:
    """Each line that says who made something."""
    return partial(_found, scope_of(context.manifest)) if context.anonymous else None


def _found(scope: Scope, path: str, data: bytes) -> Iterator[Fault]:
    found = authorship.detect(scope, path, data)
    yield from faults(
        found, path, data, advice="Write `Anonymous Authors` until the review is over, or take the line out."
    )


RULE = Rule(
    code="RRS005",
    name="authorship-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
