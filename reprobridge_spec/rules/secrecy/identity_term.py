"""A word that gives away who wrote the paper stands in the artifact.

## What it finds
The identity terms that whoever checks brings along (`--identity "Jane Doe"`): names, accounts, domains. They are looked
for in every line of every text, of large ones up to 256 MiB in all, and in the paths of files, as whole words, whatever
their case; of a name also `Doe, Jane`, `J. Doe`, `jane.doe`, `jdoe` and `JaneDoeNet`, family and given name in fields
of their own, with and without accents, behind the escapes of JSON, HTML, LaTeX and addresses. In files up to 32 MiB
that are no text the bytes are looked at, and the parts of archives, office documents, images and PDF files; in a
package also what it hands over beside the artifact, its comments and owners. Of the pages of a PDF file the texts are
seen whose fonts have the usual letters.

## Why
Under double-blind review one line in a log, a licence or the front matter of a report is enough. Only the authors know
their own words, so no general search finds them all.

## Example
```text
LICENSE:3      Copyright (c) 2024 Jane Doe
```

## What to do
Remove the word, or write what names nobody.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import ArtifactFiles, Kind
from reprobridge_spec.documents.parts.forms import is_known
from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity.search import in_bytes
from reprobridge_spec.rules.identity.views import INSIDE, Member, View, views
from reprobridge_spec.rules.identity_terms import Terms
from reprobridge_spec.rules.large_texts import Piece, pieces_of
from reprobridge_spec.rules.small_files import LIMIT
from reprobridge_spec.rules.texts_beyond import IN_ALL

_LARGEST = 32 << 20
"""Files that are no text are looked through up to this size."""
_LINES = 50
"""More lines than this of one file are not named one by one."""


def check(context: Context) -> Iterator[Fault]:
    """Each path, and each line of each file, with a term; then so for what a package hands over beside the artifact."""
    if not context.asked.identity_terms:
        return
    terms = Terms(context.asked.identity_terms)
    unread: list[str] = []
    for files in (context.files, context.asked.handed_over):
        if files:
            yield from _in_files(terms, files, unread)
    if unread:
        raise Unchecked(f"{unread[0]} could not be searched" + (f", nor {len(unread) - 1} more" if unread[1:] else ""))


def _in_files(terms: Terms, files: ArtifactFiles, unread: list[str]) -> Iterator[Fault]:
    looked_at = 0
    for path, entry in files.entries.items():
        if in_path := terms.found_in(path.replace("\n", " ")).get(1):
            yield _fault(f"the path `{path}` holds the identity term `{in_path[1]}`", path, None)
        if entry.kind is not Kind.FILE or not entry.size:
            continue
        try:
            found = _Found(path)
            for piece in (
                pieces_of(files, path) if entry.size >= LIMIT else [_piece(path, files.read(path, entry.size))]
            ):
                if not piece.is_text or (not piece.line and is_known(piece.data)):
                    yield from _inside(terms, path, files.read(path, _LARGEST)) if entry.size <= _LARGEST else ()
                    break
                looked_at += len(piece.data) if entry.size >= LIMIT else 0
                if looked_at > IN_ALL:
                    unread.append(path)
                if found.enough or looked_at > IN_ALL:
                    break
                yield from found.faults(terms, piece)
        except (OSError, ValueError):
            unread.append(path)


def _piece(path: str, data: bytes) -> Piece:
    text = as_text(data)
    return Piece(path, data, is_text=False) if text is None else Piece(path, text)


class _Found:
    """What is found in one text, piece by piece; what two pieces hold counts once."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: set[int] = set()
        self.enough = False

    def faults(self, terms: Terms, piece: Piece) -> Iterator[Fault]:
        for number, (column, term) in terms.found_in(_decoded(piece.data)).items():
            line = number + piece.line
            if line in self._lines or self.enough:
                continue
            mark = Mark(line, column + (piece.column if number == 1 else 0))
            self.enough = len(self._lines) == _LINES
            self._lines.add(line)
            said = f"more lines of `{self._path}` hold an" if self.enough else f"`{self._path}` holds the"
            yield _fault(f"{said} identity term{'' if self.enough else f' `{term}`'}", self._path, mark)


def _decoded(data: bytes) -> str:
    """A text; what is no UTF-8 but for a character that is cut is of Western Europe."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        is_cut = error.start < _CUT or error.start > len(data) - _CUT
        return data.decode("utf-8-sig", "replace") if is_cut else data.decode("cp1252", "replace")


_CUT = 4


def _inside(terms: Terms, path: str, data: bytes) -> Iterator[Fault]:
    """Each text of a file that is no text, with a term."""
    for view in views(path, data):
        if isinstance(view, Member):
            if named := terms.found_in(view.name.replace("\n", " ")).get(1):
                inside = f"{path}{INSIDE}{view.name}"
                yield _fault(f"the path `{inside}` holds the identity term `{named[1]}`", path, None)
        elif found := _in_view(terms, view):
            yield _fault(f"`{view.path}`, which is no text, holds the identity term `{found}`", path, None)


def _in_view(terms: Terms, view: View) -> str | None:
    if view.is_text:
        return next((term for _, term in terms.found_in(view.coded.text).values()), None)
    data = view.coded.text.encode("latin-1")
    small = data.lower()
    if terms.may_be_in_bytes(small) and (found := in_bytes(terms, view.coded.text)):
        return found[0].shown
    accents = small.decode("utf-8", "replace") if any(form in small for form in terms.accented_forms()) else ""
    return next((term for _, term in terms.found_in(accents).values()), None)


def _fault(message: str, file: str, mark: Mark | None) -> Fault:
    return Fault(message=message, advice="Remove it, or write what names nobody.", file=file, mark=mark)


RULE = Rule(code="RRS003", name="identity-term", level=Level.DRAFT, check=check)
