import pytest

from reprobridge_spec.adopt.dependencies import Dependencies
from reprobridge_spec.adopt.environments import Environments
from tests.unit.adopt.repository import layout_of

CHOSEN = {
    "requirements before a project": (
        {"requirements.txt": "numpy==1.26\n", "setup.py": "setup(install_requires=['scipy'])\n"},
        ["numpy==1.26  # requirements.txt:1", "scipy  # setup.py:1"],
    ),
    "a project before a Dockerfile": (
        {"setup.py": "setup(install_requires=['scipy'])\n", "Dockerfile": "FROM python:3.9\nRUN pip install torch\n"},
        ["scipy  # setup.py:1"],
    ),
    "imports where nothing else speaks": (
        {"main.py": "import os\nimport numpy as np\nfrom sklearn import svm\n"},
        ["numpy  # guess: main.py:2", "scikit-learn  # guess: main.py:3"],
    ),
    "imports that no file asks for": (
        {"requirements.txt": "numpy\n", "main.py": "import numpy\nimport einops\n"},
        ["einops  # guess: main.py:2", "numpy  # requirements.txt:1"],
    ),
    "a file that another one names": (
        {"requirements.txt": "-r base.txt\nscipy\n", "base.txt": "numpy\n"},
        ["numpy  # base.txt:1", "scipy  # requirements.txt:2"],
    ),
    "a conda environment": (
        {"environment.yml": "dependencies:\n- python=3.8.5\n- pytorch=1.8\n- pip:\n  - einops==0.3\n"},
        ["einops==0.3  # environment.yml:5", "torch==1.8.*  # environment.yml:3"],
    ),
}
LEFT_ALONE = {
    "what developers need": {"requirements-dev.txt": "pytest\n", "docs/requirements.txt": "sphinx\n"},
    "modules of the repository": {
        "main.py": "import models\nfrom lib.data import x\n",
        "models.py": "",
        "lib/data.py": "",
    },
    "modules of Python": {"main.py": "import os, sys\nfrom __future__ import annotations\nimport json.decoder\n"},
    "modules that nobody knows": {"main.py": "import qwertyuiopasdf\n"},
    "imports of tests": {"tests/test_x.py": "import pytest\n", "setup.py": "import setuptools\n"},
    "somebody else's project": {"third_party/x/requirements.txt": "numpy\n", "third_party/x/a.py": "import torch\n"},
    "a package under another name": {"requirements.txt": "opencv-python-headless\n", "main.py": "import cv2\n"},
}


def environment(files: dict[str, str], script: str = "main.py") -> Dependencies:
    found = Environments(layout_of(files))
    made = found.of([script])
    assert len(made) == 1
    return next(iter(made.values()))


@pytest.mark.parametrize("what", CHOSEN)
def test_an_environment_takes(what: str) -> None:
    files, lines = CHOSEN[what]
    assert list(environment(files).lines()) == lines


@pytest.mark.parametrize("what", LEFT_ALONE)
def test_an_environment_does_not_take(what: str) -> None:
    wanted = {"a package under another name": ["opencv-python-headless  # requirements.txt:1"]}.get(what, [])
    assert list(environment(LEFT_ALONE[what]).lines()) == wanted


def test_a_module_that_nobody_knows_is_told_and_never_taken_for_a_package() -> None:
    found = Environments(layout_of({"main.py": "import qwertyuiopasdf\n"}))
    found.of(["main.py"])
    assert any("qwertyuiopasdf" in fact.text and fact.advice for fact in found.facts)


def test_each_folder_that_says_what_it_needs_has_an_environment() -> None:
    files = {
        "requirements.txt": "numpy\n",
        "main.py": "",
        "atari/requirements.txt": "gym\n",
        "atari/run.py": "import cv2\n",
    }
    found = Environments(layout_of(files))
    made = found.of(["main.py", "atari/run.py"])
    assert {one.id: sorted(one.requirements) for one in made.values()} == {
        "main": ["numpy"],
        "atari": ["gym", "opencv-python"],
    }


def test_a_lock_of_the_repository_makes_versions_exact() -> None:
    lock = '[[package]]\nname = "numpy"\nversion = "1.26.4"\nsource = { registry = "https://pypi.org/simple" }\n'
    files = {"pyproject.toml": '[project]\nname = "x"\ndependencies = ["numpy>=1.20"]\n', "uv.lock": lock}
    assert [need.text for need in environment(files).requirements.values()] == ["numpy==1.26.4"]


def test_python_and_cuda_are_told_with_their_place() -> None:
    files = {"Dockerfile": "FROM python:3.8-slim\nRUN pip install torch==1.10.0+cu113\n"}
    found = environment(files)
    assert found.python is not None
    assert (found.python.text, found.python.path, found.python.line) == ("3.8", "Dockerfile", 1)
    assert found.cuda is not None
    assert found.cuda.text == "11.3"


PYTHONS = {"using python 3.8": "3.8", "Python version 3.10": "3.10", "`python==3.7`": "3.7", "Python: 3.9.1": "3.9"}
NO_PYTHONS = ["Python 3.6+", "Python 3.6 or later", "python>=3.6", "Python 3", "python3 main.py", "Python 3.7.4+"]


@pytest.mark.parametrize("text", PYTHONS)
def test_the_python_of_a_readme_is_taken_where_no_file_says_one(text: str) -> None:
    found = environment({"README.md": f"# x\n\nWe are {text}.\n"})
    assert found.python is not None
    assert (found.python.text, found.python.line) == (PYTHONS[text], 3)


@pytest.mark.parametrize("text", NO_PYTHONS)
def test_a_bound_in_a_readme_is_no_version(text: str) -> None:
    assert environment({"README.md": f"Needs {text} to run.\n"}).python is None


def test_an_index_with_a_password_is_left_out() -> None:
    found = environment({"requirements.txt": "--index-url https://user:pw@example.org/simple\nnumpy\n"})
    assert list(found.lines()) == ["numpy  # requirements.txt:2"]


def test_the_index_of_a_build_is_named_before_it() -> None:
    lines = list(environment({"requirements.txt": "torch==1.11.0+cu113\n"}).lines())
    assert lines[0] == "--extra-index-url https://download.pytorch.org/whl/cu113"


def test_of_two_lines_that_disagree_one_is_told_to_be_left_out() -> None:
    found = Environments(layout_of({"requirements.txt": "Pillow<7\npillow>=8\n"}))
    found.of([""])
    assert any("pillow>=8 was left out for Pillow<7" in fact.text for fact in found.facts)


def test_exact_versions_are_those_that_are_asked_for() -> None:
    found = environment({"requirements.txt": "numpy==1.26.4\nscipy>=1\npandas==2.*\n"})
    assert found.versions() == {"numpy": "1.26.4", "scipy": None, "pandas": None}


def test_a_notebook_that_is_started_asks_for_what_starts_it() -> None:
    found = environment({"a.ipynb": "{}", "requirements.txt": "numpy\n"}, "a.ipynb")
    assert sorted(found.requirements) == ["ipykernel", "nbconvert", "numpy"]


def test_packages_that_conda_alone_has_ask_for_conda() -> None:
    files = {"environment.yml": "dependencies:\n- python=3.8\n- r-base=4.1\n- numpy\n"}
    assert environment(files).conda == "environment.yml"


def test_what_wheels_bring_along_asks_for_no_conda() -> None:
    files = {"environment.yml": "dependencies:\n- python=3.8\n- cudatoolkit=11.3\n- mkl\n- numpy\n"}
    assert environment(files).conda == ""
