"""Whether a disk has room for what is to come."""

import shutil
from pathlib import Path

from reprobridge_spec.errors import NotDoneError

_LEFT = 1 << 20
"""Bytes that are left free for others."""


def refuse_without_room(path: Path, needed: int, what: str) -> None:
    """Nothing where the disk of `path` has room for `needed` bytes.

    Raises:
        NotDoneError: it has not.
    """
    free = shutil.disk_usage(path.parent).free
    if needed + _LEFT > free:
        raise NotDoneError(
            f"{what} needs {needed:,} bytes, and {free:,} are free",
            hint="Make room, or set RRSPEC_CACHE to a folder on another disk.",
            place=str(path.parent),
        )
