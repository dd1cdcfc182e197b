"""Whether a value looks like a key that was drawn at random, or like a password that somebody chose."""

import math
from collections import Counter

from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.rules.placeholder_words import stands_in
from reprobridge_spec.rules.secret_form import is_made_up

_PLACEHOLDERS = lazy_pattern(
    rb"your|xxx|example|placeholder|change|replace|dummy|fake|sample|redacted|todo|insert|here|secret|passw|default|none"
    rb"|null|0123456789|123456789|abcdefgh|deadbeef|test|localhost|foobar|privatekey|publickey|private_key|public_key"
)
_UUID = lazy_pattern(rb"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HEX = lazy_pattern(rb"[0-9a-fA-F-]*")
_SEPARATORS = lazy_pattern(rb"[-_./+=~]")
_ELSEWHERE = lazy_pattern(rb"\.{0,2}/|~/|[a-z0-9+]{2,20}://|[A-Za-z_]{2,40}=")
"""What begins so is a path, as of the present folder, which many call `pwd`; a reference to a store; an argument."""
_ARGUMENT = lazy_pattern(rb"[A-Za-z_-]{2,40}[0-9]{0,3}=[^=]")
"""Another assignment, or a digest with its kind, as wheels list their files."""
_NAME = lazy_pattern(
    rb"(?:[a-z]{2,20}_){0,6}(?:password|passwd|passphrase|pass|pwd|token|secret|key|value|name|field|user)"
    rb"(?:_[a-z]{2,20}){0,6}_?[0-9]{0,2}",
)
"""A name of code, such as `new_password2`: what it holds stands elsewhere."""
_RUN, _DIGITS, _BITS, _FEW = 12, 3, 2.9, 5
_LONG_RUN, _MANY_BITS = 16, 3.5


def is_key(value: bytes) -> bool:
    """Whether a value is drawn at random, as its letters, digits and their mixture say."""
    small = value.lower()
    if is_made_up(value) or _PLACEHOLDERS.search(small) or _ARGUMENT.match(value):
        return False
    if _UUID.fullmatch(small):
        return True
    longest = max(_SEPARATORS.split(value), key=len)
    return (
        _digits(value) >= _DIGITS
        and _letters(value) >= _DIGITS
        and len(longest) >= _RUN
        and _digits(longest) > 0
        and _bits(value) >= _BITS
    )


def is_key_beyond_doubt(value: bytes) -> bool:
    """Whether a value is a key although its name could be that of a digest, of an index or of a cache."""
    longest = max(_SEPARATORS.split(value), key=len)
    return (
        is_key(value)
        and not _HEX.fullmatch(value)
        and len(longest) >= _LONG_RUN
        and value.lower() != value != value.upper()
        and _bits(value) >= _MANY_BITS
    )


def is_password(value: bytes) -> bool:
    """Whether a value is more than a word, and no reference to where the password lies."""
    if stands_in(value) or _ELSEWHERE.match(value) or _NAME.fullmatch(value.lower()) or len(set(value)) < _FEW:
        return False
    return _digits(value) > 0 and _letters(value) > 0


def _letters(value: bytes) -> int:
    return sum(chr(byte).isalpha() for byte in value)


def _digits(value: bytes) -> int:
    return sum(chr(byte).isdigit() for byte in value)


def _bits(value: bytes) -> float:
    """Shannon entropy of a character."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values())
