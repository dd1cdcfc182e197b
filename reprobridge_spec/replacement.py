"""New files and folders that appear whole or not at all.

Both are made beside their place under a name of their own, and take the place once everything is written. What a
killed process leaves behind is removed when the same place is written again.
"""

import errno
import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from reprobridge_spec.errors import NotDoneError, RrspecError, UsageError

PARTIAL_SUFFIX = ".rrspec-partial"
"""What names of unfinished files and folders end with."""

_NAMELESS = "a folder to be named"
"""Stands for the name that is not known yet, so that what a killed process left of it is found again."""
_BUFFER = 1 << 20
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})


@contextmanager
def replacing_file(target: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of `target` when the block ends without an exception.

    Otherwise it is removed, and what stood at `target` is as it was.

    Raises:
        UsageError: `target` is a folder, a device or a pipe, or lies in no folder.
        NotDoneError: it cannot be written; the disk is full, for example.
    """
    place = _place(target)
    if _is_folder(place, target):
        raise UsageError("a folder stands there", hint="Name a file.", place=str(target))
    if place.exists() and not place.is_file():
        raise UsageError(
            "a device or a pipe stands there, and it is not replaced", hint="Name a file.", place=str(target)
        )
    partial = _partial_beside(place)
    try:
        with partial.open("xb", buffering=_BUFFER) as file:
            _lock(file.fileno())
            yield file
            file.flush()
            os.fsync(file.fileno())
            partial.replace(place)
    except OSError as error:
        raise _cannot_write(target, error) from error
    finally:
        _remove(partial)
    _sync_folder(place.parent)


@contextmanager
def new_folder(target: Path) -> Iterator[Path]:
    """An empty folder that becomes `target` when the block ends without an exception, else is removed.

    Raises:
        UsageError: something stands at `target` that is no empty folder, or it lies in none.
        NotDoneError: it cannot be written; the disk is full, for example.
    """
    place = _place(target)
    _refuse_occupied(place, target)
    partial = _partial_beside(place)
    try:
        with _locked_folder(partial):
            yield partial
            partial.rename(place)
    except OSError as error:
        _refuse_occupied(place, target)
        raise _cannot_write(target, error) from error
    finally:
        _remove(partial)
    _sync_folder(place.parent)


@dataclass(slots=True)
class NewFolder:
    """A folder that is not called anything yet.

    Attributes:
        folder: where it lies until then.
        name: what it is to be called, which is said before the block ends.
    """

    folder: Path
    name: str = ""


@contextmanager
def folder_to_be_named(parent: Path) -> Iterator[NewFolder]:
    """An empty folder that gets its name in `parent` when the block ends without an exception, else is removed.

    Raises:
        UsageError: something stands there by then that is no empty folder, or there is no folder `parent`.
        NotDoneError: it cannot be written; the disk is full, for example.
    """
    new = NewFolder(_partial_beside(_place(parent / _NAMELESS)))
    try:
        with _locked_folder(new.folder):
            yield new
            place = _place(parent / new.name)
            _refuse_occupied(place, parent / new.name)
            new.folder.rename(place)
    except OSError as error:
        raise _cannot_write(parent / new.name, error) from error
    finally:
        _remove(new.folder)
    _sync_folder(place.parent)


@contextmanager
def _locked_folder(partial: Path) -> Iterator[None]:
    partial.mkdir()
    descriptor = os.open(partial, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(descriptor)
        yield
    finally:
        os.close(descriptor)


def _place(target: Path) -> Path:
    # the folder is resolved and the last step is not: a link there is replaced, not followed
    place = target.absolute() if target.name else target.resolve()
    if not _is_folder(place.parent, target):
        raise UsageError(
            f"there is no folder {str(place.parent)!r}",
            hint="Make it first, or choose another place.",
            place=str(target),
        )
    return place.parent.resolve() / place.name


def _is_folder(path: Path, target: Path) -> bool:
    try:
        return path.is_dir()
    except OSError as error:
        raise _cannot_write(target, error) from error


def _refuse_occupied(place: Path, target: Path) -> None:
    try:
        occupied = bool(os.listdir(place))  # noqa: PTH208 (whether there are any is enough)
    except FileNotFoundError:
        return
    except NotADirectoryError:
        occupied = True
    except OSError as error:
        raise _cannot_write(target, error) from error
    if occupied:
        raise UsageError(
            "something stands there already",
            hint="Choose a folder that is not there yet, or is empty.",
            place=str(target),
        )


def _cannot_write(target: Path, error: OSError) -> RrspecError:
    if error.errno in _FULL:
        return NotDoneError(
            "the disk is full; nothing was left behind",
            hint="Make room, or choose a place on another disk.",
            place=str(target),
        )
    return NotDoneError(
        f"it cannot be written: {error.strerror or error}",
        hint="Choose a place where you may write.",
        place=str(target),
    )


def _partial_beside(place: Path) -> Path:
    # of one length for all targets, since a target's name may be as long as names may be
    stem = f".{hashlib.sha256(os.fsencode(place.name)).hexdigest()[:16]}."
    try:
        leftovers = [name for name in os.listdir(place.parent) if name.startswith(stem)]  # noqa: PTH208 (names are enough)
    except OSError:
        leftovers = []  # a folder that may be written and not listed
    for name in leftovers:
        if name.endswith(PARTIAL_SUFFIX) and _is_abandoned(place.parent / name, name.removeprefix(stem)):
            _remove(place.parent / name)
    return place.with_name(f"{stem}{os.getpid()}.{os.urandom(4).hex()}{PARTIAL_SUFFIX}")


def _is_abandoned(partial: Path, rest: str) -> bool:
    number, _, _ = rest.partition(".")
    return number.isdecimal() and not _runs(int(number)) and _is_unlocked(partial)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _is_unlocked(partial: Path) -> bool:
    # a process of another container, or of another machine on the same disk, has no number here but holds the lock
    try:
        descriptor = os.open(partial, os.O_RDONLY | os.O_NOFOLLOW)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True  # a network disk that knows no locks: the number of the process decides alone
    finally:
        os.close(descriptor)
    return True


def _lock(descriptor: int) -> None:
    # some network disks know no locks
    with suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _remove(partial: Path) -> None:
    if partial.is_dir():
        import shutil  # noqa: PLC0415 (it imports what compresses)

        shutil.rmtree(partial, ignore_errors=True)
    else:
        with suppress(OSError):
            partial.unlink()


def _sync_folder(folder: Path) -> None:
    # the rename is done; a disk that cannot promise to remember it is no reason to fail
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
