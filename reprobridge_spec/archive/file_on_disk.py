"""A file that is opened once and read at places, however it was named and whatever happens to it meanwhile."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive.refusal import damaged
from reprobridge_spec.errors import NoArtifactError, NotDoneError


class FileOnDisk:
    """An open file of strangers' bytes.

    Attributes:
        name: the path as the caller wrote it.
        length: its bytes.
    """

    def __init__(self, path: Path) -> None:
        """Open the file at `path`.

        Raises:
            NoArtifactError: there is no file.
            NotDoneError: it cannot be read.
        """
        self.name = str(path)
        self._descriptor = self._open(path)
        try:
            self.length = self._measured()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file."""
        os.close(self._descriptor)

    def read_at(self, offset: int, length: int) -> bytes:
        """Bytes from `offset` on; fewer than `length` only at the end.

        Raises:
            ArtifactError: the file became shorter.
            NotDoneError: it cannot be read.
        """
        if offset >= self.length:
            return b""
        try:
            data = os.pread(self._descriptor, length, offset)
        except OSError as error:
            raise self._unreadable(error) from error
        if len(data) < min(length, self.length - offset):
            raise damaged(self.name, "it became shorter while it was being read")
        return data

    def chunks(self) -> Iterator[bytes]:
        """All bytes, piece by piece."""
        for offset in range(0, self.length, digest.CHUNK):
            yield self.read_at(offset, digest.CHUNK)

    def _open(self, path: Path) -> int:
        try:
            # a pipe is not waited for
            return os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except (FileNotFoundError, NotADirectoryError) as error:
            raise NoArtifactError("there is no such file", hint="Check the path.", place=self.name) from error
        except OSError as error:
            raise self._unreadable(error) from error

    def _measured(self) -> int:
        status = os.fstat(self._descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NoArtifactError("it is no file", hint="Name the package's file.", place=self.name)
        return status.st_size

    def _unreadable(self, error: OSError) -> NotDoneError:
        return NotDoneError(
            f"it cannot be read: {error.strerror or error}",
            hint="Check the file's rights and its disk.",
            place=self.name,
        )
