"""`ro-crate-metadata.json`: the package as an RO-Crate 1.2, for tools that know that format.

It says only what the manifest, the run records and the list of files say, so the same content gives the same bytes.
RO-Crate asks for `datePublished` too. A manifest has no such date, the day of packing is none, and a made-up one would
be a false statement; so it is left out unless whoever publishes the package states it.
"""

import json
from collections.abc import Mapping
from typing import Any

from reprobridge_spec.archive.content import MANIFEST, RO_CRATE
from reprobridge_spec.archive.media_types import media_type
from reprobridge_spec.archive.run_actions import PROFILE, RunActions
from reprobridge_spec.archive.web_addresses import description, escaped, license_address, orcid_address, paper_address
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.nameless import nameless
from reprobridge_spec.model.paper import Author, Paper
from reprobridge_spec.model.run_record import RunRecord

_VERSION = "https://w3id.org/ro/crate/1.2"
_ROOT = "./"
_PAPER = "#paper"
_AS_JSON = json.JSONEncoder(ensure_ascii=False).encode
_STATUS, _FORCED = "creativeWorkStatus", "packed by force, in spite of "

Entity = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What a crate says that no artifact does: its publisher states it.

    Attributes:
        published: the day of publication, `2026-11-30`.
        agent: who made the runs.
        has_list: whether the package's list of digests lies beside.
        forced: errors in spite of which it was packed.
    """

    published: str | None = None
    agent: str | None = None
    has_list: bool = True
    forced: str = ""


def ro_crate(
    manifest: Manifest,
    sizes: Mapping[str, int],
    records: Mapping[str, RunRecord] | None = None,
    stated: Stated | None = None,
) -> bytes:
    """The crate's metadata, one entity a line.

    Args:
        manifest: the artifact's manifest; of an anonymous artifact nothing that names anybody is told.
        sizes: bytes of each file of the package by path, without what is generated.
        records: run records by path; with them the crate is one of the Process Run profile.
        stated: what the publisher states.
    """
    stated = stated or Stated()
    manifest = nameless(manifest) if manifest.anonymous else manifest
    references = {path: escaped(path) for path in sorted(sizes)}
    files = [_file(path, reference, sizes[path]) for path, reference in references.items()]
    if stated.has_list:
        files.append(
            {"@id": MANIFEST, "@type": "File", "name": "SHA-256 of every other file", "encodingFormat": "text/plain"}
        )
    context = [*_license(manifest), *(_paper(manifest.paper) if manifest.paper else [])]
    root = _root(manifest, files, context)
    if stated.published:
        root["datePublished"] = stated.published
    if stated.forced:
        root[_STATUS] = f"{_FORCED}{stated.forced}"
    if records:
        runs = RunActions(manifest, references, stated.agent)
        actions = runs.of(records)
        context += [*actions, *runs.context.values()]
        root["conformsTo"] = {"@id": PROFILE}
        root["mentions"] = [_link(action) for action in actions]
    lines = ",\n".join(map(_AS_JSON, [_descriptor(), root, *files, *context]))
    return f'{{"@context": "{_VERSION}/context", "@graph": [\n{lines}\n]}}\n'.encode()


def forced(crate: bytes) -> str:
    """The errors in spite of which a package was packed, by its metadata; empty where it says none."""
    try:
        entities = json.loads(crate)["@graph"]
        said = next(entity.get(_STATUS) for entity in entities if entity.get("@id") == _ROOT)
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration, RecursionError):
        return ""
    return said.removeprefix(_FORCED) if isinstance(said, str) and said.startswith(_FORCED) else ""


def _descriptor() -> Entity:
    return {
        "@id": RO_CRATE,
        "@type": "CreativeWork",
        "about": {"@id": _ROOT},
        "conformsTo": {"@id": _VERSION},
    }


def _root(manifest: Manifest, files: list[Entity], context: list[Entity]) -> Entity:
    root: Entity = {
        "@id": _ROOT,
        "@type": "Dataset",
        "name": manifest.title,
        "description": description(manifest),
        "identifier": manifest.id,
        "version": manifest.version,
    }
    if manifest.license:
        root["license"] = next(
            (_link(entity) for entity in context if entity["@type"] == "CreativeWork"), manifest.license
        )
    if manifest.paper:
        root["citation"] = next(_link(entity) for entity in context if entity["@type"] == "ScholarlyArticle")
    root["hasPart"] = [_link(file) for file in files]
    return root


def _link(entity: Entity) -> Entity:
    return {"@id": entity["@id"]}


def _file(path: str, reference: str, size: int) -> Entity:
    entity: Entity = {"@id": reference, "@type": "File", "name": path, "contentSize": str(size)}
    if kind := media_type(path):
        entity["encodingFormat"] = kind
    return entity


def _license(manifest: Manifest) -> list[Entity]:
    address = license_address(manifest.license)
    return [{"@id": address, "@type": "CreativeWork", "name": manifest.license}] if address else []


def _paper(paper: Paper) -> list[Entity]:
    authors = [_author(number, author) for number, author in enumerate(paper.authors or [], 1)]
    article: Entity = {"@id": paper_address(paper) or _PAPER, "@type": "ScholarlyArticle", "name": paper.title}
    if paper.identifiers:
        article["identifier"] = list(paper.identifiers)
    if paper.venue:
        article["publication"] = paper.venue
    if authors:
        article["author"] = [_link(author) for author in authors]
    return [article, *{author["@id"]: author for author in authors}.values()]


def _author(number: int, author: Author | str) -> Entity:
    if isinstance(author, str):
        return {"@id": f"#author-{number}", "@type": "Person", "name": author}
    entity: Entity = {
        "@id": orcid_address(author.orcid) or f"#author-{number}",
        "@type": "Person",
        "name": author.name,
    }
    if author.affiliation:
        entity["affiliation"] = author.affiliation
    return entity
