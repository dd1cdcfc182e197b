"""Whether a file that today's Python cannot read is written in Python 2."""

import re

from reprobridge_spec.documents.python_text import code_of
from reprobridge_spec.lazy_pattern import lazy_pattern

_TOLD = lazy_pattern(
    r"Missing parentheses in call to|multiple exception types must be parenthesized"
    r"|leading zeros in decimal integer|inconsistent use of tabs"
)
_SIGNS = lazy_pattern(
    rb"^[ \t]{0,80}(?:(?:print|exec)[ \t]{1,8}(?![=(.,\[+*/%:)-])\S?"
    rb"|except[ \t]{1,8}[\w.() ,]{1,200},[ \t]{0,8}\w{1,80}[ \t]{0,8}:"
    rb"|raise[ \t]{1,8}[\w.]{1,80}[ \t]{0,8},)"
    rb"|<>|`[^`\n]{1,80}`|(?<![\w.])0\d{1,20}(?![\w.])|(?<![\w.])(?:0[xX][0-9a-fA-F]{1,32}|\d{1,32})[lL]\b",
    re.MULTILINE,
)


def is_python2(data: bytes, message: str) -> bool:
    """Whether the source `data`, which was refused with `message`, has signs of Python 2."""
    return _TOLD.search(message) is not None or _SIGNS.search(code_of(data)) is not None
