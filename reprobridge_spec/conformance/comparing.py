"""What an implementation printed, held against what a case says; messages are never compared."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from reprobridge_spec.model.audit import Bearing
from reprobridge_spec.model.case import Audit, ExpectedFinding, ExpectedReason, Validate

_SHOWN = 300


def document_in(printed: str) -> Any:  # noqa: ANN401 (any JSON value)
    """The JSON document that was printed.

    Raises:
        ValueError: it is none, or one that no reader can be asked to read.
    """
    try:
        return json.loads(printed)
    except RecursionError as error:
        raise ValueError("it is nested without end") from error


def validation_faults(expected: Validate, report: Any, *, positions: bool = True) -> list[str]:  # noqa: ANN401
    """Where a report differs from what must be found: exactly these rules, at these places.

    Args:
        expected: what the case says; its exit code is not looked at here.
        report: what was printed, as JSON values.
        positions: whether lines are compared.
    """
    findings = _rows(report, "findings")
    if findings is None or any(not isinstance(item.get("severity"), str) for item in findings):
        return ["it printed no object with a list `findings`, each with `rule` and `severity`"]
    faults = [
        f"{wanted.rule} does not fire at {_place(wanted.file, wanted.line)}"
        for wanted in expected.findings
        if not any(_fits(wanted, item, positions=positions) for item in findings)
    ]
    faults += [
        f"{item['rule']} fires at {_place(item.get('file'), item.get('line'))}: {str(item.get('message'))[:_SHOWN]}"
        for item in findings
        if item["severity"] != "note" and not any(_fits(one, item, positions=positions) for one in expected.findings)
    ]
    return faults + _not_checked_faults(expected, report)


def _not_checked_faults(expected: Validate, report: Any) -> list[str]:  # noqa: ANN401
    if expected.not_checked is None:
        return []
    rows = _rows(report, "not_checked")
    if rows is None:
        return ["it printed no list `not_checked`, each with `rule`"]
    said, wanted = {row["rule"] for row in rows}, set(expected.not_checked)
    return [f"{rule} is not said to be not checked" for rule in sorted(wanted - said)] + [
        f"{rule} is said to be not checked" for rule in sorted(said - wanted)
    ]


def _rows(report: Any, name: str, *, key: str = "rule") -> list[Mapping[str, Any]] | None:  # noqa: ANN401
    """The objects of a list, each of which has a text at `key`; None where there is no such list."""
    rows = report.get(name) if isinstance(report, dict) else None
    if not isinstance(rows, list):
        return None
    good = all(isinstance(row, dict) and isinstance(row.get(key), str) for row in rows)
    return rows if good else None


def _fits(wanted: ExpectedFinding, item: Mapping[str, Any], *, positions: bool) -> bool:
    wants: list[tuple[Any, Any]] = [(wanted.file, item.get("file")), (wanted.severity, item["severity"])]
    if positions:
        wants.append((wanted.line, item.get("line")))
    return bool(item["rule"] == wanted.rule) and all(asked in {None, found} for asked, found in _hashable(wants))


def _hashable(wants: Sequence[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    return [(asked, found if isinstance(found, str | int) else None) for asked, found in wants]


def _place(file: object, line: object) -> str:
    return f"{file or 'its place'}{f':{line}' if line else ''}"


def audit_faults(expected: Audit, report: Any) -> list[str]:  # noqa: ANN401
    """Where an audit differs from what must come of it: these verdicts, and exactly these findings.

    Args:
        expected: what the case says; its exit code is not looked at here.
        report: what was printed, as JSON values.
    """
    findings = _rows(report, "findings", key="reason")
    rows = _rows(report, "tasks", key="task")
    if findings is None or rows is None:
        return ["it printed no object with lists `findings`, each with `reason`, and `tasks`, each with `task`"]
    by_task = {row["task"]: row for row in rows}
    faults = []
    for task, verdict in expected.tasks.items():
        said = by_task.get(task, {})
        if said.get("verdict") != verdict or said.get("evidence") != expected.evidence:
            found = f"{said.get('verdict')} on {said.get('evidence')} evidence"
            faults.append(f"task {task} is {found}, not {verdict} on {expected.evidence} evidence")
    faults += [
        f"{wanted.reason} is not found at {_place(wanted.file, None)}"
        for wanted in expected.findings
        if not any(_fits_reason(wanted, item) for item in findings)
    ]
    return faults + [
        f"{item['reason']} is found at {_place(item.get('file'), None)}: {str(item.get('message'))[:_SHOWN]}"
        for item in findings
        if item.get("bearing") != Bearing.REMARK and not any(_fits_reason(one, item) for one in expected.findings)
    ]


def _fits_reason(wanted: ExpectedReason, item: Mapping[str, Any]) -> bool:
    tasks = item.get("tasks")
    wants: list[tuple[Any, Any]] = [(wanted.file, item.get("file")), (wanted.bearing, item.get("bearing"))]
    is_about = wanted.task is None or (isinstance(tasks, list) and wanted.task in tasks)
    return (
        bool(item["reason"] == wanted.reason) and is_about and all(one in {None, two} for one, two in _hashable(wants))
    )


def value_faults(expected: Mapping[str, Any], document: Any) -> list[str]:  # noqa: ANN401
    """Where the values at JSON pointers differ from the texts that must stand there."""
    return [
        f"{pointer} is {found!r}, not {wanted!r}"
        for pointer, wanted in expected.items()
        if str(found := _at(document, pointer)) != str(wanted)
    ]


def _at(document: Any, pointer: str) -> Any:  # noqa: ANN401 (any JSON value)
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
        elif isinstance(document, dict) and key in document:
            document = document[key]
        else:
            return None
    return document
