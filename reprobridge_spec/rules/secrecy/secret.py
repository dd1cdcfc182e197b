"""A secret lies in the artifact.

## What it finds
Keys in the forms that well-known services give them (AWS, GitHub, OpenAI, Anthropic, Hugging Face, Google, Slack,
Weights & Biases) and private keys, in text files below 1 MiB. The message shows at most four characters.

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
SPEC.md, section "Launcher contract".
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.text_files import mark_at, text_rule

_SHOWN = 4
_FEW_CHARACTERS = 8
"""A made-up key, such as one of x only, has fewer different ones."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """What keys of one owner look like.

    Attributes:
        signs: texts in small letters, one of which is in every file that holds such a key.
        pattern: its last group is the key.
    """

    owner: str
    signs: tuple[bytes, ...]
    pattern: re.Pattern[bytes]


_SHAPES = (
    _Shape(
        "an AWS access key",
        (b"akia", b"asia"),
        re.compile(rb"(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z2-7]{16})(?![A-Za-z0-9])"),
    ),
    _Shape(
        "an AWS secret key",
        (b"secret_access_key",),
        re.compile(rb"(?i:secret_access_key)[\"']?\s{0,4}[:=]\s{0,4}[\"']?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])"),
    ),
    _Shape(
        "a GitHub token",
        (b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_"),
        re.compile(rb"\b(gh[pousr]_[A-Za-z0-9]{36,255})\b"),
    ),
    _Shape("a GitHub token", (b"github_pat_",), re.compile(rb"\b(github_pat_[A-Za-z0-9_]{60,255})\b")),
    _Shape(
        "an OpenAI key",
        (b"sk-",),
        re.compile(
            rb"(?<![A-Za-z0-9_-])(sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,255}|[A-Za-z0-9]{48}))(?![A-Za-z0-9_-])"
        ),
    ),
    _Shape("an Anthropic key", (b"sk-ant-",), re.compile(rb"(?<![A-Za-z0-9_-])(sk-ant-[A-Za-z0-9_-]{20,255})")),
    _Shape("a Hugging Face token", (b"hf_",), re.compile(rb"\b(hf_[A-Za-z0-9]{34,40})\b")),
    _Shape("a Google key", (b"aiza",), re.compile(rb"(?<![A-Za-z0-9_-])(AIza[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])")),
    _Shape("a Slack token", (b"xox",), re.compile(rb"\b(xox[abeoprs]-[A-Za-z0-9-]{10,255})")),
    _Shape(
        "a Weights & Biases key",
        (b"wandb",),
        re.compile(
            # near `key`, so that the commit of an installed `wandb@...` is none
            rb"(?i:wandb[^@]{0,80}?key[\"'\])]{0,2}\s{0,4}[:=]\s{0,4}[\"']?|wandb login[^\n@]{0,40}?)\b([0-9a-f]{40})\b"
        ),
    ),
    _Shape(
        "a private key",
        (b"private key",),
        re.compile(rb"-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----\s"),
    ),
)
"""The patterns have no unbounded repetition, so a hostile file costs no more than its size."""


def looker(_: Context) -> Look:
    """Each secret of a file, in the order of shapes."""
    return _secrets


def _secrets(path: str, data: bytes) -> Iterator[Fault]:
    small = data.lower()
    for shape in _SHAPES:
        if any(sign in small for sign in shape.signs):
            yield from _found(path, data, shape)


def _found(path: str, data: bytes, shape: _Shape) -> Iterator[Fault]:
    for match in shape.pattern.finditer(data):
        key = match[match.lastindex] if match.lastindex else None
        if key is not None and is_made_up(key):
            continue
        shown = f", beginning `{key[:_SHOWN].decode()}`" if key is not None else ""
        yield Fault(
            message=f"`{path}` holds what looks like {shape.owner}{shown}",
            advice="Have it revoked, remove it, and read it from the machine's environment.",
            file=path,
            mark=mark_at(data, match.start(match.lastindex or 0)),
        )


def is_made_up(key: bytes) -> bool:
    """Whether a text in the form of a key is an example, as its words or its few different letters say."""
    return b"EXAMPLE" in key or len(set(key[_SHOWN:])) < _FEW_CHARACTERS


RULE = text_rule(code="RRS001", name="secret", level=Level.DRAFT, looker=looker)
