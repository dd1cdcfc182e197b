"""Where a YAML scalar stands in the bytes of its document, for repairs that change it and nothing else.

Only scalars whose written form is their text, with or without quotes around it, on one line: of all others it would
have to be guessed what in them may be changed.
"""

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark

_BOM = b"\xef\xbb\xbf"
_BREAK = lazy_pattern("\r\n|[\n\r\x85\u2028\u2029]")
"""What ends a line for the YAML reader whose marks are looked up here."""


@dataclass(frozen=True, slots=True)
class ScalarPlace:
    """Bytes `start` to `end` (not included) of a document hold a scalar, quotes included.

    Attributes:
        quote: `"`, `'`, or nothing.
    """

    start: int
    end: int
    quote: str = ""


class ScalarPlaces:
    """Looks up scalars of one document."""

    def __init__(self, data: bytes) -> None:
        self._bytes_before = len(_BOM) if data.startswith(_BOM) else 0
        try:
            # UTF-16 is no UTF-8: in such a document nothing is found
            self._text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            self._text = ""
        self._starts = [0, *(match.end() for match in _BREAK.finditer(self._text))]
        self._last = (0, self._bytes_before)

    def find(self, mark: Mark, value: str) -> ScalarPlace | None:
        """The scalar of the text `value` at `mark`; None where it is not written as it reads."""
        if not value or not 0 < mark.line <= len(self._starts):
            return None
        start = self._starts[mark.line - 1] + mark.column - 1
        for quote in ("", '"', "'"):
            written = f"{quote}{value}{quote}"
            if self._text.startswith(written, start) and not _BREAK.search(value):
                return self._place(start, start + len(written), quote)
        return None

    def _place(self, start: int, end: int, quote: str) -> ScalarPlace:
        first = self._offset(start)
        return ScalarPlace(first, first + len(self._text[start:end].encode()), quote)

    def _offset(self, index: int) -> int:
        # from the place before: scalars are looked up in their order, and all may stand in one long line
        character, byte = self._last if self._last[0] <= index else (0, self._bytes_before)
        self._last = (index, byte + len(self._text[character:index].encode()))
        return self._last[1]
