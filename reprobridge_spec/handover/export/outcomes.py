"""What came of each task: as a verification says, or as an audit computes it anew from the recorded runs."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from reprobridge_spec.frozen import dataclass
from reprobridge_spec.handover.export.base import Source
from reprobridge_spec.model.audit import AuditedTask, AuditVerdict
from reprobridge_spec.model.run_record import RunPredicate
from reprobridge_spec.model.verdict import Judgement, TaskResult, Verdict
from reprobridge_spec.model.verification import EvidenceClass


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one task.

    Attributes:
        judgement: how its score compares; None where there is no complete score.
        runs: ids of the runs that the score rests on.
        evidence: what those runs can prove.
        reason: why there is no score, or what contradicts it; empty where neither is so.
        is_contradicted: whether something in the evidence contradicts the score.
        is_open: whether something is missing that it takes to tell.
    """

    judgement: Judgement | None
    runs: tuple[str, ...]
    evidence: EvidenceClass
    reason: str
    is_contradicted: bool = False
    is_open: bool = False


class State(StrEnum):
    """How a task ended, as programs that run tests put it."""

    PASSED = "passed"
    WARNED = "warned"
    FAILED = "failed"
    NOT_RUN = "not run"


def outcomes(source: Source) -> dict[str, Outcome]:
    """The outcome of each task by full id, in the manifest's order.

    Raises:
        OSError: a file of the evidence cannot be read.
    """
    if source.verification is not None:
        verified = source.verification
        rows = {row.task: _verified(row, verified.evidence) for row in verified.tasks}
    else:
        rows = {row.task: _audited(row) for row in source.audited().tasks}
    return {task: rows[task] for task in source.context.tasks if task in rows}


def state_of(outcome: Outcome) -> State:
    """How a task ended: passed is compatible alone, and what was not run is in no list."""
    if outcome.is_contradicted:
        return State.FAILED
    judgement = outcome.judgement
    if judgement is None:
        return State.NOT_RUN
    if judgement.as_expected:
        return State.WARNED
    match judgement.verdict:
        case Verdict.COMPATIBLE:
            return State.WARNED if outcome.is_open else State.PASSED
        case Verdict.PARTIAL:
            return State.WARNED if judgement.score_in_interval else State.FAILED
        case Verdict.NOT_THE_PUBLISHED_VALUE | Verdict.INCOMPATIBLE | Verdict.FAILED:
            return State.FAILED
        case Verdict.TOO_WIDE_TO_TELL | Verdict.CANNOT_BE_TOLD:
            return State.FAILED
        case Verdict.BLOCKED | Verdict.COULD_NOT_BE_DONE:
            return State.NOT_RUN
        case _:
            assert_never(judgement.verdict)


def weakest(found: Mapping[str, Outcome]) -> EvidenceClass:
    """The class of the weakest evidence behind any score."""
    classes = [one.evidence for one in found.values() if one.judgement is not None]
    return min(classes, key=list(EvidenceClass).index, default=EvidenceClass.SELF)


def records_behind(source: Source, runs: Sequence[str]) -> list[RunPredicate]:
    """The artifact's own records of these runs."""
    wanted = set(runs)
    return [record.predicate for record in source.records.values() if record.predicate.run in wanted]


def _verified(row: TaskResult, evidence: EvidenceClass) -> Outcome:
    has_score = row.judgement.measured is not None
    return Outcome(
        judgement=row.judgement if has_score or row.judgement.verdict is Verdict.FAILED else None,
        runs=tuple(row.runs),
        evidence=evidence,
        reason=row.reason or ("" if has_score else row.judgement.verdict.replace("-", " ")),
    )


def _audited(row: AuditedTask) -> Outcome:
    contradicted = row.verdict is AuditVerdict.NOT_SUPPORTED
    reason = ""
    if contradicted:
        reason = f"contradicted by the evidence ({', '.join(row.reasons)})"
    elif row.verdict is AuditVerdict.BLOCKED:
        reason = "blocked"
    elif row.judgement is None:
        reason = "without a complete score"
    return Outcome(
        judgement=row.judgement,
        runs=tuple(row.runs),
        evidence=row.evidence,
        reason=reason,
        is_contradicted=contradicted,
        is_open=row.verdict is AuditVerdict.CANNOT_BE_TOLD,
    )
