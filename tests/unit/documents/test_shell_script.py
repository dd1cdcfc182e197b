"""Shell scripts are read as simple commands, without a shell, whatever stands there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.shell_script import MAX_LENGTH, commands, is_shell


def words(script: str) -> list[list[str]]:
    return [command.words for command in commands(script)]


@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        ("a.sh", b"", True),
        ("a.bash", b"", True),
        ("job.slurm", b"", True),
        ("run", b"#!/bin/sh\n", True),
        ("run", b"#! /usr/bin/env bash\r\n", True),
        ("run", b"#!/usr/bin/env -S zsh -e\n", True),
        ("run", b"#!/usr/bin/env python\n", False),
        ("run", b"#!/usr/bin/fish\n", False),
        ("run", b"echo a\n", False),
        ("a.txt", b"# #!/bin/sh\n", False),
    ],
)
def test_which_files_are_shell_scripts(path: str, data: bytes, *, expected: bool) -> None:
    assert is_shell(path, data) is expected


@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ("a b; c\nd", [["a", "b"], ["c"], ["d"]]),
        ("a | b && c || d & e", [["a"], ["b"], ["c"], ["d"], ["e"]]),
        ("a 'b c' \"d e\"f", [["a", "'b c'", '"d e"f']]),
        ("a \\\n  b", [["a", "b"]]),
        ("a # b\nc", [["a"], ["c"]]),
        ("a b#c", [["a", "b#c"]]),
        ("(a; b)", [["a"], ["b"]]),
        ("x=$(a b)", [["x="], ["a", "b"]]),
        ("a `b`", [["a"], ["b"]]),
        ("a ${b} $c $((1+2))", None),
        ("cat <<E\nnot a command\nE\nb", [["cat"], ["b"]]),
        ("cat <<-'E' > f\n\tx; y\n\tE\nb", [["cat"], ["b"]]),
        ("cat <<E\nno end", [["cat"]]),
        ("a <<< b\nc", [["a"], ["c"]]),
        ("a 'b\nc' d\ne", [["a", "'b\nc'", "d"], ["e"]]),
        ("# only\n\n", []),
        ("a 'b", None),
    ],
)
def test_a_script_is_its_commands(script: str, expected: list[list[str]] | None) -> None:
    found = words(script)
    assert found == expected if expected is not None else found


@pytest.mark.parametrize(
    ("script", "targets"),
    [
        ("a > b", ["b"]),
        ("a >> b 2> c", ["b", "c"]),
        ("a &> b", ["b"]),
        ("a >| b", ["b"]),
        ('a > "b c"/d e', ['"b c"/d']),
        ("> b", ["b"]),
        ("a < b", []),
        ("a 2>&1", []),
        ("a '> b'", []),
        ("a # > b", []),
    ],
)
def test_where_output_goes(script: str, targets: list[str]) -> None:
    (command,) = commands(script)
    assert command.targets == targets


@pytest.mark.parametrize(
    ("script", "program", "arguments"),
    [
        ("A=1 B=2 python x", "python", ["python", "x"]),
        ("if ! python x", "python", ["python", "x"]),
        ("time python", "python", ["python"]),
        ("A=1", "", []),
        ("then", "", []),
    ],
)
def test_the_program_is_the_first_word_that_is_no_assignment(script: str, program: str, arguments: list[str]) -> None:
    (command,) = commands(script)
    assert (command.program, command.arguments) == (program, arguments)


def test_a_command_knows_its_line_and_what_stands_around_it() -> None:
    found = commands("a |\n  b\n\nc 'd\ne' && f <<E\ng\nE\nh")
    assert [(one.program, one.line, one.before, one.after) for one in found] == [
        ("a", 1, "", "|"),
        ("b", 2, "\n", "\n"),
        ("c", 4, "\n", "&&"),
        ("f", 5, "&&", "\n"),
        ("h", 8, "\n", ""),
    ]


def test_a_script_that_carries_data_has_no_commands() -> None:
    assert commands("a\n" * (MAX_LENGTH // 2 + 1)) == ()


@given(st.text(alphabet="ab \n'\"\\$(){}<>|&;#`=-E", max_size=60))
def test_whatever_stands_there_is_read(script: str) -> None:
    lines = [command.line for command in commands(script)]
    assert lines == sorted(lines)
    assert all(1 <= line <= script.count("\n") + 1 for line in lines)
