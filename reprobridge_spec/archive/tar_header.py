"""The headers of the tar format, read by the letter: what readers take differently is no header here.

`tarfile` forgives much (names cut at a NUL, sizes below zero, headers without end), takes what a header says for the
bytes that it keeps in memory, and so is not what strangers' archives are read with.
"""

import struct
from dataclasses import dataclass
from enum import Enum

from reprobridge_spec.lazy_pattern import lazy_pattern

BLOCK = 512
"""Headers and contents begin at multiples of this."""

_FIELDS = struct.Struct("100s8s16x12s12x8s1s100s8s32s32s16x155s12x")
"""Name, mode, size, checksum, letter, target, form, owner, group, prefix."""
_CHECKSUM = slice(148, 156)
_NUMBER = lazy_pattern(rb" *([0-7]*)[ \0]*")
_POSIX = b"ustar\0"
_GNU = b"ustar  \0"
_BINARY = 0x80
_NEGATIVE = 0x40


class TarKind(Enum):
    """What a header stands before, by its letter."""

    FILE = b"0"
    HARD_LINK = b"1"
    LINK = b"2"
    CHARACTER_DEVICE = b"3"
    BLOCK_DEVICE = b"4"
    FOLDER = b"5"
    PIPE = b"6"
    PAX = b"x"
    PAX_GLOBAL = b"g"
    LONG_NAME = b"L"
    LONG_TARGET = b"K"
    SPARSE = b"S"
    UNKNOWN = b""


_KINDS = {kind.value: kind for kind in TarKind}


@dataclass(slots=True, kw_only=True)
class TarHeader:
    """One header.

    Attributes:
        name: the path, as bytes.
        target: where a link points.
        size: bytes that follow.
        letter: what says the kind.
        owners: the names of the user and the group that own it, as bytes.
    """

    name: bytes
    target: bytes
    size: int
    mode: int
    kind: TarKind
    letter: bytes
    owners: tuple[bytes, bytes] = (b"", b"")


def parse(block: bytes) -> TarHeader:
    """The header in a block.

    Raises:
        ValueError: it is none; the text is the rest of a sentence that begins with "a header".
    """
    name, mode, size, checksum, letter, target, magic, user, group, prefix = _FIELDS.unpack(block)
    if _number(checksum, "checksum") != sum(block) - sum(block[_CHECKSUM]) + 8 * ord(" "):
        raise ValueError("has another checksum than its bytes")
    name = _text(name)
    if magic.startswith(_POSIX):
        before = _text(prefix)
        name = before + b"/" + name if before else name
    elif magic not in {_GNU, bytes(8)}:
        raise ValueError("is of no form of tar that is read")
    elif letter != TarKind.SPARSE.value and prefix.strip(b"\0"):
        # times by GNU, which other readers put before the name
        raise ValueError("has bytes where some readers see the beginning of a name")
    return TarHeader(
        name=name,
        target=_text(target),
        size=_number(size, "size"),
        mode=_number(mode, "mode"),
        kind=_kind(letter, name),
        letter=letter,
        owners=(user.partition(b"\0")[0], group.partition(b"\0")[0]),
    )


def _kind(letter: bytes, name: bytes) -> TarKind:
    if letter == b"\0":
        # before there was a letter for folders, the slash said it
        return TarKind.FOLDER if name.endswith(b"/") else TarKind.FILE
    return _KINDS.get(letter, TarKind.UNKNOWN)


def _text(field: bytes) -> bytes:
    text = field.rstrip(b"\0")
    if b"\0" in text:
        raise ValueError("has bytes behind the end of a name")
    return text


def _number(field: bytes, what: str) -> int:
    if field[0] & _BINARY:
        if field[0] & _NEGATIVE:
            raise ValueError(f"has a {what} below zero")
        return int.from_bytes(bytes([field[0] & ~_BINARY]) + field[1:])
    match = _NUMBER.fullmatch(field)
    if match is None:
        raise ValueError(f"has a {what} that is no number")
    return int(match[1] or b"0", 8)
