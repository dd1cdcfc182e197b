"""What a finding is about, whatever line it has moved to."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from reprobridge_spec.findings import Finding
from reprobridge_spec.location import json_pointer

SourceLine = Callable[[str, int], str | None]
"""Gives line N of a file of the artifact, or None."""


def of_all(findings: Iterable[Finding], source_line: SourceLine) -> Iterator[tuple[Finding, str]]:
    """Each finding with 32 hexadecimal digits that depend on rule, file, pointer and the text of its line.

    Findings that are alike in all of these are numbered in their order.
    """
    seen: Counter[str] = Counter()
    for finding in findings:
        line = source_line(finding.file, finding.mark.line) if finding.mark else None
        parts = (finding.rule, finding.file, json_pointer(finding.path), (line or finding.message).strip())
        key = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        seen[key] += 1
        yield finding, key if seen[key] == 1 else f"{key}-{seen[key]}"
