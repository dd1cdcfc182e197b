"""Comments, EXIF, XMP and IPTC data in JPEG images."""

import struct
from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.parts import tiff
from reprobridge_spec.documents.parts.base import BEHIND, Form, NotThisFormError, Part, behind

_EXIF = b"Exif\0\0"
_XMP = b"http://ns.adobe.com/xap/1.0/\0"
_COMMENT, _APP1, _APP13 = 0xFE, 0xE1, 0xED
_SCAN = 0xDA
_MOST = 65533


def _segments(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Offset, marker and content of each segment before the picture itself."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:  # noqa: PLR2004 (every marker begins so)
            raise NotThisFormError("a segment is no segment")
        marker, size = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if marker == _SCAN:
            return
        if size < 2 or at + 2 + size > len(data):  # noqa: PLR2004 (the size counts itself)
            raise NotThisFormError("a segment is cut off")
        yield at, marker, data[at + 4 : at + 2 + size]
        at += 2 + size


def _parts(data: bytes) -> list[Part]:
    found: list[Part] = []
    for at, marker, content in _segments(data):
        if marker == _COMMENT:
            found.append(Part(name=f"comment at {at}", data=content))
        elif marker == _APP1 and content.startswith(_EXIF):
            found += [tiff.part(f"EXIF at {at}", field) for field in tiff.fields(content[len(_EXIF) :])]
        elif marker == _APP1 and content.startswith(_XMP):
            found.append(Part(name=f"XMP.svg at {at}.xml", data=content[len(_XMP) :]))
        elif marker == _APP13:
            found += _captions(at, content)
    return found + behind(data, _end(data))


def _end(data: bytes) -> int:
    """Where the picture ends; inside it, each FF is followed by a zero."""
    start = max((at + 4 + len(content) for at, _, content in _segments(data)), default=2)
    end = data.find(b"\xff\xd9", start)
    return len(data) if end < 0 else end + 2


_BY = {
    80: "the author",
    85: "the title of the author",
    110: "the credit",
    116: "the copyright holder",
    122: "the writer",
}


def _captions(at: int, content: bytes) -> Iterator[Part]:
    """Fields of IPTC: 1C 02, number, length, text."""
    start = 0
    while (start := content.find(b"\x1c\x02", start)) >= 0 and start + 5 <= len(content):
        number, size = content[start + 2], struct.unpack(">H", content[start + 3 : start + 5])[0]
        if start + 5 + size <= len(content) and number in _BY:
            name = f"IPTC {number} at {at}+{start}"
            yield Part(name=name, data=content[start + 5 : start + 5 + size], says=_BY[number], is_fixed=True)
        start += 2


def _rebuilt(data: bytes, new: Mapping[str, bytes], _renamed: Mapping[str, str]) -> bytes:
    made, end = [data[:2]], 2
    for at, marker, content in _segments(data):
        end = at + 4 + len(content)
        written = _written(at, marker, content, new)
        if len(written) > _MOST:
            raise NotThisFormError("a segment would become too long")
        made.append(data[at : at + 2] + struct.pack(">H", len(written) + 2) + written)
    last = _end(data)
    return b"".join(made) + data[end:last] + new.get(BEHIND, data[last:])


def _written(at: int, marker: int, content: bytes, new: Mapping[str, bytes]) -> bytes:
    if marker == _COMMENT:
        return new.get(f"comment at {at}", content)
    if marker == _APP1 and content.startswith(_EXIF):
        return _EXIF + tiff.with_fields(content[len(_EXIF) :], f"EXIF at {at}", new)
    if marker == _APP1 and content.startswith(_XMP):
        return _XMP + new.get(f"XMP.svg at {at}.xml", content[len(_XMP) :])
    if marker == _APP13:
        changed = bytearray(content)
        for part in _captions(at, content):
            start = int(part.name.rpartition("+")[2]) + 5
            changed[start : start + len(part.data)] = new.get(part.name, part.data)[: len(part.data)].ljust(
                len(part.data)
            )
        return bytes(changed)
    return content


JPEG = Form(name="a JPEG image", parts=_parts, rebuilt=_rebuilt, has_rest=True)
