"""RO-Crate 1.2, with the runs as the Process Run profile has them: one file to put beside `rra.yaml`."""

from collections.abc import Mapping
from typing import ClassVar

from reprobridge_spec.archive import content
from reprobridge_spec.archive.ro_crate import Stated, ro_crate
from reprobridge_spec.documents.files import Kind
from reprobridge_spec.handover.export.base import Content, Exporter, Source


class RoCrate(Exporter):
    """The metadata of a crate that is the artifact's folder."""

    name: ClassVar[str] = "ro-crate"
    what: ClassVar[str] = "RO-Crate 1.2 metadata, one action a run (Process Run Crate 0.5)"
    file_name: ClassVar[str] = content.RO_CRATE
    mark: ClassVar[bytes] = b"https://w3id.org/ro/crate"

    def files(self, source: Source) -> Mapping[str, Content]:
        """`ro-crate-metadata.json`."""
        sizes = {
            path: entry.size
            for path, entry in source.files.entries.items()
            if entry.kind is Kind.FILE and content.belongs(path) and path not in content.GENERATED
        }
        stated = Stated(
            published=source.published, agent=source.agent, has_list=content.MANIFEST in source.files.entries
        )
        return {content.RO_CRATE: ro_crate(source.manifest, sizes, source.records, stated)}

    def gaps(self, source: Source) -> tuple[str, ...]:
        """The day of publication and the licence, which RO-Crate requires."""
        gaps = []
        if source.published is None:
            gaps.append("RO-Crate requires `datePublished`, which no artifact says: give --published DAY")
        if source.manifest.license is None:
            gaps.append("RO-Crate requires `license`: say it in rra.yaml")
        return tuple(gaps)
