"""Files that can be compared: a folder of an artifact, a release with patches, a choice from two of them."""

from collections.abc import Callable
from typing import Protocol

from reprobridge_spec import digest
from reprobridge_spec.documents.files import ArtifactFiles, Entry, Kind
from reprobridge_spec.documents.patch.apply import AsItLies, PatchedFiles


class Tree(Protocol):
    """Files by path."""

    @property
    def entries(self) -> dict[str, Entry]:
        """Every path below the root, with `/`."""
        ...

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file.

        Raises:
            OSError: it cannot be read.
            ValueError: it is longer than `limit`.
        """
        ...

    def sha256(self, path: str) -> str:
        """SHA-256 of a file.

        Raises:
            OSError: it cannot be read.
        """
        ...


class Below:
    """Some of an artifact's files.

    Args:
        files: all of them.
        folder: the folder that paths start from; the root where it is empty.
        belongs: whether a file of this path, from the root, is one of them.
    """

    def __init__(self, files: ArtifactFiles, folder: str = "", belongs: Callable[[str], bool] = lambda _: True) -> None:
        self._files = files
        self._start = f"{folder}/" if folder else ""
        self.entries: dict[str, Entry] = {
            path.removeprefix(self._start): entry
            for path, entry in files.entries.items()
            if path.startswith(self._start) and belongs(path)
        }

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `Tree`."""
        return self._files.read(self._start + path, limit)

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `Tree`."""
        return self._files.sha256(self._start + path)


class Patched:
    """A release with patches, as it is at this moment.

    Args:
        release: the files as they lie there.
        patched: the same with patches.
    """

    def __init__(self, release: ArtifactFiles, patched: PatchedFiles) -> None:
        self._release = release
        self._now = dict(patched.now)
        self.entries: dict[str, Entry] = {
            path: _entry(there, executable=path in patched.executable) for path, there in sorted(self._now.items())
        }

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `Tree`."""
        there = self._now[path]
        if isinstance(there, AsItLies):
            return self._release.read(there.path, limit)
        if len(there) > limit:
            raise ValueError(f"{path} is longer than {limit} bytes")
        return there

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `Tree`."""
        there = self._now[path]
        return self._release.sha256(there.path) if isinstance(there, AsItLies) else digest.of_bytes(there)


class Chosen:
    """The files of one tree at some paths, those of another at all others.

    Args:
        chosen: the tree whose files stand at the paths that are chosen.
        other: the tree whose files stand elsewhere.
        is_chosen: whether a path is chosen.
    """

    def __init__(self, chosen: Tree, other: Tree, is_chosen: Callable[[str], bool]) -> None:
        self._of = {path: chosen for path in chosen.entries if is_chosen(path)}
        self._of |= {path: other for path in other.entries if not is_chosen(path)}
        self.entries: dict[str, Entry] = {path: self._of[path].entries[path] for path in sorted(self._of)}

    def read(self, path: str, limit: int) -> bytes:
        """At most `limit` bytes of a file; see `Tree`."""
        return self._of[path].read(path, limit)

    def sha256(self, path: str) -> str:
        """SHA-256 of a file; see `Tree`."""
        return self._of[path].sha256(path)


def _entry(there: AsItLies | bytes, *, executable: bool) -> Entry:
    if isinstance(there, bytes):
        return Entry(Kind.FILE, len(there), executable)
    entry = there.entry
    return Entry(entry.kind, entry.size, executable, entry.target)
