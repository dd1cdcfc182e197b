"""Versions as other tools say them."""

import pytest

from reprobridge_spec.documents.foreign import said_versions

SPECIFIERS = {
    "*": "",
    "": "",
    "1.2.3": "==1.2.3",
    "=1.2.3": "==1.2.3",
    "^1.2.3": ">=1.2.3,<2",
    "^1.2": ">=1.2,<2",
    "^0.2.3": ">=0.2.3,<0.3",
    "^0.0.3": ">=0.0.3,<0.0.4",
    "^0.0": ">=0.0,<0.1",
    "^0": ">=0,<1",
    "~1.2.3": ">=1.2.3,<1.3",
    "~1.2": ">=1.2,<1.3",
    "~1": ">=1,<2",
    "~=1.2": "~=1.2",
    "1.2.*": "==1.2.*",
    "==1.2.*": "==1.2.*",
    ">=1.2, <2": ">=1.2,<2",
    ">=1.2 <2": ">=1.2,<2",
    ">= 1.2.*": ">=1.2",
    "!=1.2": "!=1.2",
}


@pytest.mark.parametrize(("said", "wanted"), SPECIFIERS.items(), ids=[f"({key})" for key in SPECIFIERS])
def test_a_constraint_is_said_as_pip_says_it(said: str, wanted: str) -> None:
    assert said_versions.specifier(said) == wanted


@pytest.mark.parametrize(
    "said", ["^1 || ^2", "^", "~", "^x", "latest", ">=", "1.2 or 3", "^1.2.3.4.5.6.7.8.9", "{}", "<>1"]
)
def test_what_pip_cannot_say_is_none(said: str) -> None:
    assert said_versions.specifier(said) is None


PYTHONS = {
    "3.8": "3.8",
    "3.8.5": "3.8.5",
    "==3.8.*": "3.8",
    "3.8.*": "3.8",
    "=3.8": "3.8",
    "python-3.9.1": "3.9.1",
    "^3.8": ">=3.8,<4",
    "~3.8": ">=3.8,<3.9",
    ">=3.7,<3.9": ">=3.7,<3.9",
    ">=3.6.*": ">=3.6",
    "3.11.0rc1": "==3.11.0rc1",
}


@pytest.mark.parametrize(("said", "wanted"), PYTHONS.items(), ids=PYTHONS)
def test_python_is_said_as_a_manifest_says_it(said: str, wanted: str) -> None:
    assert said_versions.python(said) == wanted


@pytest.mark.parametrize("said", ["", "*", "3.x.y", "latest", "^2.7 || ^3.6", "pypy3.9-7.3", "three"])
def test_what_says_no_python_is_none(said: str) -> None:
    assert said_versions.python(said) is None
