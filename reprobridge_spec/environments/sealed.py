"""Folders that nothing may write to any more: made read-only, told apart from changed ones, removed.

Modes stop everybody but root; whoever runs as root relies on the sandbox, or on the fingerprint afterwards.
"""

import hashlib
import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def seal(folder: Path) -> None:
    """Takes the right to write from every file and folder below `folder`, and from `folder`; links are left alone.

    Raises:
        OSError: a mode cannot be changed.
    """
    for path, status in _walk(str(folder)):
        if not stat.S_ISLNK(status.st_mode):
            os.chmod(path, stat.S_IMODE(status.st_mode) & ~_WRITE)  # noqa: PTH101 (a text, ten thousand times)
    folder.chmod(stat.S_IMODE(folder.stat().st_mode) & ~_WRITE)


def fingerprint(folder: Path) -> str:
    """A digest over path, kind, mode, size and time of change of everything below `folder`; no file is read.

    It is another one when something was added, removed, renamed or written; who sets times back on purpose escapes it.

    Raises:
        OSError: a folder cannot be listed.
    """
    lines = []
    for path, status in _walk(str(folder)):
        # a folder's own size and time say no more than the names in it
        of_file = "" if stat.S_ISDIR(status.st_mode) else f"{status.st_size} {status.st_mtime_ns}"
        target = os.readlink(path) if stat.S_ISLNK(status.st_mode) else ""  # noqa: PTH115 (a text, not a path)
        lines.append(f"{path[len(str(folder)) :]}\0{status.st_mode:o} {of_file}\0{target}")
    lines.sort()
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def remove(folder: Path) -> None:
    """Removes a folder, sealed or not; nothing where there is none.

    Raises:
        OSError: it cannot be removed.
    """
    if not folder.exists():
        return
    for path, _, _ in os.walk(folder):
        os.chmod(path, stat.S_IRWXU)  # noqa: PTH101 (a text, not a path)
    shutil.rmtree(folder)


def _walk(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    with os.scandir(folder) as entries:
        for entry in entries:
            status = entry.stat(follow_symlinks=False)
            if stat.S_ISDIR(status.st_mode):
                yield from _walk(entry.path)
            yield entry.path, status
