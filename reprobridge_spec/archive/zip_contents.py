"""A ZIP file that anybody may have made; each entry was read once, and is read again where it lies."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.archive import links
from reprobridge_spec.archive.directory import Limits, ZipEntry
from reprobridge_spec.archive.refusal import SHOWN_ALL, refusal
from reprobridge_spec.archive.zip_reader import ZipReader
from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.errors import ArtifactError, RrspecError
from reprobridge_spec.rules.handed_over_names import COMMENT


class ZipContents:
    """The entries of a ZIP file; see `Held`."""

    def __init__(self, path: Path, limits: Limits) -> None:
        """Look at every entry of the file at `path`, and read each once.

        Raises:
            NoArtifactError: there is no file.
            ArtifactError: it is damaged, or holds what is refused; every such entry is named.
            NotDoneError: it cannot be read.
        """
        self._zip = ZipReader(path, limits, foreign=True)
        self.file = self._zip.file
        self.entries: dict[str, Entry] = {}
        self.digests: dict[str, str] = {}
        self.notes = {COMMENT: b"\n".join(self._zip.comments)}
        try:
            self._look()
        except BaseException:
            self.close()
            raise

    def read(self, path: str) -> bytes:
        """All bytes of a file; see `Held`."""
        return b"".join(self.pieces(path))

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `Held`."""
        try:
            yield from self._zip.chunks(self._zip.found[path])
        except RrspecError as error:
            raise OSError(f"the package changed while it was being read: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def _look(self) -> None:
        faults: dict[str, str] = {}
        for path, entry in self._zip.found.items():
            if entry.folder:
                continue
            try:
                self.entries[path] = self._link(entry) if entry.link else self._file(path, entry)
            except ArtifactError as error:
                faults[path] = f"cannot be read: {error}"
        faults.update(links.faults(self.entries))
        if faults:
            raise refusal(self.file, faults, SHOWN_ALL)

    def _file(self, path: str, entry: ZipEntry) -> Entry:
        sha = hashlib.sha256()
        for piece in self._zip.chunks(entry):
            sha.update(piece)
        self.digests[path] = sha.hexdigest()
        return Entry(Kind.FILE, entry.size, entry.executable)

    def _link(self, entry: ZipEntry) -> Entry:
        if entry.size > links.LONGEST:
            return Entry(Kind.LINK, 0, executable=False, target="")
        target = b"".join(self._zip.chunks(entry)).decode("utf-8", "backslashreplace")
        return Entry(Kind.LINK, 0, executable=False, target=target)
