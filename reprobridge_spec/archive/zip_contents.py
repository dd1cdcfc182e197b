"""A ZIP file that anybody may have made: its directory tells all but the bytes, which are read where they lie."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec.archive import links, names, new_file
from reprobridge_spec.archive.directory import Limits, ZipEntry
from reprobridge_spec.archive.file_on_disk import FileOnDisk
from reprobridge_spec.archive.refusal import refusal
from reprobridge_spec.archive.zip_reader import ZipReader
from reprobridge_spec.documents.files import Entry, Kind
from reprobridge_spec.errors import ArtifactError, RrspecError
from reprobridge_spec.rules.handed_over_names import COMMENT, EXTRAS


class ZipContents:
    """The entries of a ZIP file; see `Held`."""

    def __init__(self, file: FileOnDisk, limits: Limits) -> None:
        """Look at every entry of `file`, which is closed with this.

        Raises:
            ArtifactError: it is damaged, or holds what is refused; every such entry is named.
            NotDoneError: it cannot be read.
        """
        self.file = file.name
        self._zip = ZipReader(file, limits)
        found = self._zip.found
        self.entries: dict[str, Entry] = {}
        self.folders = [path for path, entry in found.items() if entry.folder]
        self.unusual = {path: entry.unusual for path, entry in found.items() if entry.unusual}
        self.notes = {COMMENT: b"\n".join(self._zip.comments), EXTRAS: b"\n".join(self._zip.extras)}
        self._digests: dict[str, str] = {}
        self._looked = False
        names.refuse_many_folders(found, limits.entries, self.file)
        self._list()

    def look(self) -> None:
        """Read every byte once; see `Held`."""
        faults: dict[str, str] = {}
        for path, entry in self.entries.items():
            try:
                if entry.kind is Kind.FILE:
                    self.sha256(path)
            except ArtifactError as error:
                faults[path] = f"cannot be read: {error}"
        if faults:
            raise refusal(self.file, faults)
        self._looked = True

    def bring(self, spool: Path) -> None:
        """Nothing is to be done: each file can be read by itself; see `Held`."""

    def write(self, path: str, target: str) -> str:
        """Write a file to the new file `target`; see `Held`."""
        sha = hashlib.sha256()
        with new_file.create(target, executable=self.entries[path].executable) as file:
            for piece in self._zip.chunks(self._zip.found[path]):
                sha.update(piece)
                file.write(piece)
        self._digests[path] = sha.hexdigest()
        return self._digests[path]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `Held`."""
        if path not in self._digests:
            sha = hashlib.sha256()
            for piece in self._zip.chunks(self._zip.found[path]):
                sha.update(piece)
            self._digests[path] = sha.hexdigest()
        return self._digests[path]

    def read(self, path: str) -> bytes:
        """All bytes of a file; see `Held`."""
        return b"".join(self.pieces(path))

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `Held`."""
        try:
            yield from self._zip.chunks(self._zip.found[path])
        except RrspecError as error:
            if not self._looked:
                raise
            raise OSError(f"the package changed while it was being read: {error}") from error

    def close(self) -> None:
        """Close the file."""
        self._zip.close()

    def _list(self) -> None:
        faults: dict[str, str] = {}
        for path, entry in self._zip.found.items():
            try:
                if not entry.folder:
                    self.entries[path] = self._link(entry) if entry.link else _file(entry)
            except ArtifactError as error:
                faults[path] = f"cannot be read: {error}"
        faults.update(links.faults(self.entries))
        if not faults:
            faults = names.clashes(self.entries, self.folders)
        if faults:
            raise refusal(self.file, faults)

    def _link(self, entry: ZipEntry) -> Entry:
        if entry.size > links.LONGEST:
            return Entry(Kind.LINK, 0, executable=False, target="")
        target = b"".join(self._zip.chunks(entry)).decode("utf-8", "backslashreplace")
        return Entry(Kind.LINK, 0, executable=False, target=target)


def _file(entry: ZipEntry) -> Entry:
    return Entry(Kind.FILE, entry.size, entry.executable)
