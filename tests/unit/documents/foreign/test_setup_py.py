"""`setup.py`, which is read and never run."""

import pytest

from reprobridge_spec.documents.foreign import dependencies
from reprobridge_spec.documents.foreign.needs import Needs

HEAD = "from setuptools import setup, find_packages\n"


def read(text: str) -> Needs:
    return dependencies.read("setup.py", (HEAD + text).encode())


TAKEN = {
    "a list": ("setup(install_requires=['numpy', 'scipy>=1'])", ["numpy", "scipy>=1"]),
    "a tuple": ("setup(install_requires=('numpy',))", ["numpy"]),
    "one text": ("setup(install_requires='numpy')", ["numpy"]),
    "lines of a text": ("setup(install_requires='''\nnumpy\nscipy\n''')", ["numpy", "scipy"]),
    "a name": ("needs = ['numpy']\nsetup(install_requires=needs)", ["numpy"]),
    "a name with a type": ("needs: list[str] = ['numpy']\nsetup(install_requires=needs)", ["numpy"]),
    "a sum": ("a = ['numpy']\nsetup(install_requires=a + ['scipy'])", ["numpy", "scipy"]),
    "what is appended": ("a = ['numpy']\nif X:\n    a.append('scipy')\nsetup(install_requires=a)", ["numpy", "scipy"]),
    "what is added": ("a = ['numpy']\na += ['scipy']\nsetup(install_requires=a)", ["numpy", "scipy"]),
    "what is extended": ("a = []\na.extend(['scipy'])\nsetup(install_requires=a)", ["scipy"]),
    "either": ("setup(install_requires=['numpy'] if X else ['scipy'])", ["numpy", "scipy"]),
    "stars": ("a = ['numpy']\nsetup(install_requires=[*a, 'scipy'])", ["numpy", "scipy"]),
    "a version in a name": (
        "V = '1.2'\nsetup(install_requires=[f'numpy>={V}', 'scipy==' + V])",
        ["numpy>=1.2", "scipy==1.2"],
    ),
    "a dictionary": ("a = {'install_requires': ['numpy']}\nsetup(**a)", ["numpy"]),
    "a call of dict": ("a = dict(install_requires=['numpy'])\nsetup(**a)", ["numpy"]),
    "an attribute": ("import setuptools\nsetuptools.setup(install_requires=['numpy'])", ["numpy"]),
    "nothing": ("setup(install_requires=None)", []),
    "no keyword": ("setup(name='a')", []),
}


@pytest.mark.parametrize(("text", "wanted"), TAKEN.values(), ids=TAKEN)
def test_what_the_call_says_in_plain_lists_is_taken(text: str, wanted: list[str]) -> None:
    needs = read(text)

    assert [need.text for need in needs.requirements] == wanted
    assert needs.left_out == ()
    assert needs.fault is None


NAMED = {
    "a function": ("setup(install_requires=parse_requirements('requirements.txt'))", "requirements.txt"),
    "an opened file": ("setup(install_requires=open('deps/base.txt').read().splitlines())", "deps/base.txt"),
    "a list of lines": ("setup(install_requires=[l.strip() for l in open('r.txt')])", "r.txt"),
    "an opened file with a name": (
        "with open('r.txt') as f:\n    a = f.read()\nsetup(install_requires=a.split())",
        "r.txt",
    ),
    "lines in a loop": ("a = []\nfor l in open('r.txt'):\n    a.append(l.strip())\nsetup(install_requires=a)", "r.txt"),
    "a path in a name": ("p = 'r.txt'\nsetup(install_requires=load(p))", "r.txt"),
    "a function of its own": (
        "def load(p='r.txt'):\n    return list(open(p))\nsetup(install_requires=load())",
        "r.txt",
    ),
    "a loop": ("setup(install_requires=[x for x in y])", ""),
    "a table": ("setup(install_requires=[deps['numpy']])", ""),
    "the machine": ("import os\nsetup(install_requires=os.environ['X'].split())", ""),
}


@pytest.mark.parametrize(("text", "file"), NAMED.values(), ids=NAMED)
def test_what_is_worked_out_is_left_out_with_the_file_it_comes_from(text: str, file: str) -> None:
    needs = read(text)

    assert needs.requirements == ()
    assert [left.file for left in needs.left_out] == [file]


def test_extras_and_tests_are_optional_and_python_is_told() -> None:
    needs = read(
        "setup(extras_require={'dev': ['black'], 'x': 'y'}, tests_require=['pytest'], python_requires='>=3.7')"
    )

    assert needs.requirements == ()
    assert [need.text for need in needs.optional] == ["black", "y", "pytest"]
    assert needs.python is not None
    assert needs.python.text == ">=3.7"


def test_lines_are_those_of_the_texts() -> None:
    assert [need.line for need in read("setup(\n install_requires=[\n  'a',\n  'b'])").requirements] == [4, 5]


FAULTS = {
    "Python 2": "print 'x'\nsetup()",
    "no call": "x = 1",
    "half a call": "setup(",
    "a zero byte": "setup()\0",
    "too deep": "x = " + "(" * 500,
    "too deep in another way": "x = " + "-" * 100_000 + "1",
}


@pytest.mark.parametrize("text", FAULTS.values(), ids=FAULTS)
def test_what_is_no_setup_is_told_and_not_raised(text: str) -> None:
    needs = read(text)

    assert needs.fault or text.endswith("\0")
    assert needs.requirements == ()


@pytest.mark.parametrize(
    "text",
    [
        "a = a\nsetup(install_requires=a)",
        "a = b\nb = a\nsetup(install_requires=a, python_requires=a)",
        "a = a + a\nsetup(install_requires=a, python_requires=a)",
        "a += a\n" * 50 + "setup(install_requires=a)",
        "a = f(a, a, a)\n" * 300 + "setup(install_requires=a)",
    ],
)
def test_names_that_stand_for_themselves_come_to_an_end(text: str) -> None:
    assert read(text).requirements == ()


def test_nothing_of_it_is_executed() -> None:
    needs = read("raise SystemExit\nsetup(install_requires=['numpy'])")

    assert [need.text for need in needs.requirements] == ["numpy"]
