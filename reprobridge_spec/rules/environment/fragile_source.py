"""Data is to be had only where it may soon be gone, or be something else.

## What it finds
An input whose `url` (and each of its `mirrors`), or whose `manual` text, leads to a personal drive, a share link, a
shortened address, an address that expires or that only one network has; and, where no digest pins it, to a personal
page or a branch (with a digest that is a note). A mirror that lasts, such as the file of an archive with a DOI, is
enough. Besides, in small tables that list addresses with a column for checksums: such addresses, and rows without a
checksum. Whether an address still answers is not looked at: that takes the network.

## Why
Share links expire, accounts are closed, pages are edited. Without a second source and a digest nobody can tell later
whether the scores changed or the data did.

## Example
```yaml
inputs:
  train: {kind: dataset, source: {url: "https://drive.google.com/open?id=EXAMPLE"}}
```

## What to do
Deposit the data in an archive that gives a DOI, or name one as a mirror, and write the digest. Where the licence
forbids that, say in the guide how long the address is promised.

## Standard
SPEC.md, section "Inputs".
"""

import re
from collections.abc import Iterator

from reprobridge_spec.findings import Severity
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.location import Mark, Path
from reprobridge_spec.model.inputs import Input, ManualSource, UrlSource
from reprobridge_spec.model.manifest import Level
from reprobridge_spec.rules.addresses import fragility
from reprobridge_spec.rules.base import Fault, Look, Rule
from reprobridge_spec.rules.context import Context
from reprobridge_spec.schemas.kinds import MANIFEST_FILE

_ADDRESS = lazy_pattern(r"https?://[^\s`\"'<>)]{1,500}")
_LARGEST_TABLE = 64 << 10
_ADDRESSES = frozenset(["url", "link", "source", "download", "download_url", "address"])
_CHECKSUMS = frozenset(["sha256", "sha512", "sha1", "md5", "checksum", "digest", "hash"])
_ADVICE = "Deposit it in an archive that gives a DOI, or name a lasting mirror, and write the digest."


def looker(context: Context) -> Look:
    """The inputs, when the manifest comes by, and each table of addresses."""

    def look(path: str, data: bytes) -> Iterator[Fault]:
        if path == MANIFEST_FILE:
            for name, body in context.manifest.inputs.items():
                yield from _input(name, body)
        elif path.endswith((".csv", ".tsv")) and len(data) <= _LARGEST_TABLE and not path.startswith("evidence/"):
            yield from _table(path, data)

    return look


def _input(name: str, body: Input) -> Iterator[Fault]:
    place: Path = ("inputs", name, "source")
    if isinstance(body.source, UrlSource):
        addresses, place = [body.source.url, *body.source.mirrors], (*place, "url")
    elif isinstance(body.source, ManualSource):
        addresses, place = _ADDRESS.findall(body.source.manual), (*place, "manual")
    else:
        return
    kinds = [fragility(address) for address in addresses]
    fragile = next((kind for kind in kinds if kind), None)
    if fragile is None or None in kinds:
        return
    is_pinned = bool(body.files) or body.sha256 is not None or body.digests is not None
    yield Fault(
        message=f"input `{name}` is to be had only from {fragile}{'' if is_pinned else ', and no digest pins it'}",
        advice=_ADVICE,
        path=place,
        severity=Severity.NOTE if is_pinned and all(kind and kind.is_mutable_only for kind in kinds) else None,
    )


def _table(path: str, data: bytes) -> Iterator[Fault]:
    import csv  # noqa: PLC0415 (only where there is such a file)

    text = data.decode("utf-8-sig", "replace")
    rows = csv.reader(text.splitlines(), delimiter="\t" if path.endswith(".tsv") else ",")
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        address, checksum = _column(header, _ADDRESSES), _column(header, _CHECKSUMS)
        if address is None or checksum is None:
            return
        for row in rows:
            if len(row) > max(address, checksum):
                yield from _row(path, rows.line_num, row[address].strip(), row[checksum].strip())
    except csv.Error:
        return


def _column(header: list[str], names: frozenset[str]) -> int | None:
    return next((index for index, cell in enumerate(header) if cell in names), None)


def _row(path: str, line: int, address: str, checksum: str) -> Iterator[Fault]:
    kind = fragility(address)
    if not address or (checksum and (kind is None or kind.is_mutable_only)):
        return
    is_lasting = kind is None and re.match(r"(?:https?://(?:dx\.)?doi\.org/|doi:)", address)
    if not is_lasting:
        what = f"leads to {kind}" if kind else "has no checksum"
        more = ", and has no checksum" if kind and not checksum else ""
        yield Fault(message=f"the address in line {line} {what}{more}", advice=_ADVICE, file=path, mark=Mark(line, 1))


RULE = Rule(code="RRE025", name="fragile-source", level=Level.SPECIFIED, severity=Severity.WARNING, looker=looker)
