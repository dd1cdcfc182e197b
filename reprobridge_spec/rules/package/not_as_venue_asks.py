"""Something that the venue asks for is missing, or not of the kind that it takes.

## What it finds
Under a profile: a package whose name has an ending that the venue does not take, names that have to be at the top of
the artifact and are not, a manifest without the licence that is asked for, and a licence that is not accepted. What
only a person can see to is told by `rrspec venue show`.

## Why
A form refuses a wrong ending at once, and often in the last hour; what is missing in the package is found by a
committee weeks later.

## Example
```text
paper-1.0.0.rra.tar.zst     the venue takes .zip, .tgz, .gz, .pdf
```

## What to do
`rrspec venue show NAME` says where the venue writes it, and when that was read. Pack in a form that is taken, write
the file that lacks, say the licence in `rra.yaml`.

## Standard
SPEC.md, section "Profiles".
"""

from collections.abc import Iterator

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules import venue_asks
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """What the profile asks for, in its order; nothing without a profile."""
    asked = context.asked
    if asked.venue is not None:
        yield from venue_asks.faults(
            asked.venue,
            license_=context.manifest.license,
            paths=context.files.entries,
            package=asked.offered.name if asked.offered else None,
        )


RULE = Rule(code="RRP030", name="not-as-venue-asks", level=Level.DRAFT, check=check)
