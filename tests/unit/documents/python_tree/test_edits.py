"""Edits change what they name, and no other byte."""

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.python_tree.edits import Edit, Piece, apply
from reprobridge_spec.documents.python_tree.module import Module, read
from reprobridge_spec.documents.python_tree.removed.find import find

LINES = (
    "import numpy as np  # arrays",
    "x = np.int(3)   # whole",
    "y = 2 ** np.NINF",
    "z = [np.Inf, -np.NINF, np.NINF ** 2]",
    "s = 'np.int é'",
    "",
    "def f(a=np.float):\n    return np.float_(a)\t# ß",
    "if np.bool: pass",
    "from collections import Mapping, OrderedDict",
    "t = np.asscalar(x + 1)",
    "u = f'{np.int}'",
    "w = (np\n     .int)",
)
ENDS = ("\n", "\r\n")


def piece(start: int, end: int, new: bytes, *, is_expression: bool = False) -> Edit:
    return Edit(pieces=(Piece(start=start, end=end, new=new, is_expression=is_expression),))


def outside(data: bytes, edits: list[Edit]) -> list[bytes]:
    pieces = sorted({one for edit in edits for one in edit.pieces}, key=lambda one: one.start)
    starts = [0, *(one.end for one in pieces)]
    ends = [*(one.start for one in pieces), len(data)]
    return [data[start:end] for start, end in zip(starts, ends, strict=True)]


@given(st.lists(st.sampled_from(LINES), max_size=12), st.sampled_from(ENDS), st.booleans())
def test_edits_change_no_other_byte_and_the_outcome_is_python(lines: list[str], end: str, mark: bool) -> None:  # noqa: FBT001 (drawn)
    data = (b"\xef\xbb\xbf" if mark else b"") + end.join(["import numpy as np", *lines, ""]).replace("\n", end).replace(
        "\r\r", "\r"
    ).encode()
    module = read("a.py", data)
    assert isinstance(module, Module)
    edits = [found.edit for found in find(module, {}) if found.edit is not None]
    changed = apply(data, edits)
    ast.parse(changed)
    place = 0
    for part in outside(data, edits):
        place = changed.index(part, place) + len(part)
    again = read("a.py", changed)
    assert isinstance(again, Module)
    assert [found for found in find(again, {}) if found.edit is not None] == []


def test_no_edit_is_no_change() -> None:
    assert apply(b"x = (", []) == b"x = ("


def test_one_edit_for_two_findings_is_made_once() -> None:
    edit = piece(0, 1, b"y")
    assert apply(b"x = 1\n", [edit, edit]) == b"y = 1\n"


def test_a_long_sum_is_edited_as_any_other_expression() -> None:
    data = ("x = " + " + ".join(["y"] * 600) + "\n").encode()
    assert apply(data, [piece(4, 5, b"-z", is_expression=True)]) == data.replace(b"y", b"-z", 1)


REFUSED = {
    "overlapping": (b"abc = 1\n", [piece(0, 2, b"x"), piece(1, 3, b"y")]),
    "outside": (b"x = 1\n", [piece(4, 99, b"2")]),
    "backwards": (b"x = 1\n", [piece(4, 2, b"2")]),
    "no Python": (b"x = 1\n", [piece(4, 5, b"(")]),
    "another precedence": (b"x = 2 ** y\n", [piece(4, 5, b"a + b", is_expression=True)]),
    "another sign": (b"x = y ** 2\n", [piece(4, 5, b"-z", is_expression=True)]),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_edit_that_would_change_more_is_refused(case: str) -> None:
    data, edits = REFUSED[case]
    with pytest.raises(ValueError, match=r"\w"):
        apply(data, edits)
