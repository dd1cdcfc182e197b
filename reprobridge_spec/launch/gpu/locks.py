"""Lock files in a folder that others share.

A lock is the kernel's (`flock`): it goes with the process that holds it, however that ends. Nothing is ever written
into a lock file or read from it, no link is followed, and what another user made is opened for reading only. So who
shares the folder can keep a card from others, as he can by using it, and do nothing else.
"""

import fcntl
import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.gpu.lock_folder import is_safe

TAKEN = "it is leased to another run"


class Lock:
    """A lock that is held until it is released.

    Args:
        descriptor: the open file, which is closed with it.
        remove: folder and name of a file that goes with the lock.
    """

    def __init__(self, descriptor: int, remove: tuple[int, str] | None = None) -> None:
        self._descriptor = descriptor
        self._remove = remove

    def release(self) -> None:
        """Give it back; more than once is as good as once."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor < 0:
            return
        if self._remove is not None:
            folder, name = self._remove
            with suppress(OSError):
                os.unlink(name, dir_fd=folder)
        # closing alone would leave it to a child that is between its fork and its program
        fcntl.flock(descriptor, fcntl.LOCK_UN)
        os.close(descriptor)


class Locks:
    """A lock folder while it is open.

    Args:
        path: the folder.

    Raises:
        NotDoneError: it is gone, or no longer what it was.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        except OSError as error:
            raise NotDoneError(
                f"the folder for leases of cards cannot be opened: {error.strerror or error}",
                hint="Start again; it is made anew then.",
                place=str(path),
            ) from error
        if not is_safe(os.fstat(self._folder), os.getuid()):
            self.close()
            raise NotDoneError(
                "the folder for leases of cards can be changed by others", hint="Remove it.", place=str(path)
            )

    def close(self) -> None:
        """Close the folder; more than once is as good as once. Locks in it are released before."""
        folder, self._folder = self._folder, -1
        if folder >= 0:
            os.close(folder)

    def keep(self) -> None:
        """Hold the folder itself until it is closed: what clears old files out of /tmp leaves a locked one alone."""
        with suppress(OSError):
            fcntl.flock(self._folder, fcntl.LOCK_SH | fcntl.LOCK_NB)

    def names(self) -> list[str]:
        """The files in it."""
        return sorted(os.listdir(self._folder))  # noqa: PTH208 (by its descriptor, not by a path)

    def lock(self, name: str, *, shared: bool = False, remove: bool = False) -> Lock | str:
        """A lock on a file, which is made where it is missing, or why there is none now.

        Args:
            name: the file.
            shared: whether others may hold it too, in the same way.
            remove: whether the file goes with the lock; for files that nobody waits for.
        """
        kind = (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB
        while True:
            try:
                descriptor = self._open(name)
            except OSError as error:
                return f"its lock file {name} cannot be opened: {error.strerror or error}"
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                os.close(descriptor)
                return f"its lock file {name} is no file"
            try:
                fcntl.flock(descriptor, kind)
            except OSError:
                os.close(descriptor)
                return TAKEN
            if self._is_still(name, descriptor):
                return Lock(descriptor, (self._folder, name) if remove else None)
            os.close(descriptor)

    @contextmanager
    def gate(self, seconds: float) -> Iterator[str]:
        """The right to take cards, which one process has at a time; why not, if it cannot be had within `seconds`."""
        deadline = time.monotonic() + seconds
        while isinstance(lock := self.lock("gate"), str):
            if time.monotonic() > deadline:
                yield f"another process is taking cards for more than {seconds:g} s" if lock == TAKEN else lock
                return
            time.sleep(0.01)
        try:
            yield ""
        finally:
            lock.release()

    def _open(self, name: str) -> int:
        # a pipe that lies in the way must not stop us
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK
        with suppress(FileNotFoundError):
            return os.open(name, flags, dir_fd=self._folder)
        try:
            # a file of another user is refused in such folders where it is asked for with O_CREAT
            descriptor = os.open(name, flags | os.O_CREAT | os.O_EXCL, 0o644, dir_fd=self._folder)
        except FileExistsError:
            return os.open(name, flags, dir_fd=self._folder)
        os.fchmod(descriptor, 0o644)  # open applies the mask of the process
        return descriptor

    def _is_still(self, name: str, descriptor: int) -> bool:
        """Whether the file that is locked is the one that the next process will open."""
        try:
            named = os.stat(name, dir_fd=self._folder, follow_symlinks=False)
        except FileNotFoundError:
            return False
        status = os.fstat(descriptor)
        return (named.st_dev, named.st_ino) == (status.st_dev, status.st_ino)
