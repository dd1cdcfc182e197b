"""The manifest gives away a secret at the place where an input comes from.

## What it finds
Addresses of inputs and of the release with a user name and password before the host, or with a token among what
follows the `?`; and a `token` or `key` that looks like the secret itself and not like the name of the variable that
holds it. At most four characters are shown.

## Why
The manifest is published with the artifact. Whoever reads it can fetch in the author's name, and the address works for
nobody once the secret is changed.

## Example
```yaml
inputs:
  weights: {kind: checkpoint, source: {url: "https://me:PASSWORD@example.org/model.pt"}}
```

## What to do
Have the secret changed. Write the address without it, and the name of a variable in `access: {gated: {token:
HF_TOKEN}}` or `key`.

## Standard
SPEC.md, section "Inputs".
"""

from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Path
from reprobridge_spec.model.inputs import GatedAccess
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.input_addresses import addresses, holds_secret
from reprobridge_spec.rules.secret_shapes import PREFIXED

_PREFIXED = lazy_pattern(PREFIXED)
_RANDOM = lazy_pattern(r"(?=[A-Z_]*[a-z])(?=\D*\d)[A-Za-z0-9]{24,}|(?=[a-f]*\d)[0-9a-f]{32,}")
_SHOWN = 4


def check(context: Context) -> Iterator[Fault]:
    """Each address, then each name, that is a secret."""
    for place, text in addresses(context):
        if holds_secret(text):
            yield Fault(
                message=f"the address of {_owner(place)} holds a user name, a password or a token",
                advice="Have it changed, and write the address without it; name a variable under `access`.",
                path=place,
            )
    for place, name in _names(context):
        if _PREFIXED.fullmatch(name) or _RANDOM.fullmatch(name):
            yield Fault(
                message=f"`{place[-1]}` of input `{place[1]}`, beginning `{name[:_SHOWN]}`, looks like a secret and "
                "not like the name of the variable that holds it",
                advice="Have the secret changed, and write the variable's name, such as `HF_TOKEN`.",
                path=place,
            )


def _owner(place: Path) -> str:
    return "the release" if place[0] == "codebase" else f"input `{place[1]}`"


def _names(context: Context) -> Iterator[tuple[Path, str]]:
    for name, body in context.manifest.inputs.items():
        if isinstance(body.access, GatedAccess) and body.access.gated.token is not None:
            yield ("inputs", name, "access", "gated", "token"), body.access.gated.token
        if body.key is not None:
            yield ("inputs", name, "key"), body.key


RULE = Rule(code="RRE029", name="secret-in-input", level=Level.DRAFT, check=check)
