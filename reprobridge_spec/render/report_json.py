"""A validation's report for programs: one document of the kind `findings`, or one JSON value a line."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from reprobridge_spec import __version__
from reprobridge_spec.findings import Finding, Report, Severity, Silenced
from reprobridge_spec.location import json_pointer
from reprobridge_spec.schemas.kinds import SPEC_VERSION


def as_json(report: Report) -> dict[str, Any]:
    """The report as a document of the kind `findings`, the same findings as in every other form."""
    document: dict[str, Any] = _unicode(
        {
            "rra": SPEC_VERSION,
            **_head(report),
            "findings": [_finding(finding) for finding in report.findings],
            "next": [_finding(finding) for finding in report.upcoming],
            "silenced": [_silenced(silenced) for silenced in report.silenced],
            "not_checked": _not_checked(report),
            "checked": report.checked,
            "compared": _compared(report),
            "left_out": list(report.left_out.words),
            "tool": {"name": "rrspec", "version": __version__},
        }
    )
    return document


def lines(report: Report) -> Iterator[str]:
    """One JSON object a line: each finding that counts, is silenced or is next, then a summary of the artifact.

    `kind` is `finding`, `silenced`, `next` or `summary`; each line names the artifact.
    """
    for kind, items in (
        ("finding", map(_finding, report.findings)),
        ("silenced", map(_silenced, report.silenced)),
        ("next", map(_finding, report.upcoming)),
    ):
        for item in items:
            yield _line({"kind": kind, "artifact": report.artifact, **item})
    counts = Counter(finding.severity for finding in report.findings)
    yield _line(
        {
            "kind": "summary",
            **_head(report),
            **{f"{severity}s": counts[severity] for severity in Severity},
            "silenced": len(report.silenced),
            "next": len(report.upcoming),
            "not_checked": _not_checked(report),
            "checked": report.checked,
            "compared": _compared(report),
            "left_out": list(report.left_out.words),
        }
    )


def as_unicode(text: str) -> str:
    """`text` in which what no encoding can write, as names of files may hold, stands as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def _head(report: Report) -> dict[str, Any]:
    return {
        "artifact": report.artifact,
        "level": report.level,
        "claimed": report.claimed or None,
        "profile": report.profile or None,
        # what could not be looked at is never shown as passed
        "valid": report.worst() is not Severity.ERROR and not report.not_checked,
    }


def _finding(finding: Finding) -> dict[str, Any]:
    mark = finding.mark
    return {
        "rule": finding.rule,
        "name": finding.name,
        "severity": finding.severity.value,
        "message": finding.message,
        "advice": finding.advice,
        "file": finding.file,
        "line": mark.line if mark else None,
        "column": mark.column if mark else None,
        "pointer": json_pointer(finding.path),
        "fix": finding.fix.what if finding.fix else None,
    }


def _silenced(silenced: Silenced) -> dict[str, Any]:
    return {**_finding(silenced.finding), "by": silenced.by.value, "reason": silenced.reason}


def _not_checked(report: Report) -> list[dict[str, str]]:
    return [{"rule": item.rule, "name": item.name, "reason": item.reason} for item in report.not_checked]


def _compared(report: Report) -> dict[str, int] | None:
    found = report.compared
    return {"files": found.files, "bytes": found.bytes} if found else None


def _line(value: dict[str, Any]) -> str:
    # in ASCII, as characters that end a line for some readers are escaped so
    return json.dumps(_unicode(value))


def _unicode(value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    if isinstance(value, str):
        return as_unicode(value)
    if isinstance(value, dict):
        return {key: _unicode(item) for key, item in value.items()}
    return [_unicode(item) for item in value] if isinstance(value, Iterable) else value
