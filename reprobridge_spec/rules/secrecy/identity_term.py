"""A word that gives away who wrote the paper stands in the artifact.

## What it finds
The identity terms that whoever checks brings along (`--identity "Jane Doe"`): names, accounts, domains. They are looked
for in every line of every text, of large ones up to 256 MiB in all, and in the paths of files, as whole words, whatever
their case; of a name also `Doe, Jane`, `J. Doe`, `jane.doe` and `jdoe`, family and given name in fields of their own,
with and without accents. In files up to 32 MiB that are no text the bytes are looked at, and in a package what it hands
over beside the artifact, its comments and owners. What is compressed inside a file is not seen.

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
from reprobridge_spec.documents.text_bytes import as_text
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
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
            pieces = pieces_of(files, path) if entry.size >= LIMIT else [_piece(path, files.read(path, entry.size))]
            found = _Found(path)
            for piece in pieces:
                looked_at += len(piece.data) if piece.is_text and entry.size >= LIMIT else 0
                if looked_at > IN_ALL:
                    unread.append(path)
                if found.enough or looked_at > IN_ALL or not (piece.is_text or entry.size <= _LARGEST):
                    break
                yield from found.faults(terms, piece)
        except (OSError, ValueError):
            unread.append(path)


def _piece(path: str, data: bytes) -> Piece:
    text = as_text(data)
    return Piece(path, data, is_text=False) if text is None else Piece(path, text)


class _Found:
    """What is found in one file, piece by piece; what two pieces hold counts once."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._lines: set[int] = set()
        self.enough = False

    def faults(self, terms: Terms, piece: Piece) -> Iterator[Fault]:
        if piece.is_text:
            yield from self._in_text(terms, piece)
            return
        small = piece.data.lower()
        if any(form in small for form in terms.bytes_forms()) and (found := _in_bytes(terms, small)):
            self.enough = True
            yield _fault(f"`{self._path}`, which is no text, holds the identity term `{found}`", self._path, None)

    def _in_text(self, terms: Terms, piece: Piece) -> Iterator[Fault]:
        for number, (column, term) in terms.found_in(piece.data.decode("utf-8-sig", "replace")).items():
            line = number + piece.line
            if line in self._lines or self.enough:
                continue
            mark = Mark(line, column + (piece.column if number == 1 else 0))
            self.enough = len(self._lines) == _LINES
            self._lines.add(line)
            said = f"more lines of `{self._path}` hold an" if self.enough else f"`{self._path}` holds the"
            yield _fault(f"{said} identity term{'' if self.enough else f' `{term}`'}", self._path, mark)


def _in_bytes(terms: Terms, small: bytes) -> str | None:
    """A term as a whole word among bytes, each taken for a character; in UTF-16 every second one is nothing."""
    for data in (small, small.replace(b"\0", b"")):
        if found := terms.found_in(data.decode("utf-8", "replace")):
            return next(iter(found.values()))[1]
    return None


def _fault(message: str, file: str, mark: Mark | None) -> Fault:
    return Fault(message=message, advice="Remove it, or write what names nobody.", file=file, mark=mark)


RULE = Rule(code="RRS003", name="identity-term", level=Level.DRAFT, check=check)
