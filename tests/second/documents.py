"""Every document of the suite: as bytes, and as the JSON that other implementations of JSON Schema read."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from reprobridge_spec import resources
from reprobridge_spec.conformance.building import composed
from reprobridge_spec.conformance.cases import read_cases
from reprobridge_spec.schemas import codes, generate, kinds, kinds_beside
from reprobridge_spec.schemas.as_json import as_json
from reprobridge_spec.schemas.kinds import Kind
from reprobridge_spec.schemas.load import load

SUITE = resources.folder("conformance")
PLACES: dict[str, Kind[Any]] = {
    "rra.yaml": kinds.MANIFEST,
    "guide/decisions.yaml": kinds.DECISIONS,
    "guide/changes.yaml": kinds.CHANGES,
    "evidence/references.yaml": kinds.REFERENCES,
    "evidence/runs/*/run.json": kinds.RUN_RECORD,
    "evidence/verifications/*.json": kinds.VERIFICATION,
}
SCHEMAS = {kind.name: generate.schema_of(kind) for kind in kinds_beside.ALL}


@dataclass(frozen=True)
class Document:
    """A document that can be read, of the version that the schemas are for.

    Attributes:
        case: id of the first case that has it.
        data: its values as JSON, by its schema.
        is_valid: what the models say.
    """

    case: str
    path: str
    kind: str
    data: Any
    is_valid: bool


@cache
def documents(only: str = "*") -> tuple[Document, ...]:
    """All different documents of the cases whose id fits."""
    return tuple(_documents(only))


def _documents(only: str) -> Iterator[Document]:
    seen: set[tuple[str, bytes]] = set()
    for found in [one for one in read_cases(SUITE) if one.fits(only)]:
        for path, node in composed(SUITE, found).items():
            kind = next((kind for pattern, kind in PLACES.items() if fnmatchcase(path, pattern)), None)
            if kind is None or node.link is not None or (kind.name, node.data) in seen:
                continue
            seen.add((kind.name, node.data))
            loaded = load(kind, node.data, path)
            others = {codes.NEWER.code, codes.VERSION.code} & {finding.rule for finding in loaded.findings}
            if loaded.tree is not None and not others:
                # through text, as other implementations get it
                data = json.loads(json.dumps(as_json(loaded.tree.data, SCHEMAS[kind.name])))
                yield Document(found.id, path, kind.name, data, loaded.model is not None)
