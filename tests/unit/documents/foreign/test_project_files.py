"""`pyproject.toml`, `setup.cfg` and `Pipfile`."""

import pytest

from reprobridge_spec.documents.foreign import dependencies
from reprobridge_spec.documents.foreign.needs import Needs, Source


def read(path: str, text: str) -> Needs:
    return dependencies.read(path, text.encode())


def asked(needs: Needs) -> list[str]:
    return [need.text for need in needs.requirements]


PROJECT = """\
[project]
name = "x"
requires-python = ">=3.9"
dependencies = [
    "numpy>=1.20",
    "torch",
    "mine @ file:///home/me",
]
[project.optional-dependencies]
plot = ["matplotlib"]
[dependency-groups]
dev = ["pytest", {include-group = "docs"}]
docs = ["sphinx"]
[tool.uv.sources]
torch = {git = "https://github.com/pytorch/pytorch", rev = "abc"}
[[tool.uv.index]]
url = "https://download.pytorch.org/whl/cu121"
"""


def test_a_project_says_requirements_groups_python_and_sources() -> None:
    needs = read("pyproject.toml", PROJECT)
    python, cuda = needs.python, needs.cuda

    assert needs.source is Source.PYPROJECT
    assert [(need.line, need.text) for need in needs.requirements] == [(5, "numpy>=1.20")]
    assert [need.text for need in needs.optional] == ["matplotlib", "pytest", "sphinx"]
    assert (python and python.text, cuda and cuda.text) == (">=3.9", "12.1")
    assert [left.line for left in needs.left_out] == [6, 7]


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ('[tool.setuptools.dynamic]\ndependencies = {file = ["r.txt"]}', "r.txt"),
        ('[tool.setuptools.dynamic]\ndependencies = {file = "r.txt"}', "r.txt"),
        ("", ""),
    ],
)
def test_dynamic_requirements_are_left_out_with_their_file(text: str, file: str) -> None:
    needs = read("pyproject.toml", f'[project]\ndynamic = ["dependencies"]\n{text}')

    assert [left.file for left in needs.left_out] == [file]


POETRY = {
    'a = "^1.2"': (["a>=1.2,<2"], 0),
    'a = "*"': (["a"], 0),
    'a = "1.2"': (["a==1.2"], 0),
    'a = {version = "~1.2", extras = ["x", "y"]}': (["a[x,y]>=1.2,<1.3"], 0),
    'a = {version = "1", markers = "os_name == \'nt\'"}': (["a==1 ; os_name == 'nt'"], 0),
    'a = {version = "1", python = "<3.9"}': (['a==1 ; python_version < "3.9"'], 0),
    'a = {version = "1", platform = "linux"}': (['a==1 ; sys_platform == "linux"'], 0),
    'a = [{version = "1", python = "<3.9"}, {version = "2", python = ">=3.9"}]': (
        ['a==1 ; python_version < "3.9"', 'a==2 ; python_version >= "3.9"'],
        0,
    ),
    'a = {git = "https://github.com/a/a.git", rev = "abc"}': ([], 1),
    'a = {path = "../a"}': ([], 1),
    'a = {url = "https://a.org/a.whl"}': ([], 1),
    'a = "^1 || ^2"': ([], 1),
    "a = 3": ([], 1),
    "a = {git = 3}": (["a"], 0),
    'a = {version = "1", python = "^2 || ^3"}': ([], 1),
    "a = [[]]": ([], 0),
    'a = {version = "1", optional = true}': ([], 0),
}


@pytest.mark.parametrize(("text", "wanted"), POETRY.items(), ids=POETRY)
def test_a_dependency_of_poetry_is_taken_or_left_out(text: str, wanted: tuple[list[str], int]) -> None:
    needs = read("pyproject.toml", f'[tool.poetry.dependencies]\npython = "^3.8"\n{text}\n')

    assert (asked(needs), len(needs.left_out)) == wanted
    assert needs.source is Source.POETRY
    assert needs.python is not None
    assert needs.python.text == ">=3.8,<4"


def test_groups_and_extras_of_poetry_are_optional() -> None:
    text = """\
[tool.poetry.dependencies]
a = "1"
b = "1"
[tool.poetry.extras]
x = ["b"]
[tool.poetry.dev-dependencies]
c = "1"
[tool.poetry.group.dev.dependencies]
d = "1"
"""
    needs = read("pyproject.toml", text)

    assert [(need.line, need.text) for need in needs.requirements] == [(2, "a==1")]
    assert [(need.line, need.text) for need in needs.optional] == [(3, "b==1"), (7, "c==1"), (9, "d==1")]


@pytest.mark.parametrize(("path", "above"), [("pixi.toml", ""), ("pyproject.toml", "tool.pixi.")])
def test_pixi_asks_conda_and_the_index_of_python(path: str, above: str) -> None:
    text = f"""\
[{above}workspace]
channels = ["conda-forge"]
[{above}dependencies]
python = "3.10.*"
pytorch = {{version = ">=2,<3", channel = "pytorch"}}
ffmpeg = "*"
[{above}pypi-dependencies]
wandb = "==0.12"
mine = {{path = "."}}
"""
    needs = read(path, text)

    assert [(need.line, need.text) for need in needs.requirements] == [(5, "torch>=2,<3"), (8, "wandb==0.12")]
    assert needs.python is not None
    assert needs.python.text == "3.10"
    assert [index.text for index in needs.indexes] == ["conda-forge"]
    assert [(left.line, left.file) for left in needs.left_out] == [(6, ""), (9, ".")]


PIPFILE = """\
[[source]]
url = "https://pypi.org/simple"
[[source]]
url = "https://example.org/simple"
[packages]
a = "*"
b = {version = "==1.2", sys_platform = "== 'linux'"}
c = {git = "https://github.com/c/c.git", ref = "v1"}
d = {path = ".", editable = true}
[dev-packages]
pytest = "*"
[requires]
python_version = "3.8"
"""


def test_a_pipfile_says_packages_python_and_other_indexes() -> None:
    needs = read("Pipfile", PIPFILE)

    assert asked(needs) == ["a", "b==1.2 ; sys_platform == 'linux'"]
    assert [need.text for need in needs.optional] == ["pytest"]
    assert needs.python is not None
    assert needs.python.text == "3.8"
    assert [index.text for index in needs.indexes] == ["https://example.org/simple"]
    assert [(left.line, left.file) for left in needs.left_out] == [(8, ""), (9, ".")]


SETUP_CFG = """\
[metadata]
name = x
[options]
python_requires = >=3.7
install_requires =
    numpy>=1.20
    # a comment
    scipy ; python_version < "3.9"
[options.extras_require]
plot = matplotlib
"""


def test_a_setup_cfg_says_requirements_extras_and_python() -> None:
    needs = read("setup.cfg", SETUP_CFG)

    assert [(need.line, need.text) for need in needs.requirements] == [
        (6, "numpy>=1.20"),
        (8, 'scipy ; python_version < "3.9"'),
    ]
    assert [need.text for need in needs.optional] == ["matplotlib"]
    assert needs.python is not None
    assert needs.python.text == ">=3.7"


def test_a_setup_cfg_that_names_a_file_is_followed_by_others() -> None:
    needs = read("setup.cfg", "[options]\ninstall_requires = file: a.txt, b.txt\n")

    assert [left.file for left in needs.left_out] == ["a.txt", "b.txt"]


@pytest.mark.parametrize("path", ["pyproject.toml", "Pipfile", "setup.cfg"])
@pytest.mark.parametrize(
    "text",
    ["[", "a = ", "=\n", "[a]\n[a", "\0\1\2\3\4" * 50, "a" * (2 << 20), "\n" * 300_000, "x = " + "[" * 5000],
    ids=["bracket", "half", "equals", "header", "no text", "long", "lines", "deep"],
)
def test_what_cannot_be_read_is_told_and_not_raised(path: str, text: str) -> None:
    needs = read(path, text)

    assert needs.fault
    assert needs.requirements == ()


@pytest.mark.parametrize("path", ["pyproject.toml", "Pipfile", "setup.cfg"])
@pytest.mark.parametrize(
    "text",
    [
        "",
        "[project]\ndependencies = 3\nrequires-python = 3\noptional-dependencies = 3\ndynamic = 3\n",
        "[tool]\npoetry = {dependencies = {}}\nuv = 3\n[packages]\n[requires]\npython_version = 3\n",
        "[project]\ndependencies = [1, 2]\n[options]\n",
    ],
)
def test_odd_values_ask_for_nothing(path: str, text: str) -> None:
    needs = read(path, text)

    assert needs.requirements == ()
    assert needs.python is None
