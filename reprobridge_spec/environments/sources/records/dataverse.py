"""Data sets of a Dataverse, of which there are many: `GET /api/datasets/:persistentId`."""

import urllib.parse
from collections.abc import Iterator
from typing import Any

from reprobridge_spec.environments.sources.records.base import (
    Ask,
    Record,
    RecordArchive,
    Recorded,
    not_understood,
    without_files,
)
from reprobridge_spec.lazy_pattern import lazy_pattern

_KNOWN = {"10.7910/dvn/": "https://dataverse.harvard.edu"}
"""Where the data sets are whose DOIs begin so; the pages of all others tell it."""
_PAGE = lazy_pattern(r"(https?://[^/?#]{1,300})/(?:dataset\.xhtml|citation)\?(?:.*&)?persistentId=(?:doi:|doi%3A).*")


class Dataverse(RecordArchive):
    """Any Dataverse."""

    def __init__(self, known: dict[str, str] | None = None) -> None:
        self._known = _KNOWN if known is None else known

    def place_of(self, doi: str, page: str | None) -> str | None:
        """See `RecordArchive`."""
        base = next((base for begin, base in self._known.items() if doi.startswith(begin)), None)
        if base is None and (found := _PAGE.fullmatch(page or "")):
            base = found[1]
        if base is None:
            return None
        # its identifiers are told apart by their letters, which are large in all that it makes itself
        return f"{base}/api/datasets/:persistentId/?persistentId=doi:{urllib.parse.quote(doi.upper(), safe='/.')}"

    def read(self, place: str, doi: str, ask: Ask) -> Record:
        """See `RecordArchive`."""
        value = ask(place)
        base = place.partition("/api/")[0]
        name = f"the data set doi:{doi}"
        try:
            latest = value["data"]["latestVersion"]
            files = tuple(file for entry in latest["files"] for file in _files(base, entry))
            is_empty = not latest["files"]
        except (KeyError, TypeError, AttributeError) as error:
            raise not_understood(place, error) from error
        if not files:
            raise without_files(name, "it holds none" if is_empty else "all are restricted")
        moves = f"This DOI stands for its latest version, which is {latest.get('versionNumber')} now."
        return Record(name=name, files=files, moves=moves)


def _files(base: str, entry: dict[str, Any]) -> Iterator[Recorded]:
    """A file as it lies there, and the one that a table was made from."""
    if entry.get("restricted"):
        return
    folder = f"{entry['directoryLabel']}/" if entry.get("directoryLabel") else ""
    file = entry["dataFile"]
    address = f"{base}/api/access/datafile/{file['id']}"
    yield Recorded(path=f"{folder}{entry['label']}", addresses=(address,))
    if original := file.get("originalFileName"):
        yield Recorded(path=f"{folder}{original}", addresses=(f"{address}?format=original",))
