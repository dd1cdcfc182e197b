"""The states between the release and the code folder: which files each has, and a copy of the artifact for them."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.documents.patch.apply import MAX_FILE_BYTES, AsItLies, PatchedFiles
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.change_patches import ChangePatch, UnreadPatch, patches_of
from reprobridge_spec.rules.context import Context

_LEFT_OUT = ("evidence/", "guide/")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The code after some patches.

    Attributes:
        change: the change whose patch was the last; None for the release, and for the code folder as it is.
        files: by path from the code folder.
        source: where files lie that no patch changed.
    """

    change: str | None
    files: Mapping[str, AsItLies | bytes]
    source: ArtifactFiles


def states_of(context: Context, release: ArtifactFiles) -> list[State]:
    """The release, and what it is after each patch.

    Raises:
        ArtifactError: there is no patch, or one cannot be read or does not apply.
    """
    code = PatchedFiles(release)
    found = [State(change=None, files=dict(code.now), source=release)]
    for patch in _patches(context):
        if not patch.files:
            raise ArtifactError(
                f"the patch of change {patch.change} changes no file",
                hint="Write it anew: nothing of it can be applied.",
                place=patch.path,
            )
        patch.apply_to(code)
        found.append(State(change=patch.change, files=dict(code.now), source=release))
    return found


def as_it_is(context: Context, folder: str) -> State:
    """The code folder of the artifact."""
    return State(change=None, files=PatchedFiles(context.files, folder).now, source=context.files)


def _patches(context: Context) -> Sequence[ChangePatch]:
    found = list(patches_of(context))
    document = context.changes.model if context.changes else None
    named = [change.patch for change in document.changes.values() if change.patch] if document else []
    if not named:
        raise ArtifactError("the change record has no patches", hint="Without them no change can be told from another.")
    if len(found) < len(named):
        gone = next(path for path in named if path not in context.files.entries)
        raise ArtifactError(f"{gone} is not there", hint="Put the patch back that the change record names.", place=gone)
    for patch in found:
        if isinstance(patch, UnreadPatch):
            place = patch.path if patch.line is None else f"{patch.path}:{patch.line}"
            raise ArtifactError(
                f"the patch of change {patch.change} cannot be read: {patch.reason}", hint=patch.advice, place=place
            )
    return [patch for patch in found if isinstance(patch, ChangePatch)]


class Copy:
    """A copy of an artifact in which the code folder is that of one state after another.

    Args:
        root: the artifact.
        context: its documents.
        folder: the code folder.
        target: the new folder for the copy.
    """

    def __init__(self, root: Path, context: Context, folder: str, target: Path) -> None:
        self.root = target
        self._code = f"{folder}/"
        self._entries = context.files.entries
        target.mkdir(parents=True)
        for path in self._copied():
            destination = target / path
            destination.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(artifact_path.below(root, path), destination)

    def become(self, state: State) -> None:
        """Lay out the code of `state`.

        Raises:
            OSError: it cannot be read or written.
        """
        shutil.rmtree(self.root / self._code, ignore_errors=True)
        for path, there in state.files.items():
            if artifact_path.fault_in(path) or (isinstance(there, AsItLies) and there.entry.kind is not Kind.FILE):
                continue  # no artifact can hold it, so a later patch takes it away
            target = self.root / self._code / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(there if isinstance(there, bytes) else _read(state.source, there.path))
            target.chmod(0o755 if self._is_executable(path, there) else 0o644)

    def _copied(self) -> Iterator[str]:
        for path, entry in self._entries.items():
            if entry.kind is Kind.FILE and not path.startswith((*_LEFT_OUT, self._code)):
                yield path

    def _is_executable(self, path: str, there: AsItLies | bytes) -> bool:
        own = self._entries.get(f"{self._code}{path}")
        if isinstance(there, AsItLies):
            return there.entry.executable
        return own is not None and own.executable


def _read(files: ArtifactFiles, path: str) -> bytes:
    try:
        return files.read(path, MAX_FILE_BYTES)
    except ValueError:
        return b"".join(files.pieces(path))
