"""A secret lies in the artifact.

## What it finds
In text files below 1 MiB: keys and tokens in the forms that well-known services give them (clouds, git hosts, package
indexes, experiment trackers, language models, messengers), web tokens and private keys; passwords in addresses,
`.netrc` files and registry settings; and values that look drawn at random behind names such as `api_key`, `token`,
`secret` and `password`. Placeholders, variables, commits and checksums are passed over. The message shows at most four
characters.

## Why
An artifact is published, copied and archived. Whoever opens it can use the key, spend its owner's money, and read
who the owner is.

## Example
```text
launchers/train.sh:2      export WANDB_API_KEY=...
```

## What to do
Have the key revoked: removing it from the file is not enough where the artifact was shared. Then read it from the
machine's environment; for gated inputs name the variable in `access: {gated: {token}}`.

## Standard
SPEC.md, section "Artifact layout".
"""

from collections.abc import Iterator
from itertools import islice

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.secret_shapes import SHAPE_SIGNS, SHOWN, shapes_in
from reprobridge_spec.rules.secret_values import VALUE_SIGNS, values_in
from reprobridge_spec.rules.text_files import mark_at, text_rule

_MOST = 100
"""More secrets than this of one file are not named one by one: whoever sees a hundred has seen enough."""


def looker(_: Context) -> Look:
    """Each secret of a file once: what has the form of a known key, then values behind telling names."""
    return _secrets


def _secrets(path: str, data: bytes) -> Iterator[Fault]:
    small = data.lower()
    ends: list[tuple[int, int]] = []
    found = [(shape.owner, offset, key) for shape, offset, key in shapes_in(data, small)]
    for what, offset, key in islice((*found, *values_in(path, data, small)), _MOST):
        if any(begin <= offset + len(key) and offset <= end for begin, end in ends):
            continue
        ends.append((offset, offset + len(key)))
        shown = f", beginning `{key[:SHOWN].decode('utf-8', 'replace')}`" if key else ""
        yield Fault(
            message=f"`{path}` holds what looks like {what}{shown}",
            advice="Have it revoked, remove it, and read it from the machine's environment.",
            file=path,
            mark=mark_at(data, offset),
        )


RULE = text_rule(code="RRS001", name="secret", level=Level.DRAFT, looker=looker, signs=(*SHAPE_SIGNS, *VALUE_SIGNS))
