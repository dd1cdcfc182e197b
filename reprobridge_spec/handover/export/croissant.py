"""Croissant 1.0 for each data set that the artifact pins: its files, where they are, and their digests.

It is written here and not with `mlcroissant`, which brings pandas and 40 other packages for the same few lines of JSON.
A file described here is checked by `rrspec validate` where the input names it under `croissant`.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, ClassVar

from reprobridge_spec.archive.web_addresses import license_address
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.handover.export.base import Content, Exporter, Source
from reprobridge_spec.handover.export.pinned_files import NOT_FETCHED, distribution, page
from reprobridge_spec.model.inputs import Input, InputKind, PackageSource

_VERSION = "http://mlcommons.org/croissant/1.0"
_SUFFIX = ".croissant.json"
_OF_CROISSANT = (
    *("citeAs", "column", "extract", "field", "fileObject", "fileProperty", "fileSet", "format", "includes"),
    *("isLiveDataset", "jsonPath", "key", "md5", "parentField", "path", "recordSet", "references", "regex", "repeated"),
    *("replace", "samplingRate", "separator", "source", "subField", "transform", "equivalentProperty"),
)
_CONTEXT: Mapping[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _OF_CROISSANT},
}
"""What every file of the format begins with, used or not."""


class Croissant(Exporter):
    """One file a data set."""

    name: ClassVar[str] = "croissant"
    what: ClassVar[str] = "Croissant 1.0, a file for each data set that is pinned (a folder)"
    belongs_inside: ClassVar[bool] = True

    def files(self, source: Source) -> Mapping[str, Content]:
        """`<input>.croissant.json` for each data set whose digests are there."""
        found: dict[str, Content] = {}
        for name, given in _data_sets(source).items():
            if files := distribution(name, given, source.files):
                text = json.dumps(_described(name, given, files, source), indent=2, ensure_ascii=False)
                found[name + _SUFFIX] = f"{text}\n".encode()
        if not found:
            raise ArtifactError(
                "no data set of it is pinned, so there is nothing that Croissant could describe",
                hint="Declare data as `inputs` of `kind: dataset`, with digests.",
            )
        return found

    def gaps(self, source: Source) -> tuple[str, ...]:
        """Data sets without digests, and what no artifact says of its data."""
        gaps = []
        for name, given in _data_sets(source).items():
            if not distribution(name, given, source.files):
                gaps.append(f"data set {name}, which is not pinned: Croissant wants the digest of each file")
            elif page(given) is None:
                gaps.append(f"the address of data set {name}: {NOT_FETCHED}")
        gaps.append("creator, date and citation of the data, which an artifact does not say")
        return tuple(gaps)


def _data_sets(source: Source) -> dict[str, Input]:
    return {name: given for name, given in source.manifest.inputs.items() if given.kind is InputKind.DATASET}


def _described(name: str, given: Input, files: list[dict[str, Any]], source: Source) -> dict[str, Any]:
    said: dict[str, Any] = {
        "@context": dict(_CONTEXT),
        "@type": "sc:Dataset",
        "name": name,
        "description": f"The data set {name} as the artifact {source.stem} ({source.manifest.title}) pins it.",
        "conformsTo": _VERSION,
        "license": _license(given),
        "url": page(given),
        "version": _version(given),
        "distribution": files,
    }
    return {key: value for key, value in said.items() if value}


def _license(given: Input) -> str | None:
    if given.license in {None, "unknown"}:
        return None
    return license_address(given.license) or given.license


def _version(given: Input) -> str | None:
    """A version in the form that Croissant asks for, where the source has one."""
    if not isinstance(given.source, PackageSource):
        return None
    version = given.source.package.version
    return version if re.fullmatch(r"\d+\.\d+\.\d+", version) else None
