"""What `rrspec diff --changes` and `rrspec changes make` say: which change covers what of the code."""

from reprobridge_spec.model.base import Model
from reprobridge_spec.model.difference import FileWay
from reprobridge_spec.model.guide import ChangeKind
from reprobridge_spec.model.run_record import Tool
from reprobridge_spec.model.scalars import Count, FormatVersion, Id, RelativePath, Text, Truth


class RecordedChange(Model):
    """An entry of the change record."""

    change: Id
    """Its id."""
    kind: ChangeKind
    """Its kind."""
    why: Text
    """Why it was made."""
    patch: RelativePath | None = None
    """Its patch."""
    files: Count
    """Files that the patch changes."""
    failure: Text | None = None
    """Why the patch does not apply, where it does not."""


class CodeHunk(Model):
    """A part of a file that is not as in the other state, or a whole file where its lines are not told."""

    path: Text
    """Its path from the code folder."""
    way: FileWay
    """How the file differs."""
    before: Text | None = None
    """Its path in the other state, where it was renamed."""
    line: Count | None = None
    """First line of the part, in the code folder; none where it is about the whole file."""
    head: Text
    """The first line of the hunk; in words what happens to the file where it has none."""
    changes: list[Id] = []
    """Changes that cover it."""
    lines: Text | None = None
    """The hunk line by line, secrets hidden, where that was asked for."""


class ChangeCoverage(Model):
    """The code folder against the pinned release, with the change record beside it."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    release: Text
    """The release, as the manifest pins it."""
    complete: Truth
    """Whether the patches in order turn the release into the code folder: bytes, and run bits."""
    changes: list[RecordedChange]
    """The entries, in order."""
    hunks: list[CodeHunk]
    """What differs between the release and the code folder, and is covered."""
    uncovered: list[CodeHunk]
    """What differs between the release with its patches and the code folder: no change covers it."""
    tool: Tool
    """What made this document."""


class MadeChange(Model):
    """A patch that was made of what no change covered."""

    rra: FormatVersion
    """Version of the standard."""
    artifact: Text
    """Id and version of the artifact."""
    change: Id | None = None
    """The change; none where everything is covered."""
    patch: RelativePath | None = None
    """Its patch."""
    written: Truth
    """Whether the files were written."""
    entry: Text | None = None
    """What was done to the change record, where something was."""
    files: list[Text] = []
    """Files that the patch changes, from the code folder."""
    added: Count = 0
    """Lines that it adds."""
    removed: Count = 0
    """Lines that it takes away."""
    left: list[Text] = []
    """Files that are in no change yet."""
    complete: Truth
    """Whether the patches in order turn the release into the code folder, which was tried."""
    tool: Tool
    """What made this document."""
