"""A file of the artifact is not the one that a list of digests beside it says.

## What it finds
Lists of SHA-256 digests that lie anywhere in the artifact, such as `SHA256SUMS` or `FROZEN_SHA256`, and small JSON
files that name a `path` and its `sha256`: a listed file whose digest is another, one that is not there while others of
the list are (in the code folder a warning), and one whose recorded size is another. Lists that inputs declare are
compared by `bundled-input-altered`, and those of a package by whatever opens it. A list of which no file is there is
about something else, such as downloads, and is left alone.

## Why
The list says which bytes were meant. A judging script that was edited after its digest was frozen judges as somebody
else pleases; a table whose line ends a checkout turned fails every later comparison. One that is gone is another fault
than one that changed, so each has a finding of its own.

## Example
```text
FROZEN_SHA256      14c832ee...  verify.sh          # verify.sh now ends with `exit 0`
```

## What to do
Put the listed file back. Where the new one is right, make the list again with `sha256sum`, and say in the guide why:
the list is never mended by itself.

## Standard
SPEC.md, section "Inputs".
"""

from collections.abc import Iterator

from reprobridge_spec import digest
from reprobridge_spec.documents import digest_record
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.findings import Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.rules.digest_lists import DigestLists, Listing
from reprobridge_spec.rules.file_bytes import bytes_of
from reprobridge_spec.rules.first_few import first_few
from reprobridge_spec.rules.text_files import LIMIT
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_MOST_TWINS = 200


def looker(context: Context) -> Look:
    """What does not fit, list by list: files that changed, then files that are gone."""
    lists = DigestLists(context)
    codebase = context.manifest.codebase
    code = f"{codebase.path if codebase else 'code'}/"

    def look(path: str, data: bytes) -> Iterator[Fault]:
        listing = lists.read(path, data)
        if listing is not None and listing.input is None:
            yield from first_few(_altered(context, listing), "listed file")
            yield from first_few(_gone(context, listing, is_code=path.startswith(code)), "listed file")
        elif path.endswith(".json") and not path.startswith("evidence/") and digest_record.may_be_one(data):
            yield from first_few(_recorded(context, lists, path, data), "recorded file")

    return look


def _altered(context: Context, listing: Listing) -> Iterator[Fault]:
    for listed in listing.files:
        place = listing.place(listed)
        entry = context.files.entries.get(place)
        if entry is not None and entry.kind is Kind.FILE:
            yield from _compared(context, place, listed.sha256, f"`{listing.path}` lists in line {listed.line}")


def _gone(context: Context, listing: Listing, *, is_code: bool) -> Iterator[Fault]:
    for listed in listing.files:
        if listing.place(listed) not in context.files.entries:
            yield Fault(
                message=f"`{listing.path}` lists `{listed.path}`, which is not in the artifact",
                advice="Put the file back, or make the list again with `sha256sum`.",
                file=listing.path,
                mark=Mark(listed.line, 1),
                severity=Severity.WARNING if is_code else None,
            )


def _recorded(context: Context, lists: DigestLists, path: str, data: bytes) -> Iterator[Fault]:
    records = digest_record.read(data)
    base = lists.base_of(path, (record.path for record in records))
    for record in records if base is not None else ():
        place = f"{base}{record.path}"
        entry = context.files.entries.get(place)
        if entry is None or entry.kind is not Kind.FILE or place == MANIFEST_FILE:
            continue
        yield from _compared(context, place, record.sha256, f"`{path}` records")
        if record.size is not None and record.size != entry.size:
            yield Fault(
                message=f"`{place}` has {entry.size} bytes, and `{path}` records {record.size}",
                advice="Put the recorded file back; a download may have brought a part of it, or a web page.",
                file=place,
            )


def _compared(context: Context, place: str, sha256: str, where: str) -> Iterator[Fault]:
    found = context.files.sha256(place)
    if found != sha256:
        with_lf, why = _with_plain_line_ends(context, place, sha256), ""
        if with_lf:
            why = "; with plain line ends it is that file"
        elif twin := _twin(context, place, sha256):
            why = f"; `{twin}` is that file"
        yield Fault(
            message=f"`{place}` is not the file that {where}: its SHA-256 begins {found[:12]}, not {sha256[:12]}{why}",
            advice="A checkout turned its line ends: convert it, and mark it `-text` in .gitattributes."
            if with_lf
            else "Put that file back before anything uses it, or make the list again and say in the guide why.",
            file=place,
        )


def _with_plain_line_ends(context: Context, place: str, sha256: str) -> bool:
    if context.files.entries[place].size > LIMIT:
        return False
    return digest.of_bytes(bytes_of(context, place).replace(b"\r\n", b"\n")) == sha256


def _twin(context: Context, place: str, sha256: str) -> str | None:
    """A file of the same kind that has the digest, among the first that could."""
    suffix = place.rpartition(".")[2]
    same = [
        path
        for path, entry in context.files.entries.items()
        if path != place and entry.kind is Kind.FILE and entry.size <= LIMIT and path.endswith(suffix)
    ]
    return next((path for path in same[:_MOST_TWINS] if context.files.sha256(path) == sha256), None)


RULE = Rule(code="RRE022", name="digest-list-stale", level=Level.DRAFT, looker=looker)
