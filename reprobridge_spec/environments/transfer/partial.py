"""A file that is not whole yet: held by one process, hashed as it grows, and found again after a kill."""

import errno
import fcntl
import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from reprobridge_spec import digest
from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.environments.held import wait_for

_NOTE = ".note"
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
_SYNCED = 64 << 20
"""Files above this size are written to the disk before they count as whole; of others all bytes are read again."""


class Partial:
    """The beginning of a file.

    Attributes:
        path: where it lies.
        size: the bytes that are there.
        is_finished: whether it is whole and belongs to whoever asked for that.
    """

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file
        self._hash = hashlib.sha256()
        self.size = 0
        self.is_finished = False
        self._read_again()

    @property
    def sha256(self) -> str:
        """Digest of what is there."""
        return self._hash.hexdigest()

    def head(self, length: int) -> bytes:
        """Its first bytes, at most so many."""
        return os.pread(self._file.fileno(), length, 0)

    @property
    def begun_with(self) -> tuple[str, str] | None:
        """The address where it was begun, and by what that knows the file again; None where it said nothing."""
        try:
            noted: Any = json.loads(self._note.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        match noted:
            case [str(address), str(known_by)]:
                return address, known_by
        return None

    def begin(self, known_by: tuple[str, str] | None) -> None:
        """Throw away what is there; `known_by` is what `begun_with` gives from now on.

        Raises:
            OSError: it cannot be written.
        """
        self._file.seek(0)
        self._file.truncate()
        self._hash, self.size = hashlib.sha256(), 0
        if known_by is None:
            self._note.unlink(missing_ok=True)
        else:
            self._note.write_text(json.dumps(known_by), encoding="utf-8")

    def add(self, piece: bytes) -> None:
        """Go on with further bytes.

        Raises:
            OSError: they cannot be written; where the disk is full, what is there is thrown away.
        """
        left = memoryview(piece)
        try:
            while left:
                left = left[self._file.write(left) :]
        except OSError as error:
            if error.errno in _FULL:
                self.begin(None)  # others need the disk more
            raise
        self._hash.update(piece)
        self.size += len(piece)

    def finish(self) -> Path:
        """The file, written to the disk; its lock goes with the block that gave this.

        Raises:
            OSError: it cannot be written.
        """
        if self.size > _SYNCED:
            os.fsync(self._file.fileno())
        self._note.unlink(missing_ok=True)
        self.is_finished = True
        return self.path

    @property
    def _note(self) -> Path:
        return self.path.with_name(self.path.name + _NOTE)

    def _read_again(self) -> None:
        self._file.seek(0)
        while piece := self._file.read(digest.CHUNK):
            self._hash.update(piece)
            self.size += len(piece)


@contextmanager
def partial_at(path: Path, progress: Progress) -> Iterator[Partial]:
    """What is there of the file at `path`, held as long as the block lasts; another process is waited for.

    Raises:
        OSError: it cannot be read or written.
    """
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o644)
        with os.fdopen(descriptor, "r+b", buffering=0) as file:
            wait_for(descriptor, "a file that it downloads", progress)
            # who held it may have put the file into its place meanwhile
            if not _is_still(descriptor, path):
                continue
            partial = Partial(path, file)
            try:
                yield partial
            finally:
                if not partial.size and not partial.is_finished:
                    partial.begin(None)
                    path.unlink(missing_ok=True)
            return


def is_held(path: Path) -> bool:
    """Whether a process holds the file or the folder at `path`; also where that cannot be told."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True  # held, or on a network disk that knows no locks
    finally:
        os.close(descriptor)
    return False


def _is_still(descriptor: int, path: Path) -> bool:
    try:
        there = path.lstat()
    except FileNotFoundError:
        return False
    own = os.fstat(descriptor)
    return (there.st_ino, there.st_dev) == (own.st_ino, own.st_dev)
