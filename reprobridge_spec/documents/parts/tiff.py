"""The fields of EXIF data, which have the form of a TIFF file; values keep their length, so that all offsets stay."""

import struct
from collections.abc import Iterator, Mapping

from reprobridge_spec.documents.parts.base import Part
from reprobridge_spec.frozen import dataclass

_TAGS = {
    0x010E: "",
    0x010F: "",
    0x0110: "",
    0x0131: "",
    0x013B: "the artist",
    0x013C: "the computer",
    0x8298: "the copyright holder",
    0x9286: "",
    0x9C9B: "",
    0x9C9C: "",
    0x9C9D: "the author",
    0xA430: "the owner of the camera",
    0xA431: "the number of the camera",
    0xA435: "the number of the lens",
}
"""Tags of texts, and whom they name."""
_BELOW = {0x8769}
_PLACE = 0x8825
_SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 9: 4, 10: 8}
_MOST = 500


@dataclass(frozen=True, slots=True)
class Field:
    """A value: its tag, first byte, length, bytes, and whom it names."""

    tag: int
    start: int
    size: int
    data: bytes
    says: str


def fields(data: bytes) -> list[Field]:
    """The texts in EXIF data, and where a picture was taken; nothing where it is damaged."""
    order = {b"II": "<", b"MM": ">"}.get(data[:2])
    if order is None or len(data) < 8:  # noqa: PLR2004 (the header)
        return []
    try:
        return list(_directory(data, order, struct.unpack(order + "I", data[4:8])[0], depth=0))
    except struct.error:
        return []


def _directory(data: bytes, order: str, at: int, depth: int, place: str = "") -> Iterator[Field]:
    (count,) = struct.unpack_from(order + "H", data, at)
    for number in range(min(count, _MOST)):
        tag, kind, length, value = struct.unpack_from(order + "HHI4s", data, at + 2 + 12 * number)
        size = _SIZES.get(kind, 0) * length
        start = at + 10 + 12 * number if size <= 4 else struct.unpack(order + "I", value)[0]  # noqa: PLR2004
        if tag in _BELOW | {_PLACE} and depth == 0:
            where = struct.unpack(order + "I", value)[0]
            yield from _directory(data, order, where, 1, "the place" if tag == _PLACE else "")
        elif (place or tag in _TAGS) and size > 0 and start + size <= len(data):
            yield Field(tag, start, size, data[start : start + size], place or _TAGS[tag])


def part(prefix: str, field: Field) -> Part:
    """A field as a part, in UTF-8 where it is a text."""
    text = field.data.decode("utf-16-le", "replace").encode() if field.tag >> 4 == 0x9C9 else field.data  # noqa: PLR2004
    return Part(
        name=f"{prefix}, {field.tag:#06x} at {field.start}", data=text.rstrip(b"\0"), says=field.says, is_fixed=True
    )


def with_fields(data: bytes, prefix: str, new: Mapping[str, bytes]) -> bytes:
    """The data with other values for some fields, by the names of their parts, filled up with NUL bytes."""
    changed = bytearray(data)
    for field in fields(data):
        value = new.get(f"{prefix}, {field.tag:#06x} at {field.start}")
        if value is not None:
            written = value.decode("utf-8", "replace").encode("utf-16-le") if field.tag >> 4 == 0x9C9 else value  # noqa: PLR2004
            changed[field.start : field.start + field.size] = written[: field.size].ljust(field.size, b"\0")
    return bytes(changed)
