from typing import Any

import pytest

from reprobridge_spec.conformance.comparing import audit_faults
from reprobridge_spec.model.case import Audit

ROW = {"task": "a/b", "verdict": "not-supported", "evidence": "self"}
FINDING = {"reason": "score-differs", "bearing": "contradicts", "file": "evidence/x", "tasks": ["a/b"], "message": "m"}


def expected(**values: Any) -> Audit:
    said = {"exit": 1, "tasks": {"a/b": "not-supported"}, "findings": [{"reason": "score-differs"}]}
    return Audit.model_validate(said | values)


def report(*findings: dict[str, Any], row: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"tasks": [row or ROW], "findings": list(findings)}


def test_what_is_as_expected_has_no_fault() -> None:
    assert audit_faults(expected(), report(FINDING)) == []


def test_a_remark_counts_only_where_it_is_named() -> None:
    remark = FINDING | {"reason": "network-open", "bearing": "remark"}
    assert audit_faults(expected(), report(FINDING, remark)) == []
    named = expected(findings=[{"reason": "score-differs"}, {"reason": "network-open", "bearing": "remark"}])
    assert audit_faults(named, report(FINDING, remark)) == []
    assert len(audit_faults(named, report(FINDING))) == 1


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, report()),
        ({}, report(FINDING, FINDING | {"reason": "too-short", "bearing": "leaves-open"})),
        ({}, report(FINDING, row=ROW | {"verdict": "consistent"})),
        ({}, report(FINDING, row=ROW | {"evidence": "witnessed"})),
        ({}, report(FINDING, row=ROW | {"task": "a/c"})),
        ({"findings": [{"reason": "score-differs", "file": "evidence/y"}]}, report(FINDING)),
        ({"findings": [{"reason": "score-differs", "task": "a/c"}]}, report(FINDING)),
        ({"findings": [{"reason": "score-differs", "bearing": "remark"}]}, report(FINDING)),
        ({}, {"findings": [FINDING]}),
        ({}, {"tasks": [ROW], "findings": [{"bearing": "remark"}]}),
        ({}, []),
        ({}, report(FINDING | {"tasks": 3, "file": {}}, row=ROW | {"verdict": ["x"]})),
    ],
    ids=[
        "not found", "more found", "another verdict", "another class", "another task", "at another place",
        "about another task", "of another bearing", "no tasks", "a finding without a reason", "a list", "odd values",
    ],
)  # fmt: skip
def test_what_differs_is_a_fault(values: dict[str, Any], said: Any) -> None:
    assert audit_faults(expected(**values), said)
