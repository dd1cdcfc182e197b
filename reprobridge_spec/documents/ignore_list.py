"""`.rraignore`: globs of what lies in an artifact's folder and is no part of the artifact, one a line."""

import os
import stat
from collections.abc import Iterator, Sequence
from contextlib import suppress

from reprobridge_spec import artifact_path
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.globs import matches

IGNORE_FILE = ".rraignore"
"""Its name, at the artifact's root."""
LIMIT = 64 << 10
"""Bytes of it that are read at most."""
_KEPT = (IGNORE_FILE, "rra.yaml")
"""What no list can leave out."""


@dataclass(frozen=True, slots=True)
class IgnoreList:
    """What is left out.

    Attributes:
        globs: over paths from the artifact's root.
    """

    globs: Sequence[str] = ()

    def covers(self, path: str) -> bool:
        """Whether a file at `path` is left out by its own path."""
        return bool(self.globs) and matches(path, self.globs)

    def covers_folder(self, path: str) -> bool:
        """Whether the folder at `path` is left out, and with it all that is in it."""
        return bool(self.globs) and (matches(path, self.globs) or matches(f"{path}/", self.globs))

    def step_of(self, path: str) -> str | None:
        """What of `path` is left out: a folder that it leads through, or the file; None where it is not."""
        if not self.globs:
            return None
        folder = path
        steps = [folder := folder.rpartition("/")[0] for _ in range(path.count("/"))]
        found = next((step for step in reversed(steps) if self.covers_folder(step)), None)
        return found or (path if self.covers(path) else None)


@dataclass(frozen=True, slots=True)
class Line:
    """One glob.

    Attributes:
        number: its line, from 1.
        text: as it is written.
        glob: over paths from the artifact's root.
        fault: what is wrong with it, as the rest of a sentence; it then leaves nothing out.
    """

    number: int
    text: str
    glob: str
    fault: str | None


def lines_of(data: bytes) -> Iterator[Line]:
    """The globs of a list; empty lines and those that begin with `#` are none."""
    text = data.decode("utf-8-sig", "replace")
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip()
        if said and not said.startswith("#"):
            # one step alone is meant at any depth, as people know it from git
            glob = said if "/" in said.rstrip("/") else f"**/{said}"
            yield Line(number, said, glob, _fault_in(said, glob))


def of_folder(root: str) -> IgnoreList:
    """The list of the artifact in a folder; an empty one where there is none that can be read."""
    data = b""
    with suppress(OSError):
        descriptor = os.open(f"{root}/{IGNORE_FILE}", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode) and status.st_size <= LIMIT:
                data = os.read(descriptor, LIMIT)
        finally:
            os.close(descriptor)
    return of_bytes(data)


def of_bytes(data: bytes) -> IgnoreList:
    """What a list leaves out."""
    return IgnoreList(tuple(line.glob for line in lines_of(data) if not line.fault))


def _fault_in(said: str, glob: str) -> str | None:
    if said.startswith("!"):
        return "begins with `!`, and nothing that is left out is taken back"
    if "\N{REPLACEMENT CHARACTER}" in said:
        return "is not UTF-8"
    if kept := [f"`{name}`" for name in _KEPT if matches(name, [glob])]:
        return f"means {' and '.join(kept)} too, which no list leaves out"
    return artifact_path.fault_in(glob.removesuffix("/"))
