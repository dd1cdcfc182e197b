"""A tar archive, looked at in one pass; small files are kept in memory, others are read by a further pass."""

import hashlib
import stat
from collections.abc import Iterator

from reprobridge_spec import artifact_path
from reprobridge_spec.archive import links, names
from reprobridge_spec.archive.compression import Compression, decompressed
from reprobridge_spec.archive.directory import Limits
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.refusal import SHOWN_ALL, refusal, refuse_above
from reprobridge_spec.archive.tar_header import TarHeader, TarKind
from reprobridge_spec.archive.tar_stream import TarStream
from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.errors import RrspecError

SMALL = 1 << 20
"""Files up to so many bytes are kept in memory."""
_TOGETHER = 8 << 20
"""Files up to so many bytes are read with others in one further pass."""
_BEGIN, _MOST_BEGINS = 4 << 10, 1 << 10
"""How much is kept of the beginning of a file that is not kept, and of how many."""
_GZIP_HEAD = 64 << 10
KEPT = 32 << 20
"""Bytes that are kept from the first pass, and again from the latest of the further ones."""

_SPECIAL_BITS = stat.S_ISUID | stat.S_ISGID
_WHAT = {
    TarKind.CHARACTER_DEVICE: "is a device",
    TarKind.BLOCK_DEVICE: "is a device",
    TarKind.PIPE: "is a pipe",
    TarKind.SPARSE: "is a file with holes, which is not read",
}


class TarContents:
    """The members of a tar archive; see `Held`."""

    def __init__(self, file: FileOnDisk, compression: Compression, limits: Limits) -> None:
        """Look at every member of `file`.

        Raises:
            ArtifactError: the archive is damaged, or holds what is refused; every such member is named.
            NotDoneError: it cannot be read.
        """
        self.file = file.name
        self._file = file
        self._compression = compression
        self._limits = limits
        self.entries: dict[str, Entry] = {}
        self.digests: dict[str, str] = {}
        self.notes: dict[str, bytes] = {}
        self._kept: dict[str, bytes] = {}
        self._begins: dict[str, bytes] = {}
        self._again: dict[str, bytes] = {}
        self._same: dict[str, str] = {}
        self._look()

    def read(self, path: str) -> bytes:
        """All bytes of a file; see `Held`."""
        path = self._same.get(path, path)
        if path not in self._kept and path not in self._again:
            self._read_again(self._wanted_with(path))
        return self._kept[path] if path in self._kept else self._again[path]

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `Held`. Its beginning costs no further pass."""
        path = self._same.get(path, path)
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

    def _stream(self) -> TarStream:
        most = self._limits.unpacked(self._file.length)
        return TarStream(decompressed(self._file, self._compression, most), self.file)

    def _look(self) -> None:
        faults: dict[str, str] = {}
        folders: list[str] = []
        room = KEPT
        named = 0
        stream = self._stream()
        for header in stream.members(self._limits.entries):
            named += len(header.name) + len(header.target)
            refuse_above(named, self._limits.names, "bytes of names or more", self.file)
            path, fault = _path(header)
            if not path and not fault:
                continue
            fault = fault or self._add(path, header, folders)
            if fault:
                faults[path] = fault if path not in faults else f"{faults[path]} and {fault}"
            elif header.kind is TarKind.FILE:
                room -= self._take(path, stream, room)
        if self._compression is Compression.GZIP:
            stream.notes.take_gzip(self._file.read_at(0, _GZIP_HEAD))
        self.notes = stream.notes.texts()
        faults.update(links.faults(self.entries))
        if not faults:
            faults = names.clashes(self.entries, folders)
        if faults:
            raise refusal(self.file, faults, SHOWN_ALL)

    def _add(self, path: str, header: TarHeader, folders: list[str]) -> str | None:
        """Note a member that may be taken; why it may not, for others."""
        if header.kind is TarKind.FOLDER:
            folders.append(path)
            return None
        if path in self.entries:
            return "stands twice"
        if header.mode & _SPECIAL_BITS:
            return "asks for the rights of another user when it is executed"
        match header.kind:
            case TarKind.FILE:
                self.entries[path] = Entry(Kind.FILE, header.size, bool(header.mode & stat.S_IXUSR))
            case TarKind.LINK:
                target = header.target.decode("utf-8", "backslashreplace")
                self.entries[path] = Entry(Kind.LINK, 0, executable=False, target=target)
            case TarKind.HARD_LINK:
                return self._add_same(path, header)
            case _:
                return _WHAT.get(header.kind, f"is of a kind that is not read, {header.letter.decode('latin-1')!r}")
        return None

    def _add_same(self, path: str, header: TarHeader) -> str | None:
        first, fault = _decoded(header.target)
        first = self._same.get(first, first)
        if fault or first not in self.digests:
            return f"is a hard link to {first!r}, which is no file before it"
        self.entries[path] = self.entries[first]
        self.digests[path] = self.digests[first]
        self._same[path] = first
        return None

    def _take(self, path: str, stream: TarStream, room: int) -> int:
        """The digest of the present file, and its bytes where they are few; the room that these take."""
        keep = self.entries[path].size <= min(SMALL, room)
        sha = hashlib.sha256()
        pieces: list[bytes] = []
        for piece in stream.content():
            sha.update(piece)
            if keep:
                pieces.append(piece)
            elif path not in self._begins and len(self._begins) < _MOST_BEGINS:
                self._begins[path] = piece[:_BEGIN]
        self.digests[path] = sha.hexdigest()
        if keep:
            self._kept[path] = b"".join(pieces)
        return self.entries[path].size if keep else 0

    def _wanted_with(self, path: str) -> set[str]:
        """`path`, and what is likely to be asked for next: the small files after it by name."""
        room = KEPT - self.entries[path].size
        wanted = {path}
        for other in sorted(name for name in self.digests if name > path):
            if other in self._kept or other in self._same or self.entries[other].size > _TOGETHER:
                continue
            room -= self.entries[other].size
            if room < 0:
                break
            wanted.add(other)
        return wanted

    def _read_again(self, wanted: set[str]) -> None:
        self._again = {}
        try:
            self._again.update(self._pass(set(wanted)))
        except RrspecError as error:
            raise OSError(f"the package changed while it was being read: {error}") from error
        for path in wanted:
            if hashlib.sha256(self._again.get(path, b"")).hexdigest() != self.digests[path]:
                raise OSError(f"the package changed while it was being read, at {path!r}")

    def _pass_to(self, path: str) -> Iterator[bytes]:
        """The bytes of one file, by a pass that ends with it."""
        stream = self._stream()
        for header in stream.members(self._limits.entries):
            if _path(header)[0] == path and header.size == self.entries[path].size:
                yield from stream.content()
                return

    def _pass(self, wanted: set[str]) -> Iterator[tuple[str, bytes]]:
        stream = self._stream()
        for header in stream.members(self._limits.entries):
            path, _ = _path(header)
            if path in wanted and header.size == self.entries[path].size:
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


def _path(header: TarHeader) -> tuple[str, str | None]:
    """A member's path, without `./` before it and a slash behind it, and what is wrong with it."""
    path, fault = _decoded(header.name)
    if fault:
        return path, fault
    if path.endswith("/"):
        if header.kind is not TarKind.FOLDER:
            return path, "is no folder, and has the name of one"
        path = path.removesuffix("/")
    if not path and header.kind is TarKind.FOLDER and header.name != b"/":
        return path, None
    return path, artifact_path.fault_in(path)


def _decoded(name: bytes) -> tuple[str, str | None]:
    try:
        path = name.decode()
    except UnicodeDecodeError:
        return name.decode("utf-8", "backslashreplace"), "has a name that is not UTF-8"
    while path.startswith("./"):
        path = path[2:]
    return ("" if path == "." else path), None
