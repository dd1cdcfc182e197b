"""Findings without the secrets that they quote: in messages, in keys of documents, and in names of files."""

from collections.abc import Callable
from dataclasses import replace

from reprobridge_spec.findings import Finding, Report
from reprobridge_spec.location import Path
from reprobridge_spec.rules.secret_mask import Mask, masked_text


def finding_without_secrets(finding: Finding, mask: Mask) -> Finding:
    """The same with at most four characters of a secret.

    Args:
        finding: what was found.
        mask: hides the secrets of the file that it is about.
    """
    message, path, file = mask(finding.message), _path(finding.path, mask), masked_text(finding.file)
    advice = mask(finding.advice)
    if (message, advice, path, file) == (finding.message, finding.advice, finding.path, finding.file):
        return finding
    # the edits of a fix name the file as it is
    fix = finding.fix if file == finding.file else None
    return replace(finding, message=message, advice=advice, path=path, file=file, fix=fix)


def with_each(report: Report, told: Callable[[Finding], Finding]) -> Report:
    """The report with each finding as `told` tells it."""
    return replace(
        report,
        findings=tuple(map(told, report.findings)),
        upcoming=tuple(map(told, report.upcoming)),
        silenced=tuple(replace(silenced, finding=told(silenced.finding)) for silenced in report.silenced),
    )


def _path(path: Path, mask: Mask) -> Path:
    # each step by itself: what is a whole key is hidden, however steps are joined
    return tuple(masked_text(mask(step)) if isinstance(step, str) else step for step in path)
