"""`ro-crate-metadata.json`: the package as an RO-Crate 1.2, for tools that know that format.

It says only what the manifest and the list of files say, so the same content gives the same bytes. RO-Crate asks
for `datePublished` too. A manifest has no such date, the day of packing is none, and a made-up one would be a false
statement; so it is left out, and whoever publishes the package states it.
"""

import json
from collections.abc import Mapping
from typing import Any

from reprobridge_spec.archive.content import MANIFEST, RO_CRATE
from reprobridge_spec.archive.media_types import media_type
from reprobridge_spec.lazy_pattern import lazy_pattern
from reprobridge_spec.model.manifest import Manifest
from reprobridge_spec.model.paper import Author, Paper

_VERSION = "https://w3id.org/ro/crate/1.2"
_ROOT = "./"
_PAPER = "#paper"
_RESOLVERS = {"doi": "https://doi.org/", "arxiv": "https://arxiv.org/abs/"}
_SPDX_ID = lazy_pattern(r"[A-Za-z0-9][A-Za-z0-9.-]*\+?")
_NO_SPDX_ID = frozenset({"unknown", "none", "noassertion"})
_ESCAPED = lazy_pattern(r"[\x00-\x20\"#%:<>?\[\\\]^`{|}\x7f]")
_AS_JSON = json.JSONEncoder(ensure_ascii=False).encode

Entity = dict[str, Any]


def ro_crate(manifest: Manifest, sizes: Mapping[str, int]) -> bytes:
    """The crate's metadata, one entity a line.

    Args:
        manifest: the artifact's manifest.
        sizes: bytes of each file of the package by path, without what is generated.
    """
    files = [_file(path, sizes[path]) for path in sorted(sizes)]
    files.append(
        {"@id": MANIFEST, "@type": "File", "name": "SHA-256 of every other file", "encodingFormat": "text/plain"}
    )
    context = [*_license(manifest), *(_paper(manifest.paper) if manifest.paper else [])]
    entities = [_descriptor(), _root(manifest, files, context), *files, *context]
    lines = ",\n".join(map(_AS_JSON, entities))
    return f'{{"@context": "{_VERSION}/context", "@graph": [\n{lines}\n]}}\n'.encode()


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
        "description": _description(manifest),
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


def _description(manifest: Manifest) -> str:
    of_paper = f" of the paper {manifest.paper.title!r}" if manifest.paper else ""
    return f"Refined Reproducible Artifact: what it takes to measure the scores{of_paper} again."


def _link(entity: Entity) -> Entity:
    return {"@id": entity["@id"]}


def _file(path: str, size: int) -> Entity:
    entity: Entity = {"@id": _reference(path), "@type": "File", "name": path, "contentSize": str(size)}
    if kind := media_type(path):
        entity["encodingFormat"] = kind
    return entity


def _reference(path: str) -> str:
    # letters of other scripts stay as they are, which the format prefers
    return _ESCAPED.sub(lambda match: f"%{ord(match[0]):02X}", path)


def _license(manifest: Manifest) -> list[Entity]:
    name = manifest.license
    if not name or not _SPDX_ID.fullmatch(name) or name.lower() in _NO_SPDX_ID or name.startswith("LicenseRef-"):
        return []  # an expression or words: stated as text
    return [{"@id": f"https://spdx.org/licenses/{name}", "@type": "CreativeWork", "name": name}]


def _paper(paper: Paper) -> list[Entity]:
    authors = [_author(number, author) for number, author in enumerate(paper.authors or [], 1)]
    article: Entity = {"@id": _paper_id(paper), "@type": "ScholarlyArticle", "name": paper.title}
    if paper.identifiers:
        article["identifier"] = list(paper.identifiers)
    if paper.venue:
        article["publication"] = paper.venue
    if authors:
        article["author"] = [_link(author) for author in authors]
    return [article, *{author["@id"]: author for author in authors}.values()]


def _paper_id(paper: Paper) -> str:
    for identifier in paper.identifiers:
        scheme, _, rest = identifier.partition(":")
        if rest and (resolver := _RESOLVERS.get(scheme.lower())):
            return resolver + _ESCAPED.sub(lambda match: f"%{ord(match[0]):02X}", rest)
    return _PAPER


def _author(number: int, author: Author | str) -> Entity:
    if isinstance(author, str):
        return {"@id": f"#author-{number}", "@type": "Person", "name": author}
    entity: Entity = {
        "@id": f"https://orcid.org/{author.orcid}" if author.orcid else f"#author-{number}",
        "@type": "Person",
        "name": author.name,
    }
    if author.affiliation:
        entity["affiliation"] = author.affiliation
    return entity
