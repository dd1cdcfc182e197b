from decimal import Decimal

import pytest

from reprobridge_spec.errors import ExitCode
from reprobridge_spec.model.fault import Fault
from reprobridge_spec.model.run_record import Mode
from reprobridge_spec.model.task import Direction
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.model.verification import Axis, AxisName, AxisState, FaultCount
from reprobridge_spec.verify.answers import exit_code, faults
from tests.unit.verify.verifications import verification

GOOD = Judgement(verdict=Verdict.COMPATIBLE)
BLOCKED = Judgement(verdict=Verdict.BLOCKED)
NOT_DONE = Judgement(verdict=Verdict.COULD_NOT_BE_DONE)
BAD = Judgement(verdict=Verdict.INCOMPATIBLE, direction=Direction.BELOW)


def row(judgement: Judgement, fault: Fault | None = None) -> TaskResult:
    return TaskResult(task="a/b", judgement=judgement, seconds=Decimal(0), fault=fault)


def axis(state: AxisState) -> Axis:
    return Axis(experiment="a", mode=Mode.SMOKE, name=AxisName.PATH, state=state)


@pytest.mark.parametrize(
    ("judgements", "code"),
    [
        ([GOOD, BLOCKED], ExitCode.HOLDS),
        ([BAD.model_copy(update={"as_expected": True})], ExitCode.HOLDS),
        ([Judgement(verdict=Verdict.PARTIAL, score_in_interval=True)], ExitCode.HOLDS),
        ([Judgement(verdict=Verdict.PARTIAL, score_in_interval=False)], ExitCode.FINDINGS),
        ([GOOD, NOT_DONE], ExitCode.NOT_DONE),
        ([NOT_DONE, BAD], ExitCode.FINDINGS),
        ([Judgement(verdict=Verdict.TOO_WIDE_TO_TELL)], ExitCode.FINDINGS),
        ([Judgement(verdict=Verdict.CANNOT_BE_TOLD)], ExitCode.FINDINGS),
        ([Judgement(verdict=Verdict.FAILED)], ExitCode.FINDINGS),
    ],
)
def test_rows_decide_the_exit_code(judgements: list[Judgement], code: ExitCode) -> None:
    assert exit_code(verification(tasks=[row(one) for one in judgements])) is code


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (AxisState.HELD, ExitCode.HOLDS),
        (AxisState.CHANGED, ExitCode.HOLDS),
        (AxisState.NOT_CHECKED, ExitCode.HOLDS),
        (AxisState.FAILED, ExitCode.FINDINGS),
    ],
)
def test_only_a_turned_run_that_fails_is_a_launcher_that_fails(state: AxisState, code: ExitCode) -> None:
    assert exit_code(verification(tasks=[row(GOOD)], counterfactual=[axis(state)])) is code


def test_tasks_without_an_answer_are_counted_by_whose_fault_it_is() -> None:
    rows = [
        row(NOT_DONE, Fault.EVALUATOR),
        row(GOOD),
        row(NOT_DONE, Fault.ENVIRONMENT),
        row(NOT_DONE, Fault.EVALUATOR),
        row(Judgement(verdict=Verdict.FAILED), Fault.ARTIFACT),
    ]
    assert faults(rows) == [
        FaultCount(verdict=Verdict.COULD_NOT_BE_DONE, fault=Fault.EVALUATOR, tasks=2),
        FaultCount(verdict=Verdict.COULD_NOT_BE_DONE, fault=Fault.ENVIRONMENT, tasks=1),
        FaultCount(verdict=Verdict.FAILED, fault=Fault.ARTIFACT, tasks=1),
    ]
