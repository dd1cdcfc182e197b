"""Inputs of records that have a DOI.

The three archives are asked in plain words here: the libraries for it ask a resolver first, know each archive at one
address only, and neither go on with a download nor ask again.
"""

import functools
import urllib.parse
from collections.abc import Sequence
from typing import Any

from reprobridge_spec.environments.landing import Landing, Wanted
from reprobridge_spec.environments.sources.archived import bring_out_of_one
from reprobridge_spec.environments.sources.base import InputSource
from reprobridge_spec.environments.sources.records.base import Record, RecordArchive
from reprobridge_spec.environments.sources.records.dataverse import Dataverse
from reprobridge_spec.environments.sources.records.figshare import Figshare
from reprobridge_spec.environments.sources.records.zenodo import Zenodo
from reprobridge_spec.environments.sources.services import Services
from reprobridge_spec.environments.transfer.address import host_of, led_on
from reprobridge_spec.environments.transfer.ask import ask
from reprobridge_spec.environments.transfer.download import Line, Target
from reprobridge_spec.environments.transfer.each import Job, bring_each, refuse_failed
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.inputs import DoiSource
from reprobridge_spec.rules.nearest import one_of

_BEFORE = lazy_pattern(r"(?:doi:\s?|https?://(?:dx\.|www\.)?doi\.org/)")
_DOI = lazy_pattern(r"10\.\d{4,9}/[^\s\"<>]{1,300}")


class DoiFiles(InputSource):
    """Files of a record of Zenodo, Figshare or a Dataverse.

    Args:
        source: the record, and the file of it that is meant.
        token: sent to the archive, over an encrypted connection only.
        line: what all downloads share.
        services: where the archives are.
    """

    needs_network = True

    def __init__(self, source: DoiSource, *, token: str | None, line: Line, services: Services) -> None:
        self._source = source
        self._token = token
        self._line = line
        self._resolver = services.resolver
        self._archives: tuple[RecordArchive, ...] = (
            Zenodo(services.zenodo),
            Figshare(services.figshare),
            Dataverse(),
        )

    def bring(self, wanted: Sequence[Wanted], landing: Landing) -> None:
        """Asks the archive where the files are, and downloads them; see `InputSource`."""
        doi = doi_in(self._source.doi)
        archive, place = self._find(doi)
        record = archive.read(place, doi, functools.partial(ask, line=self._line, token=self._token))
        try:
            self._bring(record, place, wanted, landing)
        except ArtifactError as error:
            if not record.moves:
                raise
            raise ArtifactError(str(error), hint=f"{error.hint} {record.moves}", place=error.place) from error

    def _bring(self, record: Record, place: str, wanted: Sequence[Wanted], landing: Landing) -> None:
        named = self._source.path
        if named is not None and any(file.path is not None for file in wanted):
            bring_out_of_one(self._targets(record, named, place), wanted, landing, self._line)
            return
        jobs = [Job(file=file, targets=self._targets(record, file.path or named, place)) for file in wanted]
        refuse_failed(bring_each(jobs, landing, self._line))

    def _targets(self, record: Record, path: str | None, place: str) -> tuple[Target, ...]:
        files = {file.path: file for file in record.files}
        if path is None and len(files) == 1:
            (path,) = files
        if path is None:
            raise ArtifactError(
                f"{record.name} holds {len(files)} files, and which one is meant is not said",
                hint=f"Write `path`. {one_of('', files)}",
                place="rra.yaml",
            )
        if path not in files:
            raise ArtifactError(f"{record.name} holds no file {path!r}", hint=one_of(path, files), place="rra.yaml")
        # what the archive itself calls the address of its file may lead anywhere but to an open connection
        return tuple(self._target(led_on(place, address), place) for address in files[path].addresses)

    def _target(self, address: str, place: str) -> Target:
        return Target(address=address, token=self._token if host_of(address) == host_of(place) else None)

    def _find(self, doi: str) -> tuple[RecordArchive, str]:
        for archive in self._archives:
            if place := archive.place_of(doi, None):
                return archive, place
        page = _page_in(ask(f"{self._resolver}/api/handles/{urllib.parse.quote(doi)}", self._line), doi)
        for archive in self._archives:
            if place := archive.place_of(doi, page):
                return archive, place
        raise NotDoneError(
            f"doi:{doi} leads to {page}, which is no archive that is known here (Zenodo, Figshare, Dataverse)",
            hint="Give the address of the file as `source: {url: ...}`, or bring it yourself.",
        )


def doi_in(text: str) -> str:
    """The DOI that a text is, in small letters, without what may stand before it.

    Raises:
        ArtifactError: it is none.
    """
    found = _BEFORE.match(text.strip())
    doi = text.strip()[found.end() :] if found else text.strip()
    if not _DOI.fullmatch(doi):
        raise ArtifactError(f"{text!r} is no DOI", hint="Write it as 10.5281/zenodo.1234567.", place="rra.yaml")
    return doi.rstrip("/").lower()


def _page_in(value: Any, doi: str) -> str:  # noqa: ANN401 (any JSON value)
    """The page to which a DOI leads, by what the resolver says."""
    match value:
        case {"values": [*entries]}:
            for entry in entries:
                match entry:
                    case {"type": "URL", "data": {"value": str(page)}}:
                        return page
    raise NotDoneError(f"the resolver does not say where doi:{doi} leads", hint="Give the address of the file.")
