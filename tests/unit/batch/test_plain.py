"""Values survive being written as JSON and read back."""

import json
from typing import Any

import pytest

from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind
from reprobridge_spec.batch.plain import from_plain, to_plain
from reprobridge_spec.findings import (
    Finding,
    Fix,
    MakeExecutable,
    NotChecked,
    Replace,
    Report,
    RulesLeftOut,
    Severity,
    Silenced,
    Silencer,
)
from reprobridge_spec.location import Mark
from reprobridge_spec.render.shown import Shown

EDIT = Replace(file="a", start=1, end=2, new=b"\xff\0")
FINDING = Finding(
    rule="RRM010",
    name="x",
    severity=Severity.NOTE,
    message="é \ud800 1",
    advice="",
    file="a\udcff",
    mark=Mark(1, 2),
    path=("a", 0, "1"),
    fix=Fix(what="It.", edits=(EDIT, MakeExecutable(file="b"))),
)
REPORT = Report(
    artifact="a",
    level="draft",
    claimed="",
    findings=(FINDING,),
    upcoming=(FINDING, FINDING),
    not_checked=(NotChecked(rule="r", name="n", reason="w"),),
    checked=3,
    silenced=(Silenced(finding=FINDING, by=Silencer.BASELINE, reason="known"),),
    left_out=RulesLeftOut(words=("RRM001",), rules=("RRM001",)),
)
VALUES: dict[str, Any] = {
    "a report": REPORT,
    "an outcome": Checked(
        shown=Shown(report=REPORT, folder="d", fingerprints=("f",), regions={EDIT: (Mark(1, 1), Mark(1, 2))}),
        lines={("a", 1): "text"},
    ),
    "a failure": Failure(artifact="a", kind=FailureKind.DEFECT, message="m", details="d"),
    "a finding without place": Finding(rule="r", name="n", severity=Severity.ERROR, message="", advice="", file="f"),
}


@pytest.mark.parametrize("value", VALUES.values(), ids=VALUES)
def test_a_value_is_read_back_as_it_was(value: Any) -> None:
    assert from_plain(type(value), json.loads(json.dumps(to_plain(value)))) == value


MARK = to_plain(Mark(1, 2))
WRONG: dict[str, tuple[type, Any]] = {
    "a field more": (Mark, {**MARK, "more": 1}),
    "a field less": (Mark, {"line": 1}),
    "another type": (Mark, {"line": "1", "column": 2}),
    "a truth value for a number": (Mark, {"line": True, "column": 2}),
    "a list": (Mark, [1, 2]),
    "nothing": (Mark, None),
    "another word": (Failure, {"artifact": "a", "kind": "other", "message": "m"}),
    "no base64": (Replace, {"file": "a", "start": 1, "end": 2, "new": "é"}),
    "one of none": (Fix, {"what": "x", "edits": [{"path": "a"}]}),
    "no list": (Fix, {"what": "x", "edits": "ab"}),
}


@pytest.mark.parametrize(("kind", "plain"), WRONG.values(), ids=WRONG)
def test_what_was_written_for_no_such_value_is_said(kind: type, plain: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        from_plain(kind, plain)


@pytest.mark.parametrize("value", [object(), {1, 2}, Mark])
def test_a_value_without_plain_form_is_said(value: object) -> None:
    with pytest.raises(TypeError):
        to_plain(value)
