"""The records of a TensorBoard event file: a length, the bytes, and a checksum of each.

Files come from strangers: a length is believed only as far as the file goes, and nothing that fails its checksum is
looked into.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from struct import Struct
from typing import BinaryIO

from reprobridge_spec.launch.measure.base import MeasureError

MAX_RECORD = 64 << 20
"""The largest record that is read, in bytes."""

Checksum = Callable[[bytes], int]
"""CRC-32C of some bytes."""

_LENGTH = Struct("<Q")
_HEADER = Struct("<QI")
_CHECK = Struct("<I")
_ROTATED, _ADDED, _WORD = 15, 0xA282EAD8, 0xFFFFFFFF


class CutOffError(MeasureError):
    """The file ends inside a record."""


def records(path: Path, name: str, checksum: Checksum) -> Iterator[tuple[int, bytes]]:
    """The bytes of each record with its number from one.

    Args:
        path: the file.
        name: how messages call it.
        checksum: gives CRC-32C.

    Raises:
        CutOffError: the file ends inside a record, after those that were given.
        MeasureError: a record is too large, or does not fit its checksum.
        OSError: the file cannot be read.
    """
    left = path.stat().st_size
    with path.open("rb") as file:
        number = 0
        while left:
            number += 1
            place = f"{name}, record {number}"
            length = _length(_read(file, _HEADER.size, place), place, checksum)
            left -= _HEADER.size + length + _CHECK.size
            if left < 0:
                raise _cut_off(place)
            if length > MAX_RECORD:
                raise MeasureError(
                    f"{place} has {length:,} bytes; at most {MAX_RECORD:,} are read",
                    hint="let the launcher write scalars into event files of their own",
                )
            data = _read(file, length, place)
            if _masked(checksum(data)) != _CHECK.unpack(_read(file, _CHECK.size, place))[0]:
                raise _damaged(place)
            yield number, data


def _length(header: bytes, place: str, checksum: Checksum) -> int:
    length, check = _HEADER.unpack(header)
    if _masked(checksum(header[: _LENGTH.size])) != check:
        raise _damaged(place)
    return int(length)


def _read(file: BinaryIO, count: int, place: str) -> bytes:
    data = file.read(count)
    if len(data) < count:
        raise _cut_off(place)
    return data


def _masked(check: int) -> int:
    """A checksum as files hold it: one over bytes that hold checksums would be weak."""
    return ((check >> _ROTATED | check << (32 - _ROTATED)) + _ADDED) & _WORD


def _damaged(place: str) -> MeasureError:
    return MeasureError(
        f"{place} does not fit its checksum", hint="name an event file that the run wrote, and that nothing changed"
    )


def _cut_off(place: str) -> CutOffError:
    return CutOffError(f"{place} is cut off, so the run did not finish writing", hint="run it again to its end")
