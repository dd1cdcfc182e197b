"""A patch and its entry written into an artifact: each file whole or not at all, the patch first."""

import os
import stat
from pathlib import Path

from reprobridge_spec import artifact_path
from reprobridge_spec.documents.change_entry import Value, with_change, with_patch
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.change_record.make import Made
from reprobridge_spec.handover.change_record.record import Record
from reprobridge_spec.model.guide import ChangeKind
from reprobridge_spec.replacement import replacing_file
from reprobridge_spec.schemas.kinds import CHANGES
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import MAX_DOCUMENT_BYTES

_KIND = Value(ChangeKind.CORRECTNESS.value, "or execution, or convenience")
_WHY = "TODO: what was wrong in the release, and how that shows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What becomes of the change record.

    Attributes:
        before: its bytes; None where it is new.
        after: its new bytes.
        said: what was done, in words.
    """

    before: bytes | None
    after: bytes
    said: str


def entry_for(files: ArtifactFiles, record: Record, made: Made, kind: ChangeKind | None, why: str) -> Entry | None:
    """The record with the entry that names the patch; None where it names it already.

    Args:
        files: the artifact's files.
        record: the record as it stands.
        made: the patch.
        kind: kind of a new entry; one to be looked at where it is None.
        why: reason of a new entry; a placeholder where it is empty.

    Raises:
        ArtifactError: the record is written so that nothing can be put into it.
    """
    target = made.target
    if target.entry is not None and target.entry.patch == target.path:
        return None
    before = files.read(record.file, MAX_DOCUMENT_BYTES) if record.file in files.entries else None
    values = {
        "kind": Value(kind.value) if kind else _KIND,
        "why": Value(why if why.strip() else _WHY),
        "patch": Value(target.path),
    }
    try:
        text = None if before is None else before.decode("utf-8")
        if text is not None and target.entry is not None:
            after = with_patch(text, target.change, target.path)
        else:
            after = with_change(text, target.change, values, is_first=not record.changes)
    except ValueError as error:
        raise _by_hand(record, str(error)) from error
    _refuse_other(record, made, after.encode())
    return Entry(before=before, after=after.encode(), said=_said(made, is_open=not (kind and why.strip())))


def _said(made: Made, *, is_open: bool) -> str:
    if made.target.entry is not None:
        return f"change {made.target.change} names its patch"
    open_ = ", whose `kind` and `why` are to be written" if is_open else ""
    return f"change {made.target.change} is its last entry{open_}"


def keep(root: Path, record: Record, made: Made, entry: Entry | None) -> None:
    """Write the patch, then the record.

    Raises:
        ArtifactError: a link leads out of the artifact.
        NotDoneError: the record changed meanwhile, or something cannot be written.
    """
    patch, file = _place(root, made.target.path), _place(root, record.file)
    if entry is not None and _bytes(file) != entry.before:
        raise NotDoneError("it changed meanwhile", hint="Call it again.", place=record.file)
    for place in (patch, file):
        place.parent.mkdir(parents=True, exist_ok=True)
    with replacing_file(patch) as new:
        new.write(made.patch)
    if entry is not None:
        mode = stat.S_IMODE(file.stat().st_mode) if file.exists() else None
        with replacing_file(file) as new:
            if mode is not None:
                os.fchmod(new.fileno(), mode)
            new.write(entry.after)


def _refuse_other(record: Record, made: Made, after: bytes) -> None:
    """Refuse an edit after which the record says anything else than before, and the new patch."""
    model = load(CHANGES, after, record.file).model
    target = made.target
    others = {name: change for name, change in record.changes.items() if name != target.change}
    said = dict(model.changes) if model else {}
    own = said.pop(target.change, None)
    expected = target.entry.model_copy(update={"patch": target.path}) if target.entry else own
    if own is None or own.patch != target.path or said != others or own != expected:
        raise _by_hand(record, "its layout is not one that an entry can be put into")


def _by_hand(record: Record, why: str) -> ArtifactError:
    return ArtifactError(
        f"the change record cannot be edited in place: {why}",
        hint="Write the entry by hand, with `patch: guide/changes/ID.patch`, then make the patch.",
        place=record.file,
    )


def _place(root: Path, path: str) -> Path:
    try:
        return artifact_path.below(root, path)
    except ValueError as error:
        raise ArtifactError(str(error), hint="Put a folder in the place of the link.", place=path) from error


def _bytes(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None
