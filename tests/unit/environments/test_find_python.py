import os
import platform
import re
import sys
from pathlib import Path

import pytest

from reprobridge_spec.environments.python import current_platform, find_interpreter, running
from reprobridge_spec.errors import ArtifactError, NotDoneError

HERE = platform.python_version()
MINOR = ".".join(HERE.split(".")[:2])
OTHER = "3.39"


def _fake(folder: Path, name: str, answer: str, code: int = 0) -> Path:
    folder.mkdir(exist_ok=True)
    program = folder / name
    program.write_text(f"#!/bin/sh\necho 'a warning'\necho '{answer}'\nexit {code}\n", encoding="utf-8")
    program.chmod(0o755)
    return program


def _answer(version: str, executable: Path) -> str:
    return f'["{version}", "cpython", "/opt/python", "{executable}"]'


def test_the_running_python_comes_first() -> None:
    found = find_interpreter(MINOR, environ={"PATH": ""})
    assert found == running()
    assert (found.version, found.minor, found.base_prefix) == (HERE, MINOR, Path(sys.base_prefix))


@pytest.mark.parametrize("declared", [HERE, MINOR, f">={MINOR},<4", f"=={MINOR}.*"])
def test_each_form_finds_it(declared: str) -> None:
    assert find_interpreter(declared, environ={}).version == HERE


def test_another_version_is_found_on_the_path(tmp_path: Path) -> None:
    program = _fake(tmp_path / "bin", f"python{OTHER}", _answer(f"{OTHER}.2", tmp_path / "real"))
    assert program.exists()
    found = find_interpreter(OTHER, environ={"PATH": f"relative:{tmp_path}/none:{tmp_path}/bin"})
    assert (found.version, found.executable) == (f"{OTHER}.2", tmp_path / "real")


def test_a_program_of_the_right_name_is_asked_for_its_version(tmp_path: Path) -> None:
    _fake(tmp_path / "bin", f"python{OTHER}", _answer(f"{OTHER}.2", tmp_path / "real"))
    with pytest.raises(NotDoneError, match=re.escape(f"{OTHER}.3 is asked for")) as caught:
        find_interpreter(f"{OTHER}.3", environ={"PATH": str(tmp_path / "bin")})
    assert f"{OTHER}.2" in str(caught.value)
    assert HERE in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "code"), [("command not found", 127), ("", 0), ("[1]", 0), ('["3.39.1", "cpython"]', 0), ("{}", 0)]
)
def test_a_program_that_does_not_answer_is_passed_over(tmp_path: Path, answer: str, code: int) -> None:
    _fake(tmp_path / "a", f"python{OTHER}", answer, code)
    _fake(tmp_path / "b", f"python{OTHER}", _answer(f"{OTHER}.1", tmp_path / "real"))
    environ = {"PATH": os.pathsep.join([str(tmp_path / "a"), str(tmp_path / "b")])}
    assert find_interpreter(OTHER, environ=environ).executable == tmp_path / "real"


def test_a_file_that_is_no_program_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / f"python{OTHER}").write_bytes(b"\x00not a program")
    (tmp_path / f"python{OTHER}").chmod(0o755)
    with pytest.raises(NotDoneError, match="is asked for"):
        find_interpreter(OTHER, environ={"PATH": str(tmp_path)})


def test_a_minor_version_can_be_preferred(tmp_path: Path) -> None:
    _fake(tmp_path, f"python{OTHER}", _answer(f"{OTHER}.2", tmp_path / "real"))
    environ = {"PATH": str(tmp_path)}
    assert find_interpreter(">=3.11", environ=environ, prefer=OTHER).minor == OTHER
    assert find_interpreter(">=3.11", environ=environ, prefer="3.38").version == HERE
    assert find_interpreter(MINOR, environ=environ, prefer=OTHER).version == HERE


@pytest.mark.parametrize("declared", ["three", "2.7", ">=4"])
def test_a_declaration_that_no_python_meets_is_the_artifacts_fault(declared: str) -> None:
    with pytest.raises(ArtifactError, match="`python` cannot be read"):
        find_interpreter(declared, environ={})


def test_the_platform_has_the_name_that_locks_use() -> None:
    assert re.fullmatch(r"(linux|osx|win)-(64|arm64|aarch64|ppc64le)", current_platform())
