"""A BagIt 1.0 bag whose payload is the package, unpacked: for archives that take bags.

It is written here and not with `bagit.py`, which hashes everything again and puts the day of making into each bag, so
that the same artifact would give other bytes every day.
"""

from collections.abc import Mapping
from typing import ClassVar

from reprobridge_spec import artifact_path, digest
from reprobridge_spec.archive import content
from reprobridge_spec.archive.ro_crate import Stated, ro_crate
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.handover.export.base import Content, Exporter, FileOf, Source

_DECLARATION = b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
_PAYLOAD = "data/"
_INFO = "bag-info.txt"
_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})


class BagIt(Exporter):
    """A bag of everything that a package holds."""

    name: ClassVar[str] = "bagit"
    what: ClassVar[str] = "BagIt 1.0 bag of the package's files, with SHA-256 (a folder)"

    def files(self, source: Source) -> Mapping[str, Content]:
        """The bag: its payload, and the tag files."""
        payload = _payload(source)
        digests = {path: _sha256(item, source) for path, item in payload.items()}
        listed = content.manifest_text(digests)
        payload[content.MANIFEST], digests[content.MANIFEST] = listed, digest.of_bytes(listed)
        tags = {
            "bagit.txt": _DECLARATION,
            _INFO: _info(source, payload),
            "manifest-sha256.txt": _lines({f"{_PAYLOAD}{path}": sha256 for path, sha256 in digests.items()}),
        }
        tags["tagmanifest-sha256.txt"] = _lines({path: digest.of_bytes(data) for path, data in tags.items()})
        return {**tags, **{f"{_PAYLOAD}{path}": payload[path] for path in sorted(payload)}}


def _payload(source: Source) -> dict[str, Content]:
    entries = {
        path: entry
        for path, entry in source.files.entries.items()
        if content.belongs(path) and path not in content.GENERATED
    }
    _refuse({path: "is no file" for path, entry in entries.items() if entry.kind is not Kind.FILE})
    _refuse({path: fault for path in entries if (fault := artifact_path.portability_fault_in(path))})
    sizes = {path: entry.size for path, entry in entries.items()}
    stated = Stated(published=source.published, agent=source.agent)
    crate = ro_crate(source.manifest, sizes, source.records, stated)
    return {**{path: FileOf(path) for path in entries}, content.RO_CRATE: crate}


def _refuse(faults: Mapping[str, str]) -> None:
    if faults:
        listed = "; ".join(f"{path!r} {faults[path]}" for path in sorted(faults))
        raise ArtifactError(
            f"no bag can hold every file of it: {listed}",
            hint="Put real files in the place of links, and rename what other systems cannot hold.",
        )


def _sha256(item: Content, source: Source) -> str:
    return source.files.sha256(item.path) if isinstance(item, FileOf) else digest.of_bytes(item)


def _info(source: Source, payload: Mapping[str, Content]) -> bytes:
    size = sum(
        source.files.entries[item.path].size if isinstance(item, FileOf) else len(item) for item in payload.values()
    )
    said = {
        "External-Identifier": source.stem,
        "External-Description": " ".join(source.manifest.title.split()),
        "Payload-Oxum": f"{size}.{len(payload)}",
    }
    return "".join(f"{label}: {value}\n" for label, value in said.items()).encode()


def _lines(digests: Mapping[str, str]) -> bytes:
    return "".join(f"{digests[path]}  {path.translate(_ESCAPES)}\n" for path in sorted(digests)).encode()
