"""`codemeta.json` 3.0: the artifact as research software."""

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from reprobridge_spec.archive.web_addresses import description, escaped, license_address, paper_address
from reprobridge_spec.handover.export.base import Content, Exporter, Source
from reprobridge_spec.handover.export.people import authors_of, person
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.paper import ArchiveRelease, GitRelease, Paper

_CONTEXT = "https://w3id.org/codemeta/3.0"


class CodeMeta(Exporter):
    """The artifact's metadata for catalogues of software."""

    name: ClassVar[str] = "codemeta"
    what: ClassVar[str] = "codemeta.json 3.0"
    file_name: ClassVar[str] = "codemeta.json"
    mark: ClassVar[bytes] = b"/codemeta"

    def files(self, source: Source) -> Mapping[str, Content]:
        """`codemeta.json`."""
        manifest = source.manifest
        said: dict[str, Any] = {
            "@context": _CONTEXT,
            "@type": "SoftwareSourceCode",
            "identifier": manifest.id,
            "name": manifest.title,
            "description": description(manifest),
            "version": manifest.version,
            "license": license_address(manifest.license),
            "datePublished": source.published,
            "author": [person(one) for one in authors_of(dict.fromkeys(source.authors))],
            "referencePublication": _paper(manifest.paper) if manifest.paper else None,
            "relatedLink": _upstream(manifest),
            **_runtime(manifest),
        }
        kept = {key: value for key, value in said.items() if value}
        return {self.file_name: f"{json.dumps(kept, indent=2, ensure_ascii=False)}\n".encode()}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """Authors, and a licence that has no address."""
        gaps = []
        if not source.authors and not source.anonymous:
            gaps.append("who made the artifact, which no artifact says: give --author 'Family, Given'")
        if source.manifest.license and license_address(source.manifest.license) is None:
            gaps.append(f"the licence {source.manifest.license!r}, which is no single identifier of SPDX")
        return tuple(gaps)


def _paper(paper: Paper) -> dict[str, Any]:
    said: dict[str, Any] = {
        "@type": "schema:ScholarlyArticle",  # the context has no such term of its own
        "@id": paper_address(paper),
        "name": paper.title,
        "identifier": list(paper.identifiers),
        "author": [person(one) for one in authors_of(paper.authors or [])],
    }
    return {key: value for key, value in said.items() if value}


def _upstream(manifest: Manifest) -> str | None:
    upstream = manifest.codebase.upstream if manifest.codebase else None
    match upstream:
        case GitRelease(url=url):
            return url
        case ArchiveRelease(archive=address):
            return address
        case _:
            return None


def _runtime(manifest: Manifest) -> dict[str, Any]:
    """What runs need, as far as environments say it."""
    environments = manifest.environments.values()
    pythons = dict.fromkeys(f"Python {one.python}" for one in environments)
    platforms = dict.fromkeys(platform for one in environments for platform in one.locks)
    locks = dict.fromkeys(escaped(path) for one in environments for path in one.locks.values())
    return {
        "programmingLanguage": "Python" if pythons else None,
        "runtimePlatform": list(pythons),
        "operatingSystem": list(platforms),
        "softwareRequirements": list(locks),
    }
