"""Files that are unpacked: each is new, lies where nothing stood, and can be executed or not as its package says."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

_DATA, _PROGRAM = 0o644, 0o755
_BUFFER = 64 << 10
"""Said, as files are asked first otherwise how they like to be written."""


def create(place: str, *, executable: bool) -> BinaryIO:
    """The new file at `place`, which is closed by a `with` block.

    Raises:
        OSError: something stands there, or it cannot be written.
    """
    mode = _PROGRAM if executable else _DATA
    descriptor = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
    file = os.fdopen(descriptor, "wb", buffering=_BUFFER)
    # as the package says, whatever the caller's umask takes away
    os.fchmod(descriptor, mode)
    return file


def make_folders(root: Path, paths: Iterable[str]) -> None:
    """Make the folders below the new folder `root` in which the files at `paths` will lie.

    Raises:
        OSError: one cannot be made.
    """
    made = {""}
    for path in paths:
        _make_folder(str(root), path.rpartition("/")[0], made)


def _make_folder(root: str, folder: str, made: set[str]) -> None:
    if folder in made:
        return
    _make_folder(root, folder.rpartition("/")[0], made)
    Path(root, folder).mkdir()
    made.add(folder)
