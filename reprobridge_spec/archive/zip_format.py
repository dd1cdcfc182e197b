"""The records of the ZIP format that packages are made of, as bytes and back.

The writer needs the same bytes whatever Python runs it, and the reader needs to see what `zipfile` forgives (names
cut at a NUL, bytes after the end, headers that contradict one another); so both use the records themselves.
"""

import struct
from dataclasses import dataclass
from enum import IntEnum

LOCAL_MARK = b"PK\x03\x04"
CENTRAL_MARK = b"PK\x01\x02"
END_MARK = b"PK\x05\x06"
END64_MARK = b"PK\x06\x06"
LOCATOR64_MARK = b"PK\x06\x07"

LOCAL = struct.Struct("<4s5H3L2H")
"""Mark, version, flags, method, time, date, crc, packed, size, length of name, length of extra."""
CENTRAL = struct.Struct("<4s6H3L5H2L")
"""Mark, made by, version, flags, method, time, date, crc, packed, size, lengths, disk, attributes, offset."""
END = struct.Struct("<4s4H2LH")
"""Mark, disks, entries on this disk, entries, size and offset of the directory, length of the comment."""
END64 = struct.Struct("<4sQ2H2L4Q")
"""Mark, length of the rest, versions, disks, entries on this disk, entries, size and offset of the directory."""
LOCATOR64 = struct.Struct("<4sLQL")
"""Mark, disk, offset of the 64-bit end record, number of disks."""

FULL16 = 0xFFFF
FULL32 = 0xFFFFFFFF
"""A field that holds this much says that the number stands in a 64-bit field."""

ENCRYPTED = 0x0001
DESCRIPTOR = 0x0008
UTF8 = 0x0800
OLD_NAMES = "cp437"
"""How names are written that are not said to be UTF-8, by the letter of the format."""

_UNIX = 3
_VERSION = 20
_VERSION64 = 45
_EXTRA64 = 0x0001
_EXTRA_NAME = 0x7075
_USUAL = {_EXTRA64: 28, 0x000A: 32, 0x5455: 13, 0x5855: 12, 0x7875: 11}
"""Extra fields of numbers alone, and the most bytes of each: sizes, moments, and the numbers of accounts."""
_YEAR_1980 = 0x0021  # 1 January, the first day that the format knows
_FILE = 0o100644
_PROGRAM = 0o100755


class Method(IntEnum):
    """How an entry's bytes are kept."""

    STORED = 0
    DEFLATED = 8


@dataclass(slots=True, kw_only=True)
class Record:
    """One entry as its headers describe it; a writer fills in what it learns.

    Attributes:
        name: path in the archive, UTF-8.
        packed: bytes that it takes in the archive.
        offset: where its local header begins.
        wide: whether its sizes are written in 64 bits.
    """

    name: bytes
    method: Method
    executable: bool
    offset: int
    size: int
    packed: int = 0
    crc: int = 0
    wide: bool = False

    def local_header(self) -> bytes:
        """The header before the entry's bytes; its length does not depend on the sizes."""
        extra = struct.pack("<2H2Q", _EXTRA64, 16, self.size, self.packed) if self.wide else b""
        kept = (self._version(), UTF8, self.method, 0, _YEAR_1980)
        lengths = (len(self.name), len(extra))
        return LOCAL.pack(LOCAL_MARK, *kept, self.crc, *self._sizes(), *lengths) + self.name + extra

    def central_header(self) -> bytes:
        """The entry of the archive's directory."""
        far = self.offset >= FULL32
        wide = [self.size, self.packed] * self.wide + [self.offset] * far
        extra = struct.pack(f"<2H{len(wide)}Q", _EXTRA64, 8 * len(wide), *wide) if wide else b""
        kept = (_UNIX << 8 | self._version(), self._version(), UTF8, self.method, 0, _YEAR_1980)
        lengths = (len(self.name), len(extra), 0)
        place = (0, 0, (_PROGRAM if self.executable else _FILE) << 16, FULL32 if far else self.offset)
        return CENTRAL.pack(CENTRAL_MARK, *kept, self.crc, *self._sizes(), *lengths, *place) + self.name + extra

    def _sizes(self) -> tuple[int, int]:
        return (FULL32, FULL32) if self.wide else (self.packed, self.size)

    def _version(self) -> int:
        return _VERSION64 if self.wide or self.offset >= FULL32 else _VERSION


def end_records(*, entries: int, size: int, offset: int) -> bytes:
    """What closes an archive whose directory has `entries` headers in `size` bytes from `offset`."""
    end = END.pack(
        END_MARK, 0, 0, min(entries, FULL16), min(entries, FULL16), min(size, FULL32), min(offset, FULL32), 0
    )
    if entries < FULL16 and size < FULL32 and offset < FULL32:
        return end
    rest = END64.size - 12
    wide = END64.pack(END64_MARK, rest, _UNIX << 8 | _VERSION64, _VERSION64, 0, 0, entries, entries, size, offset)
    return wide + LOCATOR64.pack(LOCATOR64_MARK, 0, offset + size, 1) + end


def wide_fields(extra: bytes) -> list[int]:
    """The numbers of the 64-bit field among an entry's extra fields, in their order; empty where there is none.

    Raises:
        ValueError: the extra fields do not fit their lengths, or there are two 64-bit fields.
    """
    found = [field for kind, field in _extra_fields(extra) if kind == _EXTRA64]
    if len(found) > 1:
        raise ValueError("its extra fields hold two 64-bit fields")
    return [number for field in found for (number,) in struct.iter_unpack("<Q", field[: len(field) // 8 * 8])]


def second_names(extra: bytes) -> list[bytes]:
    """The names that an entry's extra fields give it besides the one in its header.

    Raises:
        ValueError: the extra fields do not fit their lengths.
    """
    # a version and a checksum of the name in the header stand before it
    return [field[5:] for kind, field in _extra_fields(extra) if kind == _EXTRA_NAME]


def unusual_fields(extra: bytes) -> list[bytes]:
    """What an entry's extra fields hold that may be words, and not numbers alone.

    Raises:
        ValueError: the extra fields do not fit their lengths.
    """
    return [field for kind, field in _extra_fields(extra) if len(field) > _USUAL.get(kind, 0)]


def _extra_fields(extra: bytes) -> list[tuple[int, bytes]]:
    found: list[tuple[int, bytes]] = []
    position = 0
    while position < len(extra):
        if len(extra) - position < 4:  # noqa: PLR2004 (two numbers of 16 bits)
            raise ValueError("its extra fields end in the middle of one")
        kind, length = struct.unpack_from("<2H", extra, position)
        position += 4
        field = extra[position : position + length]
        position += length
        if len(field) < length:
            raise ValueError("its extra fields are longer than they say")
        found.append((kind, field))
    return found
