"""An artifact that says it is anonymous names an account of its authors.

## What it finds
In an artifact that is to be anonymous, in texts of up to 256 MiB: addresses of Git over SSH; the address in the fields
of packages that say where the project is (`setup.py`, `pyproject.toml`, `CITATION.cff`); the first repository that a
README or the guide says to clone; entities of experiment trackers, and servers of MLflow; repositories of models that
code uploads to; owners of images; shared folders; profiles of OpenReview, Google Scholar, LinkedIn and the like;
repositories on hosts of an institution; and names of a notebook's kernel. The pinned release of the manifest
and organisations that everybody builds on are passed over, and so are other links: papers cite code of others.

## Why
The owner in an address is a person or a group, and leads to a profile with names.

## Example
```text
code/README.md:3      git clone https://github.com/jdoe-lab/method
```

## What to do
Take the address out, or name an anonymous mirror of the repository.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity import accounts, notebooks, profiles
from reprobridge_spec.rules.identity.base import Scope, scope_of
from reprobridge_spec.rules.identity.faults import faults


def looker(context: Context) -> Look | None:
    """Each account once a file."""
    return partial(_found, scope_of(context.manifest)) if context.anonymous else None


def _found(scope: Scope, path: str, data: bytes) -> Iterator[Fault]:
    found = chain.from_iterable(one.detect(scope, path, data) for one in (accounts, profiles, notebooks))
    yield from faults(found, path, data, advice="Take it out, or name an anonymous mirror.")


RULE = Rule(
    code="RRS004",
    name="account-in-anonymous",
    level=Level.DRAFT,
    severity=Severity.WARNING,
    looker=looker,
    everywhere=True,
)
