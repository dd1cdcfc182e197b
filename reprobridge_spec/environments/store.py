"""Fetched files by their digest, and folders in which runs find them under their names."""

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.sealed import remove, seal

REHASH_BYTES = 1 << 30
"""Up to this size a stored file is read again each time; beyond, its size and time of change decide."""


class Store:
    """The part of the cache that holds inputs.

    Args:
        cache: the cache; `inputs/<sha256>` and `views/` in it are the store's.
        rehash: size up to which a stored file is read again each time.
    """

    def __init__(self, cache: Path, *, rehash: int = REHASH_BYTES) -> None:
        self._files = cache / "inputs"
        self._views = cache / "views"
        self._rehash = rehash

    def path(self, sha256: str) -> Path:
        """Where the file with this digest lies, or would lie."""
        return self._files / sha256

    def has(self, sha256: str) -> bool:
        """Whether the file is there with its digest; one that changed is thrown away.

        Raises:
            OSError: it cannot be read or removed.
        """
        path = self.path(sha256)
        if not path.is_file():
            return False
        status = path.stat()
        if status.st_size > self._rehash:
            unchanged = self._noted(sha256) == [status.st_size, status.st_mtime_ns]
        else:
            unchanged = digest.of_file(path) == sha256
        if not unchanged:
            path.unlink()
        return unchanged

    def workspace(self) -> "tempfile.TemporaryDirectory[str]":
        """A new folder on the store's disk, in which files are made that `put` takes over.

        Raises:
            OSError: it cannot be made.
        """
        self._files.mkdir(parents=True, exist_ok=True)
        return tempfile.TemporaryDirectory(prefix=".partial-", dir=self._files)

    def put(self, file: Path, sha256: str) -> None:
        """Moves `file`, whose digest is known to be `sha256`, into the store; nobody may write it from then on.

        Raises:
            OSError: it cannot be moved.
        """
        file.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
        status = file.stat()
        self._note_path(sha256).write_text(json.dumps([status.st_size, status.st_mtime_ns]), encoding="utf-8")
        file.replace(self.path(sha256))

    def view(self, files: Mapping[str, str]) -> Path:
        """A read-only folder in which each stored file lies at its path.

        Args:
            files: SHA-256 by path, folders separated by `/`; each is in the store.

        Raises:
            OSError: it cannot be made.
        """
        folder = self._views / digest.of_value(dict(files))
        if not self._is_view(folder, files):
            remove(folder)
            self._views.mkdir(parents=True, exist_ok=True)
            partial = Path(tempfile.mkdtemp(prefix=".partial-", dir=self._views))
            for path, sha256 in files.items():
                _link_or_copy(self.path(sha256), partial / path)
            seal(partial)
            partial.rename(folder)
        return folder

    def _is_view(self, folder: Path, files: Mapping[str, str]) -> bool:
        there = {
            str(Path(parent, name).relative_to(folder).as_posix())
            for parent, _, names in os.walk(folder)
            for name in names
        }
        return there == set(files) and all(self._same(folder / path, sha256) for path, sha256 in files.items())

    def _same(self, shown: Path, sha256: str) -> bool:
        if shown.is_symlink():
            return False
        return shown.samefile(self.path(sha256)) or digest.of_file(shown) == sha256

    def _note_path(self, sha256: str) -> Path:
        return self._files / f"{sha256}.json"

    def _noted(self, sha256: str) -> list[int] | None:
        try:
            noted = json.loads(self._note_path(sha256).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return noted if isinstance(noted, list) else None


def _link_or_copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        target.hardlink_to(source)
    except OSError:
        shutil.copyfile(source, target)
