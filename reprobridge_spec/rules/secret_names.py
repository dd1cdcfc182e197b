"""What variables, fields and options are called that hold keys, and how such a name and its value are joined."""

from enum import StrEnum

from reprobridge_spec.lazy_pattern import lazy_pattern

ASSIGNED = (
    rb"[0-9]{0,2}(?:\x1b\[[0-9;]{0,10}m)?[\\\"'`\])]{0,6}"
    rb"(?:[ \t]{0,8}(?::[ \t]{0,2}(?:str|string|optional\[str\])[ \t]{0,2}=|:=|:-|=>|=|:)"
    rb"|,(?:(?:[ \t]{0,4}(?:type|help|dest|required|nargs)=[^\n,]{1,60},){0,3}[ \t]{0,4}default=)?)"
    rb"[ \t]{0,8}"
)
"""The joint: in YAML, JSON, shells, code, calls, logs with colours, and in options with a default."""
_NAME = lazy_pattern(rb"[a-z0-9_.-]{0,60}\Z")
_AROUND = 60
_KNOWN = lazy_pattern(
    rb"(?:api[_-]?key|(?:secret|access|auth|private|encryption|signing|service|account|subscription)[_-]?key|secret"
    rb"|(?:api|auth|access|hf|hub|face|github|gh|gitlab|bot|bearer|oauth|refresh|secret|wandb|pypi|npm|upload|user|session"
    rb"|personal|deploy|id)[_-]?token|authorization)\Z"
)
"""What names end with that hold keys, whatever is before."""
_FAKE = lazy_pattern(rb"(?:^|[^a-z])(?:fake|dummy|mock(?:ed)?|examples?|sample|invalid|placeholder)(?:[^a-z]|$)")
_OTHERS = (
    b"cache sort primary foreign partition row index lookup hash host public map dict group json yaml field"
    b" data column registry config i18n translation query join unique composite compound natural shard object s3"
    b" storage path file state metric plot legend color font pad eos bos unk sep cls mask image video audio text"
    b" vocab special added start end stop next previous prev last first current page continuation cancellation"
    b" csrf syntax csv lexer parser input output prefix suffix max min num total per shared sharing"
    b" random seed jax rng prng hot short"
).split()
"""Words before `key` and `token` that say of what kind it is, and that it opens nothing."""
_BEGIN = (b"next", b"eos", b"pad", b"bos", b"unk", b"mask")
"""What names begin with that join their words without a sign, such as `nextPageToken`."""


class Holds(StrEnum):
    """What a variable of a name holds."""

    KEY = "key"
    PERHAPS = "perhaps"
    NONE = "none"


def holds(before: bytes, word: bytes) -> Holds:
    """What a variable holds whose name ends with `word`.

    Args:
        before: what stands right before it, in small letters.
        word: `key`, `token`, `secret` or `authorization`.
    """
    found = _NAME.search(before[-_AROUND:])
    name = (found[0] if found else b"") + word
    if _FAKE.search(name):
        return Holds.NONE
    prefix = name[: -len(word)]
    is_bare = word == b"token" and (prefix.endswith(b".") or not prefix) and before[-1:] not in (b"?", b"&")
    if is_bare or _KNOWN.search(name):
        return Holds.KEY
    prefix = prefix.rstrip(b"_.-")
    last = max(prefix.rfind(sign) for sign in (b"_", b"-", b"."))
    if not prefix or prefix[last + 1 :] in _OTHERS or prefix[last + 1 :].startswith(_BEGIN):
        return Holds.NONE
    return Holds.PERHAPS


def is_fake(before: bytes) -> bool:
    """Whether the name that ends where `before` does says that its value is none."""
    found = _NAME.search(before[-_AROUND:])
    return bool(found and _FAKE.search(found[0]))
