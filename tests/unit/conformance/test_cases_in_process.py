"""This implementation does as the cases say, without a process for each: all validations, each in some milliseconds."""

from pathlib import Path

import pytest

from reprobridge_spec.conformance.cases import Found, read_cases, requirements
from reprobridge_spec.conformance.machine import lacking
from tests.unit.conformance.in_process import SUITE, faults

VALIDATIONS = [found for found in read_cases(SUITE) if found.case.validate_ is not None]
KINDS: dict[str, list[Found]] = {}
for _found in VALIDATIONS:
    KINDS.setdefault(_found.folder.relative_to(SUITE / "cases").as_posix(), []).append(_found)


LARGE = {"form/limits"}
"""Kinds of many megabytes or values."""


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=pytest.mark.slow if kind in LARGE else ()) for kind in KINDS], ids=list(KINDS)
)
def test_this_implementation_does_as_the_cases_say(kind: str, tmp_path: Path) -> None:
    differences = {}
    for number, found in enumerate(KINDS[kind]):
        if missing := lacking(requirements(found.case), tmp_path):
            pytest.skip(f"not checked: the file system here has no {', '.join(missing)}")
        folder = tmp_path / str(number)
        folder.mkdir()
        assert found.case.validate_ is not None
        differences[found.id] = faults(found, found.case.validate_, folder)
    assert {name: said for name, said in differences.items() if said} == {}


def test_no_validation_is_left_out() -> None:
    assert sum(map(len, KINDS.values())) == len(VALIDATIONS) >= 300
