"""The files of an artifact, wherever they lie: listed once, read and hashed when somebody asks."""

import os
import stat
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from reprobridge_spec import artifact_path, digest

IGNORED_NAMES = frozenset(
    {
        ".git",
        ".rrspec",
        ".venv",
        "__pycache__",
        ".ipynb_checkpoints",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        ".DS_Store",
        "Thumbs.db",
    }
)
"""Names that are no part of an artifact, in any folder: what tools and desktops leave behind."""


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
    """

    kind: Kind
    size: int
    executable: bool


class ArtifactFiles(Protocol):
    """What readers and rules may ask about files; no implementation executes or writes anything."""

    @property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root, with `/`, in sorted order."""
        ...

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file.

        Raises:
            OSError: it cannot be read.
            ValueError: it is longer than `limit`.
        """
        ...

    def sha256(self, path: str) -> str:
        """SHA-256 of a file, computed once.

        Raises:
            OSError: it cannot be read.
        """
        ...


class FolderFiles:
    """The files of a folder; links are listed and never followed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._entries: dict[str, Entry] | None = None
        self._digests: dict[str, str] = {}

    @property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root, with `/`, in sorted order."""
        if self._entries is None:
            self._entries = dict(sorted(_walk(str(self.root), "")))
        return self._entries

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `ArtifactFiles`."""
        with self._place(path).open("rb") as file:
            # asked for first: a read of `limit` bytes would take that much memory for each small file
            if os.fstat(file.fileno()).st_size > limit:
                raise ValueError(f"{path} is longer than {limit} bytes")
            return file.read()

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `ArtifactFiles`."""
        if path not in self._digests:
            self._digests[path] = digest.of_file(self._place(path))
        return self._digests[path]

    def _place(self, path: str) -> Path:
        entry = self.entries.get(path)
        if entry is not None and entry.kind is Kind.FILE:
            # the walk followed no link to it
            return self.root / path
        return artifact_path.below(self.root, path)


def _walk(folder: str, prefix: str) -> list[tuple[str, Entry]]:
    found: list[tuple[str, Entry]] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name in IGNORED_NAMES:
                continue
            if entry.is_dir(follow_symlinks=False):
                found += _walk(entry.path, f"{prefix}{entry.name}/")
            else:
                found.append((prefix + entry.name, _entry(entry)))
    return found


def _entry(entry: os.DirEntry[str]) -> Entry:
    status = entry.stat(follow_symlinks=False)
    if stat.S_ISREG(status.st_mode):
        return Entry(Kind.FILE, status.st_size, bool(status.st_mode & stat.S_IXUSR))
    return Entry(Kind.LINK if stat.S_ISLNK(status.st_mode) else Kind.OTHER, 0, executable=False)
