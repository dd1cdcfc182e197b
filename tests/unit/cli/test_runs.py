from decimal import Decimal

import pytest

from reprobridge_spec.cli.runs import exit_code
from reprobridge_spec.errors import ExitCode
from reprobridge_spec.model.task import Direction
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict

CODES = {
    Verdict.COMPATIBLE: ExitCode.HOLDS,
    Verdict.BLOCKED: ExitCode.HOLDS,
    Verdict.NOT_THE_PUBLISHED_VALUE: ExitCode.FINDINGS,
    Verdict.INCOMPATIBLE: ExitCode.FINDINGS,
    Verdict.TOO_WIDE_TO_TELL: ExitCode.FINDINGS,
    Verdict.CANNOT_BE_TOLD: ExitCode.FINDINGS,
    Verdict.FAILED: ExitCode.FINDINGS,
    Verdict.PARTIAL: ExitCode.FINDINGS,
    Verdict.COULD_NOT_BE_DONE: ExitCode.NOT_DONE,
}


def row(verdict: Verdict, *, as_expected: bool = False) -> TaskResult:
    direction = Direction.BELOW if as_expected else None
    judgement = Judgement(verdict=verdict, direction=direction, as_expected=as_expected)
    return TaskResult(task="a/b", judgement=judgement, seconds=Decimal(0))


def test_every_verdict_has_a_code() -> None:
    assert CODES.keys() == set(Verdict)


@pytest.mark.parametrize("verdict", Verdict)
def test_one_task_ends_with_the_code_of_its_verdict(verdict: Verdict) -> None:
    assert exit_code([row(verdict)]) is CODES[verdict]


@pytest.mark.parametrize("verdict", Verdict)
def test_a_compatible_task_beside_it_changes_nothing(verdict: Verdict) -> None:
    assert exit_code([row(Verdict.COMPATIBLE), row(verdict)]) is CODES[verdict]


def test_findings_come_before_what_could_not_be_done() -> None:
    assert exit_code([row(Verdict.COULD_NOT_BE_DONE), row(Verdict.FAILED)]) is ExitCode.FINDINGS


@pytest.mark.parametrize("verdict", [Verdict.INCOMPATIBLE, Verdict.NOT_THE_PUBLISHED_VALUE])
def test_what_comes_out_as_expected_does_not_fail(verdict: Verdict) -> None:
    assert exit_code([row(verdict, as_expected=True)]) is ExitCode.HOLDS


def test_no_task_is_no_failure() -> None:
    assert exit_code([]) is ExitCode.HOLDS
