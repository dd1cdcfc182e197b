"""Files on disk that go into a package, and must not change while they are read."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager

from reprobridge_spec import digest
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError
from reprobridge_spec.frozen import dataclass

_GONE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENXIO})

# a link or a pipe that took the file's place since the listing is neither followed nor waited for
_HOW = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSource:
    """A file on disk that goes into a package.

    Attributes:
        size: its bytes, as they were when the files were listed.
    """

    file: str
    size: int
    executable: bool


@contextmanager
def opened(path: str, source: FileSource) -> Iterator[int]:
    """A descriptor from which the whole of `source` is read in the block.

    Args:
        path: its path in the artifact, for messages.
        source: the file.

    Raises:
        ArtifactError: it is no longer the file that was listed, or it changes during the block.
        NotDoneError: it cannot be opened.
    """
    descriptor = _descriptor(path, source)
    try:
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode) or before.st_size != source.size:
            raise _changed(path)
        yield descriptor
        after = os.fstat(descriptor)
        if (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns):
            raise _changed(path)
    finally:
        os.close(descriptor)


def whole(path: str, source: FileSource) -> bytes:
    """All bytes of `source`, for small files; see `opened`."""
    descriptor = _descriptor(path, source)
    try:
        before = os.fstat(descriptor)
        # one byte more than was listed tells whether it grew
        data = os.read(descriptor, source.size + 1) if stat.S_ISREG(before.st_mode) else None
        after = os.fstat(descriptor)
    except OSError as error:
        raise _unreadable(path, error) from error
    finally:
        os.close(descriptor)
    if data is None or len(data) != source.size or before.st_mtime_ns != after.st_mtime_ns:
        raise _changed(path)
    return data


def chunks_of(descriptor: int, path: str, size: int) -> Iterator[bytes]:
    """The next `size` bytes, piece by piece.

    Raises:
        ArtifactError: there are fewer.
        NotDoneError: they cannot be read.
    """
    left = size
    while left:
        try:
            chunk = os.read(descriptor, min(left, digest.CHUNK))
        except OSError as error:
            raise _unreadable(path, error) from error
        if not chunk:
            raise _changed(path)
        left -= len(chunk)
        yield chunk


def _descriptor(path: str, source: FileSource) -> int:
    try:
        return os.open(source.file, _HOW)
    except OSError as error:
        raise _changed(path) if error.errno in _GONE else _unreadable(path, error) from error


def _changed(path: str) -> RrspecError:
    return ArtifactError(
        f"{path} changed while it was being packed",
        hint="Wait until nothing writes into the artifact, then pack again.",
        place=path,
    )


def _unreadable(path: str, error: OSError) -> RrspecError:
    return NotDoneError(
        f"{path} cannot be read: {error.strerror or error}",
        hint="Make it readable, or move it out of the artifact.",
        place=path,
    )
