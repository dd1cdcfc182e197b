"""The artifact does not say which paper it is about.

## What it finds
A manifest without `paper`. A paper without identifiers is a warning: a submission under review has none yet. Where the
artifact is anonymous they are left out.

## Why
Published values are only worth comparing with if a reader can look them up. A title alone is found by luck; a DOI
or an arXiv number is not.

## Example
```yaml
paper:
  title: "ROCKET: exceptionally fast and accurate time series classification"
  identifiers: [doi:10.1007/s10618-020-00701-z]      # without this line: a warning
```

## What to do
Give the title as printed and every identifier that there is. Authors may be left out under double-blind review.

## Standard
SPEC.md, section "Conformance levels".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """The missing paper, or its missing identifiers."""
    paper = context.manifest.paper
    if paper is None:
        yield Fault(
            message="the manifest names no paper",
            advice="Write `paper:` with its title and identifiers.",
            path=("paper",),
        )
    elif not paper.identifiers and not context.anonymous:
        yield Fault(
            message="the paper has no identifier",
            advice="Write `identifiers:`, such as `[doi:10.1000/xyz, arxiv:2601.00001]`, as soon as there is one.",
            path=("paper",),
            severity=Severity.WARNING,
        )


RULE = Rule(code="RRM015", name="paper-missing", level=Level.SPECIFIED, check=check)
