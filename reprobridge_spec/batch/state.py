"""In which state an artifact is, told without reading it: when it was changed, and how large it is."""

import os
from hashlib import sha256
from pathlib import Path

from reprobridge_spec.documents.files import FolderFiles


def state_of(path: Path) -> str:
    """A digest that is another one once a file at `path`, or in the folder there, was written, made or removed.

    Raises:
        OSError: it cannot be looked at.
    """
    sha = sha256()
    if path.is_dir():
        files = FolderFiles(path)
        for inside in (*files.entries, *files.ignored):
            sha.update(_line(inside, (path / inside).lstat()))
    else:
        sha.update(_line("", path.stat()))
    return sha.hexdigest()


def _line(name: str, status: os.stat_result) -> bytes:
    return f"{name!r} {status.st_mode} {status.st_size} {status.st_mtime_ns}\n".encode()
