"""Whether the patches turn the pinned release into the code folder was not looked at.

## What it finds
For a `modified` codebase: nothing yet. This version of rrspec does not apply patches, so the rule is always *not
checked*, and an artifact with modified code is not `preserved`.

## Why
The patches of the change record in order turn the pinned release into the code folder, byte for byte. Until that
was seen, nobody knows whether the change record is complete.

## Example
```yaml
codebase:
  relation: modified
  upstream: {archive: "https://example.org/release.zip", sha256: "..."}
  changes: guide/changes.yaml
```

## What to do
Apply the patches to the release by hand and compare; claim `executed` until rrspec can do it.

## Standard
SPEC.md, section "Guide".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.paper import Relation
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Nothing, said as such where there are patches to apply."""
    yield from ()
    codebase = context.manifest.codebase
    if codebase is not None and codebase.relation is Relation.MODIFIED:
        raise Unchecked("this version of rrspec does not apply the patches of the change record to the pinned release")


RULE = Rule(code="RRG007", name="release-not-compared", level=Level.PRESERVED, check=check)
