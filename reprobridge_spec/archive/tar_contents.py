"""A tar archive, looked at in one pass; small files are kept in memory, others are read by a further pass.

Where it is to be unpacked, the one pass puts what does not fit into memory into files under numbers; they get their
names when all members are judged.
"""

import hashlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from reprobridge_spec.archive import new_file
from reprobridge_spec.archive.compression import Compression, decompressed
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.refusal import refuse_above
from reprobridge_spec.archive.tar_members import TarMembers, path_of
from reprobridge_spec.archive.tar_stream import TarStream
from reprobridge_spec.documents.files import Entry
from reprobridge_spec.errors import RrspecError

SMALL = 1 << 20
"""Files up to so many bytes are kept in memory."""
_TOGETHER = 8 << 20
"""Files up to so many bytes are read with others in one further pass."""
_BEGIN, _MOST_BEGINS = 4 << 10, 1 << 10
"""How much is kept of the beginning of a file that is not kept, and of how many."""
_GZIP_HEAD = 128 << 10
KEPT = 32 << 20
"""Bytes that are kept from the first pass, and again from the latest of the further ones."""


class TarContents:
    """The members of a tar archive; see `Held`. Nothing of it is read before it is asked for."""

    def __init__(self, file: FileOnDisk, compression: Compression, limits: Limits) -> None:
        """The archive in `file`, which is closed with this."""
        self.file = file.name
        self._file = file
        self._compression = compression
        self._limits = limits
        self._found: TarMembers | None = None
        self._notes: dict[str, bytes] = {}
        self._digests: dict[str, str] = {}
        self._kept: dict[str, bytes] = {}
        self._begins: dict[str, bytes] = {}
        self._again: dict[str, bytes] = {}
        self._spooled: dict[str, str] = {}

    @property
    def entries(self) -> dict[str, Entry]:
        """Files and links by path; see `Held`."""
        return self._members.entries

    @property
    def folders(self) -> list[str]:
        """Folders that are members; see `Held`."""
        return self._members.folders

    @property
    def unusual(self) -> dict[str, str]:
        """Members that are never unpacked; see `Held`."""
        return self._members.unusual

    @property
    def notes(self) -> dict[str, bytes]:
        """What the archive says besides; see `Held`."""
        self.look()
        return self._notes

    def look(self) -> None:
        """Read every byte once; see `Held`."""
        if self._found is None:
            self._found = self._pass_over_all(None)

    def bring(self, spool: Path) -> None:
        """Make ready for `write`; see `Held`."""
        self._found = self._pass_over_all(str(spool))

    def write(self, path: str, target: str) -> str:
        """Write a file to the new file `target`; see `Held`."""
        if path in self._spooled:
            os.rename(self._spooled.pop(path), target)  # noqa: PTH104 (places are texts, as there are very many)
        else:
            with new_file.create(target, executable=self.entries[path].executable) as file:
                file.write(self._kept[path])
        return self._digests[path]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `Held`."""
        return self._digests[self._first(path)]

    def read(self, path: str) -> bytes:
        """All bytes of a file; see `Held`."""
        path = self._first(path)
        if path not in self._kept and path not in self._again:
            self._read_again(self._wanted_with(path))
        return self._kept[path] if path in self._kept else self._again[path]

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `Held`. Its beginning costs no further pass."""
        path = self._first(path)
        begin = self._begins.get(path)
        if begin is None:
            yield self.read(path)
            return
        yield begin
        if self.entries[path].size <= _TOGETHER:
            yield self.read(path)[len(begin) :]
            return
        try:
            yield from _without(self._pass_to(path), len(begin))
        except RrspecError as error:
            raise OSError(f"the package changed while it was being read: {error}") from error

    def close(self) -> None:
        """Close the archive."""
        self._file.close()

    @property
    def _members(self) -> TarMembers:
        self.look()
        if self._found is None:
            raise AssertionError
        return self._found

    def _first(self, path: str) -> str:
        return self._members.same.get(path, path)

    def _stream(self) -> TarStream:
        most = self._limits.unpacked(self._file.length)
        return TarStream(decompressed(self._file, self._compression, most), self.file)

    def _pass_over_all(self, spool: str | None) -> TarMembers:
        self._kept, self._begins = {}, {}
        found = TarMembers()
        room, named, said = KEPT, 0, 0
        stream = self._stream()
        for header in stream.members(self._limits.entries):
            named += len(header.name) + len(header.target)
            said += header.size
            refuse_above(named, self._limits.names, "bytes of names or more", self.file)
            # an honest header of what is too much saves the work; no other is believed
            refuse_above(said, self._limits.unpacked(self._file.length), "bytes when it is unpacked", self.file)
            path = found.add(header)
            if found.is_hopeless:
                break
            if path is None:
                continue
            if header.size <= min(SMALL, room):
                room -= header.size
                self._keep(path, stream)
            elif spool is None:
                self._pass_by(path, stream)
            else:
                self._spool(path, stream, f"{spool}/{len(self._spooled)}", executable=found.entries[path].executable)
        if self._compression is Compression.GZIP:
            stream.notes.take_gzip(self._file.read_at(0, _GZIP_HEAD))
        self._notes = stream.notes.texts()
        found.refuse_faulty(self.file, self._limits.entries)
        return found

    def _keep(self, path: str, stream: TarStream) -> None:
        data = b"".join(stream.content())
        self._kept[path] = data
        self._digests[path] = hashlib.sha256(data).hexdigest()

    def _pass_by(self, path: str, stream: TarStream) -> None:
        sha = hashlib.sha256()
        for piece in stream.content():
            sha.update(piece)
            if path not in self._begins and len(self._begins) < _MOST_BEGINS:
                self._begins[path] = piece[:_BEGIN]
        self._digests[path] = sha.hexdigest()

    def _spool(self, path: str, stream: TarStream, place: str, *, executable: bool) -> None:
        sha = hashlib.sha256()
        with new_file.create(place, executable=executable) as file:
            for piece in stream.content():
                sha.update(piece)
                file.write(piece)
        self._digests[path] = sha.hexdigest()
        self._spooled[path] = place

    def _wanted_with(self, path: str) -> set[str]:
        """`path`, and what is likely to be asked for next: the small files after it by name."""
        room = KEPT - self.entries[path].size
        wanted = {path}
        for other in sorted(name for name in self._digests if name > path):
            if other in self._kept or self.entries[other].size > _TOGETHER:
                continue
            room -= self.entries[other].size
            if room < 0:
                break
            wanted.add(other)
        return wanted

    def _read_again(self, wanted: set[str]) -> None:
        self._again = {}
        try:
            self._again.update(self._pass(set(wanted), self.entries))
        except RrspecError as error:
            raise OSError(f"the package changed while it was being read: {error}") from error
        for path in wanted:
            if hashlib.sha256(self._again.get(path, b"")).hexdigest() != self._digests[path]:
                raise OSError(f"the package changed while it was being read, at {path!r}")

    def _pass_to(self, path: str) -> Iterator[bytes]:
        """The bytes of one file, by a pass that ends with it."""
        stream = self._stream()
        for header in stream.members(self._limits.entries):
            if path_of(header)[0] == path and header.size == self.entries[path].size:
                yield from stream.content()
                return

    def _pass(self, wanted: set[str], entries: Mapping[str, Entry]) -> Iterator[tuple[str, bytes]]:
        stream = self._stream()
        for header in stream.members(self._limits.entries):
            path, _ = path_of(header)
            if path in wanted and header.size == entries[path].size:
                yield path, b"".join(stream.content())
                wanted.remove(path)
            if not wanted:
                return


def _without(pieces: Iterator[bytes], length: int) -> Iterator[bytes]:
    """The pieces without the first `length` bytes."""
    for piece in pieces:
        if length < len(piece):
            yield piece[length:]
        length = max(0, length - len(piece))
