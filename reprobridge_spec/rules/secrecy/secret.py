"""A secret lies in the artifact.

## What it finds
In texts: keys and tokens in the forms that well-known services give them (clouds, git hosts, package indexes,
experiment trackers, language models, messengers), web tokens and private keys; passwords in addresses, on command lines
(`curl -u`, `sshpass -p`), in `.netrc` files and registry settings; and values that look drawn at random behind names
such as `api_key`, `token`, `secret` and `password`. Of texts from 1 MiB on, 256 MiB in all are searched, and what is
left is told as not checked. In small files that are no text, the forms of well-known services are looked for. What a
package hands over beside the artifact is searched as well. Placeholders, variables, commits and checksums are passed
over. The message and the line that is shown hold at most four characters of a secret.

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

from collections.abc import Iterator, Sequence
from itertools import islice

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.input_addresses import addresses, holds_secret
from reprobridge_spec.rules.secret_shapes import SHAPE_SIGNS, SHOWN, shapes_in
from reprobridge_spec.rules.secret_values import VALUE_SIGNS, values_in
from reprobridge_spec.rules.text_files import mark_at
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_MOST = 100
"""More secrets than this of one file are not named one by one: whoever sees a hundred has seen enough."""


def looker(context: Context) -> Look:
    """Each secret of a file once: what has the form of a known key, then values behind telling names."""
    # of these secret-in-input says what they hold
    told = [text.encode() for _, text in addresses(context) if holds_secret(text)]
    return lambda path, data: _secrets(path, data, told if path == MANIFEST_FILE else [])


def _secrets(path: str, data: bytes, told: Sequence[bytes]) -> Iterator[Fault]:
    small = data.lower()
    is_text = b"\0" not in data
    ends: list[tuple[int, int]] = []
    found = [(shape.owner, offset, key) for shape, offset, key in shapes_in(data, small)]
    values = values_in(path, data, small) if is_text else ()
    for what, offset, key in islice((*found, *values), _MOST):
        if any(begin <= offset + len(key) and offset <= end for begin, end in ends):
            continue
        ends.append((offset, offset + len(key)))
        if key and any(key in address for address in told):
            continue
        shown = f", beginning `{key[:SHOWN].decode('utf-8', 'replace')}`" if key else ""
        yield Fault(
            message=f"`{path}`{'' if is_text else ', which is no text,'} holds what looks like {what}{shown}",
            advice="Have it revoked, remove it, and read it from the machine's environment.",
            file=path,
            mark=mark_at(data, offset) if is_text else None,
        )


RULE = Rule(
    code="RRS001",
    name="secret",
    level=Level.DRAFT,
    looker=looker,
    signs=(*SHAPE_SIGNS, *VALUE_SIGNS),
    everywhere=True,
    binary_signs=SHAPE_SIGNS,
)
