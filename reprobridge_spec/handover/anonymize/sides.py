"""The digests that name one of the two artifacts of a sealed mapping."""

from reprobridge_spec import digest
from reprobridge_spec.archive import content
from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.handover.diff.side import is_compared
from reprobridge_spec.model.seal import SealedSide


def side(files: ArtifactFiles) -> SealedSide:
    """The two digests that name an artifact with its evidence and without."""
    listed = {
        path: files.sha256(path)
        for path, entry in files.entries.items()
        if entry.kind is Kind.FILE and is_compared(path)
    }
    files_digest = digest.of_bytes(content.manifest_text(listed))
    return SealedSide(content_digest=content.content_digest(files), files_digest=files_digest)
