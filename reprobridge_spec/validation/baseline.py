"""Findings that the caller knows already: a file that keys them on content, so that lines may move."""

import json
from collections.abc import Iterable
from dataclasses import replace

from reprobridge_spec import fingerprint
from reprobridge_spec.documents.files import ArtifactFiles
from reprobridge_spec.documents.source_lines import source_lines
from reprobridge_spec.errors import UsageError
from reprobridge_spec.findings import Finding, Report, Silenced, Silencer
from reprobridge_spec.frozen import dataclass
from reprobridge_spec.validation.acceptance import may_be_accepted

_VERSION = "1"


@dataclass(frozen=True, slots=True)
class Baseline:
    """Fingerprints of the findings that are known."""

    known: frozenset[str]

    def applied(self, report: Report, files: ArtifactFiles) -> Report:
        """The report, in which findings that are known no longer count."""
        counted: list[Finding] = []
        silenced: list[Silenced] = []
        for finding, key in fingerprint.of_all(report.findings, source_lines(files)):
            if key in self.known and may_be_accepted(finding.rule):
                silenced.append(Silenced(finding=finding, by=Silencer.BASELINE, reason="it stands in the baseline"))
            else:
                counted.append(finding)
        return replace(report, findings=tuple(counted), silenced=(*report.silenced, *silenced))


def read(text: str, place: str) -> Baseline:
    """The baseline in a file's text.

    Raises:
        UsageError: it is none.
    """
    try:
        known = json.loads(text)
        if known["baseline"] != _VERSION:
            raise UsageError(f"it is of version {known['baseline']}", hint="Make it anew.", place=place)
        keys = frozenset(known["findings"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError("this is no baseline", hint="Make one with `--update-baseline`.", place=place) from error
    return Baseline(keys)


def written(findings: Iterable[tuple[Finding, str]]) -> str:
    """The text of a baseline of those findings, each with its fingerprint, that may be accepted."""
    entries = {
        key: {"rule": finding.rule, "file": finding.file} for finding, key in findings if may_be_accepted(finding.rule)
    }
    return json.dumps({"baseline": _VERSION, "findings": dict(sorted(entries.items()))}, indent=1) + "\n"
