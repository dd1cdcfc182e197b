"""Which folder the locks of cards lie in: one that all users of a machine share, else one of this user alone."""

import os
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.frozen import dataclass

BASES = (Path("/run/lock"), Path("/tmp"))  # noqa: S108 (a folder of its own in there, which is checked each time)
NAME = "rrspec-gpus"
_FOR_ALL = stat.S_ISVTX | stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO
"""Every user may add files, and remove only their own."""
_ADDING = stat.S_ISVTX | stat.S_IWOTH


@dataclass(frozen=True, slots=True, kw_only=True)
class LockFolder:
    """Where the locks of cards lie.

    Attributes:
        path: the folder.
        said: what a person must know about it; empty where all users of the machine share it.
    """

    path: Path
    said: str


def lock_folder(
    bases: Sequence[Path] = BASES, *, user: int | None = None, root: int = 0, settle_seconds: float = 1.0
) -> LockFolder:
    """The folder that all users share, or one of this user alone where that cannot be.

    Args:
        bases: folders in which it may lie; the first that every user may write in, and only root may change, is
            taken, so that all users come to the same.
        user: id of the user; this process's own where it is not given.
        root: id of the user whom such a folder belongs to.
        settle_seconds: how long another process may take between making the folder and opening it for all.

    Raises:
        NotDoneError: there is neither.
    """
    mine = os.getuid() if user is None else user
    usable = [base for base in bases if _is_open_to_all(base, root)]
    why = "no folder is open to all users"
    if usable:
        why = _shared(usable[0] / NAME, mine, settle_seconds)
        if not why:
            return LockFolder(path=usable[0] / NAME, said="")
    for base in usable or bases:
        own = base / f"{NAME}-{mine}"
        with suppress(OSError):
            own.mkdir(mode=0o700, exist_ok=True)
            if is_safe(own.lstat(), mine):
                said = f"leases of cards are kept in {own}, for this user alone ({why}); those of others are not seen"
                return LockFolder(path=own, said=said)
    raise NotDoneError(
        f"cards cannot be leased: {why}", hint="Ask for a /tmp in which every user may write.", place=str(bases[-1])
    )


def is_safe(status: os.stat_result, mine: int) -> bool:
    """Whether a folder is one of all users, where nobody removes what is another's, or one of this user alone."""
    if not stat.S_ISDIR(status.st_mode):
        return False
    mode = stat.S_IMODE(status.st_mode)
    return mode == _FOR_ALL or (status.st_uid == mine and not mode & (stat.S_IWGRP | stat.S_IWOTH))


def _is_open_to_all(base: Path, root: int) -> bool:
    try:
        status = base.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == root and status.st_mode & _ADDING == _ADDING


def _shared(folder: Path, mine: int, settle_seconds: float) -> str:
    """Why the folder cannot be shared; empty once it can."""
    deadline = time.monotonic() + settle_seconds
    while True:
        try:
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
            status = folder.lstat()
            if not stat.S_ISDIR(status.st_mode):
                return f"{folder} is no folder"
            if stat.S_IMODE(status.st_mode) == _FOR_ALL:
                return ""
            if status.st_uid == mine:
                folder.chmod(_FOR_ALL)  # mkdir applies the mask of the process
                continue
        except OSError as error:
            return f"{folder} cannot be used: {error.strerror or error}"
        if time.monotonic() > deadline:
            return f"{folder} is not open to all users"
        time.sleep(0.05)
