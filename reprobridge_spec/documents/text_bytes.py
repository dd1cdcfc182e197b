"""What of a file is text, whatever it is encoded in."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE

_HEAD = 8192
_MARKS = (
    # those of four bytes first: one of two begins one of them
    (BOM_UTF32_LE, "utf-32"),
    (BOM_UTF32_BE, "utf-32"),
    (BOM_UTF16_LE, "utf-16"),
    (BOM_UTF16_BE, "utf-16"),
)
_WIDE = (("utf-16-le", 2, 0), ("utf-16-be", 2, 1), ("utf-32-le", 4, 0), ("utf-32-be", 4, 3))
"""Encodings without a mark: the bytes of a character, and which of them tells Latin letters apart."""
_MOST_OTHERS = 0.1
"""How many characters of a text without a mark may be no Latin letters."""
_MOST_NUL = 0.3
_NO_TEXT = bytes(set(range(1, 32)) - set(b"\a\b\t\n\v\f\r\x1b")) + b"\x7f"
_MOST_NO_TEXT = 0.001


def encoding_of(head: bytes) -> str | None:
    """The encoding that a file's beginning, or all of it, tells, where characters have two or four bytes; else None."""
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding
    if b"\0" not in head[:_HEAD]:
        return None
    sample = head[:_HEAD]
    for encoding, width, place in _WIDE:
        told = sample[place::width]
        rest = b"".join(sample[other::width][: len(told)] for other in range(width) if other != place)
        if len(told) > 1 and rest.count(0) >= len(rest) * (1 - _MOST_OTHERS) and not _is_odd(told):
            return encoding
    return None


def as_text(data: bytes) -> bytes | None:
    """The text of a file as UTF-8, or in the encoding of single bytes that it has; None where it is no text.

    What is text but for a few NUL bytes, as in a log of a run that crashed, is text: a space stands for each.
    """
    if (encoding := encoding_of(data)) is not None:
        return data.decode(encoding, "replace").encode("utf-8", "replace").removeprefix(b"\xef\xbb\xbf")
    if b"\0" not in data[:_HEAD] or _is_text_with_gaps(data):
        return data.replace(b"\0", b" ") if b"\0" in data else data
    return None


def _is_text_with_gaps(data: bytes) -> bool:
    rest = data.replace(b"\0", b"")
    if not rest or len(data) - len(rest) > len(data) * _MOST_NUL or _is_odd(rest):
        return False
    try:
        rest.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_odd(data: bytes) -> bool:
    """Whether bytes hold more control characters than a text does."""
    return len(data) - len(data.translate(None, _NO_TEXT)) > len(data) * _MOST_NO_TEXT or data.count(0) > len(data) / 10
