"""Patches applied to a folder in memory: nothing is written, only files that change are read."""

from collections.abc import Container, Sequence

from reprobridge_spec.documents.files import ArtifactFiles, Entry, Kind
from reprobridge_spec.documents.patch import binary
from reprobridge_spec.documents.patch.fit import with_hunks
from reprobridge_spec.documents.patch.form import FilePatch, PatchError
from reprobridge_spec.frozen import dataclass

MAX_FILE_BYTES = 64 << 20
"""The largest file whose content is patched."""
MAX_ALL_BYTES = 256 << 20
"""The most that is made by all patches together, one after the other."""
MAX_ALL_LINES = 5_000_000
"""The most lines that are gone through for all hunks together."""

_ORDER = "Look at the order of the entries and at what was edited since; then make the patch again."


@dataclass(frozen=True, slots=True)
class AsItLies:
    """A file that has the bytes of one below the folder.

    Attributes:
        path: path of that one, from the root of the files.
        entry: what lies there.
    """

    path: str
    entry: Entry


class PatchedFiles:
    """The files below a folder, with patches applied.

    Args:
        files: the files as they lie there.
        folder: the folder that the paths of patches start from; the root where it is empty.
    """

    def __init__(self, files: ArtifactFiles, folder: str = "") -> None:
        self._files = files
        start = f"{folder}/" if folder else ""
        self.now: dict[str, AsItLies | bytes] = {
            path.removeprefix(start): AsItLies(path, entry)
            for path, entry in files.entries.items()
            if path.startswith(start)
        }
        """What is at each path now: a file as it lies there, or the bytes that patches gave it."""
        self.executable = {path for path, there in self.now.items() if _is_executable(there)}
        """Paths of files that can be executed."""
        self._made = 0
        self._lines = 0

    def apply(self, patches: Sequence[FilePatch]) -> None:
        """Make the changes of one patch file.

        Those of one commit are made at once: each is told from what was there before all of them.

        Raises:
            PatchError: one does not fit what is there, or is not told in full.
        """
        at_once = _AtOnce()
        for patch in patches:
            if not at_once.takes(patch, self.now):
                self._apply_at_once(at_once.patches)
                at_once = _AtOnce()
            at_once.add(patch)
        self._apply_at_once(at_once.patches)

    def _apply_at_once(self, patches: list[FilePatch]) -> None:
        gone = {patch.old for patch in patches if patch.old and patch.old != patch.new and not patch.keeps_old}
        made: dict[str, AsItLies | bytes] = {}
        for patch in patches:
            self._refuse_misplaced(patch, gone)
            after = self._after(patch)
            if patch.new is not None:
                made[patch.new] = after
            elif patch.changes_content and not patch.is_link and after:
                raise PatchError(f"it takes `{patch.old}` away, and a part of it stays", _ORDER, patch.line)
        executable = {patch.new for patch in patches if patch.new is not None and self._becomes_executable(patch)}
        for path in gone:
            del self.now[path]
        self.executable = (self.executable - gone - made.keys()) | executable
        self.now |= made

    def _becomes_executable(self, patch: FilePatch) -> bool:
        return patch.old in self.executable if patch.executable is None else patch.executable

    def _refuse_misplaced(self, patch: FilePatch, gone: set[str]) -> None:
        if patch.is_link and patch.new is not None:
            raise PatchError(
                f"it makes the link `{patch.new}`, and an artifact holds none",
                "Put a file in its place, in the code folder and in the patch.",
                patch.line,
            )
        if patch.new is not None and patch.new != patch.old and patch.new in self.now and patch.new not in gone:
            raise PatchError(f"it makes `{patch.new}`, which is there already", _ORDER, patch.line)
        if patch.old is None:
            return
        there = self.now.get(patch.old)
        if there is None:
            raise PatchError(f"it changes `{patch.old}`, which is not there", _ORDER, patch.line)
        if isinstance(there, AsItLies) and there.entry.kind is not Kind.FILE and not patch.is_link:
            raise PatchError(f"it changes `{patch.old}`, which is no plain file", _ORDER, patch.line)

    def _after(self, patch: FilePatch) -> AsItLies | bytes:
        if patch.is_opaque:
            raise PatchError(
                f"it says that the binary file `{patch.new or patch.old}` changes, and not how",
                "Make the patch again with `git diff --binary`, which holds the bytes.",
                patch.line,
            )
        before = self.now[patch.old] if patch.old is not None else b""
        if patch.is_link or not patch.changes_content:
            return before
        data = self._bytes(before, patch)
        self._lines += data.count(b"\n") if patch.hunks else 0
        after = (
            binary.applied(patch.binary, data)
            if patch.binary is not None
            else with_hunks(data, patch.hunks, patch.new or patch.old or "")
        )
        self._made += len(after)
        if self._made > MAX_ALL_BYTES or self._lines > MAX_ALL_LINES:
            raise PatchError(
                "all patches together make more than is read: 256 MiB, or 5 million lines", _ORDER, patch.line
            )
        return after

    def _bytes(self, there: AsItLies | bytes, patch: FilePatch) -> bytes:
        if isinstance(there, bytes):
            return there
        try:
            return self._files.read(there.path, MAX_FILE_BYTES)
        except (OSError, ValueError) as error:
            raise PatchError(f"`{patch.old}` cannot be read: {error}", _ORDER, patch.line) from error


def _is_executable(there: AsItLies | bytes) -> bool:
    return isinstance(there, AsItLies) and there.entry.executable


class _AtOnce:
    """Changes that are all told from what was there before them."""

    def __init__(self) -> None:
        self.patches: list[FilePatch] = []
        self._made: set[str] = set()
        self._taken: set[str] = set()

    def takes(self, patch: FilePatch, before: Container[str]) -> bool:
        """Whether `patch` is of the same commit, and not told from what these changes make."""
        if not self.patches:
            return True
        takes_again = patch.old in self._taken and not patch.keeps_old
        is_of_made = patch.old in self._made and patch.old not in before
        return patch.commit == self.patches[-1].commit and not (patch.new in self._made or takes_again or is_of_made)

    def add(self, patch: FilePatch) -> None:
        self.patches.append(patch)
        if patch.new is not None:
            self._made.add(patch.new)
        if patch.old is not None and not patch.keeps_old:
            self._taken.add(patch.old)
