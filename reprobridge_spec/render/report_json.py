"""A validation's report for programs."""

from typing import Any

from reprobridge_spec.findings import Finding, Report, Severity
from reprobridge_spec.location import json_pointer


def as_json(report: Report) -> dict[str, Any]:
    """The report as JSON values, the same findings as in every other form."""
    return {
        "rra": "1.0",
        "artifact": report.artifact,
        "level": report.level,
        "claimed": report.claimed,
        "valid": not any(finding.severity is Severity.ERROR for finding in report.findings),
        "findings": [_finding(finding) for finding in report.findings],
        "next": [_finding(finding) for finding in report.upcoming],
        "not_checked": [{"rule": item.rule, "name": item.name, "reason": item.reason} for item in report.not_checked],
        "checked": report.checked,
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
    }
