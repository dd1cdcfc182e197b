import json
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from reprobridge_spec.conformance.cases import Found
from reprobridge_spec.conformance.results import CaseResult, Status
from reprobridge_spec.conformance.runner import Implementation, caller_environment, refuse_nothing, run_all, run_case
from reprobridge_spec.errors import UsageError
from reprobridge_spec.model.case import Case

FINDING = {"rule": "RRM001", "severity": "error", "file": "rra.yaml", "line": 2, "message": "it is wrong"}


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    (tmp_path / "base" / "small").mkdir(parents=True)
    (tmp_path / "base" / "small" / "rra.yaml").write_text("id: small\n")
    return tmp_path


def result(suite: Path, case: dict[str, Any], program: str, **how: Any) -> CaseResult:
    """What comes of a case when `program` (Python) stands for the implementation."""
    body = Case.model_validate({"title": "t", "spec": ["s"], "base": "small", **case})
    found = Found(id="a/b", case=body, folder=suite)
    (suite / "program.py").write_text(program)
    command = [sys.executable, "-S", str(suite / "program.py")]
    return run_case(suite, found, Implementation(command=command, environment=caller_environment(), **how))


def faults(suite: Path, case: dict[str, Any], program: str, **how: Any) -> tuple[str, ...]:
    """What differs."""
    return result(suite, case, program, **how).faults


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
    "no JSON": (validation(), "import sys\nprint('fine')\nsys.exit(1)", "printed no JSON: 'fine"),
    "nothing, and a reason beside it": (
        validation(),
        "import sys\nsys.stderr.write('no disk')\nsys.exit(1)",
        "printed no JSON: 'no disk'",
    ),
    "findings that are no list": (validation(), printing({"findings": {}}, 1), "no object with a list"),
    "a severity that is none": (validation(), printing({"findings": [FINDING | {"severity": 1}]}, 1), "no object with"),
    "JSON without end": (validation(), "print('[' * 100000)\nraise SystemExit(1)", "printed no JSON"),
    "a number without end": (validation(), "print('9' * 10000)\nraise SystemExit(1)", "printed no JSON"),
    "bytes that are no text": (
        validation(),
        "import sys\nsys.stdout.buffer.write(bytes(range(256)))\nsys.exit(1)",
        "printed no JSON",
    ),
    "a place that is no text": (
        validation({"rule": "RRM001", "file": "rra.yaml"}),
        printing({"findings": [FINDING | {"file": ["rra.yaml"]}]}, 1),
        "RRM001 does not fire at rra.yaml",
    ),
    "another severity": (
        validation({"rule": "RRM001", "severity": "warning"}),
        printing({"findings": [FINDING]}, 1),
        "RRM001 does not fire",
    ),
    "a rule that was checked": (
        {"validate": {"level": "draft", "exit": 4, "not_checked": ["RRG007"]}},
        printing({"findings": [], "not_checked": []}, 4),
        "RRG007 is not said to be not checked",
    ),
    "a rule that was not checked": (
        {"validate": {"level": "draft", "exit": 0, "not_checked": []}},
        printing({"findings": [], "not_checked": [{"rule": "RRG007"}]}),
        "RRG007 is said to be not checked",
    ),
    "no word on what was not checked": (
        {"validate": {"level": "draft", "exit": 4, "not_checked": []}},
        printing({"findings": []}, 4),
        "printed no list `not_checked`",
    ),
    "a killed process": (validation(), "import os\nos.kill(os.getpid(), 9)", "ended with 137, not 1"),
    "a list": (validation(), printing([], 1), "printed no object with a list `findings`"),
    "findings of another form": (
        validation(),
        printing({"findings": [{"code": 1}]}, 1),
        "printed no object with a list `findings`",
    ),
    "a crash": (validation(), "raise SystemExit(70)", "ended with 70, not 1"),
}


def test_lines_are_not_compared_where_none_are_claimed(suite: Path) -> None:
    case = validation({"rule": "RRM001", "line": 2})
    assert faults(suite, case, printing({"findings": [FINDING | {"line": None}]}, 1), positions=False) == ()


def test_what_is_not_checked_is_compared_where_it_is_named(suite: Path) -> None:
    case = {"validate": {"level": "draft", "exit": 4, "not_checked": ["RRG007"]}}
    assert faults(suite, case, printing({"findings": [], "not_checked": [{"rule": "RRG007"}]}, 4)) == ()
    case = {"validate": {"level": "draft", "exit": 4}}
    assert faults(suite, case, printing({"findings": [], "not_checked": [{"rule": "RRG007"}]}, 4)) == ()


def test_an_implementation_that_hangs_fails_the_case(suite: Path) -> None:
    (fault,) = faults(suite, validation(), "import time\ntime.sleep(60)", time_limit=0.2)
    assert "did not end within 0.2 s" in fault


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_an_implementation_that_prints_without_end_fails_the_case(suite: Path, stream: str) -> None:
    program = f"import sys\nfor _ in range(100): sys.{stream}.write('x' * 1_000_000)\nimport time\ntime.sleep(60)"
    (fault,) = faults(suite, validation(), program, time_limit=50)
    assert "printed more than 16 MiB" in fault


def test_what_is_not_supported_is_no_pass_and_no_failure(suite: Path) -> None:
    came = result(suite, validation(), printing({"not_supported": "no levels yet"}, 4))
    assert (came.status, came.reason, came.faults) == (Status.NOT_SUPPORTED, "no levels yet", ())


@pytest.mark.parametrize(
    "program", [printing({"not_supported": "x"}, 1), printing({"not_supported": 3}, 4), printing([], 4)], ids=str
)
def test_only_the_exact_words_say_not_supported(suite: Path, program: str) -> None:
    assert result(suite, validation(code=0), program).status is Status.FAILED


def test_a_case_that_cannot_be_made_here_is_skipped_with_the_reason(
    suite: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "symlink_to", refuse)
    case = validation() | {"operations": [{"link": {"file": "a", "target": "b"}}]}
    came = result(suite, case, "")
    assert (came.status, came.reason) == (Status.SKIPPED, "the file system here has no symlinks")


def refuse(*_: object) -> None:
    raise OSError("not here")


def test_cases_run_at_once_and_results_keep_their_order(suite: Path) -> None:
    program = "import sys, time\nfrom pathlib import Path\n"
    program += "time.sleep(0.5 if Path(sys.argv[-1], 'slow').exists() else 0)\nprint('{\"findings\": []}')"
    (suite / "program.py").write_text(program)
    slow = {"operations": [{"write": {"file": "slow", "text": ""}}]}
    cases = [
        Found(
            id=f"a/{number}",
            case=Case.model_validate({"title": "t", "spec": ["s"], "base": "small", **validation(code=0), **more}),
            folder=suite,
        )
        for number, more in enumerate([slow, {}, {}])
    ]
    command = [sys.executable, "-S", str(suite / "program.py")]
    ended: list[str] = []
    came = run_all(
        suite,
        cases,
        Implementation(command=command, environment=caller_environment()),
        jobs=3,
        skipped=frozenset({"a/2"}),
        on_end=lambda one: ended.append(one.found.id),
    )
    assert [one.found.id for one in came] == ["a/0", "a/1", "a/2"]
    assert ended[-1] == "a/0"
    assert [one.status for one in came] == [Status.PASSED, Status.PASSED, Status.FAILED]
    assert came[2].faults == ("it is on the list of known failures, and it passes",)


def test_a_case_at_fault_ends_the_run(suite: Path) -> None:
    body = {"title": "t", "spec": ["s"], "base": "small", **validation(), "operations": [{"remove": "gone"}]}
    case = Found(id="a/b", case=Case.model_validate(body), folder=suite)
    with pytest.raises(UsageError, match="there is no gone"):
        run_all(suite, [case], Implementation(command=["true"], environment={}), jobs=1)


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


RELEASED = {"validate": {"level": "preserved", "exit": 0, "release": "small-1.0.zip"}}


def test_a_release_is_handed_over_by_its_path(suite: Path) -> None:
    (suite / "releases").mkdir()
    (suite / "releases" / "small-1.0.zip").write_bytes(b"the release")
    program = """
        import json, pathlib, sys
        option, path, artifact = sys.argv[-3:]
        said = (option, pathlib.Path(path).read_bytes(), pathlib.Path(artifact).name)
        assert said == ("--release", b"the release", "artifact"), said
        print(json.dumps({"findings": []}))
    """
    assert faults(suite, RELEASED, textwrap.dedent(program)) == ()


@pytest.mark.parametrize("release", ["gone-1.0.zip", "folder", "../base/small/rra.yaml"])
def test_a_release_that_the_suite_has_not_is_said(suite: Path, release: str) -> None:
    (suite / "releases" / "folder").mkdir(parents=True)
    case = {"validate": {"level": "preserved", "exit": 0, "release": release}}
    with pytest.raises(UsageError, match="the case a/b names no release of the suite: "):
        faults(suite, case, printing({"findings": []}))


@pytest.mark.parametrize("release", ["/etc/hostname", ""])
def test_a_release_lies_in_its_folder(release: str) -> None:
    validation = {"level": "draft", "exit": 0, "release": release}
    with pytest.raises(ValidationError):
        Case.model_validate({"title": "t", "spec": ["s"], "base": "small", "validate": validation})
