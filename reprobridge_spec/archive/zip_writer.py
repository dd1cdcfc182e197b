"""Packages as ZIP files: each member stored where it does not shrink, deflated where it does."""

import os
import zlib
from collections.abc import Iterator
from typing import BinaryIO

from reprobridge_spec.archive.container import Container
from reprobridge_spec.archive.deflate import LEVEL, Deflater
from reprobridge_spec.archive.media_types import is_packed_already
from reprobridge_spec.archive.zip_format import Method, Record, end_records

_SAMPLE = 1 << 16
_WORTHWHILE = 0.97
"""A file whose sample stays larger than this share of itself is stored."""
WIDE_FROM = 0xF000_0000
"""Bytes from which sizes are written in 64 bits; below 4 GiB, because data that do not shrink grow a little."""


class ZipContainer(Container):
    """Writes a ZIP file into `sink`, all below one folder.

    Args:
        sink: an empty file that can also be written to at a place.
        top: name of the folder.
        wide_from: bytes of a file from which its sizes are written in 64 bits.
    """

    def __init__(self, sink: BinaryIO, top: str, *, wide_from: int = WIDE_FROM) -> None:
        self._sink = sink
        self._top = top
        self._wide_from = wide_from
        self._records: list[Record] = []
        self.packed: dict[str, int] = {}
        self._offset = 0

    def add(self, path: str, data: bytes, *, executable: bool) -> None:
        """See `Container`."""
        record = self._record(path, len(data), executable=executable)
        packed = data
        if not is_packed_already(path):
            deflated = zlib.compress(data, LEVEL, wbits=-zlib.MAX_WBITS)
            if len(deflated) < len(data):
                record.method, packed = Method.DEFLATED, deflated
        self.packed[path] = record.packed = len(packed)
        record.crc = zlib.crc32(data)
        self._put(record.local_header() + packed)

    def add_large(self, path: str, size: int, pieces: Iterator[bytes], *, executable: bool) -> None:
        """See `Container`."""
        record = self._record(path, size, executable=executable)
        record.wide = size >= self._wide_from
        self._put(record.local_header())
        begin = self._offset
        first = next(pieces, b"")
        if _shrinks(path, first):
            record.method = Method.DEFLATED
            self._deflate(record, first, pieces)
        else:
            self._store(record, first, pieces)
        self.packed[path] = record.packed = self._offset - begin
        self._sink.flush()
        os.pwrite(self._sink.fileno(), record.local_header(), record.offset)

    def finish(self) -> int:
        """See `Container`."""
        begin = self._offset
        for record in self._records:
            self._put(record.central_header())
        self._put(end_records(entries=len(self._records), size=self._offset - begin, offset=begin))
        return self._offset

    def close(self) -> None:
        """Nothing is under way."""

    def _store(self, record: Record, first: bytes, pieces: Iterator[bytes]) -> None:
        self._put(first)
        record.crc = zlib.crc32(first)
        for piece in pieces:
            record.crc = zlib.crc32(piece, record.crc)
            self._put(piece)

    def _deflate(self, record: Record, first: bytes, pieces: Iterator[bytes]) -> None:
        deflater = Deflater()
        try:
            record.crc = zlib.crc32(first)
            self._put_all(deflater.compress(first))
            for piece in pieces:
                record.crc = zlib.crc32(piece, record.crc)
                self._put_all(deflater.compress(piece))
            self._put_all(deflater.flush())
        finally:
            deflater.close()

    def _record(self, path: str, size: int, *, executable: bool) -> Record:
        record = Record(
            name=f"{self._top}/{path}".encode(),
            method=Method.STORED,
            executable=executable,
            offset=self._offset,
            size=size,
        )
        self._records.append(record)
        return record

    def _put_all(self, parts: Iterator[bytes]) -> None:
        for part in parts:
            self._put(part)

    def _put(self, data: bytes) -> None:
        self._sink.write(data)
        self._offset += len(data)


def _shrinks(path: str, piece: bytes) -> bool:
    sample = piece[:_SAMPLE]
    return not is_packed_already(path) and len(zlib.compress(sample, 1)) < _WORTHWHILE * len(sample)
