"""What the rows of a verification come to: whether it holds, and by whose fault answers are missing."""

from collections import Counter
from collections.abc import Iterable, Sequence

from reprobridge_spec.errors import ExitCode
from reprobridge_spec.model.verdict import TaskResult, Verdict
from reprobridge_spec.model.verification import AxisState, FaultCount, Verification
from reprobridge_spec.stats.openness import is_open


def faults(rows: Iterable[TaskResult]) -> list[FaultCount]:
    """Tasks without an answer, counted by verdict and fault, in the order in which they come first."""
    counted = Counter((row.judgement.verdict, row.fault) for row in rows if row.fault is not None)
    return [FaultCount(verdict=verdict, fault=fault, tasks=count) for (verdict, fault), count in counted.items()]


def exit_code(result: Verification) -> ExitCode:
    """What `rrspec verify` ends with.

    A turned run that fails, where the one that was not turned passed, is a launcher that fails.
    """
    rows: Sequence[TaskResult] = [row for row in result.tasks if is_open(row)]
    if any(row.judgement.verdict is not Verdict.COULD_NOT_BE_DONE for row in rows):
        return ExitCode.FINDINGS
    if any(axis.state is AxisState.FAILED for axis in result.counterfactual):
        return ExitCode.FINDINGS
    return ExitCode.NOT_DONE if rows else ExitCode.HOLDS
