"""Many outcomes in a few numbers; each artifact is counted once."""

from dataclasses import replace
from pathlib import Path

import pytest

from reprobridge_spec.batch.outcome import Checked, Failure, FailureKind, Result
from reprobridge_spec.batch.summary import Summary, as_json, lines
from reprobridge_spec.findings import NotChecked, Severity
from tests.unit.batch.checks import checked

UNCHECKED = (NotChecked(rule="RRC009", name="x", reason="no release"),)


def with_unchecked(outcome: Checked) -> Checked:
    return replace(outcome, shown=replace(outcome.shown, report=replace(outcome.report, not_checked=UNCHECKED)))


def count(*outcomes: Checked | Failure, total: int | None = None, again: bool = False) -> Summary:
    summary = Summary(total=len(outcomes) if total is None else total)
    for outcome in outcomes:
        summary.add(Result(path=Path("a"), outcome=outcome, again=again))
    return summary


ERROR = checked("a")
WARNING = checked("a", severity=Severity.WARNING)
FAILURE = Failure(artifact="a", kind=FailureKind.TIME_LIMIT, message="late")
GROUPS = {
    "an error": (ERROR, "1 artifact: 0 valid, 1 with errors"),
    "an error, and rules that could not look": (with_unchecked(ERROR), "1 artifact: 0 valid, 1 with errors"),
    "a warning": (WARNING, "1 artifact: 1 valid"),
    "rules that could not look": (with_unchecked(WARNING), "0 valid, 1 not told, as rules could not look"),
    "no report": (FAILURE, "0 valid, 1 could not be checked"),
}


@pytest.mark.parametrize(("outcome", "line"), GROUPS.values(), ids=GROUPS)
def test_an_artifact_falls_into_one_group(outcome: Checked | Failure, line: str) -> None:
    summary = count(outcome)
    assert summary.done == 1
    assert next(lines(summary, 1.0)).endswith(line)


def test_what_was_not_reached_is_counted_too() -> None:
    assert next(lines(count(ERROR, total=3), 1.0)) == "3 artifacts: 0 valid, 1 with errors, 2 not reached"


def test_failures_are_told_by_their_reason() -> None:
    other = replace(FAILURE, kind=FailureKind.NOT_READ)
    assert "could not be checked: 2 time-limit, 1 not-read" in list(lines(count(FAILURE, other, FAILURE), 1.0))


def test_the_five_most_frequent_rules_are_named_by_artifacts() -> None:
    outcomes = [checked("a", rule=f"RRM0{n:02}") for n in range(1, 8) for _ in range(n)]
    assert [code for code, _, _ in count(*outcomes).most_frequent()] == [
        "RRM007",
        "RRM006",
        "RRM005",
        "RRM004",
        "RRM003",
    ]


def test_the_rate_is_that_of_what_was_checked_now() -> None:
    assert list(lines(count(ERROR, ERROR), 4.0))[-1] == "4.0 s, 0.5 a second"
    assert list(lines(count(ERROR, again=True), 4.0))[-1] == "4.0 s, 1 taken from earlier results"


def test_programs_get_the_same_numbers() -> None:
    assert as_json(count(ERROR, WARNING, FAILURE, total=5), 2.0) == {
        "artifacts": 5,
        "valid": 1,
        "with_errors": 1,
        "open": 0,
        "failed": {"time-limit": 1},
        "not_reached": 2,
        "from_earlier_results": 0,
        "rules": [{"rule": "RRM010", "name": "dangling-pointer", "artifacts": 2}],
        "seconds": 2.0,
    }
