from decimal import Decimal

import pytest

from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.stats.openness import is_open


@pytest.mark.parametrize("verdict", Verdict)
def test_only_what_is_compatible_or_blocked_is_good_by_its_verdict(verdict: Verdict) -> None:
    row = TaskResult(task="a/b", judgement=Judgement(verdict=verdict), seconds=Decimal(0))
    assert is_open(row) is (verdict not in {Verdict.COMPATIBLE, Verdict.BLOCKED})


@pytest.mark.parametrize(
    ("judgement", "expected"),
    [
        (Judgement(verdict=Verdict.PARTIAL, score_in_interval=True), False),
        (Judgement(verdict=Verdict.PARTIAL, score_in_interval=False), True),
        (Judgement(verdict=Verdict.INCOMPATIBLE, score_in_interval=True), True),
        (Judgement(verdict=Verdict.INCOMPATIBLE, as_expected=True), False),
    ],
)
def test_a_partial_check_is_good_where_it_is_inside(judgement: Judgement, *, expected: bool) -> None:
    assert is_open(TaskResult(task="a/b", judgement=judgement, seconds=Decimal(0))) is expected
