"""Records of Zenodo: `GET /api/records/<number>`."""

import urllib.parse
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

_DOI = lazy_pattern(r"10\.5281/zenodo\.(\d{1,12})")
_PAGE = lazy_pattern(r"https?://(?:www\.)?zenodo\.org/records?/(\d{1,12})(?:[/?#].*)?")


class Zenodo(RecordArchive):
    """Zenodo, at its address."""

    def __init__(self, base: str) -> None:
        self._base = base

    def place_of(self, doi: str, page: str | None) -> str | None:
        """See `RecordArchive`."""
        found = _DOI.fullmatch(doi) or _PAGE.fullmatch(page or "")
        return f"{self._base}/api/records/{found[1]}" if found else None

    def read(self, place: str, doi: str, ask: Ask) -> Record:
        """See `RecordArchive`."""
        value = ask(place)
        try:
            name = f"the Zenodo record {value['id']}"
            if not value.get("files"):
                raise without_files(name, _why_closed(value))
            files = tuple(self._file(value["id"], entry) for entry in value["files"])
            is_concept = str(value.get("conceptdoi", "")).lower() == doi
        except (KeyError, TypeError, AttributeError) as error:
            raise not_understood(place, error) from error
        moves = (
            f"This DOI stands for all versions of the record; name one of them, {value['doi']}." if is_concept else ""
        )
        return Record(name=name, files=files, moves=moves)

    def _file(self, number: int, entry: dict[str, Any]) -> Recorded:
        path = entry["key"] if "key" in entry else entry["filename"]
        plain = f"{self._base}/records/{number}/files/{urllib.parse.quote(path)}?download=1"
        said = entry.get("links", {}).get("self")
        return Recorded(path=path, addresses=(said, plain) if said else (plain,))


def _why_closed(value: dict[str, Any]) -> str:
    access = value.get("metadata", {}).get("access_right", "")
    return f"its access is {access!r}" if access and access != "open" else "it holds none that everybody may have"
