"""Reports as one SARIF 2.1.0 log, which code hosts and editors read."""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from reprobridge_spec import __version__
from reprobridge_spec.findings import Finding, Fix, NotChecked, Replace, Report, Severity, Silenced, Silencer
from reprobridge_spec.location import dotted
from reprobridge_spec.render.report_json import as_unicode
from reprobridge_spec.render.shown import Shown
from reprobridge_spec.rules.table import ENTRIES, Entry, page

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "%SRCROOT%"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


def log(reports: Sequence[Shown]) -> dict[str, Any]:
    """One run over all artifacts; an invocation for each says what its results belong to.

    Code hosts refuse several runs of one tool in a log. What only higher levels count is no result.
    """
    rules = _Rules(reports)
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "rrspec", "semanticVersion": __version__, "rules": rules.descriptors}},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder in which rrspec was called."}}},
                "invocations": [_invocation(one.report, rules) for one in reports],
                "results": [result for number, one in enumerate(reports) for result in _results(one, number, rules)],
            }
        ],
    }


class _Rules:
    """The rules that a log speaks of, each with its page, and where it stands among them."""

    def __init__(self, reports: Sequence[Shown]) -> None:
        used: dict[str, str] = {}
        for report in (one.report for one in reports):
            found = [*report.findings, *(silenced.finding for silenced in report.silenced)]
            used |= {finding.rule: finding.name for finding in found}
            used |= {item.rule: item.name for item in report.not_checked}
        entries = {entry.code: entry for entry in ENTRIES}
        self._index = {code: index for index, code in enumerate(sorted(used))}
        self.descriptors = [
            _descriptor(entries[code]) if code in entries else {"id": code, "name": used[code]} for code in self._index
        ]

    def reference(self, code: str) -> dict[str, Any]:
        return {"id": code, "index": self._index[code]}

    def index(self, code: str) -> int:
        return self._index[code]


def _descriptor(entry: Entry) -> dict[str, Any]:
    text = page(entry).strip()
    first = text.partition("\n\n")[0].replace("\n", " ")
    return {
        "id": entry.code,
        "name": entry.name,
        "shortDescription": {"text": first},
        "fullDescription": {"text": first},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": _LEVELS[entry.severity]},
        "properties": {"tags": ["reproducibility"], "lowestLevel": entry.level.value},
    }


def _invocation(report: Report, rules: _Rules) -> dict[str, Any]:
    return {
        "executionSuccessful": True,
        "toolExecutionNotifications": [_notification(item, rules) for item in report.not_checked],
        "toolConfigurationNotifications": [
            {"level": "note", "message": {"text": as_unicode(f"left out: {words}")}} for words in report.left_out.words
        ],
        "properties": {
            "artifact": as_unicode(report.artifact),
            "level": str(report.level),
            "claimed": str(report.claimed),
            "profile": report.profile,
            "rulesChecked": report.checked,
            "next": len(report.upcoming),
        },
    }


def _notification(item: NotChecked, rules: _Rules) -> dict[str, Any]:
    return {
        "level": "warning",
        "message": {"text": as_unicode(f"{item.rule} {item.name} was not checked: {item.reason}")},
        "associatedRule": rules.reference(item.rule),
    }


def _results(one: Shown, invocation: int, rules: _Rules) -> Iterator[dict[str, Any]]:
    counted = [(finding, None) for finding in one.report.findings]
    silenced = [(item.finding, item) for item in one.report.silenced]
    for (finding, by), key in zip([*counted, *silenced], one.fingerprints, strict=True):
        yield {
            "ruleId": finding.rule,
            "ruleIndex": rules.index(finding.rule),
            "level": _LEVELS[finding.severity],
            "message": {"text": as_unicode(". ".join(part for part in (finding.message, finding.advice) if part))},
            "locations": [_location(one, finding)],
            # the second is the name under which code hosts follow a finding from one change to the next
            "partialFingerprints": {"rrspecFinding/v1": key, "primaryLocationLineHash": key},
            "provenance": {"invocationIndex": invocation},
            **({"suppressions": [_suppression(by)]} if by else {}),
            **_fixes(one, finding.fix),
        }


def _location(one: Shown, finding: Finding) -> dict[str, Any]:
    mark = finding.mark
    return {
        "physicalLocation": {
            "artifactLocation": _artifact(one, finding.file),
            **({"region": {"startLine": mark.line, "startColumn": mark.column}} if mark else {}),
        },
        **({"logicalLocations": [{"fullyQualifiedName": as_unicode(dotted(finding.path))}]} if finding.path else {}),
    }


def _artifact(one: Shown, file: str) -> dict[str, Any]:
    path = one.path(file)
    written = quote(_bytes(path), safe="/~@!$&'()*+,;=")
    return {"uri": f"file://{written}"} if path.startswith("/") else {"uri": written, "uriBaseId": _ROOT}


def _bytes(path: str) -> bytes:
    try:
        return path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # no name of a file, but a document may speak of one
        return as_unicode(path).encode()


def _suppression(silenced: Silenced) -> dict[str, Any]:
    return {
        "kind": "inSource" if silenced.by is Silencer.COMMENT else "external",
        "status": "accepted",
        "justification": as_unicode(f"{silenced.by}: {silenced.reason}"),
    }


def _fixes(one: Shown, fix: Fix | None) -> dict[str, Any]:
    """The fix in lines and columns; nothing where it is more than a change of text."""
    edits = [edit for edit in fix.edits if isinstance(edit, Replace) and edit in one.regions] if fix else []
    if fix is None or len(edits) != len(fix.edits):
        return {}
    changes = [
        {"artifactLocation": _artifact(one, file), "replacements": [_replacement(one, edit) for edit in edits_in]}
        for file in dict.fromkeys(edit.file for edit in edits)
        for edits_in in [[edit for edit in edits if edit.file == file]]
    ]
    return {"fixes": [{"description": {"text": as_unicode(fix.what)}, "artifactChanges": changes}]}


def _replacement(one: Shown, edit: Replace) -> dict[str, Any]:
    start, end = one.regions[edit]
    return {
        "deletedRegion": {
            "startLine": start.line,
            "startColumn": start.column,
            "endLine": end.line,
            "endColumn": end.column,
        },
        "insertedContent": {"text": edit.new.decode("utf-8", "replace")},
    }
