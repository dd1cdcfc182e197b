"""The suite runs over any implementation, and this one does as it says."""

import json
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT, CommandLine

CASES = CHECKOUT / "conformance" / "cases"
COMPONENTS = sorted(path.name for path in CASES.iterdir())


@pytest.mark.parametrize("component", COMPONENTS)
def test_rrspec_does_as_the_cases_say(rrspec: CommandLine, component: str) -> None:
    ended = rrspec("conformance", "run", "--only", f"{component}/*", "--format", "json", "--", *rrspec.command)
    assert ended.returncode == 0, ended.stderr
    results = {result["id"]: result["faults"] for result in json.loads(ended.stdout)}
    assert results == {path.parent.relative_to(CASES).as_posix(): [] for path in (CASES / component).rglob("case.yaml")}


def test_an_implementation_that_finds_nothing_fails(rrspec: CommandLine, tmp_path: Path) -> None:
    program = tmp_path / "blind.py"
    program.write_text("print('{\"findings\": []}')")
    only = "environment/*"
    ended = rrspec("conformance", "run", "--only", only, "--format", "json", "--", sys.executable, program)
    results = json.loads(ended.stdout)
    assert (ended.returncode, all(result["faults"] for result in results), bool(results)) == (1, True, True)
