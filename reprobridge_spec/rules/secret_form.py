"""What a form of keys is, and which keys are examples of it."""

import re
from collections.abc import Callable

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern

SHOWN = 4
"""How many characters of a secret a message shows."""
_FEW_CHARACTERS = 8
"""A made-up key, such as one of x only, has fewer different ones."""
_LONG = 16


@dataclass(frozen=True, slots=True)
class Shape:
    """What keys of one owner look like.

    Attributes:
        signs: texts in small letters, one of which is in every file that holds such a key.
        pattern: its last group is the key.
        before: what the text right before the key must match, where the key alone says nothing.
        from_start: whether a place is told where the pattern begins, and not where the key does.
        is_one: looks closer at what the pattern takes for a key.
    """

    owner: str
    signs: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    before: re.Pattern[bytes] | None = None
    from_start: bool = False
    is_one: Callable[[bytes], bool] | None = None


def word(owner: str, pattern: bytes, *signs: bytes) -> Shape:
    """A key that stands for itself: whatever is before and behind it is no part of it."""
    return Shape(owner, signs, lazy_pattern(rb"(?<![A-Za-z0-9_-])(" + pattern + rb")(?![A-Za-z0-9_-])"))


def is_made_up(key: bytes) -> bool:
    """Whether a text in the form of a key is an example, as its words or its few different letters say."""
    return b"EXAMPLE" in key or (len(key) >= _LONG and len(set(key[SHOWN:])) < _FEW_CHARACTERS)
