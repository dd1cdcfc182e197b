"""Waits until something in folders changes; looks again and again, since no one way of being told works everywhere."""

import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from reprobridge_spec.documents.files import is_ignored

_PAUSE = 0.3
_SHARE = 5.0
"""Looking takes at most about one in so many seconds."""


def changes(roots: Sequence[Path]) -> Iterator[None]:
    """Yields once at once, then each time a file below `roots` has come, gone or changed; it never ends by itself."""
    seen: object = None
    while True:
        started = time.monotonic()
        now = [_listing(root) for root in roots]
        took = time.monotonic() - started
        if now != seen:
            # what is written while the caller is busy is a change too
            seen = now
            yield
        time.sleep(max(_PAUSE, _SHARE * took))


def _listing(root: Path) -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(name for name in folders if not is_ignored(name))
        for name in files:
            path = os.path.join(folder, name)  # noqa: PTH118 (for thousands of files)
            try:
                status = os.lstat(path)
            except OSError:
                continue
            found.append((path, status.st_size, status.st_mtime_ns))
    return sorted(found)
