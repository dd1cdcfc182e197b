"""Writes packages: one pass over each file, flat memory, the same bytes for the same content.

Entries stand in the order of their paths' bytes under one top folder, all dated 1980-01-01, all 0644 or 0755. Only
`MANIFEST.sha256` stands last, because its digests are known once every file has been read.

The bytes of a package depend on its content and on the zlib that compressed it: one machine makes the same bytes
each time, and another may make others. The artifact digest is the same everywhere.
"""

import hashlib
import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from reprobridge_spec import digest
from reprobridge_spec.archive.content import MANIFEST, manifest_text
from reprobridge_spec.archive.media_types import is_packed_already
from reprobridge_spec.archive.source import FileSource, chunks_of, opened
from reprobridge_spec.archive.zip_format import Method, Record, end_records
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.replacement import replacing_file

Progress = Callable[[int, int], None]
"""Told bytes that are done, and bytes in all."""

_LEVEL = 5
"""Of what is compressed; level 6 takes half as long again for text that is 1% smaller."""
_SAMPLE = 1 << 16
_WORTHWHILE = 0.97
"""A file whose sample stays larger than this share of itself is stored."""
WIDE_FROM = 0xF000_0000
"""Bytes from which sizes are written in 64 bits; below 4 GiB, because data that do not shrink grow a little."""


def silent(done: int, total: int) -> None:
    """Progress that nobody sees."""


Source = FileSource | bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A package that was written.

    Attributes:
        size: bytes of the package.
        digests: SHA-256 of each file by path, `MANIFEST.sha256` left out.
        artifact_digest: SHA-256 of `MANIFEST.sha256`.
    """

    size: int
    digests: Mapping[str, str]
    artifact_digest: str


def write_package(
    target: Path,
    top: str,
    sources: Mapping[str, Source],
    progress: Progress = silent,
    *,
    wide_from: int = WIDE_FROM,
) -> Written:
    """Write a package of `sources`, and its `MANIFEST.sha256`, to `target`.

    It takes the place of an older package once it is whole. If anything goes wrong, the older one is as it was.

    Args:
        target: the file.
        top: name of the one folder in the package.
        sources: what goes into it, by path in that folder; without `MANIFEST.sha256`.
        progress: told after each piece of work.
        wide_from: bytes of a file from which its sizes are written in 64 bits.

    Raises:
        ArtifactError: a file changes or goes away while it is read; or a name that no package can hold.
        UsageError: `target` is a folder, or lies in none.
        NotDoneError: a file cannot be read, or the package cannot be written.
    """
    with replacing_file(target) as sink:
        return _Writer(sink, top, sources, progress, wide_from).write()


class _Writer:
    def __init__(
        self,
        sink: BinaryIO,
        top: str,
        sources: Mapping[str, Source],
        progress: Progress,
        wide_from: int,
    ) -> None:
        self._wide_from = wide_from
        self._sink = sink
        self._top = top
        self._sources = sources
        self._progress = progress
        self._records: list[Record] = []
        self._offset = 0
        self._done = 0
        self._total = sum(len(source) if isinstance(source, bytes) else source.size for source in sources.values())

    def write(self) -> Written:
        digests = {}
        for path in sorted(self._sources):
            source = self._sources[path]
            if isinstance(source, bytes):
                digests[path] = self._add_bytes(path, source, executable=False)
            else:
                digests[path] = self._add_file(path, source)
        artifact_digest = self._add_bytes(MANIFEST, manifest_text(digests), executable=False)
        return Written(size=self._close(), digests=digests, artifact_digest=artifact_digest)

    def _add_file(self, path: str, source: FileSource) -> str:
        with opened(path, source) as descriptor:
            if source.size > digest.CHUNK:
                return self._add_large(path, source, chunks_of(descriptor, path, source.size))
            data = b"".join(chunks_of(descriptor, path, source.size))
        return self._add_bytes(path, data, executable=source.executable)

    def _add_bytes(self, path: str, data: bytes, *, executable: bool) -> str:
        record = self._record(path, len(data), executable=executable)
        packed = data
        if not is_packed_already(path):
            deflated = zlib.compress(data, _LEVEL, wbits=-zlib.MAX_WBITS)
            if len(deflated) < len(data):
                record.method, packed = Method.DEFLATED, deflated
        record.packed = len(packed)
        record.crc = zlib.crc32(data)
        self._put(record.local_header() + packed)
        self._report(len(data))
        return digest.of_bytes(data)

    def _add_large(self, path: str, source: FileSource, chunks: Iterator[bytes]) -> str:
        record = self._record(path, source.size, executable=source.executable)
        record.wide = source.size >= self._wide_from
        self._put(record.local_header())
        begin = self._offset
        sha = hashlib.sha256()
        compressor = None
        for number, chunk in enumerate(chunks):
            if number == 0 and _shrinks(path, chunk):
                record.method = Method.DEFLATED
                compressor = zlib.compressobj(_LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
            sha.update(chunk)
            record.crc = zlib.crc32(chunk, record.crc)
            self._put(compressor.compress(chunk) if compressor else chunk)
            self._report(len(chunk))
        if compressor:
            self._put(compressor.flush())
        record.packed = self._offset - begin
        self._sink.flush()
        os.pwrite(self._sink.fileno(), record.local_header(), record.offset)
        return sha.hexdigest()

    def _close(self) -> int:
        begin = self._offset
        for record in self._records:
            self._put(record.central_header())
        self._put(end_records(entries=len(self._records), size=self._offset - begin, offset=begin))
        return self._offset

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

    def _put(self, data: bytes) -> None:
        self._sink.write(data)
        self._offset += len(data)

    def _report(self, size: int) -> None:
        self._done += size
        self._progress(self._done, max(self._done, self._total))


def _shrinks(path: str, chunk: bytes) -> bool:
    sample = chunk[:_SAMPLE]
    return not is_packed_already(path) and len(zlib.compress(sample, 1)) < _WORTHWHILE * len(sample)
