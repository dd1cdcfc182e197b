"""The authors' release that the code comes from is not pinned.

## What it finds
A manifest without `codebase`, and a codebase that is `modified` or a `reimplementation` without `upstream`.

## Why
The change record says what was repaired since the release. Without the release at one commit, or one archive with
its digest, nobody can check that these changes are all.

## Example
```yaml
codebase:
  relation: modified        # of what?
```

## What to do
Give the repository with its whole commit id, or the archive with its SHA-256. Where the code is the authors' own
and there is no earlier release, say `relation: original`.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.paper import Relation
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """The codebase without a pinned release."""
    codebase = context.manifest.codebase
    if codebase is None:
        yield Fault(
            message="the manifest describes no codebase",
            advice="Write `codebase:` with `relation` and the pinned release, `upstream`.",
            path=("codebase",),
        )
    elif codebase.upstream is None and codebase.relation is not Relation.ORIGINAL:
        yield Fault(
            message=f"the codebase says `relation: {codebase.relation}`, and no release is pinned",
            advice="Write `upstream: {url, commit}` or `upstream: {archive, sha256}`, or `relation: original`.",
            path=("codebase",),
        )


RULE = Rule(code="RRC001", name="release-not-pinned", level=Level.SPECIFIED, check=check)
