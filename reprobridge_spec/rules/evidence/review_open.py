"""A finding of a review is still open.

## What it finds
Findings of the reviews in `evidence/reviews/` whose `status` is `open`, or not given. One that is `fixed` or
`disputed` with a reason is not open. It is a warning.

## Why
`preserved` says that the work is finished. Somebody who built nothing of it found something and asked for a change;
whoever opens the artifact later would find it again.

## Example
```yaml
findings:
  seeds: {place: "launchers/run.py:12", claim: "the seed is not used", evidence: "equal scores", request: "use it"}
```

## What to do
Do what is asked for, and let the reviewer write `status: fixed`; or write `status: {disputed: ...}` with the reason.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """Each open finding."""
    unread: list[str] = []
    for review in context.reviews:
        if review.model is None:
            unread.append(review.file)
            continue
        for name, finding in review.model.findings.items():
            if finding.status == "open":
                place = ("findings", name)
                yield Fault(
                    message=f"finding `{name}` of the review is open, {_line(finding.place)}: {_line(finding.claim)}",
                    advice="Do what it asks for and let it be written `fixed`, or dispute it with the reason.",
                    file=review.file,
                    path=place,
                    mark=review.tree.mark(place) if review.tree is not None else None,
                )
    if unread:
        raise Unchecked(f"{unread[0]} has not the right form")


def _line(text: str) -> str:
    return " ".join(text.split())[:120].rstrip(".")


RULE = Rule(code="RRV023", name="review-open", level=Level.PRESERVED, severity=Severity.WARNING, check=check)
