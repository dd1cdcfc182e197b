"""Makes a sealed mapping that agrees with an anonymous artifact which says something else, as a liar would do."""

from collections.abc import Callable
from pathlib import Path

from reprobridge_spec import digest
from reprobridge_spec.archive import content
from reprobridge_spec.documents.files import FolderFiles
from reprobridge_spec.handover.anonymize.edits import carried_out
from reprobridge_spec.handover.anonymize.sides import side
from reprobridge_spec.model.seal import DigestPair, Seal, SealedEdit, SealedFile


def file_of(seal: Seal, path: str) -> SealedFile:
    return next(file for file in seal.files if file.path == path)


def with_file(seal: Seal, file: SealedFile) -> Seal:
    return seal.model_copy(update={"files": [file if one.path == file.path else one for one in seal.files]})


def edited(file: SealedFile, named: Path, old: str, new: str) -> SealedFile:
    """The file with an edit that puts `new` in the place of `old`."""
    text = (named / file.path).read_text()
    edit = SealedEdit(at=text.index(old), length=len(old), text=new)
    return file.model_copy(update={"edits": sorted([*file.edits, edit], key=lambda edit: edit.at)})


def forged(seal: Seal, named: Path, anonymous: Path, path: str, change: Callable[[SealedFile], SealedFile]) -> Seal:
    """The mapping, and the anonymous artifact, with a file rewritten: every digest of both is as it should be."""
    file = change(file_of(seal, path))
    if file.to is not None:
        data = carried_out((named / path).read_bytes(), file)
        (anonymous / str(file_of(seal, path).to)).unlink()
        (anonymous / file.to).parent.mkdir(parents=True, exist_ok=True)
        (anonymous / file.to).write_bytes(data)
        file = file.model_copy(update={"after": digest.of_bytes(data)})
    else:
        (anonymous / str(file_of(seal, path).to)).unlink()
    return resealed(with_file(seal, file), named, anonymous)


def resealed(seal: Seal, named: Path, anonymous: Path) -> Seal:
    """The mapping with the digests that both artifacts have."""
    before, after = (content.content_digest(FolderFiles(folder)) for folder in (named, anonymous))
    pairs = [pair for pair in seal.digests if pair.what != "the content"]
    if before != after:
        pairs.append(DigestPair(what="the content", before=before, after=after))
    return seal.model_copy(update={"digests": pairs, "anonymous": side(FolderFiles(anonymous))})
