"""Reads the entries of a ZIP file that nobody trusts, without unpacking it; packages are one kind of such files."""

import zlib
from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.archive.directory import Limits, ZipEntry, read_directory
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.zip_end import comment_of
from reprobridge_spec.archive.zip_format import Method
from reprobridge_spec.errors import ArtifactError


class ZipReader:
    """The entries of a ZIP file, each of which could be unpacked safely.

    Links, and names in the format's old encoding, are taken as entries that nobody follows and nobody unpacks.

    Attributes:
        file: the path as the caller wrote it.
        found: files and folders by path.
        comments: what the file and its entries have for comments.
        extras: what the extra fields of its entries hold besides numbers, each once.
    """

    def __init__(self, file: FileOnDisk, limits: Limits) -> None:
        """Look at every entry of `file`, without unpacking any.

        Args:
            file: the ZIP file, which is closed with this.
            limits: what is taken at most.

        Raises:
            ArtifactError: it is no ZIP file, is damaged, or holds what is refused; every such entry is named.
            NotDoneError: it cannot be read.
        """
        self._bytes = file
        self.file = file.name
        entries = read_directory(file.read_at, file.length, self.file, limits)
        self.found = {entry.name: entry for entry in entries}
        self.comments = [text for text in (self._comment(), *(entry.comment for entry in entries)) if text]
        self.extras = list(dict.fromkeys(field for entry in entries for field in entry.extras))

    def close(self) -> None:
        """Close the file."""
        self._bytes.close()

    def chunks(self, entry: ZipEntry) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; no more than the directory says.

        Raises:
            ArtifactError: they are damaged, more, or fewer. It may come after the last piece.
            NotDoneError: the ZIP file cannot be read.
        """
        pieces = self._stored(entry) if entry.method == Method.STORED else self._inflated(entry)
        left = entry.size
        crc = 0
        for piece in pieces:
            left -= len(piece)
            if left < 0:
                raise self._damaged(entry, "it holds more bytes than it says")
            crc = zlib.crc32(piece, crc)
            yield piece
        if left:
            raise self._damaged(entry, "it holds fewer bytes than it says")
        if crc != entry.crc:
            raise self._damaged(entry, "its checksum differs")

    def _stored(self, entry: ZipEntry) -> Iterator[bytes]:
        end = entry.begin + entry.packed
        for position in range(entry.begin, end, digest.CHUNK):
            yield self._bytes.read_at(position, min(digest.CHUNK, end - position))

    def _inflated(self, entry: ZipEntry) -> Iterator[bytes]:
        inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        for packed in self._stored(entry):
            data = packed
            while data and not inflater.eof:
                yield self._inflate(inflater, data, entry)
                data = inflater.unconsumed_tail
            if inflater.eof and (data or inflater.unused_data):
                raise self._damaged(entry, "bytes follow the end of its compressed ones")
        # all is taken in, and what did not fit into the last piece may wait inside
        while not inflater.eof and (piece := self._inflate(inflater, b"", entry)):
            yield piece
        if not inflater.eof:
            raise self._damaged(entry, "its compressed bytes end too early")

    def _inflate(self, inflater: "zlib._Decompress", data: bytes, entry: ZipEntry) -> bytes:
        try:
            return inflater.decompress(data, digest.CHUNK)
        except zlib.error as error:
            raise self._damaged(entry, "it cannot be decompressed") from error

    def _damaged(self, entry: ZipEntry, why: str) -> ArtifactError:
        return ArtifactError(
            f"the entry is damaged: {why}", hint="Get the file again.", place=f"{self.file}: {entry.name}"
        )

    def _comment(self) -> bytes:
        return comment_of(self._bytes.read_at, self._bytes.length)
