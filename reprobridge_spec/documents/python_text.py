"""Python source as text: its code without comments and strings, in the same places. Nothing is parsed or compiled."""

import re
from functools import lru_cache

from reprobridge_spec.lazy_pattern import lazy_pattern

_TOKEN = lazy_pattern(
    rb"""\#[^\n]*+
    |\"\"\"(?:[^"\\]++|\\.|"(?!""))*+(?:\"\"\"|\\?\Z)
    |\'\'\'(?:[^'\\]++|\\.|'(?!''))*+(?:\'\'\'|\\?\Z)
    |"(?:[^"\\\n]++|\\.)*+(?:"|$|\\\Z)
    |'(?:[^'\\\n]++|\\.)*+(?:'|$|\\\Z)""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_BLANK = bytes(byte if byte == ord("\n") else ord(" ") for byte in range(256))
_GOES_ON = frozenset({b"(", b"[", b"{", b",", b"=", b"+", b"%", b"\\"})
"""What stands at the end of a line that goes on: a string in the next is an argument or the like."""
_DEEPEST = 200
"""Columns of an indentation that are looked at."""


def is_python(path: str, data: bytes) -> bool:
    """Whether a file is Python source: by how its name ends, or by its first line."""
    return path.endswith((".py", ".pyw")) or (data.startswith(b"#!") and b"python" in data[:64].split(b"\n", 1)[0])


@lru_cache(maxsize=4)  # several rules look at the same file, one after the other
def code_of(data: bytes) -> bytes:
    """`data` with a space for each byte of a comment or a string; line breaks, and so all places, stay."""
    return _masked(data, strings=True)


@lru_cache(maxsize=4)
def without_comments(data: bytes) -> bytes:
    """`data` with a space for each byte of a comment, or of a string that stands alone, such as a docstring."""
    return _masked(data, strings=False)


@lru_cache(maxsize=4)
def comments_of(data: bytes) -> tuple[tuple[int, int], ...]:
    """First byte of each comment, and the byte behind it."""
    return tuple(token.span() for token in _TOKEN.finditer(data) if token[0].startswith(b"#"))


def _masked(data: bytes, *, strings: bool) -> bytes:
    parts: list[bytes] = []
    end = 0
    for token in _TOKEN.finditer(data):
        start = token.start()
        if strings or token[0].startswith(b"#") or _stands_alone(data, start):
            parts += data[end:start], token[0].translate(_BLANK)
            end = token.end()
    parts.append(data[end:])
    return b"".join(parts)


def _stands_alone(data: bytes, start: int) -> bool:
    line = data.rfind(b"\n", 0, start) + 1
    if start - line > _DEEPEST or data[line:start].strip(b" \trRuU"):
        return False
    return data[max(0, line - _DEEPEST) : line].rstrip()[-1:] not in _GOES_ON
