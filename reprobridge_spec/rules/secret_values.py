"""Values that look like keys and passwords, behind names that say so."""

import math
from collections import Counter
from collections.abc import Iterator

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.placeholder_words import stands_in
from reprobridge_spec.rules.secret_logins import LOGIN_SIGNS, logins_in
from reprobridge_spec.rules.secret_shapes import is_made_up

_ASSIGNED = (
    rb"[0-9]{0,2}[\\\"'\])]{0,6}"
    rb"(?:[ \t]{0,8}(?::[ \t]{0,2}(?:str|string|optional\[str\])[ \t]{0,2}=|:=|=>|=|:)"
    rb"|,(?:(?:[ \t]{0,4}(?:type|help|dest|required|nargs)=[^\n,]{1,60},){0,3}[ \t]{0,4}default=)?)"
    rb"[ \t]{0,8}"
)
"""How a name and its value are joined: in YAML, JSON, shells, code, calls, and in options with a default."""
_KEY = lazy_pattern(
    rb"(?:api[_-]?key|(?:secret|access|auth|private|encryption|signing|service|account|subscription)[_-]?key|secret"
    rb"|(?:api|auth|access|hf|hub|face|github|gh|gitlab|bot|bearer|oauth|refresh|secret|wandb|pypi|npm|upload|user|session"
    rb"|personal|deploy|id)[_-]?token|(?<![a-z0-9_.?&-])token|authorization)"
    + _ASSIGNED
    + rb"(?:[\\\"']{0,4})(?:bearer |token |basic )?([a-z0-9_+/=.~-]{16,200})"
)
_PASSWORD = lazy_pattern(
    rb"(?:passw(?:or)?d|passphrase|(?<![a-z0-9])pwd|(?<![a-z0-9])pass)"
    + _ASSIGNED
    + rb"(?:[\\]?[\"']([^\s\"'\\]{8,100})[\\]?[\"']|([^\s\"'\\,;]{8,100})(?=[\s,;]|$))"
)
_KEY_SIGNS = (b"key", b"secret", b"token", b"authorization")
_PASSWORD_SIGNS = (b"pwd", b"pass")
VALUE_SIGNS = (*_KEY_SIGNS, *_PASSWORD_SIGNS, *LOGIN_SIGNS)
"""One of them, in letters of any size, stands in every text with such a value."""
_CODE_ENDS = (
    b".py",
    b".ipynb",
    b".js",
    b".ts",
    b".r",
    b".jl",
    b".cpp",
    b".c",
    b".h",
    b".java",
    b".go",
    b".rs",
    b".lua",
)
_PLACEHOLDERS = lazy_pattern(
    rb"your|xxx|example|placeholder|change|replace|dummy|fake|sample|redacted|todo|insert|here|secret|passw|default|none"
    rb"|null|0123456789|123456789|abcdefgh|deadbeef|test|localhost|foobar"
)
_UUID = lazy_pattern(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_SEPARATORS = lazy_pattern(rb"[-_./+=~]")
_PATHS = (b"./", b"../", b"/", b"~/")
"""What begins so is a path, as of the present folder, which many call `pwd`."""
_RUN, _DIGITS, _BITS, _FEW = 12, 3, 2.9, 5


def values_in(path: str, data: bytes, small: bytes) -> Iterator[tuple[str, int, bytes]]:
    """Kind, offset and text of each value that looks secret.

    Args:
        path: where the text lies; in code, a password stands between quotes.
        data: a text.
        small: the same in small letters.
    """
    if any(sign in small for sign in _KEY_SIGNS):
        for match in _KEY.finditer(small):
            value = data[match.start(1) : match.end(1)].rstrip(b".=")
            if _is_key(value):
                yield "a key or token", match.start(1), value
    if any(sign in small for sign in _PASSWORD_SIGNS):
        yield from _passwords(data, small, is_code=path.lower().encode().endswith(_CODE_ENDS))
    yield from logins_in(data, small)


def _passwords(data: bytes, small: bytes, *, is_code: bool) -> Iterator[tuple[str, int, bytes]]:
    for match in _PASSWORD.finditer(small):
        group = match.lastindex or 0
        value = data[match.start(group) : match.end(group)]
        if (group == 1 or not is_code) and _is_password(value):
            yield "a password", match.start(group), value


def _is_key(value: bytes) -> bool:
    """Whether a value is drawn at random, as its letters, digits and their mixture say."""
    small = value.lower()
    if is_made_up(value) or _PLACEHOLDERS.search(small):
        return False
    if _UUID.fullmatch(small):
        return True
    letters = sum(chr(byte).isalpha() for byte in value)
    digits = sum(chr(byte).isdigit() for byte in value)
    longest = max(_SEPARATORS.split(value), key=len)
    return (
        digits >= _DIGITS
        and letters >= _DIGITS
        and len(longest) >= _RUN
        and any(chr(byte).isdigit() for byte in longest)
        and _bits(value) >= _BITS
    )


def _is_password(value: bytes) -> bool:
    """Whether a value is more than a word, and no reference to where the password lies."""
    if stands_in(value) or value.startswith(_PATHS) or len(set(value)) < _FEW:
        return False
    return any(chr(byte).isdigit() for byte in value) and any(chr(byte).isalpha() for byte in value)


def _bits(value: bytes) -> float:
    """Shannon entropy of a character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())
