"""Locks of other tools."""

import json

import pytest

from reprobridge_spec.documents.foreign import dependencies
from reprobridge_spec.documents.foreign.needs import Needs, Source


def read(path: str, text: str) -> Needs:
    return dependencies.read(path, text.encode())


POETRY = """\
[[package]]
name = "a"
version = "1.0"
groups = ["main"]
markers = "python_version < \\"3.9\\""

[[package]]
name = "b"
version = "2.0"
groups = ["dev"]

[[package]]
name = "c"
version = "3.0"
category = "dev"
optional = false

[[package]]
name = "d"
version = "4.0"
[package.source]
type = "git"
url = "https://github.com/d/d.git"
resolved_reference = "abc"

[metadata]
lock-version = "2.1"
python-versions = "^3.8"
"""
UV = """\
version = 1
requires-python = ">=3.9"

[[package]]
name = "mine"
version = "0.1"
source = { editable = "." }
dependencies = [{ name = "a" }]
[package.dev-dependencies]
dev = [{ name = "b" }]

[[package]]
name = "a"
version = "1.0"
source = { registry = "https://pypi.org/simple" }
dependencies = [{ name = "c" }]

[[package]]
name = "b"
version = "2.0"
source = { registry = "https://pypi.org/simple" }

[[package]]
name = "c"
version = "3.0+cu118"
source = { registry = "https://download.pytorch.org/whl/cu118" }
resolution-markers = ["sys_platform == 'linux'"]
"""
PDM = """\
[metadata]
groups = ["default", "dev"]

[[package]]
name = "a"
version = "1.0"
groups = ["default"]

[[package]]
name = "b"
version = "2.0"
groups = ["dev"]
"""
PYLOCK = """\
lock-version = "1.0"
requires-python = ">=3.11"
[[packages]]
name = "a"
version = "1.0"
marker = "os_name == 'posix'"
[[packages]]
name = "b"
vcs = {type = "git", url = "https://github.com/b/b", commit-id = "abc"}
[[packages]]
name = "c"
directory = {path = "./c"}
"""
PIPFILE_LOCK = json.dumps(
    {
        "_meta": {"requires": {"python_version": "3.8"}, "sources": [{"url": "https://pypi.org/simple"}]},
        "default": {"a": {"version": "==1.0", "markers": "os_name == 'posix'"}, "b": {"git": "https://github.com/b/b"}},
        "develop": {"a": {"version": "==1.0"}, "pytest": {"version": "==7"}},
    },
    indent=4,
)
CONDA_LOCK = """\
version: 1
metadata:
  channels:
    - url: conda-forge
package:
  - name: numpy
    version: 1.24.3
    manager: conda
    platform: osx-arm64
    url: https://a.org/osx-arm64/numpy-1.24.3-py311_0.conda
  - name: numpy
    version: 1.24.3
    manager: conda
    platform: linux-64
    url: https://a.org/linux-64/numpy-1.24.3-py311_0.conda
  - name: python
    version: 3.11.4
    manager: conda
    platform: linux-64
    url: https://a.org/linux-64/python-3.11.4-h0_cpython.conda
  - name: tqdm
    version: 4.66.1
    manager: pip
    platform: linux-64
    category: dev
"""

PIXI = """\
version: 6
environments:
  default:
    channels:
      - url: https://conda.anaconda.org/conda-forge/
    packages:
      osx-arm64:
        - conda: https://a.org/osx-arm64/numpy-1.24.3-py311_0.conda
      linux-64:
        - conda: https://a.org/linux-64/libgcc-ng-13.2-h0_0.conda
        - conda: https://a.org/linux-64/numpy-1.24.3-py311_0.conda
        - conda: https://a.org/linux-64/python-3.11.4-h0_cpython.conda
        - pypi: https://a.org/tqdm-4.66.1-py3-none-any.whl
packages:
  - conda: https://a.org/linux-64/numpy-1.24.3-py311_0.conda
  - pypi: https://a.org/tqdm-4.66.1-py3-none-any.whl
    name: tqdm
    version: 4.66.1
"""

LOCKS = {
    "poetry.lock": (
        POETRY,
        Source.POETRY_LOCK,
        ['a==1.0 ; python_version < "3.9"'],
        ["b==2.0", "c==3.0"],
        ">=3.8,<4",
        1,
    ),
    "uv.lock": (UV, Source.UV_LOCK, ["a==1.0", "c==3.0+cu118 ; (sys_platform == 'linux')"], ["b==2.0"], ">=3.9", 0),
    "pdm.lock": (PDM, Source.PDM_LOCK, ["a==1.0"], ["b==2.0"], None, 0),
    "pylock.dev.toml": (PYLOCK, Source.PYLOCK, ["a==1.0 ; os_name == 'posix'"], [], ">=3.11", 2),
    "Pipfile.lock": (PIPFILE_LOCK, Source.PIPFILE_LOCK, ["a==1.0 ; os_name == 'posix'"], ["pytest==7"], "3.8", 1),
    "pixi.lock": (PIXI, Source.PIXI_LOCK, ["numpy==1.24.3", "tqdm==4.66.1"], [], "3.11.4", 1),
    "conda-lock.yml": (CONDA_LOCK, Source.CONDA_LOCK, ["numpy==1.24.3"], ["tqdm==4.66.1"], "3.11.4", 0),
}


@pytest.mark.parametrize("path", LOCKS)
def test_a_lock_says_its_pins_its_groups_and_its_python(path: str) -> None:
    text, source, wanted, optional, python, left_out = LOCKS[path]
    needs = read(path, text)

    assert (needs.source, needs.is_lock, needs.fault) == (source, True, None)
    assert [need.text for need in needs.requirements] == wanted
    assert [need.text for need in needs.optional] == optional
    assert (needs.python.text if needs.python else None) == python
    assert len(needs.left_out) == left_out
    assert needs.pinned == (len(wanted), len(wanted))


def test_lines_of_a_lock_are_those_of_its_packages() -> None:
    assert [need.line for need in read("poetry.lock", POETRY).optional] == [7, 12]
    assert [need.line for need in read("conda-lock.yml", CONDA_LOCK).requirements] == [11]
    assert [need.line for need in read("Pipfile.lock", PIPFILE_LOCK).requirements] == [13]


def test_a_lock_of_another_platform_alone_says_so() -> None:
    for path, text in (("conda-lock.yml", CONDA_LOCK), ("pixi.lock", PIXI.split("      linux-64", maxsplit=1)[0])):
        needs = read(path, text.replace("linux-64", "osx-arm64"))

        assert "nothing for Linux" in needs.left_out[0].why


def test_a_lock_with_cuda_and_an_index_says_so() -> None:
    needs = read("uv.lock", UV)

    assert needs.cuda is not None
    assert needs.cuda.text == "11.8"
    assert [index.text for index in needs.indexes] == ["https://download.pytorch.org/whl/cu118"]


@pytest.mark.parametrize("path", LOCKS)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "[[package]]\nname = 3\n",
        "package: 3\n",
        '{"default": {}}',
        '{"_meta": 1',
        "[" * 5000,
        "\n" * 300_000,
        "[[package]]\nversion = '1'\nsource = 3\n",
        "package: [1, [], {name: [a], platform: {}}]\n",
    ],
)
def test_what_is_no_such_lock_asks_for_nothing(path: str, text: str) -> None:
    assert read(path, text).requirements == ()


@pytest.mark.parametrize("path", ["poetry.lock", "uv.lock", "pdm.lock", "pylock.toml"])
def test_a_key_of_very_many_parts_is_not_followed(path: str) -> None:
    assert "reasonable time" in (read(path, ("a." * 2000 + "b = 1\n") * 20).fault or "")
