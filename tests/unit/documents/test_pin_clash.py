"""Pins that cannot hold together: by their own text, and by what a few releases are known to ask for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.specifiers import SpecifierSet

from reprobridge_spec.documents import conda_environment, known_requirements, pin_clash, requirements_file
from reprobridge_spec.documents.version_sets import can_hold

VERSIONS = st.lists(st.integers(0, 3), min_size=1, max_size=3).map(lambda parts: ".".join(map(str, parts)))
SPECIFIERS = st.lists(
    st.tuples(st.sampled_from(["==", ">=", "<=", ">", "<", "!="]), VERSIONS).map("".join), min_size=1, max_size=3
).map(lambda parts: SpecifierSet(",".join(parts)))


@pytest.mark.parametrize(
    "texts",
    [
        ["==1.24.3", ">=1.26"],
        [">=2", "<1.20"],
        [">=2,<1.20"],
        ["==1.*", ">=2"],
        ["~=1.4.2", ">=1.5"],
        [">2.1", "<2.1"],
        ["==1", "!=1"],
        ["==1.16.0", "==1.17.0"],
        ["===wild", "==1"],
    ],
)
def test_ranges_that_exclude_one_another(texts: list[str]) -> None:
    assert not can_hold([SpecifierSet(text) for text in texts])


@pytest.mark.parametrize(
    "texts",
    [
        [],
        [""],
        ["<1.5"],
        ["!=0,<1"],
        [">2.1", "<2.1.1"],
        ["==1.*", "!=1"],
        ["~=1.4.2", ">=1.4.9,<1.5"],
        ["==2.0.1+cu118", "==2.0.1"],
        ["==2.0rc1", ">=2.0a0"],
        ["===wild"],
        [">=1!1", "<2!0"],
    ],
)
def test_ranges_that_meet(texts: list[str]) -> None:
    assert can_hold([SpecifierSet(text) for text in texts])


@given(st.lists(SPECIFIERS, min_size=1, max_size=3), VERSIONS)
def test_where_a_version_is_in_all_ranges_they_are_said_to_meet(specifiers: list[SpecifierSet], version: str) -> None:
    """What is reported as a clash has no version at all: no false alarm."""
    if all(one.contains(version, prereleases=True) for one in specifiers):
        assert can_hold(specifiers)


def _clashes(text: str) -> list[tuple[int, str]]:
    wanted = pin_clash.of_requirements(requirements_file.read(text.encode()).requirements)
    return [(clash.line, clash.message) for clash in pin_clash.clashes(wanted)]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("numpy==2.1.1\nmatplotlib==3.8.2\n", 2, "`numpy<2`"),
        ("pandas==2.2.1\nnumpy==2.0.0\n", 2, "pandas 2.2.1 (line 1)"),
        ("torch==2.1.0\ntorchvision==0.15.2\n", 2, "`torch==2.0.1`"),
        ("torch==2.0.0\ntorchaudio==2.0.2\n", 2, "`torch==2.0.1`"),
        ("torchaudio==2.5.1\ntorch<2.5\n", 2, "torchaudio 2.5.1"),
        ("tensorflow==2.18.0\nnumpy>=2.1\n", 2, "`numpy<2.1`"),
    ],
)
def test_a_release_asks_for_another_version(text: str, line: int, says: str) -> None:
    [(at, message)] = _clashes(text)
    assert at == line
    assert says in message


@pytest.mark.parametrize(
    "text",
    [
        "numpy==1.26.4\nmatplotlib==3.8.2\n",
        "numpy==2.1.1\nmatplotlib==3.8.4\n",
        "numpy==2.1.1\nmatplotlib>=3.8\n",
        "torch==2.0.1+cu118\ntorchvision==0.15.2+cu118\ntorchaudio==2.0.2\n",
        "torch==1.8.0\ntorchaudio==0.8.0\ntorchvision==0.9.0\n",
        "torchaudio==2.9.0\ntorch==2.5\n",
        "numpy==2 ; python_version > '3.12'\nmatplotlib==3.8.2 ; python_version < '3.12'\n",
        "torchvision===trunk\ntorch==1\n",
    ],
)
def test_releases_that_go_together_or_are_not_known(text: str) -> None:
    assert _clashes(text) == []


def test_nothing_is_known_of_what_is_no_version() -> None:
    assert list(known_requirements.of("torchvision", "trunk")) == []


def test_conda_and_pip_ask_for_one_package() -> None:
    data = b"dependencies: [pytorch=2.0, numpy==1.24.3, 'x=1|2', {pip: [torch==2.0.1, 'numpy>=1.26']}]\n"
    clashes = pin_clash.clashes(pin_clash.of_conda(conda_environment.read(data)))
    assert [clash.message.split(" meets")[0] for clash in clashes] == ["no version of numpy"]
