"""What every form of a report is made from: the report, and what its artifact's files say about places.

A value without open files, so that the process that checked an artifact can hand it to the one that writes.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import field

from reprobridge_spec import fingerprint
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.source_lines import source_lines
from reprobridge_spec.documents.text_bytes import encoding_of
from reprobridge_spec.findings import Finding, Replace, Report
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.location import Mark

_MOST = 8 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One artifact's report with what is needed to show it.

    Attributes:
        report: what was found.
        folder: where the artifact lies, seen from the caller's folder, with `/`; empty where it is that folder.
        fingerprints: one for each of `report.findings`, then one for each that is silenced.
        regions: first and last place of what each edit takes away; edits of files that are no UTF-8 are left out.
    """

    report: Report
    folder: str = ""
    fingerprints: tuple[str, ...] = ()
    regions: Mapping[Replace, tuple[Mark, Mark]] = field(default_factory=dict)

    def path(self, file: str) -> str:
        """A file of the artifact, seen from the caller's folder."""
        return "/".join(part for part in (self.folder, file) if part)


def shown(report: Report, files: ArtifactFiles, folder: str = "") -> Shown:
    """The report of an artifact with these files, ready to be shown in any form."""
    found = [*report.findings, *(silenced.finding for silenced in report.silenced)]
    return Shown(
        report=report,
        folder=folder,
        fingerprints=tuple(key for _, key in fingerprint.of_all(found, source_lines(files))),
        regions=_regions(found, files),
    )


def shown_alone(report: Report, folder: str = "") -> Shown:
    """The report of a package none of whose files can be looked at."""
    keys = tuple(key for _, key in fingerprint.of_all(report.findings, lambda _file, _line: None))
    return Shown(report=report, folder=folder, fingerprints=keys)


def _regions(findings: Iterable[Finding], files: ArtifactFiles) -> dict[Replace, tuple[Mark, Mark]]:
    edits: dict[str, set[Replace]] = {}
    for finding in findings:
        for edit in finding.fix.edits if finding.fix else ():
            if isinstance(edit, Replace):
                edits.setdefault(edit.file, set()).add(edit)
    regions: dict[Replace, tuple[Mark, Mark]] = {}
    for file, wanted in edits.items():
        try:
            data = files.read(file, _MOST)
        except (OSError, ValueError):
            continue
        if encoding_of(data) is None:
            marks = _marks(data, {place for edit in wanted for place in (edit.start, edit.end)})
            regions |= {edit: (marks[edit.start], marks[edit.end]) for edit in wanted}
    return regions


def _marks(data: bytes, offsets: Iterable[int]) -> dict[int, Mark]:
    starts = [0]
    while (end := data.find(b"\n", starts[-1])) >= 0:
        starts.append(end + 1)
    marks: dict[int, Mark] = {}
    line, last, column = 0, 3 if data.startswith(b"\xef\xbb\xbf") else 0, 0
    for offset in sorted(offsets):
        # from the place before, as a file may be one long line
        here = bisect_right(starts, offset)
        if here != line and starts[here - 1] >= last:
            last, column = starts[here - 1], 0
        line = here
        column += len(data[last:offset].decode("utf-8", "replace"))
        last = max(last, offset)
        marks[offset] = Mark(line, column + 1)
    return marks
