"""How a task ended, as programs that run tests put it."""

from dataclasses import replace
from typing import Any

import pytest

from reprobridge_spec.handover.export.outcomes import Outcome, State, state_of, weakest
from reprobridge_spec.model.verdict import Judgement, Verdict
from reprobridge_spec.model.verification import EvidenceClass

STATES = {
    Verdict.COMPATIBLE: State.PASSED,
    Verdict.NOT_THE_PUBLISHED_VALUE: State.FAILED,
    Verdict.INCOMPATIBLE: State.FAILED,
    Verdict.TOO_WIDE_TO_TELL: State.FAILED,
    Verdict.CANNOT_BE_TOLD: State.FAILED,
    Verdict.FAILED: State.FAILED,
    Verdict.COULD_NOT_BE_DONE: State.NOT_RUN,
    Verdict.BLOCKED: State.NOT_RUN,
    Verdict.PARTIAL: State.FAILED,
}


def outcome(evidence: EvidenceClass = EvidenceClass.SELF, *, contradicted: bool = False, **said: Any) -> Outcome:
    judgement = Judgement(**said) if said else None
    return Outcome(judgement=judgement, runs=(), evidence=evidence, reason="", is_contradicted=contradicted)


@pytest.mark.parametrize("verdict", Verdict)
def test_only_a_compatible_task_has_passed(verdict: Verdict) -> None:
    assert state_of(outcome(verdict=verdict)) is STATES[verdict]


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ({"verdict": Verdict.INCOMPATIBLE, "as_expected": True}, State.WARNED),
        ({"verdict": Verdict.NOT_THE_PUBLISHED_VALUE, "as_expected": True}, State.WARNED),
        ({"verdict": Verdict.PARTIAL, "score_in_interval": True}, State.WARNED),
        ({"verdict": Verdict.PARTIAL, "score_in_interval": False}, State.FAILED),
        ({}, State.NOT_RUN),
    ],
)
def test_what_is_expected_or_partial_is_a_warning_at_best(said: dict[str, Any], state: State) -> None:
    assert state_of(outcome(**said)) is state


@pytest.mark.parametrize("verdict", [Verdict.COMPATIBLE, Verdict.PARTIAL])
def test_a_score_that_the_evidence_contradicts_has_failed(verdict: Verdict) -> None:
    assert state_of(outcome(verdict=verdict, score_in_interval=True, contradicted=True)) is State.FAILED


def test_a_score_of_which_the_evidence_cannot_tell_is_a_warning() -> None:
    found = replace(outcome(verdict=Verdict.COMPATIBLE), is_open=True)
    assert state_of(found) is State.WARNED
    found = replace(outcome(verdict=Verdict.INCOMPATIBLE), is_open=True)
    assert state_of(found) is State.FAILED


def test_the_weakest_evidence_counts() -> None:
    found = {
        "a/a": outcome(EvidenceClass.WITNESSED, verdict=Verdict.COMPATIBLE),
        "b/b": outcome(EvidenceClass.SELF),
    }
    assert weakest(found) is EvidenceClass.WITNESSED
    found["c/c"] = outcome(EvidenceClass.SELF, verdict=Verdict.COMPATIBLE)
    assert weakest(found) is EvidenceClass.SELF
    assert weakest({}) is EvidenceClass.SELF
