"""What a finding is about, whatever line it has moved to."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from reprobridge_spec.findings import Finding

SourceLine = Callable[[str, int], str | None]
"""Gives line N of a file of the artifact, or None."""


def of_all(findings: Iterable[Finding], source_line: SourceLine) -> Iterator[tuple[Finding, str]]:
    """Each finding with 32 hexadecimal digits that depend on rule, file, the names on its way and the text of its line.

    Findings that are alike in all of these are numbered in their order.
    """
    seen: Counter[str] = Counter()
    for finding in findings:
        line = source_line(finding.file, finding.mark.line) if finding.mark else None
        # an index says where in a list something stands, which an entry before it changes
        names = [step for step in finding.path if isinstance(step, str)]
        parts = (finding.rule, finding.file, *names, (line or "").strip())
        key = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
        seen[key] += 1
        yield finding, key if seen[key] == 1 else f"{key}-{seen[key]}"
