"""Notebooks: their code as Python, what they install, and the errors that they were saved with."""

import ast
import json
from typing import Any

import pytest

from reprobridge_spec.documents.foreign import dependencies, notebook
from reprobridge_spec.documents.foreign.needs import Source


def saved(*cells: Any, **metadata: Any) -> bytes:
    made = [cell if isinstance(cell, dict) else {"cell_type": "code", "source": cell, "outputs": []} for cell in cells]
    return json.dumps({"cells": made, "metadata": metadata, "nbformat": 4}).encode()


def read(*cells: Any, **metadata: Any) -> notebook.Notebook:
    found = notebook.read("a.ipynb", saved(*cells, **metadata))
    assert isinstance(found, notebook.Notebook)
    return found


PYTHON = {
    "plain": "import numpy\nx = 1",
    "a magic of a line": "%matplotlib inline\nx = 1",
    "a command": "!ls -l\nx = 1",
    "a command inside a block": "if x:\n    !ls\ny = 1",
    "a command for a name": "files = !ls\nx = 1",
    "a magic for a name": "r = %timeit -o f()\nx = 1",
    "a question": "f?\nx = 1",
    "a question before": "?f\nx = 1",
    "a command that goes on": "!pip install a \\\n  b\nx = 1",
    "a magic of a cell for Python": "%%time\nx = 1",
    "two magics of a cell": "%%capture out\n%%time\nx = 1",
    "a percent sign in a text": 'x = """\n%matplotlib\n!ls\n"""',
    "a remainder": "x = (5\n%y)",
    "escapes": "x = '\\d'",
}


@pytest.mark.parametrize("text", PYTHON.values(), ids=PYTHON)
def test_a_cell_of_python_stays_python_with_its_lines(text: str) -> None:
    found = read(text)
    (cell,) = found.cells

    assert cell.is_python
    assert found.source.decode().count("\n") == text.count("\n") + 1
    ast.parse(found.source.replace(b"'\\d'", b"1"))
    assert found.place(cell.line) == (1, 1)


OTHERS = {
    "a shell": "%%bash\npip install a",
    "a file": "%%writefile a.py\nx = 1",
    "another language": "%%javascript\nlet x = 1;",
    "Python 2": "print 'x'",
    "a half": "def f(:",
}


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_a_cell_that_is_no_python_is_a_comment_and_harms_no_other(text: str) -> None:
    found = read("x = 1", text, "y = 2")

    assert [cell.is_python for cell in found.cells] == [True, False, True]
    assert [ast.unparse(node) for node in ast.parse(found.source).body] == ["x = 1", "y = 2"]


def test_a_line_of_the_source_has_a_cell_and_a_line_in_it() -> None:
    found = read("a = 1\nb = 2", {"cell_type": "markdown", "source": "text"}, "c = 3\n\nd = 4")
    lines = found.source.decode().split("\n")

    assert [cell.number for cell in found.cells] == [1, 3]
    assert found.place(lines.index("b = 2") + 1) == (1, 2)
    assert found.place(lines.index("d = 4") + 1) == (3, 3)
    assert found.place(0) == (0, 0)


INSTALLS = {
    "!pip install a b==1": ["a", "b==1"],
    "%pip install -q a": ["a"],
    "! pip3 install a": ["a"],
    "!python -m pip install a": ["a"],
    "!conda install -y pytorch=1.8": ["torch==1.8.*"],
    "%conda install numpy": ["numpy"],
    "%%bash\nset -e\npip install a": ["a"],
    "!pip install a \\\n   b": ["a", "b"],
    "if colab:\n    !pip install a": ["a"],
    "!sudo pip install a": ["a"],
    "# !pip install a": [],
    "!echo pip": [],
    "x = 'pip install a'": [],
    "!pip install -r requirements.txt": [],
    "pip = 1": [],
}


@pytest.mark.parametrize("text", INSTALLS)
def test_what_a_cell_installs_is_told(text: str) -> None:
    found = read("x = 1", text)

    assert [need.text for need in found.installs] == INSTALLS[text]


def test_needs_of_a_notebook_have_the_lines_of_its_source() -> None:
    data = saved(
        "x = 1\ny = 2", "%%bash\nls\npip install a\napt-get install -y git", language_info={"version": "3.8.5"}
    )
    needs = dependencies.read("a.ipynb", data)

    assert needs.source is Source.NOTEBOOK
    assert [(need.line, need.text) for need in needs.requirements] == [(6, "a")]
    assert [need.text for need in needs.system] == ["git"]
    assert needs.python is not None
    assert needs.python.text == "3.8.5"


def test_errors_that_were_saved_are_told_with_their_cells() -> None:
    error = {"cell_type": "code", "source": "x", "outputs": [{"output_type": "error", "ename": "NameError"}]}
    older = {"cell_type": "code", "input": "x", "outputs": [{"output_type": "pyerr", "ename": "KeyError"}]}

    assert read("y = 1", error, older).outputs_errors == ((2, "NameError"), (3, "KeyError"))
    assert read("y = 1").outputs_errors == ()


def test_language_and_version_are_told() -> None:
    found = read("x", language_info={"name": "R", "version": "4.1"})
    named = read("x", kernelspec={"language": "julia"})

    assert (found.language, found.python, found.cells[0].is_python) == ("r", None, False)
    assert named.language == "julia"
    assert read("x = 1", language_info={"name": "python", "version": "3.9.1"}).python == "3.9.1"


def test_the_older_form_of_a_notebook_is_read() -> None:
    data = {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n", "y = 2"]}]}], "nbformat": 3}
    found = notebook.read("a.ipynb", json.dumps(data).encode())

    assert isinstance(found, notebook.Notebook)
    assert found.source == b"x = 1\ny = 2\n"


FAULTS = {
    "nothing": b"",
    "no JSON": b"{",
    "a list": b"[]",
    "no cells": b"{}",
    "cells of another kind": b'{"cells": 3}',
    "worksheets of another kind": b'{"worksheets": [3]}',
    "no text": b"\x00\x01\x02" * 1000,
    "too deep": b'{"cells": ' + b"[" * 200_000,
}


@pytest.mark.parametrize("data", FAULTS.values(), ids=FAULTS)
def test_what_is_no_notebook_is_told_and_not_raised(data: bytes) -> None:
    assert isinstance(notebook.read("a.ipynb", data), str)
    assert dependencies.read("a.ipynb", data).fault


ODD = [
    [1, None, "a", [], {}, {"cell_type": "code"}, {"cell_type": "code", "source": {"a": 1}}],
    [{"cell_type": "code", "source": [1, "x = 1", None], "outputs": [1, {"output_type": "error"}]}],
    [{"cell_type": "code", "source": "x = '\ud800'", "outputs": {}}],
    [{"cell_type": "code", "source": "x = " + "9" * 10_000, "outputs": None}],
]


@pytest.mark.parametrize("cells", ODD, ids=["values", "lines", "half a pair", "a number"])
def test_odd_cells_are_passed_over(cells: list[Any]) -> None:
    data = json.dumps({"cells": cells, "metadata": {"language_info": {"name": 3, "version": [1]}}}).encode()
    found = notebook.read("a.ipynb", data)

    assert isinstance(found, notebook.Notebook)
    ast.parse(found.source)


def test_numbers_that_json_has_not_are_read() -> None:
    found = notebook.read("a.ipynb", b'{"cells": [], "x": NaN, "y": ' + b"9" * 5000 + b"}")

    assert isinstance(found, notebook.Notebook)


@pytest.mark.parametrize("line", ["!pip install a", "!pip install a \\", "x = !ls \\", "%%time", "?"])
def test_very_many_magics_are_read_in_time(line: str) -> None:
    assert len(read("\n".join([line] * 20_000)).cells) == 1
