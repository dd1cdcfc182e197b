"""The patches of the change record, read."""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.documents.patch.apply import PatchedFiles
from reprobridge_spec.documents.patch.form import FilePatch, PatchError
from reprobridge_spec.documents.patch.read import MAX_BYTES, read
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.rules.context import Context


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePatch:
    """The patch of one entry of the change record.

    Attributes:
        change: id of the entry.
        path: the patch file.
        files: what it changes.
    """

    change: str
    path: str
    files: tuple[FilePatch, ...]

    def apply_to(self, code: PatchedFiles) -> None:
        """Change `code` as the patch says.

        Raises:
            ArtifactError: it does not apply.
        """
        try:
            code.apply(self.files)
        except PatchError as error:
            raise ArtifactError(
                f"the patch of change {self.change} does not apply: {error}",
                hint=error.advice,
                place=f"{self.path}:{error.line}",
            ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadPatch:
    """A patch that cannot be read.

    Attributes:
        line: where in the patch file; None where the file itself cannot be read.
    """

    change: str
    path: str
    reason: str
    advice: str
    line: int | None = None


def patches_of(context: Context) -> Iterator[ChangePatch | UnreadPatch]:
    """The patch of each entry that names one which is in the artifact, in the order of the entries."""
    model = context.changes.model if context.changes is not None else None
    for name, change in (model.changes if model is not None else {}).items():
        entry = context.files.entries.get(change.patch or "")
        if change.patch is None or entry is None:
            continue  # change-without-check says so
        try:
            if entry.kind is not Kind.FILE:
                raise ValueError("it is no plain file")  # noqa: TRY301 (a pipe would be waited for)
            files = read(context.files.read(change.patch, MAX_BYTES))
        except PatchError as error:
            yield UnreadPatch(change=name, path=change.patch, reason=str(error), advice=error.advice, line=error.line)
        except (OSError, ValueError) as error:
            yield UnreadPatch(
                change=name, path=change.patch, reason=str(error), advice="Make it a file of at most 16 MiB."
            )
        else:
            yield ChangePatch(change=name, path=change.patch, files=files)
