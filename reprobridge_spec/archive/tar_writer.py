"""Packages as tar archives: the same members in the same order as in a ZIP file, compressed as one stream."""

import struct
import zlib
from abc import abstractmethod
from collections.abc import Iterator
from tarfile import PAX_FORMAT, RECORDSIZE, TarInfo
from typing import BinaryIO, cast

from reprobridge_spec.archive.container import Container
from reprobridge_spec.archive.deflate import Deflater

_BLOCK = 512
_DATE = 315_532_800
"""1980-01-01, which is the first day that ZIP files know."""
_PIECE = 1 << 20
_JOB = 2 << 20
"""What zstd compresses apart from the rest, several at a time; its own choice takes 200 MB of memory."""


class TarContainer(Container):
    """Writes a tar archive into `sink`, all below one folder; of rights only the run bit is kept, of owners nothing.

    Args:
        sink: an empty file.
        top: name of the folder.
    """

    def __init__(self, sink: BinaryIO, top: str) -> None:
        self._sink = _Counted(sink)
        self._top = top
        self._tar = 0
        self.packed: dict[str, int] = {}

    def add(self, path: str, data: bytes, *, executable: bool) -> None:
        """See `Container`."""
        self._feed(self._header(path, len(data), executable=executable) + data + _padding(len(data), _BLOCK))

    def add_large(self, path: str, size: int, pieces: Iterator[bytes], *, executable: bool) -> None:
        """See `Container`."""
        self._feed(self._header(path, size, executable=executable))
        for piece in pieces:
            self._feed(piece)
        self._feed(_padding(size, _BLOCK))

    def finish(self) -> int:
        """See `Container`."""
        self._feed(bytes(2 * _BLOCK))
        self._feed(_padding(self._tar, RECORDSIZE))
        self._end()
        return self._sink.written

    @abstractmethod
    def _compress(self, data: bytes) -> None:
        """Takes the next bytes of the archive, and writes what is ready."""

    @abstractmethod
    def _end(self) -> None:
        """Writes the rest."""

    def _feed(self, data: bytes) -> None:
        self._tar += len(data)
        self._compress(data)

    def _header(self, path: str, size: int, *, executable: bool) -> bytes:
        self.packed[path] = size
        member = TarInfo(f"{self._top}/{path}")
        member.size, member.mtime, member.mode = size, _DATE, 0o755 if executable else 0o644
        return member.tobuf(PAX_FORMAT, "utf-8", "strict")


class ZstdContainer(TarContainer):
    """A tar archive compressed by zstd, on several cores; the bytes do not depend on how many."""

    def __init__(self, sink: BinaryIO, top: str) -> None:
        super().__init__(sink, top)
        import zstandard  # noqa: PLC0415 (only for packages of this form)

        how = zstandard.ZstdCompressionParameters.from_level(3, threads=2, job_size=_JOB, write_checksum=True)
        compressor = zstandard.ZstdCompressor(compression_params=how)
        self._stream = compressor.stream_writer(cast("BinaryIO", self._sink), closefd=False)

    def close(self) -> None:
        """Nothing is under way that would go on by itself."""

    def _compress(self, data: bytes) -> None:
        self._stream.write(data)

    def _end(self) -> None:
        self._stream.close()  # type: ignore[no-untyped-call]


class GzipContainer(TarContainer):
    """A tar archive compressed by deflate on several cores; its header (RFC 1952) holds neither name nor date."""

    def __init__(self, sink: BinaryIO, top: str) -> None:
        super().__init__(sink, top)
        self._deflater = Deflater()
        self._crc = 0
        self._waiting = bytearray()
        self._sink.write(b"\x1f\x8b\x08\0\0\0\0\0\0\xff")

    def close(self) -> None:
        """See `Container`."""
        self._deflater.close()

    def _compress(self, data: bytes) -> None:
        self._crc = zlib.crc32(data, self._crc)
        self._waiting += data
        while len(self._waiting) >= _PIECE:
            piece = bytes(self._waiting[:_PIECE])
            del self._waiting[:_PIECE]
            self._put(self._deflater.compress(piece))

    def _end(self) -> None:
        self._put(self._deflater.compress(bytes(self._waiting)))
        self._put(self._deflater.flush())
        self._sink.write(struct.pack("<2L", self._crc, self._tar & 0xFFFF_FFFF))

    def _put(self, parts: Iterator[bytes]) -> None:
        for part in parts:
            self._sink.write(part)


class _Counted:
    """A file that knows how much was written to it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.written = 0

    def write(self, data: bytes) -> int:
        self.written += len(data)
        return self._file.write(data)


def _padding(size: int, to: int) -> bytes:
    return bytes(-size % to)
