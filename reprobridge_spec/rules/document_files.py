"""Where the documents of an artifact lie: what other programs are told of it is made from them."""

from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE


def document_files(context: Context) -> list[str]:
    """Paths of the manifest, the guide with its documents, the references, the records and the verifications."""
    loaded = (context.decisions, context.changes, context.references, *context.reviews)
    guide = context.manifest.guide
    named = [
        MANIFEST_FILE,
        *(one.file for one in loaded if one is not None),
        *([guide.text] if guide else []),
        *context.records,
        *context.verifications,
    ]
    return [path for path in dict.fromkeys(named) if path in context.files.entries]
