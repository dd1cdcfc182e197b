"""`CITATION.cff` 1.2.0: how to cite the artifact, and the paper before it."""

from collections.abc import Mapping
from typing import Any, ClassVar, assert_never

from reprobridge_spec.archive.web_addresses import description, orcid_address, paper_address, spdx_choice
from reprobridge_spec.documents.yaml_text import yaml_text
from reprobridge_spec.handover.export.base import Content, Exporter, Source
from reprobridge_spec.handover.export.people import authors_of, parted
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.paper import ArchiveRelease, Author, GitRelease, Paper, Release

_DOI = lazy_pattern(r"10\.[0-9]{4,9}(\.[0-9]+)?/[A-Za-z0-9:/_;.()\[\]\\-]+")
_URL = lazy_pattern(r"(https|http|ftp|sftp)://.+")


class CitationFile(Exporter):
    """The citation of an artifact; the paper is what is to be cited by preference."""

    name: ClassVar[str] = "cff"
    what: ClassVar[str] = "CITATION.cff 1.2.0"
    file_name: ClassVar[str] = "CITATION.cff"
    mark: ClassVar[bytes] = b"cff-version:"

    def files(self, source: Source) -> Mapping[str, Content]:
        """`CITATION.cff`."""
        manifest = source.manifest
        written: dict[str, Any] = {
            "cff-version": "1.2.0",
            "message": "If you use this artifact, please cite the paper and the artifact.",
            "type": "software",
            "title": manifest.title,
            "abstract": description(manifest),
            "version": manifest.version,
            "authors": _makers(source),
        }
        if licenses := spdx_choice(manifest.license):
            written["license"] = licenses[0] if len(licenses) == 1 else licenses
        if source.published:
            written["date-released"] = source.published
        if manifest.paper and manifest.paper.authors:
            people = [_author(one) for one in authors_of(manifest.paper.authors)]
            written["preferred-citation"] = _paper(manifest.paper, people)
            if manifest.codebase and manifest.codebase.upstream:
                written["references"] = [_release(manifest.codebase.upstream, manifest.paper.title, people)]
        return {self.file_name: yaml_text(written).encode()}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """Authors of artifact and paper, and a licence that the format cannot say."""
        manifest = source.manifest
        gaps = []
        if not source.authors and not source.anonymous:
            gaps.append("who made the artifact, which no artifact says: give --author 'Family, Given'")
        if manifest.paper and not manifest.paper.authors and not source.anonymous:
            gaps.append("the paper as preferred citation, since rra.yaml does not name its authors")
        if manifest.license and not spdx_choice(manifest.license):
            gaps.append(f"the licence {manifest.license!r}, which is no identifier of SPDX, nor a choice of such")
        return tuple(gaps)


def _makers(source: Source) -> list[dict[str, str]]:
    if source.anonymous:
        return [{"name": "Anonymous"}]
    if source.authors:
        return [_author(one) for one in authors_of(dict.fromkeys(source.authors))]
    return [{"name": f"The authors of {source.manifest.id}"}]  # the format wants one, and this says no more than that


def _author(author: Author) -> dict[str, str]:
    if names := parted(author):
        found = {"family-names": names[0], "given-names": names[1]}
        if author.affiliation:
            found["affiliation"] = author.affiliation
    else:
        found = {"name": author.name}  # a name as printed does not say which of it is the family's
    if address := orcid_address(author.orcid):
        found["orcid"] = address
    return found


def _paper(paper: Paper, people: list[dict[str, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "generic", "title": paper.title, "authors": people}
    if paper.venue:
        found["notes"] = paper.venue
    doi = next((rest for scheme, _, rest in map(_split, paper.identifiers) if scheme == "doi"), "")
    if _DOI.fullmatch(doi):
        found["doi"] = doi
    if address := paper_address(paper):
        found["url"] = address
    others = [one for one in paper.identifiers if _split(one)[0] != "doi"]
    if others:
        found["identifiers"] = [{"type": "other", "value": one} for one in dict.fromkeys(others)]
    return found


def _split(identifier: str) -> tuple[str, str, str]:
    scheme, colon, rest = identifier.partition(":")
    return scheme.lower(), colon, rest


def _release(upstream: Release, title: str, people: list[dict[str, str]]) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "software", "title": f"The authors' release of {title!r}", "authors": people}
    match upstream:
        case ArchiveRelease(archive=address):
            key = "repository-artifact"
        case GitRelease(url=address, commit=commit):
            key, found["commit"] = "repository-code", commit
        case _:
            assert_never(upstream)
    if _URL.fullmatch(address):
        found[key] = address
    if licenses := spdx_choice(upstream.license):
        found["license"] = licenses[0] if len(licenses) == 1 else licenses
    return found
