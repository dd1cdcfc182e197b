"""A review's form: each finding says what is needed, and a dispute its reason."""

import pytest

from reprobridge_spec.model.review import Disputed
from reprobridge_spec.schemas import generate, kinds, second_opinion
from reprobridge_spec.schemas.as_json import as_json
from reprobridge_spec.schemas.load import load

REVIEW = """\
rra: "1.0"
artifact: coin 1.0.0
findings:
  side: {place: code/coin.py, claim: c, evidence: e, request: r}
"""
SCHEMA = generate.schema_of(kinds.REVIEW)


def with_status(status: str) -> bytes:
    return REVIEW.replace("request: r", f"request: r, status: {status}").encode()


@pytest.mark.parametrize(
    "status", ["closed", "{disputed: ''}", "{disputed: null}", "disputed", "{fixed: yes}", "[open]", "{}"]
)
def test_a_status_is_one_of_three_and_a_dispute_has_its_reason(status: str) -> None:
    loaded = load(kinds.REVIEW, with_status(status), "review.yaml")
    assert loaded.model is None
    assert [finding.path[:2] for finding in loaded.findings] == [("findings", "side")]
    assert loaded.tree is not None
    assert second_opinion.faults(as_json(loaded.tree.data, SCHEMA), SCHEMA)


@pytest.mark.parametrize("field", ["place", "claim", "evidence", "request"])
def test_a_finding_says_all_four(field: str) -> None:
    loaded = load(kinds.REVIEW, REVIEW.replace(f"{field}: ", f"x-{field}: ").encode(), "review.yaml")
    assert [finding.rule for finding in loaded.findings] == ["RRM005"]


def test_a_finding_is_open_until_something_else_is_said() -> None:
    loaded = load(kinds.REVIEW, REVIEW.encode(), "review.yaml")
    assert loaded.model is not None
    assert loaded.model.findings["side"].status == "open"


@pytest.mark.parametrize(
    ("status", "read"), [("fixed", "fixed"), ("{disputed: it is so}", Disputed(disputed="it is so")), ("open", "open")]
)
def test_a_status_is_read(status: str, read: object) -> None:
    loaded = load(kinds.REVIEW, with_status(status), "review.yaml")
    assert loaded.model is not None
    assert loaded.model.findings["side"].status == read
