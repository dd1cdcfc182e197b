"""No verification of the present content holds.

## What it finds
An artifact without a verification in `evidence/verifications/` whose content digest is the present one and which
holds. One that contradicts itself or the artifact does not count, and the message says how it does: its rows are not
the manifest's tasks, one each; a task is neither compatible nor as expected, or blocked where the manifest does not
block it; an experiment lacks runs, or one of them failed; a verdict, an interval or another field of a row is not what
its measured value, the published one and the references give; it is of another artifact, lock or set of variables; it
ended before it started.

## Why
`preserved` promises that somebody without the author's machine gets the scores. Only a verification from a clean
shell shows that, and only for the content that it was made with.

## Example
```text
evidence/verifications/2026-11-29.json       made before the guide was finished
```

## What to do
Run `rrspec pack`, then `rrspec verify` on the package, and put its `verification.json` into
`evidence/verifications/`. Evidence is no part of the content digest, so adding it changes nothing.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.model.verification import Verification
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.verification_claims import contradiction
from reprobridge_spec.schemas.kinds import VERIFICATIONS_FOLDER


def check(context: Context) -> Iterator[Fault]:
    """The verification that is still to be made."""
    reason = _reason(context)
    if reason is not None:
        yield Fault(
            message=reason,
            advice=f"Run `rrspec pack` and `rrspec verify`, and keep its verification.json in {VERIFICATIONS_FOLDER}/.",
            path=("level",),
        )


def _reason(context: Context) -> str | None:
    if not context.verifications:
        return "the artifact has no verification"
    try:
        content = context.content_digest()
    except (OSError, ValueError) as error:
        raise Unchecked(f"the content digest cannot be computed: {error}") from error
    present = {path: body for path, body in context.verifications.items() if body.package.content_digest == content}
    if not present:
        return f"the content changed after {_newest(context.verifications)} was made, and no other verification fits"
    holding = {path: body for path, body in present.items() if body.holds}
    if not holding:
        return f"{_newest(present)} does not hold, and no other verification of this content does"
    contradictions = {path: contradiction(context, body) for path, body in holding.items()}
    if None in contradictions.values():
        return None
    newest = _newest(holding)
    return f"{newest} contradicts itself: it says that it holds, and {contradictions[newest]}"


def _newest(verifications: dict[str, Verification]) -> str:
    return max(verifications, key=lambda path: (verifications[path].ended, path))


RULE = Rule(code="RRV005", name="verification-missing", level=Level.PRESERVED, check=check)
