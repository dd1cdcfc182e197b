"""This implementation does as the cases say, without a process for each: all validations, each in some milliseconds."""

from pathlib import Path

import pytest

from reprobridge_spec.conformance.cases import Found, read_cases, requirements
from reprobridge_spec.conformance.machine import lacking
from tests.unit.conformance.in_process import SUITE, faults

VALIDATIONS = [found for found in read_cases(SUITE) if found.case.validate_ is not None]


@pytest.mark.parametrize("found", VALIDATIONS, ids=lambda found: found.id)
def test_this_implementation_does_as_the_case_says(found: Found, tmp_path: Path) -> None:
    if missing := lacking(requirements(found.case), tmp_path):
        pytest.skip(f"not checked: the file system here has no {', '.join(missing)}")
    assert found.case.validate_ is not None
    assert faults(found, found.case.validate_, tmp_path) == []
