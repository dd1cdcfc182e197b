"""The authors' release that the code comes from is not pinned.

## What it finds
A manifest without `codebase`, and a codebase that is `modified` or a `reimplementation` without `upstream`. And the
contradiction: one that says `relation: original`, so that there is no earlier release, and pins one in `upstream` or
has patches in its change record.

## Why
The change record says what was repaired since the release. Without the release at one commit, or one archive with
its digest, nobody can check that these changes are all. `relation: original` takes that check away, so it must not
stand where there is a release to compare with.

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
from reprobridge_spec.model.paper import Codebase, Relation
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
    elif codebase.relation is Relation.ORIGINAL and (contrary := _earlier_release(context, codebase)):
        yield Fault(
            message=f"the codebase says `relation: original`, so that there is no earlier release, and {contrary}",
            advice="Say `relation: modified` where the code is that release with repairs, or take the release out.",
            path=("codebase", "relation"),
        )


def _earlier_release(context: Context, codebase: Codebase) -> str | None:
    """What says that there is one; None where nothing does."""
    if codebase.upstream is not None:
        return "`upstream` pins one"
    changes = context.changes.model.changes if context.changes and context.changes.model else {}
    patched = next((name for name, change in changes.items() if change.patch is not None), None)
    return f"change `{patched}` has a patch to one" if patched else None


RULE = Rule(code="RRC001", name="release-not-pinned", level=Level.SPECIFIED, check=check)
