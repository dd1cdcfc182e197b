import json
import sys
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.conformance.runner import caller_environment, refuse_nothing, run_case
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case

FINDING = {"rule": "RRM001", "severity": "error", "file": "rra.yaml", "line": 2, "message": "it is wrong"}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "base" / "small").mkdir(parents=True)
    (tmp_path / "base" / "small" / "rra.yaml").write_text("id: small\n")
    return tmp_path


def faults(suite: Path, case: dict[str, Any], program: str) -> tuple[str, ...]:
    """What differs when `program` (Python) stands for the implementation."""
    body = Case.model_validate({"title": "t", "spec": ["s"], "base": "small", **case})
    found = Found(id="a/b", case=body, folder=suite)
    (suite / "program.py").write_text(program)
    return run_case(suite, found, [sys.executable, str(suite / "program.py")], caller_environment()).faults


def printing(document: object, code: int = 0) -> str:
    return f"import sys\nprint({json.dumps(document)!r})\nsys.exit({code})"


def validation(*findings: dict[str, object], code: int = 1) -> dict[str, Any]:
    return {"validate": {"level": "draft", "exit": code, "findings": list(findings)}}


def test_a_validation_as_expected_has_no_fault(suite: Path) -> None:
    case = validation({"rule": "RRM001", "file": "rra.yaml", "line": 2})
    assert faults(suite, case, printing({"findings": [FINDING]}, 1)) == ()


@pytest.mark.parametrize("expected", [{}, {"file": "rra.yaml"}, {"line": 2}], ids=str)
def test_what_is_not_given_is_not_compared(suite: Path, expected: dict[str, object]) -> None:
    assert faults(suite, validation({"rule": "RRM001", **expected}), printing({"findings": [FINDING]}, 1)) == ()


def test_notes_are_not_compared(suite: Path) -> None:
    note = FINDING | {"rule": "RRM002", "severity": "note"}
    assert faults(suite, validation({"rule": "RRM001"}), printing({"findings": [FINDING, note]}, 1)) == ()


DIFFERENCES: dict[str, tuple[dict[str, Any], str, str]] = {
    "another exit code": (validation(code=0), printing({"findings": []}, 1), "ended with 1, not 0"),
    "no finding": (validation({"rule": "RRM001"}), printing({"findings": []}, 1), "RRM001 does not fire at its place"),
    "another file": (
        validation({"rule": "RRM001", "file": "b.yaml"}),
        printing({"findings": [FINDING]}, 1),
        "RRM001 does not fire at b.yaml",
    ),
    "another line": (
        validation({"rule": "RRM001", "file": "rra.yaml", "line": 3}),
        printing({"findings": [FINDING]}, 1),
        "RRM001 does not fire at rra.yaml:3",
    ),
    "another rule": (validation(), printing({"findings": [FINDING]}, 1), "RRM001 fires at rra.yaml:2: it is wrong"),
    "the same rule at another place too": (
        validation({"rule": "RRM001", "line": 2}),
        printing({"findings": [FINDING, FINDING | {"line": 9}]}, 1),
        "RRM001 fires at rra.yaml:9: it is wrong",
    ),
    "no JSON": (validation(), "import sys\nprint('fine')\nsys.exit(1)", "printed no list of findings"),
    "a list": (validation(), printing([], 1), "printed no list of findings"),
    "findings of another form": (validation(), printing({"findings": [{"code": 1}]}, 1), "printed no list of findings"),
    "a crash": (validation(), "raise SystemExit(70)", "ended with 70, not 1"),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_each_difference_is_a_fault(suite: Path, name: str) -> None:
    case, program, said = DIFFERENCES[name]
    (fault,) = [fault for fault in faults(suite, case, program) if said in fault]
    assert fault


STEP = {"run": ["verify", "{artifact}", "{out}"], "exit": 0}


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"/holds": "True", "/tasks/0/n": "3", "/a~1b": "x"}, ""),
        ({"/holds": "False"}, "/holds is True, not 'False'"),
        ({"/tasks/1/n": "3"}, "/tasks/1/n is None, not '3'"),
        ({"/nothing/there": "3"}, "/nothing/there is None, not '3'"),
    ],
    ids=str,
)
def test_values_are_compared_at_their_pointers(suite: Path, values: dict[str, str], said: str) -> None:
    program = printing({"holds": True, "tasks": [{"n": 3}], "a/b": "x"})
    found = faults(suite, {"steps": [STEP | {"values": values}]}, program)
    assert [said in fault for fault in found] == ([True] if said else [])


def test_values_of_what_is_no_json_are_a_fault(suite: Path) -> None:
    (fault,) = faults(suite, {"steps": [STEP | {"values": {"/a": "1"}}]}, "print('fine')")
    assert "printed no JSON: 'fine" in fault


def test_the_artifact_and_an_empty_folder_are_given(suite: Path) -> None:
    program = "import os, sys\nassert sys.argv[1] == 'verify'\nassert os.listdir(sys.argv[2]) == ['rra.yaml']\n"
    assert faults(suite, {"steps": [STEP]}, program + "assert os.listdir(sys.argv[3]) == []") == ()


def test_what_is_said_beside_the_result_does_not_disturb(suite: Path) -> None:
    program = printing({"findings": []}) + "\n"
    assert faults(suite, validation(code=0), "import sys\nprint('working', file=sys.stderr)\n" + program) == ()


def test_findings_are_those_of_the_validation_and_not_of_a_later_step(suite: Path) -> None:
    program = f"import sys\nif sys.argv[1] == 'validate':\n    print({json.dumps({'findings': [FINDING]})!r})"
    program += "\n    sys.exit(1)"
    case = validation({"rule": "RRM001"}) | {"steps": [{"run": ["pack"], "exit": 0}]}
    assert faults(suite, case, program) == ()


def test_after_a_difference_no_more_steps_are_made(suite: Path) -> None:
    program = "import pathlib, sys\nwith open('calls', 'a') as calls: calls.write('x')\nsys.exit(3)"
    program = program.replace("'calls'", repr(str(suite / "calls")))
    found = faults(suite, {"steps": [STEP, STEP]}, program)
    assert (len(found), (suite / "calls").read_text()) == (1, "x")


def test_colours_of_the_caller_are_not_handed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("KEPT", "1")
    environment = caller_environment()
    assert ("FORCE_COLOR" in environment, environment["KEPT"]) == (False, "1")


@pytest.mark.parametrize(
    ("found", "command", "said"), [([], [sys.executable], "no case"), ([1], ["nope"], "program nope")]
)
def test_a_run_of_nothing_is_refused(found: list[Any], command: list[str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        refuse_nothing(found, command)
