"""A text and how its file writes it, so that a changed text is written the same way."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, BOM_UTF32_BE, BOM_UTF32_LE

from reprobridge_spec.documents.text_bytes import as_text, encoding_of
from reprobridge_spec.frozen import dataclass

_MARKS = (
    (BOM_UTF32_LE, "utf-32-le"),
    (BOM_UTF32_BE, "utf-32-be"),
    (BOM_UTF16_LE, "utf-16-le"),
    (BOM_UTF16_BE, "utf-16-be"),
    (BOM_UTF8, "utf-8"),
)


@dataclass(frozen=True, slots=True)
class Coded:
    """A text, the mark at the beginning of its file, and its encoding."""

    text: str
    mark: bytes
    encoding: str

    def written(self, text: str) -> bytes:
        """Another text as the file would write it; a character that its encoding lacks becomes a question mark."""
        return self.mark + text.encode(self.encoding, "replace")


def coded(data: bytes) -> Coded | None:
    """The text of a file, in UTF-8 or whatever else it is written in; None where it is no text."""
    if as_text(data) is None:
        return None
    mark, marked = next(((mark, name) for mark, name in _MARKS if data.startswith(mark)), (b"", ""))
    for encoding in filter(None, (marked, encoding_of(data), "utf-8", "cp1252", "latin-1")):
        try:
            found = Coded(data.removeprefix(mark).decode(encoding), mark, encoding)
        except UnicodeDecodeError:
            continue
        if found.written(found.text) == data:
            return found
    return Coded(data.decode("latin-1"), b"", "latin-1")
