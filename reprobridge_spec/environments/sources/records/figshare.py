"""Articles of Figshare and of its institutions: `GET /v2/articles/<number>[/versions/<version>]`."""

from reprobridge_spec.environments.sources.records.base import (
    Ask,
    Record,
    RecordArchive,
    Recorded,
    not_understood,
    without_files,
)
from reprobridge_spec.lazy_pattern import lazy_pattern

_DOI = lazy_pattern(r"10\.\d{4,9}/m9\.figshare\.(?:c\.)?(\d{1,12})(?:\.v(\d{1,5}))?")
_PAGE = lazy_pattern(
    r"https?://(?:[\w-]{1,60}\.)?figshare\.com/articles/(?:[^/?#]{1,300}/){0,2}(\d{1,12})(?:/(\d{1,5}))?/?"
)


class Figshare(RecordArchive):
    """Figshare, at the address of its interface."""

    def __init__(self, base: str) -> None:
        self._base = base

    def place_of(self, doi: str, page: str | None) -> str | None:
        """See `RecordArchive`."""
        found = _DOI.fullmatch(doi) or _PAGE.fullmatch(page or "")
        if found is None:
            return None
        return f"{self._base}/v2/articles/{found[1]}" + (f"/versions/{found[2]}" if found[2] else "")

    def read(self, place: str, doi: str, ask: Ask) -> Record:
        """See `RecordArchive`."""
        value = ask(place)
        try:
            name = f"the Figshare article {value['id']}"
            if not value.get("files"):
                raise without_files(name, "it is embargoed" if value.get("is_embargoed") else "it holds none")
            files = tuple(Recorded(path=entry["name"], addresses=(entry["download_url"],)) for entry in value["files"])
        except (KeyError, TypeError, AttributeError) as error:
            raise not_understood(place, error) from error
        moves = "" if "/versions/" in place else f"This DOI stands for its latest version; name one, such as {doi}.v1."
        return Record(name=name, files=files, moves=moves)
