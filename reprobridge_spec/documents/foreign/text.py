"""The text of other people's files, in whatever encoding they saved it, if it is not too long to be what it says."""

from reprobridge_spec.documents.text_coding import coded

MAX_BYTES = 1 << 20
"""A file that a person wrote is shorter."""
MAX_LOCK = 8 << 20
MOST_LINES = 40_000
MOST_LINES_OF_LOCK = 250_000


class ForeignError(ValueError):
    """A file that cannot be read as what its name says; the text is the rest of a sentence about it."""


def text_of(data: bytes, most: int = MAX_BYTES) -> str:
    """The file as text, without its mark and with one character at the end of lines.

    Raises:
        ForeignError: it has more than `most` bytes, or is no text.
    """
    if len(data) > most:
        raise ForeignError(f"is larger than {most >> 20} MiB")
    found = coded(data)
    if found is None:
        raise ForeignError("is no text")
    text = found.text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
    most_lines = MOST_LINES if most == MAX_BYTES else MOST_LINES_OF_LOCK
    if text.count("\n") > most_lines:
        raise ForeignError(f"has more than {most_lines:,} lines")
    return text
