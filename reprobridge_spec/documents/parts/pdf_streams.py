"""What the streams of a PDF file say: objects with information, XMP data, and texts on pages, if they are letters."""

import re
from collections.abc import Iterator
from re import Match

from reprobridge_spec.documents.parts.base import NotThisFormError, Part, inflated
from reprobridge_spec.documents.parts.pdf_fields import FIELD, XMP, as_part, literal
from reprobridge_spec.lazy_pattern import lazy_pattern

_STREAM = lazy_pattern(rb"\bstream\r?\n")
_MOST_OF_STREAM = 8 << 20
_MOST_STREAMS = 2000
_DICTIONARY = 600
"""So many bytes before a stream say how it is packed."""
_STAYS = "it is compressed"
_STRING = rb"\((?:[^()\\]|\\.|\([^()]{0,200}\)){0,2000}\)|<[0-9A-Fa-f\s]{2,4000}>"
_SHOWN = lazy_pattern(
    rb"\[((?:%b|[^\[\]()<>]){0,4000})\]\s{0,4}TJ\b|(%b)\s{0,4}(?:Tj|'|\")" % (_STRING, _STRING),
    re.DOTALL,
)
_PIECE = lazy_pattern(rb"(%b)|(-?\d{1,6}(?:\.\d{0,6})?)" % _STRING, re.DOTALL)
_WORD_APART = -180
"""Letters are moved apart by so much, in thousandths, where a word ends."""


def streams(data: bytes) -> Iterator[Part]:
    """Texts in streams; none of them can be written, since all offsets would change."""
    for number, (start, end) in enumerate(_places(data)):
        if number == _MOST_STREAMS:
            return
        content = data[start:end]
        is_packed = b"/FlateDecode" in data[max(0, start - _DICTIONARY) : start].rpartition(b" obj")[2]
        if is_packed:
            try:
                content = inflated(content, 15, _MOST_OF_STREAM)
            except NotThisFormError:
                continue
            yield from _fields(number, content)
        if text := shown(content):
            yield Part(name=f"stream {number}, its text", data=text.encode(), stays=_STAYS if is_packed else _FIXED)


_FIXED = "it is drawn on a page"


def _places(data: bytes) -> Iterator[tuple[int, int]]:
    for match in _STREAM.finditer(data):
        if data[match.start() - 3 : match.start()] != b"end" and (end := data.find(b"endstream", match.end())) >= 0:
            yield match.end(), end


def _fields(number: int, content: bytes) -> Iterator[Part]:
    found = [as_part(match, content) for match in FIELD.finditer(content)] if _has_fields(content) else []
    found += [Part(name=f"XMP at {match.start()}.svg", data=match[0]) for match in XMP.finditer(content)]
    for part in found:
        yield Part(name=f"stream {number}, {part.name}", data=part.data, says=part.says, stays=_STAYS)


def _has_fields(content: bytes) -> bool:
    """Whether it holds objects, or a figure that was included."""
    return content[:1].isdigit() or b"/Author" in content


def shown(content: bytes) -> str:
    """What a stream draws, where its font has the usual letters; one line for each piece of text."""
    if b"BT" not in content:
        return ""
    return "\n".join(_line(match) for match in _SHOWN.finditer(content))


def _line(match: Match[bytes]) -> str:
    if match[2] is not None:
        return literal(match[2])
    return "".join(_piece(piece) for piece in _PIECE.finditer(match[1]))


def _piece(piece: Match[bytes]) -> str:
    if piece[1] is not None:
        return literal(piece[1])
    return " " if float(piece[2]) < _WORD_APART else ""
