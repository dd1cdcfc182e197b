"""Python is masked in place: whatever is no code becomes spaces, and every line and column stays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.lines_with import lines_with
from reprobridge_spec.documents.python_imports import imported
from reprobridge_spec.documents.python_text import code_of, is_python, without_comments


@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        ("a.py", b"", True),
        ("a.pyw", b"", True),
        ("run", b"#!/usr/bin/env python3\n", True),
        ("run", b"#!/bin/sh\npython x\n", False),
        ("a.txt", b"import os\n", False),
        ("a.pyc", b"", False),
    ],
)
def test_which_files_are_python(path: str, data: bytes, *, expected: bool) -> None:
    assert is_python(path, data) is expected


@pytest.mark.parametrize(
    ("source", "code", "text"),
    [
        ("a = 1  # c", "a = 1     ", "a = 1     "),
        ("a = 'b # c'", "a =        ", "a = 'b # c'"),
        ('"""d"""\na', "       \na", "       \na"),
        ("'''d\ne'''\na", "    \n    \na", "    \n    \na"),
        ("a = '''d\n# e'''", "a =     \n      ", "a = '''d\n# e'''"),
        ("a = 'b\\'c'", "a =       ", "a = 'b\\'c'"),
        ("a = 'b\nc = 'd'", "a =   \nc =    ", "a = 'b\nc = 'd'"),
        ("f(\n  'a',\n  'b')", "f(\n     ,\n     )", "f(\n  'a',\n  'b')"),
        ("def f():\n  'd'\n  return 1", "def f():\n     \n  return 1", "def f():\n     \n  return 1"),
        ("a = '", "a =  ", "a = '"),
        ('a = """b', "a =     ", 'a = """b'),
        ("'a\\", "   ", "   "),
        ("a = '# b'  # 'c'", "a =             ", "a = '# b'       "),
    ],
)
def test_comments_and_strings_become_spaces(source: str, code: str, text: str) -> None:
    assert code_of(source.encode()) == code.encode()
    assert without_comments(source.encode()) == text.encode()


@given(st.text(alphabet="a\"'#\\\n rf(){}", max_size=40))
def test_every_byte_keeps_its_place(source: str) -> None:
    data = source.encode()
    for masked in (code_of(data), without_comments(data)):
        assert len(masked) == len(data)
        assert all(new in (old, ord(" ")) for new, old in zip(masked, data, strict=True))
        assert masked.count(b"\n") == data.count(b"\n")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import a, b.c as d\n", [(0, "a"), (0, "b.c")]),
        ("from a.b import c, d as e\n", [(0, "a.b"), (0, "a.b.c"), (0, "a.b.d"), (0, "a.b.as"), (0, "a.b.e")]),
        ("from . import x\n", [(1, "x")]),
        ("from ..a import (b,\n  c)\n", [(2, "a"), (2, "a.b"), (2, "a.c")]),
        ("  import a\n", [(0, "a")]),
        ("# import a\n", []),
        ("'import a'\n", []),
        ("x = 'y'\nimportant = 1\n", []),
        ("from a\n", []),
    ],
)
def test_what_a_file_imports(source: str, expected: list[tuple[int, str]]) -> None:
    assert list(imported(source.encode())) == expected


@pytest.mark.parametrize(
    ("data", "words", "expected"),
    [
        (b"a\nb x\nc y x\n", (b"x", b"y"), [(2, b"b x"), (6, b"c y x")]),
        (b"x", (b"x",), [(0, b"x")]),
        (b"xx\n\nx", (b"x",), [(0, b"xx"), (4, b"x")]),
        (b"", (b"x",), []),
        (b"a\n", (b"x",), []),
    ],
)
def test_lines_with_a_word(data: bytes, words: tuple[bytes, ...], expected: list[tuple[int, bytes]]) -> None:
    assert list(lines_with(data, words)) == expected
