"""The one safe reader of packages: looks into them, checks them, unpacks them.

Nothing that a package says is believed before it is compared, and nothing is written outside the new folder. Digests
say nothing about the bit that makes a file executable: that bit is taken as the package has it.
"""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from reprobridge_spec.archive import content
from reprobridge_spec.archive.directory import Limits, ZipEntry
from reprobridge_spec.archive.refusal import refusal, refuse_above
from reprobridge_spec.archive.zip_reader import ZipReader
from reprobridge_spec.documents.files import HEAD, Entry, Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.replacement import new_folder

_MANIFEST_LIMIT = 256 << 20
_SHOWN = 10
_DIGITS = 12

Sink = Callable[[bytes], object]


class PackageReader:
    """The files of a package, read where they lie. It is an `ArtifactFiles`.

    Paths are those inside the package's one top folder. What a package asserts about itself is only compared by
    `check` and `unpack`.

    Attributes:
        top: name of the top folder, `<id>-<version>` as packages are written.
    """

    def __init__(self, path: Path, limits: Limits | None = None) -> None:
        """Open the package at `path` and look at every entry, without unpacking any.

        Raises:
            NoArtifactError: there is no file at `path`.
            ArtifactError: it is no package, is damaged, or holds what is refused; up to ten entries are named.
            NotDoneError: it cannot be read.
        """
        self._zip = ZipReader(path, limits)
        try:
            self.top, self._files = _below_top(self._zip)
        except BaseException:
            self._zip.close()
            raise
        self._digests: dict[str, str] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._zip.close()

    @cached_property
    def entries(self) -> dict[str, Entry]:
        """Every path below the top folder, in sorted order; all are files."""
        return {
            path: Entry(Kind.FILE, self._files[path].size, self._files[path].executable) for path in sorted(self._files)
        }

    @property
    def ignored(self) -> tuple[str, ...]:
        """Nothing: what is no part of an artifact is refused when the package is compared with its list."""
        return ()

    @property
    def artifact_digest(self) -> str:
        """SHA-256 of `MANIFEST.sha256`.

        Raises:
            ArtifactError: there is none, or its bytes are damaged.
        """
        self._refuse_without_manifest()
        return self.sha256(content.MANIFEST)

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`.

        Raises:
            OSError: there is no such file.
            ValueError: it is longer than `limit`.
            ArtifactError: its bytes are damaged.
        """
        entry = self._file(path)
        if entry.size > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return b"".join(self._zip.chunks(entry))

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`.

        Raises:
            OSError: there is no such file.
            ArtifactError: its bytes are damaged.
        """
        return self._zip.chunks(self._file(path))

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        return next(iter(self.pieces(path)), b"")[:HEAD]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file, computed once; see `ArtifactFiles`.

        Raises:
            OSError: there is no such file.
            ArtifactError: its bytes are damaged.
        """
        if path not in self._digests:
            self._digests[path] = self._copy(path, _nowhere)
        return self._digests[path]

    def check(self) -> int:
        """Compare every file with `MANIFEST.sha256`.

        Returns:
            The number of files that were compared.

        Raises:
            ArtifactError: files are missing, not listed, damaged or others than listed; up to ten are named.
        """
        return self._compare(self._listed(), self.sha256)

    def unpack(self, target: Path) -> int:
        """Write the files into a new folder, comparing each with `MANIFEST.sha256` on the way.

        What the package has in its top folder is in `target` afterwards; if anything goes wrong, nothing is.

        Returns:
            The number of files that were compared.

        Raises:
            UsageError: something stands at `target` that is no empty folder, or it lies in none.
            ArtifactError: as `check` does.
            NotDoneError: the files cannot be written.
        """
        listed = self._listed()
        with new_folder(target) as folder:
            _make_folders(folder, self._files)
            self._write(content.MANIFEST, folder)
            return self._compare(listed, lambda path: self._write(path, folder))

    def _compare(self, listed: Mapping[str, str], sha256_of: Callable[[str], str]) -> int:
        there = self._files.keys() - {content.MANIFEST}
        faults = dict.fromkeys(listed.keys() - there, "listed and missing")
        # in the order of their bytes in the file, which is how disks read fastest
        for path in self._files:
            if path in there and (fault := self._difference(path, listed.get(path), sha256_of)):
                faults[path] = fault
        if faults:
            raise self._differs(faults)
        return len(there)

    def _difference(self, path: str, listed: str | None, sha256_of: Callable[[str], str]) -> str | None:
        if listed is None:
            return "there and not listed"
        if not content.belongs(path):
            return "no part of an artifact"
        try:
            found = sha256_of(path)
        except ArtifactError as error:
            return str(error)
        if found != listed:
            return f"SHA-256 {found[:_DIGITS]}..., listed {listed[:_DIGITS]}..."
        return None

    def _differs(self, faults: Mapping[str, str]) -> ArtifactError:
        named = [f"{path!r} ({faults[path]})" for path in sorted(faults)[:_SHOWN]]
        if len(faults) > _SHOWN:
            named.append(f"and {len(faults) - _SHOWN} more")
        count = "1 file is" if len(faults) == 1 else f"{len(faults)} files are"
        return ArtifactError(
            f"{count} not as {content.MANIFEST} lists: {'; '.join(named)}",
            hint="Get the package again, or ask whoever sent it to pack it again.",
            place=self._zip.file,
        )

    def _refuse_without_manifest(self) -> None:
        if content.MANIFEST not in self._files:
            raise ArtifactError(
                f"it has no {content.MANIFEST} in its top folder, so nothing can be compared",
                hint="Ask for a package that `rrspec pack` made.",
                place=self._zip.file,
            )

    def _listed(self) -> dict[str, str]:
        self._refuse_without_manifest()
        refuse_above(
            self._files[content.MANIFEST].size, _MANIFEST_LIMIT, f"bytes of {content.MANIFEST}", self._zip.file
        )
        data = self.read(content.MANIFEST, _MANIFEST_LIMIT)
        try:
            return content.parse_manifest(data)
        except ArtifactError as error:
            raise ArtifactError(str(error), hint=error.hint, place=f"{self._zip.file}: {error.place}") from error

    def _write(self, path: str, folder: Path) -> str:
        mode = 0o755 if self._files[path].executable else 0o644
        descriptor = os.open(f"{folder}/{path}", os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
        with os.fdopen(descriptor, "wb") as file:
            # as the package says, whatever the caller's umask takes away
            os.fchmod(file.fileno(), mode)
            self._digests[path] = self._copy(path, file.write)
        return self._digests[path]

    def _copy(self, path: str, sink: Sink) -> str:
        sha = hashlib.sha256()
        for chunk in self._zip.chunks(self._file(path)):
            sha.update(chunk)
            sink(chunk)
        return sha.hexdigest()

    def _file(self, path: str) -> ZipEntry:
        try:
            return self._files[path]
        except KeyError:
            raise FileNotFoundError(f"there is no {path!r} in {self._zip.file}") from None


def _nowhere(data: bytes) -> None:
    """Where bytes go that only their digest is wanted of."""


def _below_top(archive: ZipReader) -> tuple[str, dict[str, ZipEntry]]:
    """The top folder, and its files by their paths in it."""
    tops = {name.partition("/")[0] for name in archive.found}
    outside = {
        name: "lies outside the top folder"
        for name, entry in archive.found.items()
        if "/" not in name and not entry.folder
    }
    if outside:
        raise refusal(archive.file, outside)
    if len(tops) != 1:
        found = ", ".join(repr(top) for top in sorted(tops)[:_SHOWN]) or "none"
        raise ArtifactError(
            f"a package has one top folder; this has {len(tops)}: {found}",
            hint="Ask for a package that `rrspec pack` made.",
            place=archive.file,
        )
    (top,) = tops
    files = {name[len(top) + 1 :]: entry for name, entry in archive.found.items() if not entry.folder}
    # names as wholes are checked already; what is new in their rest is a drive's letter at its beginning
    if drives := {files[path].name: "is absolute in the top folder" for path in files if path[1:2] == ":"}:
        raise refusal(archive.file, drives)
    return top, files


def _make_folders(root: Path, paths: Iterable[str]) -> None:
    made = {""}
    for path in paths:
        _make_folder(str(root), path.rpartition("/")[0], made)


def _make_folder(root: str, folder: str, made: set[str]) -> None:
    if folder in made:
        return
    _make_folder(root, folder.rpartition("/")[0], made)
    Path(root, folder).mkdir()
    made.add(folder)
