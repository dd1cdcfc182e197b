"""The bytes inside files of xz and bzip2, which may be several streams one behind the other."""

import bz2
import lzma
from collections.abc import Callable, Iterator

from reprobridge_spec import digest
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.refusal import damaged

_PIECE = 64 << 10
_MOST_STREAMS = 10_000
"""Programs that work on several cores write one for each piece of some hundred kilobytes."""
_MEMORY = 128 << 20
"""What xz asks for at most, with room: `xz -9` takes 65 MiB."""

Decompressor = bz2.BZ2Decompressor | lzma.LZMADecompressor


def unxz(file: FileOnDisk) -> Iterator[bytes]:
    """The bytes inside a file of xz.

    Raises:
        ArtifactError: they are damaged, end too early, or ask for more memory than is given.
        NotDoneError: the file cannot be read.
    """
    return _read(file, lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=_MEMORY))


def unbzip2(file: FileOnDisk) -> Iterator[bytes]:
    """The bytes inside a file of bzip2.

    Raises:
        ArtifactError: they are damaged, or end too early.
        NotDoneError: the file cannot be read.
    """
    return _read(file, bz2.BZ2Decompressor)


def _read(file: FileOnDisk, make: Callable[[], Decompressor]) -> Iterator[bytes]:
    current: Decompressor | None = None
    streams = 0
    for data in _pieces(file):
        left = data
        while left:
            if current is None:
                left = left.lstrip(b"\0")  # what fills the blocks of a tape, or stands between streams
                if not left:
                    break
                current, streams = make(), streams + 1
                if streams > _MOST_STREAMS:
                    raise damaged(file.name, f"it has more than {_MOST_STREAMS} streams")
            yield from _fed(current, left, file)
            left = current.unused_data if current.eof else b""
            current = None if current.eof else current
    if current is not None:
        raise damaged(file.name, "its compressed bytes end too early")


def _pieces(file: FileOnDisk) -> Iterator[bytes]:
    for chunk in file.chunks():
        for start in range(0, len(chunk), _PIECE):
            yield bytes(chunk[start : start + _PIECE])


def _fed(current: Decompressor, data: bytes, file: FileOnDisk) -> Iterator[bytes]:
    try:
        yield current.decompress(data, digest.CHUNK)
        while not (current.eof or current.needs_input):
            yield current.decompress(b"", digest.CHUNK)
    except (OSError, EOFError, ValueError, lzma.LZMAError) as error:
        raise damaged(file.name, "it cannot be decompressed") from error
