"""The one frame of a zstd file, cut out by its own lengths, so that what follows it is seen.

Decompressors stop silently at the end of a frame, or of the file, and go on silently to a second frame.
"""

from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.refusal import damaged, followed

WIDEST_WINDOW = 128 << 20
"""Bytes that a decompressor may have to keep; what `zstd` takes without being asked for more."""

_MAGIC = 4
_SINGLE, _RESERVED, _CHECKSUM = 0x20, 0x08, 0x04
_DICTIONARY = 0x03
_CONTENT_SIZES = (0, 2, 4, 8)
_SMALLEST_WINDOW = 10
_RAW, _RLE, _PACKED = 0, 1, 2
_LARGEST_BLOCK = 128 << 10
_BLOCK_HEADER = 3


class ZstdFrame:
    """The bytes of the frame at the beginning of a file, block by block."""

    def __init__(self, file: FileOnDisk) -> None:
        self._file = file
        self._position = 0
        self._buffer = b""
        self._start = 0

    def __iter__(self) -> Iterator[bytes]:
        head, has_checksum = self._head()
        yield head
        last = False
        while not last:
            header = self._take(_BLOCK_HEADER)
            number = int.from_bytes(header, "little")
            last, kind, size = bool(number & 1), number >> 1 & 3, number >> 3
            if kind > _PACKED or size > _LARGEST_BLOCK:
                raise damaged(self._file.name, "it cannot be decompressed")
            yield header + self._take(1 if kind == _RLE else size)
        if has_checksum:
            yield self._take(4)

    def refuse_rest(self) -> None:
        """Refuse bytes behind the frame, once it is read.

        Raises:
            ArtifactError: there are some.
        """
        if self._start + self._position < self._file.length:
            raise followed(self._file.name)

    def _head(self) -> tuple[bytes, bool]:
        head = self._take(_MAGIC + 1)
        says = head[_MAGIC]
        if says & (_RESERVED | _DICTIONARY):
            raise damaged(self._file.name, "it is compressed in a way that is not read")
        if not says & _SINGLE:
            head += self._take(1)
            exponent, mantissa = head[-1] >> 3, head[-1] & 7
            base = 1 << (_SMALLEST_WINDOW + exponent)
            if base + base // 8 * mantissa > WIDEST_WINDOW:
                raise damaged(self._file.name, f"it takes more than {WIDEST_WINDOW >> 20} MiB to decompress it")
        size = _CONTENT_SIZES[says >> 6] or (1 if says & _SINGLE else 0)
        return head + self._take(size), bool(says & _CHECKSUM)

    def _take(self, length: int) -> bytes:
        if self._position + length > len(self._buffer):
            self._start += self._position
            self._buffer = self._file.read_at(self._start, digest.CHUNK)
            self._position = 0
            if length > len(self._buffer):
                raise damaged(self._file.name, "its compressed bytes end too early")
        piece = self._buffer[self._position : self._position + length]
        self._position += length
        return piece
