"""A word that gives away who wrote the paper stands in the artifact.

## What it finds
The identity terms that whoever checks brings along (`--identity "Jane Doe"`): names, accounts, domains. They are looked
for in every line of every file up to 32 MiB and in the paths of files, as whole words, whatever their case; of a name
also `Doe, Jane`, `J. Doe`, `jane.doe` and `jdoe`, with and without accents. In files that are no text the bytes are
looked at. What is compressed inside a file is not seen.

## Why
Under double-blind review one line in a log, a licence or the front matter of a report is enough. Only the authors know
their own words, so no general search finds them all.

## Example
```text
LICENSE:3      Copyright (c) 2024 Jane Doe
```

## What to do
Remove the word, or write what names nobody. `rrspec anonymize` makes an anonymous copy and keeps the mapping sealed.

## Standard
SPEC.md, section "Package".
"""

from collections.abc import Iterator

from reprobridge_spec.documents.files import Kind
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Rule, Unchecked
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.identity_terms import Terms

_LIMIT = 32 << 20
_HEAD = 8192
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_LINES = 50
"""More lines than this of one file are not named one by one."""


def check(context: Context) -> Iterator[Fault]:
    """Each path, and each line of each file, with a term."""
    if not context.asked.identity_terms:
        return
    terms = Terms(context.asked.identity_terms)
    unread: list[str] = []
    for path, entry in context.files.entries.items():
        if found := terms.found_in(path.replace("\n", " ")).get(1):
            yield _fault(f"the path `{path}` holds the identity term `{found[1]}`", path, None)
        if entry.kind is not Kind.FILE or not 0 < entry.size <= _LIMIT:
            continue
        try:
            data = context.files.read(path, entry.size)
        except (OSError, ValueError):
            unread.append(path)
            continue
        yield from _in_file(terms, path, data)
    if unread:
        raise Unchecked(f"{unread[0]} could not be read" + (f", nor {len(unread) - 1} more" if unread[1:] else ""))


def _in_file(terms: Terms, path: str, data: bytes) -> Iterator[Fault]:
    if data.startswith(_UTF16_MARKS):
        yield from _in_text(terms, path, data.decode("utf-16", "replace"))
    elif b"\0" not in data[:_HEAD]:
        yield from _in_text(terms, path, data.decode("utf-8-sig", "replace"))
    else:
        small = data.lower()
        if any(form in small for form in terms.bytes_forms()) and (found := _in_bytes(terms, small)):
            yield _fault(f"`{path}`, which is no text, holds the identity term `{found}`", path, None)


def _in_bytes(terms: Terms, small: bytes) -> str | None:
    """A term as a whole word among bytes, each taken for a character; in UTF-16 every second one is nothing."""
    for data in (small, small.replace(b"\0", b"")):
        if found := terms.found_in(data.decode("utf-8", "replace")):
            return next(iter(found.values()))[1]
    return None


def _in_text(terms: Terms, path: str, text: str) -> Iterator[Fault]:
    for named, (line, (column, term)) in enumerate(terms.found_in(text).items()):
        if named == _LINES:
            yield _fault(f"more lines of `{path}` hold an identity term", path, Mark(line, column))
            return
        yield _fault(f"`{path}` holds the identity term `{term}`", path, Mark(line, column))


def _fault(message: str, file: str, mark: Mark | None) -> Fault:
    return Fault(message=message, advice="Remove it, or write what names nobody.", file=file, mark=mark)


RULE = Rule(code="RRS003", name="identity-term", level=Level.DRAFT, check=check)
