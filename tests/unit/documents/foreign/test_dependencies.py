"""Which files say what a repository needs."""

import pytest

from reprobridge_spec.documents.foreign import dependencies
from reprobridge_spec.documents.foreign.needs import LOCKS, Source

FILES = {
    "requirements.txt": Source.REQUIREMENTS,
    "a/b/Requirements-GPU.txt": Source.REQUIREMENTS,
    "dev-requirements.in": Source.REQUIREMENTS,
    "requirement.txt": Source.REQUIREMENTS,
    "pip_requirements.txt": Source.REQUIREMENTS,
    "requirements/base.txt": Source.REQUIREMENTS,
    "reqs.txt": Source.REQUIREMENTS,
    "pip-freeze.txt": Source.REQUIREMENTS,
    "spec-file.txt": Source.REQUIREMENTS,
    "setup.py": Source.SETUP_PY,
    "python/setup.cfg": Source.SETUP_CFG,
    "pyproject.toml": Source.PYPROJECT,
    "Pipfile": Source.PIPFILE,
    "Pipfile.lock": Source.PIPFILE_LOCK,
    "pixi.toml": Source.CONDA,
    "poetry.lock": Source.POETRY_LOCK,
    "uv.lock": Source.UV_LOCK,
    "pdm.lock": Source.PDM_LOCK,
    "paper/pixi.lock": Source.PIXI_LOCK,
    "pylock.toml": Source.PYLOCK,
    "pylock.gpu.toml": Source.PYLOCK,
    "conda-lock.yml": Source.CONDA_LOCK,
    "x.conda-lock.yml": Source.CONDA_LOCK,
    "environment.yml": Source.CONDA,
    "env.yaml": Source.CONDA,
    "conda_env.yml": Source.CONDA,
    "environment-gpu.yml": Source.CONDA,
    "Dockerfile": Source.DOCKERFILE,
    "Dockerfile.gpu": Source.DOCKERFILE,
    "gpu.Dockerfile": Source.DOCKERFILE,
    "runtime.txt": Source.REPO2DOCKER,
    "binder/apt.txt": Source.REPO2DOCKER,
    ".python-version": Source.REPO2DOCKER,
    "binder/postBuild": Source.REPO2DOCKER,
    "environment/postInstall": Source.SHELL,
    "install.sh": Source.SHELL,
    "scripts/setup_env.sh": Source.SHELL,
}
OTHERS = [
    "README.md",
    "train.py",
    "setup_data.py",
    "requirements.md",
    "requirements.py",
    "results/requirements_met.csv",
    "data/environmental.yml",
    "configs/environment_model.json",
    "docker-compose.yml",
    "dockerfile.js",
    "yarn.lock",
    "package.json",
    "config.yaml",
    "notes.txt",
    "a.ipynb",
    "train.sh",
    "environment",
    "environment/",
    "",
    "/",
    ".ipynb_checkpoints/requirements.txt",
    "venv/lib/python3.9/site-packages/x/setup.py",
    "a" * 5000 + "requirements.txt.gz",
]


@pytest.mark.parametrize("path", FILES)
def test_a_file_says_by_its_name_that_it_tells_what_is_needed(path: str) -> None:
    assert dependencies.is_dependency_file(path)
    assert dependencies.read(path, b"").source is FILES[path]


@pytest.mark.parametrize("path", OTHERS, ids=[path[:40] for path in OTHERS])
def test_other_files_do_not(path: str) -> None:
    assert not dependencies.is_dependency_file(path)


def test_a_file_that_another_one_names_is_of_requirements_whatever_its_name() -> None:
    assert [need.text for need in dependencies.read("deps/gpu", b"numpy==1").requirements] == ["numpy==1"]
    assert dependencies.read("deps/gpu.bin", bytes(range(32)) * 100).fault == "is no text"


def test_a_lock_is_one_by_its_source() -> None:
    for path, source in FILES.items():
        assert dependencies.read(path, b"").is_lock == (source in LOCKS)


CONTENTS = {
    "nothing": b"",
    "no text": bytes(range(32)) * 100,
    "bytes": b"\xff\xfe\xfd" * 100,
    "zero": b"\0" * 1000,
    "half a character": "numpy\u00e4".encode()[:-1],
    "surrogates": b"\xed\xa0\x80",
    "one long line": b"a" * 50_000,
    "lines": b"\n" * 5_000,
    "brackets": b"[" * 100_000,
    "braces": b"{" * 100_000,
    "quotes": b"'\"" * 50_000,
    "signs": b"=<>!~;@#$%^&*()" * 5000,
    "lines that go on": b"\\\n" * 3_000,
    "a list of numbers": b"[1, 2, 3]",
    "too large": b"a\n" * (5 << 20),
    "versions": b"numpy==" + b"1." * 20_000,
    "letters of others": "пакет==1\n包==2\n".encode(),
}


@pytest.mark.parametrize("content", CONTENTS)
def test_nothing_that_stands_in_a_file_is_raised(content: str) -> None:
    for path in [*FILES, "a.ipynb"]:
        needs = dependencies.read(path, CONTENTS[content])
        assert needs.path == path
        assert len(needs.requirements) <= 5_000


def test_what_asks_for_more_than_any_environment_has_is_read_up_to_there() -> None:
    needs = dependencies.read("requirements.txt", b"".join(b"p%d==1\n" % number for number in range(5_010)))

    assert len(needs.requirements) == 5_000
    assert "5,000" in (needs.fault or "")


@pytest.mark.parametrize(
    ("text", "python", "left_out"),
    [
        ("3.9.21\n", "3.9.21", 0),
        ("python-3.7", "3.7", 0),
        ("3.8 # why\n3.9", "3.8", 0),
        ("pypy3.9", None, 1),
        ("", None, 0),
    ],
)
def test_a_file_for_the_version_of_python_is_read(text: str, python: str | None, left_out: int) -> None:
    needs = dependencies.read(".python-version", text.encode())

    assert (needs.python.text if needs.python else None, len(needs.left_out)) == (python, left_out)


def test_a_list_of_debian_packages_is_read() -> None:
    needs = dependencies.read("apt.txt", b"git  libgl1-mesa-glx\n# a comment\ng++=4:11 $X\n")

    assert [(need.line, need.text) for need in needs.system] == [(1, "git"), (1, "libgl1-mesa-glx"), (3, "g++=4:11")]
    assert [left.text for left in needs.left_out] == ["$X"]
