"""One process at a time: a folder of the cache is held while it is made."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from reprobridge_spec.environments.cache import Progress
from reprobridge_spec.errors import NotDoneError

_PAUSE = 0.2


@contextmanager
def held(path: Path, progress: Progress) -> Iterator[None]:
    """Holds the lock file `path` as long as the block lasts, and waits where another process holds it.

    The lock is the kernel's, so a process that dies leaves none behind.

    Raises:
        NotDoneError: the file cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = path.open("ab")
    except OSError as error:
        raise NotDoneError(
            f"the cache cannot be written: {error.strerror or error}",
            hint="Set RRSPEC_CACHE to a folder where you may write.",
            place=str(path.parent),
        ) from error
    with file:
        wait_for(file.fileno(), path.stem, progress)
        yield


def wait_for(descriptor: int, what: str, progress: Progress) -> None:
    """Takes the lock of an open file, and tells where another process holds it that works on `what`."""
    said = False
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if not said:
                progress(f"waiting for another process that works on {what}")
                said = True
            time.sleep(_PAUSE)
        except OSError:
            return  # some network disks know no locks
        else:
            return
