"""Many faults of one kind: the first few stand alone, one more counts the others."""

import pytest

from reprobridge_spec.findings import Fix, Severity
from reprobridge_spec.location import Mark
from reprobridge_spec.rules.base import Fault
from reprobridge_spec.rules.first_few import FEW, first_few


def fault(line: int, severity: Severity | None = None) -> Fault:
    fix = Fix(what="Mends it.", edits=())
    return Fault(message=f"fault {line}", advice="Mend it.", mark=Mark(line, 1), severity=severity, fix=fix)


@pytest.mark.parametrize("number", [0, 1, FEW, FEW + 1])
def test_a_few_stand_as_they_are(number: int) -> None:
    faults = [fault(line) for line in range(1, number + 1)]
    assert list(first_few(faults)) == faults


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (1, "fault 11; and 1 more such place, up to line 12"),
        (2, "fault 11; and 2 more such places, up to line 13"),
        (9000, "fault 11; and 9000 more such places, up to line 9011"),
    ],
)
def test_the_others_are_counted_at_the_first_of_them(more: int, says: str) -> None:
    *alone, last = first_few(fault(line) for line in range(1, FEW + 2 + more))
    assert [one.message for one in alone] == [f"fault {line}" for line in range(1, FEW + 1)]
    assert (last.message, last.mark) == (says, Mark(FEW + 1, 1))


def test_what_counts_others_repairs_none_of_them() -> None:
    *alone, last = first_few(fault(line) for line in range(FEW + 5))
    assert last.fix is None
    assert all(one.fix for one in alone)


def test_no_error_hides_behind_notes() -> None:
    notes = [fault(line, Severity.NOTE) for line in range(1, 100)]
    found = list(first_few([*notes, fault(100), fault(101, Severity.ERROR)]))
    assert [one.message for one in found if one.severity is not Severity.NOTE] == ["fault 100", "fault 101"]
    assert [one.message for one in found if "more" in one.message] == [
        "fault 11; and 88 more such places, up to line 99"
    ]


def test_where_once_is_enough_the_first_counts_the_others() -> None:
    (only,) = first_few([fault(3), fault(5), fault(8)], "such line", few=0)
    assert only.message == "fault 3; and 2 more such lines, up to line 8"


def test_without_lines_only_their_number_is_said() -> None:
    whole = [Fault(message="no hash", advice="Mend it.", file=f"{number}.bin") for number in range(4)]
    assert [one.message for one in first_few(whole, "listed file", few=1)] == [
        "no hash",
        "no hash; and 2 more listed files",
    ]


def test_faults_are_taken_one_by_one() -> None:
    endless = iter(fault(line) for line in iter(int, 1))
    found = first_few(endless)
    assert next(found).message == "fault 0"
