"""Text that stands where something has still to be written."""

import re

_WORD = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
# `<bos>` inside a sentence is a name that papers write; a placeholder there has several words
_ANGLES = re.compile(r"(?<!\w)<[A-Za-z][^<>\s|]*(?: [^<>\s|]+)+>(?!\w)")
_WHOLE = re.compile(r"\s*(<[A-Za-z][^<>|]*>|\.\.\.|…)\s*")
_MARKS = ("TODO", "FIXME", "XXX", "<", "...", "…")
"""One of them stands in each placeholder."""
_ONE_DIGIT = re.compile(r"([0-9a-f])\1{39}(?:\1{24})?")
_CODE = re.compile(r"`[^`]*`")


def placeholder_in(text: str) -> tuple[int, str] | None:
    """Offset and text of the first placeholder; what stands between backquotes is none."""
    if not any(mark in text for mark in _MARKS):
        return None
    if whole := _WHOLE.fullmatch(text):
        return whole.start(1), whole[1]
    open_text = _CODE.sub(lambda code: " " * len(code[0]), text)
    found = [match for pattern in (_WORD, _ANGLES) if (match := pattern.search(open_text))]
    if not found:
        return None
    first = min(found, key=lambda match: match.start())
    return first.start(), first[0]


def is_made_up_digest(text: str) -> bool:
    """Whether `text` has the form of a commit or a digest and is one hex digit repeated."""
    return _ONE_DIGIT.fullmatch(text) is not None
