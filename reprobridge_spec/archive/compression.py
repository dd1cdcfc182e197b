"""The bytes inside a compressed file of a stranger, piece by piece and never more than was allowed."""

import zlib
from collections.abc import Iterator
from enum import Enum
from typing import IO, cast

from reprobridge_spec import digest
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.refusal import damaged, followed, refuse_above
from reprobridge_spec.archive.streams import unbzip2, unxz
from reprobridge_spec.archive.zstd_frame import WIDEST_WINDOW, ZstdFrame

_GZIP_WINDOW = 16 + zlib.MAX_WBITS


class Compression(Enum):
    """How a file is compressed, by its first bytes."""

    GZIP = b"\x1f\x8b"
    ZSTD = b"\x28\xb5\x2f\xfd"
    XZ = b"\xfd7zXZ\0"
    BZIP2 = b"BZh"
    NONE = b""


def decompressed(file: FileOnDisk, compression: Compression, most: int) -> Iterator[bytes]:
    """The bytes inside `file`, at most `most` of them.

    Raises:
        ArtifactError: they are damaged, more than `most`, or followed by others.
        NotDoneError: the file cannot be read.
    """
    match compression:
        case Compression.GZIP:
            pieces = _gunzipped(file)
        case Compression.ZSTD:
            pieces = _unzstd(file)
        case Compression.XZ:
            pieces = unxz(file)
        case Compression.BZIP2:
            pieces = unbzip2(file)
        case Compression.NONE:
            pieces = file.chunks()
    total = 0
    for piece in pieces:
        total += len(piece)
        refuse_above(total, most, "bytes or more when it is unpacked", file.name)
        yield piece


def _gunzipped(file: FileOnDisk) -> Iterator[bytes]:
    inflater = zlib.decompressobj(_GZIP_WINDOW)
    for packed in file.chunks():
        if inflater.eof:
            _refuse_rest(file, packed)
            continue
        data = packed
        while data and not inflater.eof:
            yield _inflate(inflater, data, file)
            data = inflater.unconsumed_tail
        _refuse_rest(file, inflater.unused_data)
    while not inflater.eof and (piece := _inflate(inflater, b"", file)):
        yield piece
    if not inflater.eof:
        raise damaged(file.name, "its compressed bytes end too early")


def _inflate(inflater: "zlib._Decompress", data: bytes, file: FileOnDisk) -> bytes:
    try:
        return inflater.decompress(data, digest.CHUNK)
    except zlib.error as error:
        raise damaged(file.name, "it cannot be decompressed") from error


def _refuse_rest(file: FileOnDisk, rest: bytes) -> None:
    # tape drives filled their blocks with zeros, and all readers pass over them
    if rest != bytes(len(rest)):
        raise followed(file.name)


def _unzstd(file: FileOnDisk) -> Iterator[bytes]:
    import zstandard  # noqa: PLC0415 (only for packages of this kind)

    frame = ZstdFrame(file)
    reader = zstandard.ZstdDecompressor(max_window_size=WIDEST_WINDOW).stream_reader(cast("IO[bytes]", _Source(frame)))
    try:
        while piece := reader.read(digest.CHUNK):
            yield piece
    except zstandard.ZstdError as error:
        raise damaged(file.name, "it cannot be decompressed") from error
    frame.refuse_rest()


class _Source:
    """What the decompressor reads: the bytes of the one frame."""

    def __init__(self, frame: ZstdFrame) -> None:
        self._pieces = iter(frame)

    def read(self, size: int = -1, /) -> bytes:  # noqa: ARG002 (a block is never more than is asked for)
        return next(self._pieces, b"")
