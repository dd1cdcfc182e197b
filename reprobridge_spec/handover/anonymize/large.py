"""Looks through files that are too large to be rewritten as a whole."""

from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.text_coding import Coded
from reprobridge_spec.handover.anonymize.rewriting import Search
from reprobridge_spec.rules.identity.search import in_view
from reprobridge_spec.rules.identity.views import View
from reprobridge_spec.rules.large_texts import Piece, pieces_of


def problem_in_large(files: ArtifactFiles, path: str, search: Search) -> list[str]:
    """Why a large file cannot stay as it is; nothing where it can."""
    for piece in pieces_of(files, path):
        found = search.kept(in_view(_view(path, piece), search.scope, search.terms))
        if found:
            size = files.entries[path].size >> 20
            return [f"`{path}` holds {found[0].what} `{found[0].text}`, and with {size} MiB it is not rewritten"]
    return []


def _view(path: str, piece: Piece) -> View:
    if piece.is_text:
        return View(path=path, coded=Coded(piece.data.decode("utf-8", "replace"), b"", "utf-8"))
    return View(path=path, coded=Coded(piece.data.decode("latin-1"), b"", "latin-1"), is_text=False)
