"""What lies in an output folder before an attempt and after it, as the file system tells."""

import os
from collections.abc import Mapping
from pathlib import Path

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.ancestry import Ancestry, Making


@dataclass(frozen=True, slots=True)
class Seen:
    """A file at one moment; its inode with its birth, so far as the file system keeps it, and what writing changes."""

    inode: tuple[int, int]
    size: int
    modified: int
    changed: int


Before = Mapping[str, Seen]
"""Files of a folder, by their paths in it."""


def look(folder: Path) -> dict[str, Seen]:
    """The files that lie in `folder` now; of what cannot be read, nothing."""
    found: dict[str, Seen] = {}
    waiting = [(str(folder), "")]
    while waiting:
        place, inside = waiting.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    path = f"{inside}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, f"{path}/"))
                    elif entry.is_file(follow_symlinks=False):
                        stat = entry.stat(follow_symlinks=False)
                        found[path] = Seen((stat.st_dev, stat.st_ino), stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns)
        except OSError:
            continue  # it was taken away meanwhile, or is closed to us: then it is no output either
    return found


def untold(output: Path, before: Before) -> dict[str, Ancestry]:
    """What can be said of each file without anybody who watched."""
    return {path: ancestry(before.get(path), seen) for path, seen in sorted(look(output).items())}


def ancestry(earlier: Seen | None, now: Seen) -> Ancestry:
    """What the file system says of a file; `earlier` is None where there was none."""
    if earlier is None:
        return Ancestry(making=Making.UNSEEN)
    if earlier == now:
        return Ancestry(making=Making.KEPT, existed=True)
    if earlier.inode == now.inode and earlier.size == now.size and earlier.modified == now.modified:
        # its rights, its names or its place changed, and none of its bytes
        return Ancestry(making=Making.TOUCHED, existed=True)
    return Ancestry(making=Making.UNSEEN, existed=True, replaced=earlier.inode != now.inode)
