r"""An artifact that says it is anonymous names a person.

## What it finds
In an artifact with `anonymous: true`, or where whoever checks asks for anonymity: `paper.authors` (an error), and in
texts of up to 256 MiB e-mail addresses, ORCIDs, the names behind public SSH keys, and home folders such as
`/home/jdoe`, `/data/users/jdoe` and `C:\Users\jdoe` (warnings). Addresses of examples and of no person, and home
folders of machines (`/home/user`, `/home/runner`), and copies of other projects (`third_party/`) are passed over.

## Why
Under double-blind review a reviewer must not learn who wrote the paper, and one path in a log is enough.

## Example
```yaml
anonymous: true
paper: {title: "A paper", authors: [Jane Doe]}
```

## What to do
Remove what names a person. Paths in logs and comments are the usual places.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator
from functools import partial

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level, Manifest
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity import persons
from reprobridge_spec.rules.identity.base import scope_of
from reprobridge_spec.rules.identity.faults import faults
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def looker(context: Context) -> Look | None:
    """The paper's authors with the manifest; each address and each home folder once a file."""
    return partial(_persons, context.manifest) if context.anonymous else None


def _persons(manifest: Manifest, path: str, data: bytes) -> Iterator[Fault]:
    if path == MANIFEST_FILE and manifest.paper is not None and manifest.paper.authors:
        yield Fault(
            message="the artifact is anonymous, and its manifest names the paper's authors",
            advice="Remove `paper.authors` until the review is over.",
            path=("paper", "authors"),
            severity=Severity.ERROR,
        )
    found = persons.detect(scope_of(manifest), path, data)
    yield from faults(found, path, data, advice="Remove it, or write what names nobody.")


RULE = Rule(
    code="RRS002",
    name="author-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
