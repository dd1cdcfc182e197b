"""What notebooks use that packages no longer have is told with its cell; nothing is executed or changed."""

import json

import pytest

from reprobridge_spec.adopt.hints import of_notebooks
from tests.unit.adopt.repository import layout_of


def _notebook(*cells: str, language: str = "python") -> str:
    return json.dumps(
        {
            "nbformat": 4,
            "metadata": {"kernelspec": {"language": language}, "language_info": {"name": language}},
            "cells": [{"cell_type": "markdown", "source": "np.int"}]
            + [{"cell_type": "code", "source": text, "outputs": []} for text in cells],
        }
    )


USES = _notebook("%matplotlib inline\nimport numpy as np\n", "!ls\nx = 1\ny = np.int(x)\n")


def test_a_removed_name_is_told_with_its_cell_and_line() -> None:
    (fact,) = of_notebooks(layout_of({"demo/a.ipynb": USES}), {})
    assert fact.text.startswith("`np.int` in cell 3, line 3: ")
    assert fact.text.endswith("since numpy 1.24")
    assert (str(fact.place), fact.advice.startswith("Instead: ")) == ("demo/a.ipynb", True)


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        (USES, {"numpy": "1.20.0"}),
        (_notebook("import numpy as np\nnp.ones(3)\n"), {}),
        (_notebook("import numpy as np\nnp.int(1)\n", language="julia"), {}),
        (_notebook("import numpy as np\n", "np.int(\n"), {}),
        ("{}", {}),
        ("no JSON", {}),
        ("", {}),
    ],
    ids=["older packages", "nothing removed", "another language", "no Python", "no cells", "no JSON", "nothing"],
)
def test_of_other_notebooks_nothing_is_told(text: str, versions: dict[str, str | None]) -> None:
    assert list(of_notebooks(layout_of({"a.ipynb": text}), versions)) == []
