"""Compares one file of two artifacts by a sealed mapping, of which nothing is believed that can be worked out."""

from collections.abc import Sequence

from reprobridge_spec import digest
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.handover.anonymize import covering, records
from reprobridge_spec.handover.anonymize.edits import carried_out
from reprobridge_spec.handover.anonymize.making import WHOLE, named_by_digest, why_left_out
from reprobridge_spec.handover.anonymize.permitted import Permitted
from reprobridge_spec.model.seal import DigestPair, Seal, SealedFile, SealedValue
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ")


class Unsealing:
    """The comparison of two artifacts, file by file."""

    def __init__(self, named: Context, anonymous: ArtifactFiles, seal: Seal, plans: Sequence[DigestPair]) -> None:
        """Work out which digests became which.

        Args:
            named: the named artifact.
            anonymous: the files of the anonymous one.
            seal: the mapping.
            plans: the digests that are of no file, taken over both artifacts.
        """
        self._context = named
        self._named: ArtifactFiles = named.files
        self._anonymous = anonymous
        self._salt = seal.salt
        self._to = {file.path: file.to for file in seal.files if file.to is not None}
        pairs = {_sha256(self._named, path): _sha256(anonymous, to) for path, to in self._to.items()}
        self._pairs = {old: new for old, new in pairs.items() if old and new and old != new}
        self._pairs |= {pair.before: pair.after for pair in plans if pair.before != pair.after}
        self._permitted = Permitted(seal.words, self._pairs)

    def why_not(self, file: SealedFile) -> str:
        """Why a file is not what the mapping may make of it, in a sentence; empty where it is."""
        if file.to is None:
            return self._left_out_wrongly(file.path)
        if _sha256(self._named, file.path) != file.before:
            return "the named artifact has another file, or none, where the mapping was made for one"
        there = _sha256(self._anonymous, file.to)
        if there is None:
            return f"the anonymous artifact has no `{file.to}`"
        if there != file.after:
            return f"`{file.to}` is not the file in the anonymous artifact that the mapping says"
        if not self._may_be_called(file.path, file.to):
            return f"the mapping calls it `{file.to}`, which is more than neutral words for names"
        return self._rewritten_wrongly(file, there)

    def _left_out_wrongly(self, path: str) -> str:
        entry = self._named.entries.get(path)
        if entry is None or why_left_out(path, entry):
            return ""
        return "the mapping leaves it out, and it gives nobody away"

    def _may_be_called(self, path: str, to: str) -> bool:
        if path in self._context.verifications:
            path = named_by_digest(path, path, self._pairs)
        return self._permitted.may_be_called(path, to)

    def _rewritten_wrongly(self, file: SealedFile, there: str) -> str:
        if file.commitment is not None and file.commitment != records.commitment(self._salt, file.path, file.before):
            return "the commitment in the anonymous record is not opened by the mapping"
        if [one.model_dump() for one in file.operations] != [one.model_dump() for one in self._operations(file)]:
            return "the mapping sets or takes away other values in it than those that give somebody away"
        if not (file.edits or file.renamed or file.operations):
            return "" if there == file.before else f"`{file.to}` is another file, and the mapping changes nothing in it"
        data = self._named.read(file.path, WHOLE)
        return self._permitted.fault_in(file, data) or self._made_otherwise(file, data, there)

    def _operations(self, file: SealedFile) -> list[SealedValue]:
        """The values that are set and taken away, as they have to be."""
        if file.path == MANIFEST_FILE:
            return covering.operations(self._context.manifest, self._salt)
        record = self._context.records.get(file.path) or self._context.verifications.get(file.path)
        if record is None:
            return []
        covered = records.Covered(record=record, path=file.path, before=file.before, is_edited=bool(file.edits))
        return records.operations(covered, self._salt, self._size_of)

    def _size_of(self, path: str) -> int | None:
        entry = self._anonymous.entries.get(self._to.get(path, ""))
        return entry.size if entry is not None else None

    def _made_otherwise(self, file: SealedFile, data: bytes, there: str) -> str:
        try:
            made = carried_out(data, file)
        except (OSError, ValueError) as error:
            return f"the mapping cannot be carried out: {error}"
        if digest.of_bytes(made) == there:
            return ""
        if made.startswith(_COMPRESSED) and _unpacked(made) == _unpacked(self._anonymous.read(file.to or "", WHOLE)):
            return ""  # two programs compress the same content to different bytes
        return f"the mapping makes another file of it than `{file.to}` in the anonymous artifact"


def _unpacked(data: bytes) -> list[bytes]:
    from reprobridge_spec.documents.parts.base import NotThisFormError  # noqa: PLC0415 (only where bytes differ)
    from reprobridge_spec.documents.parts.forms import form_of  # noqa: PLC0415 (only where bytes differ)

    form = form_of(data)
    try:
        return [part.data for part in form.parts(data)] if form else [data]
    except NotThisFormError:
        return [data]


def _sha256(files: ArtifactFiles, path: str) -> str | None:
    entry = files.entries.get(path)
    try:
        return files.sha256(path) if entry is not None and entry.kind is Kind.FILE else None
    except OSError:
        return None
