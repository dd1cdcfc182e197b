"""The files of an artifact, wherever they lie: listed once, read and hashed when somebody asks."""

import errno
import os
import stat
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.documents import ignore_list
from reprobridge_spec.frozen import dataclass

_OF_DESKTOPS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini", "__MACOSX"})
IGNORED_NAMES = _OF_DESKTOPS | {
    ".git",
    ".rrspec",
    ".venv",
    "__pycache__",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
}
"""Names that are no part of an artifact, in any folder: what tools and desktops leave behind."""
PACKAGE_SUFFIXES = (".rra.zip", ".rra.tgz", ".rra.tar.zst")
"""What names of packages end with; at an artifact's root they are no part of it."""
HEAD = 16
"""Bytes at the beginning of a file by which its kind can be told."""
_TWIN = "._"
"""What macOS puts before a file's name to keep the rest of the file, on disks that hold one part only."""


class Kind(StrEnum):
    """What stands at a path."""

    FILE = "file"
    LINK = "link"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Entry:
    """One path of an artifact; folders are not listed.

    Attributes:
        size: bytes of the file; 0 for what is no file.
        executable: whether the owner may execute it.
        target: where a link points, as it is written; None for what is no link, or cannot be read.
    """

    kind: Kind
    size: int
    executable: bool
    target: str | None = None


class ArtifactFiles(Protocol):
    """What readers and rules may ask about files; no implementation executes or writes anything."""

    @property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root, with `/`, in sorted order."""
        ...

    @property
    def ignored(self) -> tuple[str, ...]:
        """Paths of files and folders that are there and no part of the artifact, in sorted order."""
        ...

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file.

        Raises:
            OSError: it cannot be read.
            ValueError: it is longer than `limit`.
        """
        ...

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece.

        Raises:
            OSError: it cannot be read.
        """
        ...

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file.

        Raises:
            OSError: it cannot be read.
            ValueError: its path leads out of the artifact.
        """
        ...

    def sha256(self, path: str) -> str:
        """SHA-256 of a file, computed once.

        Raises:
            OSError: it cannot be read.
        """
        ...


class FolderFiles:
    """The files of a folder without what its `.rraignore` leaves out; links are listed and never followed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._walked: _Walk | None = None
        self._digests: dict[str, str] = {}
        self._heads: dict[str, bytes] = {}

    @property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root, with `/`, in sorted order."""
        return self._walk().entries

    @property
    def ignored(self) -> tuple[str, ...]:
        """Paths of files and folders that are there and no part of the artifact; see `ArtifactFiles`."""
        return self._walk().ignored

    @property
    def empty_folders(self) -> tuple[str, ...]:
        """Paths of folders in which nothing lies, or only what is ignored, in sorted order; no artifact holds them."""
        return self._walk().empty_folders

    def _walk(self) -> "_Walk":
        if self._walked is None:
            self._walked = _walk(str(self.root))
        return self._walked

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        # without a buffer, which would be filled once: half the time of `Path.open` for small files
        with open(self._place(path), "rb", buffering=0) as file:  # noqa: PTH123
            # asked for first: a read of `limit` bytes would take that much memory for each small file
            if os.fstat(file.fileno()).st_size > limit:
                raise ValueError(f"{path} is longer than {limit} bytes")
            data = file.read()
        if path not in self._digests:
            self._digests[path] = digest.of_bytes(data)
            self._heads[path] = data[:HEAD]
        return data

    def pieces(self, path: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece; see `ArtifactFiles`."""
        with open(self._place(path), "rb", buffering=0) as file:  # noqa: PTH123 (as in `read`)
            while piece := file.read(digest.CHUNK):
                yield piece

    def head(self, path: str) -> bytes:
        """The first `HEAD` bytes of a file; see `ArtifactFiles`."""
        if path not in self._heads:
            with Path(self._place(path)).open("rb") as file:
                self._heads[path] = file.read(HEAD)
        return self._heads[path]

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        if path not in self._digests:
            self._digests[path] = digest.of_file(Path(self._place(path)))
        return self._digests[path]

    def _place(self, path: str) -> str:
        entry = self.entries.get(path)
        if entry is not None and entry.kind is Kind.FILE:
            # the walk followed no link to it
            return f"{self.root}/{path}"
        place = artifact_path.below(self.root, path)
        if place.exists() and not place.is_file() and not place.is_dir():
            # whoever opens a pipe waits for somebody who writes
            raise OSError(errno.EINVAL, "it is neither a file nor a folder", path)
        return str(place)


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name is no part of an artifact."""
    return name in IGNORED_NAMES or name.startswith(_TWIN)


def is_left_by_desktop(path: str) -> bool:
    """Whether a path is one, or leads through one, that a desktop leaves behind in whatever it packs."""
    return any(step in _OF_DESKTOPS or step.startswith(_TWIN) for step in path.split("/"))


@dataclass(frozen=True, slots=True)
class _Walk:
    """What stands below a folder, in sorted order."""

    entries: dict[str, Entry]
    ignored: tuple[str, ...]
    empty_folders: tuple[str, ...]


def _walk(root: str) -> _Walk:
    found: list[tuple[str, Entry]] = []
    ignored: list[str] = []
    empty: list[str] = []
    listed = ignore_list.of_folder(root)
    folders = [(root, "")]
    while folders:
        folder, prefix = folders.pop()
        before = len(found) + len(folders)
        with os.scandir(folder) as entries:
            for entry in entries:
                path = prefix + entry.name
                if is_ignored(entry.name):
                    ignored.append(path)
                elif not prefix and entry.name.endswith(PACKAGE_SUFFIXES):
                    continue
                elif entry.is_dir(follow_symlinks=False):
                    if not listed.covers_folder(path):
                        folders.append((entry.path, f"{path}/"))
                elif not listed.covers(path):
                    found.append((path, _entry(entry)))
        if len(found) + len(folders) == before and prefix:
            empty.append(prefix[:-1])
    return _Walk(dict(sorted(found)), tuple(sorted(ignored)), tuple(sorted(empty)))


def _entry(entry: os.DirEntry[str]) -> Entry:
    status = entry.stat(follow_symlinks=False)
    if stat.S_ISREG(status.st_mode):
        return Entry(Kind.FILE, status.st_size, bool(status.st_mode & stat.S_IXUSR))
    if stat.S_ISLNK(status.st_mode):
        return Entry(Kind.LINK, 0, executable=False, target=_target(entry.path))
    return Entry(Kind.OTHER, 0, executable=False)


def _target(path: str) -> str | None:
    try:
        return str(Path(path).readlink())
    except OSError:
        return None
