"""Fetched files by their digest, and folders in which runs find them under their names."""

import fcntl
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.environments.cache import Progress, silent
from reprobridge_spec.environments.held import held
from reprobridge_spec.environments.sealed import remove, seal
from reprobridge_spec.environments.transfer.partial import Partial, is_held, partial_at

REHASH_BYTES = 1 << 30
"""Up to this size a stored file is read again each time; beyond, its size and time of change decide."""
PARTIAL = ".partial-"
"""How names of what is not whole yet begin."""
_FORGOTTEN = 30 * 24 * 3600.0
"""Seconds after which a file that broke off is no longer kept to go on with."""


class Store:
    """The part of the cache that holds inputs.

    Args:
        cache: the cache; `inputs/<sha256>` and `views/` in it are the store's.
        rehash: size up to which a stored file is read again each time.
        clock: seconds since 1970, by which files that broke off are forgotten.
    """

    def __init__(self, cache: Path, *, rehash: int = REHASH_BYTES, clock: Callable[[], float] = time.time) -> None:
        self._files = cache / "inputs"
        self._views = cache / "views"
        self._rehash = rehash
        self._clock = clock

    def path(self, sha256: str) -> Path:
        """Where the file with this digest lies, or would lie."""
        return self._files / sha256

    def has(self, sha256: str, *, read: bool = False) -> bool:
        """Whether the file is there with its digest; one that changed is thrown away.

        Args:
            sha256: its digest.
            read: whether also a large file is read again.

        Raises:
            OSError: it cannot be read or removed.
        """
        path = self.path(sha256)
        if not path.is_file():
            return False
        status = path.stat()
        if status.st_size > self._rehash and not read:
            unchanged = self._noted(sha256) == [status.st_size, status.st_mtime_ns]
        else:
            unchanged = digest.of_file(path) == sha256
        if not unchanged:
            path.unlink()
        return unchanged

    @contextmanager
    def workspace(self) -> Iterator[str]:
        """A new folder on the store's disk, in which files are made that `put` takes over.

        What killed processes left of theirs is removed.

        Raises:
            OSError: it cannot be made.
        """
        with self._held_folder(self._files) as folder:
            yield str(folder)

    @contextmanager
    def partial(self, key: str, progress: Progress = silent) -> Iterator[Partial]:
        """What is there of a file that is being downloaded, held as long as the block lasts.

        Args:
            key: its digest, or what else it is found by again.
            progress: told where another process is waited for.

        Raises:
            OSError: it cannot be read or written.
        """
        self._files.mkdir(parents=True, exist_ok=True)
        with partial_at(self._files / f"{PARTIAL}{key}", progress) as partial:
            yield partial

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
        if self._is_view(folder, files):
            return folder
        with self._held_folder(self._views) as partial:
            for path, sha256 in files.items():
                _link_or_copy(self.path(sha256), partial / path)
            seal(partial)
            # one place, one process at a time: another may show the same files for another input
            with held(self._views / f"{folder.name}.lock", silent):
                if not self._is_view(folder, files):
                    remove(folder)
                    partial.rename(folder)
        return folder

    @contextmanager
    def _held_folder(self, parent: Path) -> Iterator[Path]:
        parent.mkdir(parents=True, exist_ok=True)
        # whoever makes one holds this, so that none is taken for a leftover before it is held
        with held(parent / ".workspaces.lock", silent):
            self._remove_leftovers(parent)
            folder = Path(tempfile.mkdtemp(prefix=PARTIAL, dir=parent))
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            with suppress(OSError):  # some network disks know no locks
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        try:
            yield folder
        finally:
            remove(folder)
            os.close(descriptor)

    def _remove_leftovers(self, parent: Path) -> None:
        for left in parent.glob(f"{PARTIAL}*"):
            if left.is_dir():
                if not is_held(left):
                    remove(left)
            elif self._is_forgotten(left) and not is_held(left):
                left.unlink(missing_ok=True)

    def _is_forgotten(self, left: Path) -> bool:
        try:
            return self._clock() - left.stat().st_mtime > _FORGOTTEN
        except OSError:
            return False

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
