"""Writes packages: one pass over each file, flat memory, the same bytes for the same content.

Members stand in the order of their paths' bytes under one top folder, all dated 1980-01-01, all 0644 or 0755. Only
`MANIFEST.sha256` stands last, because its digests are known once every file has been read.

The bytes of a package depend on its content, on its form, and on the zlib or zstd that compressed it: one machine
makes the same bytes each time, and another may make others. The artifact digest is the same everywhere.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, assert_never

from reprobridge_spec import digest
from reprobridge_spec.archive.container import Container
from reprobridge_spec.archive.content import MANIFEST, manifest_text
from reprobridge_spec.archive.package_form import PackageForm
from reprobridge_spec.archive.source import FileSource, chunks_of, opened, whole
from reprobridge_spec.archive.zip_writer import WIDE_FROM, ZipContainer
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.replacement import replacing_file

Progress = Callable[[int, int], None]
"""Told bytes that are done, and bytes in all."""


def silent(done: int, total: int) -> None:
    """Progress that nobody sees."""


Source = FileSource | bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A package that was written.

    Attributes:
        size: bytes of the package.
        digests: SHA-256 of each file by path, `MANIFEST.sha256` left out.
        packed: bytes that each member takes in it; see `Container`.
        artifact_digest: SHA-256 of `MANIFEST.sha256`.
    """

    size: int
    digests: Mapping[str, str]
    packed: Mapping[str, int]
    artifact_digest: str


Accept = Callable[[Written], object]


def anything(written: Written) -> None:
    """Takes every package."""


def write_package(
    target: Path,
    top: str,
    sources: Mapping[str, Source],
    progress: Progress = silent,
    *,
    form: PackageForm = PackageForm.ZIP,
    accept: Accept = anything,
    wide_from: int = WIDE_FROM,
) -> Written:
    """Write a package of `sources`, and its `MANIFEST.sha256`, to `target`.

    It takes the place of an older package once it is whole. If anything goes wrong, the older one is as it was.

    Args:
        target: the file.
        top: name of the one folder in the package.
        sources: what goes into it, by path in that folder; without `MANIFEST.sha256`.
        progress: told after each piece of work.
        form: what is made.
        accept: told what was written before it takes its place; what it raises is raised, and nothing takes the place.
        wide_from: bytes of a file from which a ZIP file says its sizes in 64 bits.

    Raises:
        ArtifactError: a file changes or goes away while it is read; or a name that no package can hold.
        UsageError: `target` is a folder, or lies in none.
        NotDoneError: a file cannot be read, or the package cannot be written.
    """
    with replacing_file(target) as sink, closing(_container(form, sink, top, wide_from)) as container:
        return _Writer(container, sources, progress).write(accept)


def _container(form: PackageForm, sink: BinaryIO, top: str, wide_from: int) -> Container:
    if form is PackageForm.ZIP:
        return ZipContainer(sink, top, wide_from=wide_from)
    from reprobridge_spec.archive.tar_writer import GzipContainer, ZstdContainer  # noqa: PLC0415 (rarely asked for)

    match form:
        case PackageForm.TGZ:
            return GzipContainer(sink, top)
        case PackageForm.TAR_ZST:
            return ZstdContainer(sink, top)
    assert_never(form)


class _Writer:
    def __init__(self, container: Container, sources: Mapping[str, Source], progress: Progress) -> None:
        self._container = container
        self._sources = sources
        self._progress = progress
        self._done = 0
        self._total = sum(len(source) if isinstance(source, bytes) else source.size for source in sources.values())

    def write(self, accept: Accept) -> Written:
        digests = {}
        for path in sorted(self._sources):
            source = self._sources[path]
            if isinstance(source, bytes):
                digests[path] = self._add(path, source, executable=False)
            elif source.size > digest.CHUNK:
                digests[path] = self._add_large(path, source)
            else:
                digests[path] = self._add(path, whole(path, source), executable=source.executable)
        artifact_digest = self._add(MANIFEST, manifest_text(digests), executable=False)
        written = Written(
            size=self._container.finish(),
            digests=digests,
            packed=self._container.packed,
            artifact_digest=artifact_digest,
        )
        accept(written)
        return written

    def _add(self, path: str, data: bytes, *, executable: bool) -> str:
        self._container.add(path, data, executable=executable)
        self._report(len(data))
        return hashlib.sha256(data).hexdigest()

    def _add_large(self, path: str, source: FileSource) -> str:
        sha = hashlib.sha256()
        with opened(path, source) as descriptor, ThreadPoolExecutor(1) as second:
            pieces = self._hashed(chunks_of(descriptor, path, source.size), sha.update, second)
            self._container.add_large(path, source.size, pieces, executable=source.executable)
        return sha.hexdigest()

    def _hashed(
        self, pieces: Iterator[bytes], update: Callable[[bytes], object], second: ThreadPoolExecutor
    ) -> Iterator[bytes]:
        """The pieces, each of which is hashed beside whatever the caller does with it."""
        for piece in pieces:
            hashing = second.submit(update, piece)
            yield piece
            hashing.result()
            self._report(len(piece))

    def _report(self, size: int) -> None:
        self._done += size
        self._progress(self._done, max(self._done, self._total))
