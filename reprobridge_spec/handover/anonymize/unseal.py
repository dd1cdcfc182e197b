"""Proves with a sealed mapping that an anonymous artifact and a named one are the same content."""

from collections.abc import Iterator
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive import content
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.errors import RrspecError, UsageError
from reprobridge_spec.handover.anonymize import plan_pairs, records
from reprobridge_spec.handover.anonymize.edits import carried_out
from reprobridge_spec.handover.anonymize.making import WHOLE
from reprobridge_spec.model.seal import Seal, SealedFile, UnlikeFile, Unsealed
from reprobridge_spec.schemas.kinds import MANIFEST_FILE, SPEC_VERSION
from reprobridge_spec.schemas.kinds_beside import SEAL
from reprobridge_spec.schemas.load import load
from reprobridge_spec.validation.load import open_artifact

_MOST = 256 << 20
_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ")


def read_seal(path: Path) -> Seal:
    """The mapping in a file.

    Raises:
        UsageError: there is none, or it is no mapping.
    """
    hint = "Name the file that `rrspec anonymize --seal` wrote."
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"it cannot be read: {error.strerror or error}", hint=hint, place=str(path)) from error
    if len(data) > _MOST:
        raise UsageError("it is too large for a sealed mapping", hint=hint, place=str(path))
    loaded = load(SEAL, data, path.name)
    if loaded.model is None:
        fault = loaded.findings[0].message if loaded.findings else "it is no sealed mapping"
        raise UsageError(f"it is no sealed mapping: {fault}", hint=hint, place=str(path))
    return loaded.model


def unseal(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal) -> Unsealed:
    """What the mapping proves: each file of the named artifact becomes exactly the one that the anonymous one holds."""
    differences = list(_differences(anonymous, named, seal))
    wrong = {one.path for one in differences}
    agreeing = [file for file in seal.files if file.path not in wrong and (file.to or file.path) not in wrong]
    return Unsealed(
        rra=SPEC_VERSION,
        artifact=seal.artifact,
        holds=not differences,
        files=len(seal.files),
        same=sum(1 for file in agreeing if file.after == file.before),
        rewritten=sum(1 for file in agreeing if file.after not in {None, file.before}),
        left_out=sum(1 for file in agreeing if file.after is None),
        records=sum(1 for file in agreeing if file.commitment is not None),
        words=len(seal.words),
        differences=differences,
    )


def _differences(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal) -> Iterator[UnlikeFile]:
    for file in seal.files:
        if why := _why_not(anonymous, named, seal, file):
            yield UnlikeFile(path=file.path, message=why)
    yield from _digests(anonymous, named, seal)
    known = {file.path for file in seal.files}
    for path in _counting(named):
        if path not in known:
            yield UnlikeFile(path=path, message="the named artifact holds it, and the mapping does not know it")
    made = {file.to for file in seal.files}
    for path in _counting(anonymous):
        if path not in made:
            yield UnlikeFile(path=path, message="the anonymous artifact holds it, and the mapping does not know it")


def _digests(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal) -> Iterator[UnlikeFile]:
    """Digests of plans that the mapping pairs otherwise than they are."""
    context = open_artifact(named).context
    if context is None:
        yield UnlikeFile(path=MANIFEST_FILE, message="the named artifact's manifest has not the right form")
        return
    try:
        pairs = {pair.what: (pair.before, pair.after) for pair in plan_pairs.pairs(context, anonymous)}
    except RrspecError as error:
        yield UnlikeFile(path=MANIFEST_FILE, message=f"the digests of plans cannot be compared: {error}")
        return
    said = {pair.what: (pair.before, pair.after) for pair in seal.digests if pair.what != plan_pairs.CONTENT}
    for what in sorted(pairs.keys() | said.keys()):
        if pairs.get(what) != said.get(what):
            yield UnlikeFile(path=MANIFEST_FILE, message=f"the digest of {what} is another than the mapping says")


def _counting(files: ArtifactFiles) -> Iterator[str]:
    return (path for path in files.entries if content.belongs(path) and path not in content.GENERATED)


def _why_not(anonymous: ArtifactFiles, named: ArtifactFiles, seal: Seal, file: SealedFile) -> str:
    if _sha256(named, file.path) != file.before and file.to is not None:
        return "the named artifact has another file, or none, where the mapping was made for one"
    if file.to is None:
        return ""
    there = _sha256(anonymous, file.to)
    if there is None:
        return f"the anonymous artifact has no `{file.to}`"
    if file.commitment is not None and file.commitment != records.commitment(seal.salt, file.path, file.before):
        return "the commitment in the anonymous record is not opened by the mapping"
    if file.after == file.before:
        return "" if there == file.before else f"`{file.to}` is not the same file in the anonymous artifact"
    return _rewritten_otherwise(anonymous, named, file, there)


def _rewritten_otherwise(anonymous: ArtifactFiles, named: ArtifactFiles, file: SealedFile, there: str) -> str:
    try:
        made = carried_out(named.read(file.path, WHOLE), file)
    except (OSError, ValueError) as error:
        return f"the mapping cannot be carried out: {error}"
    if digest.of_bytes(made) == there:
        return ""
    if made.startswith(_COMPRESSED) and _unpacked(made) == _unpacked(anonymous.read(file.to or "", WHOLE)):
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
