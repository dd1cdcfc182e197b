"""The members of a tar archive in one pass, as they lie in it; nothing is written, and nothing is believed."""

from collections.abc import Iterable, Iterator

from reprobridge_spec.archive import pax
from reprobridge_spec.archive.pax import Further
from reprobridge_spec.archive.refusal import damaged, refuse_above
from reprobridge_spec.archive.tar_header import BLOCK, TarHeader, TarKind, parse
from reprobridge_spec.archive.tar_notes import TarNotes
from reprobridge_spec.errors import ArtifactError

# by their letters, since kinds of an `Enum` are slow to look up and there are very many headers
_BEFORE = frozenset(kind.value for kind in (TarKind.PAX, TarKind.PAX_GLOBAL, TarKind.LONG_NAME, TarKind.LONG_TARGET))
_MOST_BEFORE = 16
_MOST_BEHIND = 16 << 20
"""Nothing that fills the last block of a tape; blocks are some kilobytes, or a megabyte where somebody asks for it."""
_EMPTY = bytes(BLOCK)
_PIECE = 1 << 20
_RECORDS = 3
"""As many further records are taken as there may be members, times this; tools write none, or three times."""


class TarStream:
    """Reads members one after the other; the content of one is read before the next header is.

    Attributes:
        notes: what the archive said so far of whoever packed it.
    """

    def __init__(self, pieces: Iterable[bytes], file: str) -> None:
        """Read the archive whose bytes are `pieces`; `file` is its name for messages."""
        self.notes = TarNotes()
        self._bytes = _Bytes(pieces, file)
        self._file = file
        self._begun = False
        self._left = 0
        self._padding = 0
        self._records = 0

    def members(self, most: int) -> Iterator[TarHeader]:
        """Each member; between two of them, `content` gives the bytes of the first.

        Args:
            most: members, and headers of all kinds, that are taken.

        Raises:
            ArtifactError: the archive is damaged, or two readers could take it differently.
        """
        further = Further(self.notes)
        count = before = 0
        while (header := self._header()) is not None:
            count += 1
            refuse_above(count, most, "members or more", self._file)
            if header.letter in _BEFORE:
                before += 1
                refuse_above(before, _MOST_BEFORE, "headers before one member", self._file)
                self._take_further(further, header)
                refuse_above(self._records + further.records, _RECORDS * most, "further records or more", self._file)
                continue
            try:
                further.apply(header)
            except ValueError as error:
                raise _wrong(self._file, header, error) from error
            self._open(header)
            self.notes.take_header(header)
            yield header
            self._skip()
            self._records += further.records
            further, before = Further(self.notes), 0
        if further.any:
            raise damaged(self._file, "it ends behind a header that no member follows")

    def content(self) -> Iterator[bytes]:
        """The bytes of the present member, piece by piece."""
        while self._left:
            piece = self._bytes.some(min(self._left, _PIECE))
            self._left -= len(piece)
            yield piece

    def _open(self, header: TarHeader) -> None:
        if header.size and header.kind not in {TarKind.FILE, TarKind.UNKNOWN, TarKind.SPARSE}:
            raise damaged(self._file, f"a header says that what is no file has content, at {_shown(header.name)}")
        self._left = header.size
        self._padding = -header.size % BLOCK

    def _skip(self) -> None:
        for _ in self.content():
            pass
        self._bytes.exactly(self._padding)

    def _take_further(self, further: Further, header: TarHeader) -> None:
        refuse_above(header.size, pax.LIMIT, "bytes of names and notes before one member", self._file)
        data = self._bytes.exactly(header.size)
        self._bytes.exactly(-header.size % BLOCK)
        try:
            further.take(header, data)
        except ValueError as error:
            raise _wrong(self._file, header, error) from error

    def _header(self) -> TarHeader | None:
        block = self._bytes.exactly(BLOCK)
        if block == _EMPTY:
            self._end()
            return None
        try:
            header = parse(block)
        except ValueError as error:
            what = f"a header {error}" if self._begun else "it is neither a ZIP file nor a tar archive"
            raise damaged(self._file, what) from error
        self._begun = True
        return header

    def _end(self) -> None:
        if self._bytes.exactly(BLOCK) != _EMPTY:
            raise damaged(self._file, "the mark of its end is half there")
        behind = 0
        for piece in self._bytes.rest():
            behind += len(piece)
            if piece != bytes(len(piece)):
                raise damaged(self._file, "bytes follow its end; some readers take them and others do not")
            refuse_above(behind, _MOST_BEHIND, "bytes of nothing or more behind its end", self._file)


def _wrong(file: str, header: TarHeader, error: ValueError) -> ArtifactError:
    return damaged(file, f"a header {error}, at {_shown(header.name)}")


def _shown(name: bytes) -> str:
    return repr(name[:200].decode("utf-8", "backslashreplace"))


class _Bytes:
    """Pieces of any length, read by length."""

    def __init__(self, pieces: Iterable[bytes], file: str) -> None:
        self._pieces = iter(pieces)
        self._file = file
        self._piece = b""
        self._position = 0

    def some(self, most: int) -> bytes:
        """At least one byte and at most `most`."""
        while self._position == len(self._piece):
            piece = next(self._pieces, None)
            if piece is None:
                raise damaged(self._file, "it ends too early")
            self._piece, self._position = piece, 0
        found = self._piece[self._position : self._position + most]
        self._position += len(found)
        return found

    def exactly(self, length: int) -> bytes:
        """So many bytes."""
        found: list[bytes] = []
        while length:
            found.append(self.some(length))
            length -= len(found[-1])
        return found[0] if len(found) == 1 else b"".join(found)

    def rest(self) -> Iterator[bytes]:
        """All that is left."""
        yield self._piece[self._position :]
        yield from self._pieces
