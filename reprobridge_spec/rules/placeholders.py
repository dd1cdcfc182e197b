"""Text that stands where something has still to be written."""

from reprobridge_spec.lazy_pattern import lazy_pattern

_WORD = lazy_pattern(r"\b(?:TODO|FIXME|XXX)\b")
# `<bos>` inside a sentence is a name that papers write; a placeholder there has several words
_ANGLES = lazy_pattern(r"(?<!\w)<[A-Za-z][^<>\s|]*(?: [^<>\s|]+)+>(?!\w)")
_WHOLE = lazy_pattern(r"\s*(<[A-Za-z][^<>|]*>|\.\.\.|…)\s*")
_MARKS = lazy_pattern(r"TODO|FIXME|XXX|<|\.\.\.|…")
"""One of them stands in each placeholder."""
_ONE_DIGIT = lazy_pattern(r"([0-9a-f])\1{39}(?:\1{24})?")
_CODE = lazy_pattern(r"`[^`]*`")


def placeholder_in(text: str) -> tuple[int, str] | None:
    """Offset and text of the first placeholder; what stands between backquotes is none."""
    if not _MARKS.search(text):
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
