"""How an input may be had is not said, or the artifact contradicts it.

## What it finds
A restricted input that does not say `where` to ask, and an input that is gated or restricted although the artifact
carries it.

## Why
Whoever measures again has to get the input, and what is not said each of them has to find out anew. What lies in the
artifact is passed on with it, to everybody.

## Example
```yaml
inputs:
  records: {kind: dataset, source: {bundled: data}, access: {restricted: {who: members of the hospital}}}
```

## What to do
Write where to ask: an address, or the person to write to. Take closed data out of the artifact, and say with `manual`
how to get them.

## Standard
SPEC.md, section "Inputs".
"""

from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.model.inputs import BundledSource, RestrictedAccess
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context


def check(context: Context) -> Iterator[Fault]:
    """What each closed input leaves unsaid, or contradicts."""
    for name, body in context.manifest.inputs.items():
        if isinstance(body.access, RestrictedAccess) and body.access.restricted.where is None:
            yield Fault(
                message=f"`{name}` is restricted, and where to ask for it is not said",
                advice="Write `where`: an address, or the person to write to.",
                path=("inputs", name, "access", "restricted"),
            )
        if body.access != "open" and isinstance(body.source, BundledSource):
            yield Fault(
                message=f"`{name}` is not open to everybody, and the artifact carries it",
                advice="Take it out of the artifact, and say with `manual` how to get it; or say `access: open`.",
                path=("inputs", name, "access"),
            )


RULE = Rule(code="RRE028", name="access-unclear", level=Level.SPECIFIED, severity=Severity.WARNING, check=check)
