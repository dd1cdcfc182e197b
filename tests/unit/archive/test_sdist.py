"""What a source distribution is built with is read out of it; nothing of it is executed."""

from pathlib import Path

import pytest

from reprobridge_spec.archive.sdist import USUAL, build_requires
from reprobridge_spec.errors import ArtifactError
from tests.package_index import archive_of


def _requires(folder: Path, files: dict[str, str]) -> tuple[str, ...]:
    archive_of(folder, "odd", "1.0", files)
    return build_requires(folder / "odd-1.0.tar.gz")


def test_what_it_asks_for_is_taken_as_it_stands(tmp_path: Path) -> None:
    text = '[build-system]\nrequires = ["flit_core >=3.2,<4"]\nbuild-backend = "flit_core.buildapi"\n'
    assert _requires(tmp_path, {"pyproject.toml": text}) == ("flit_core >=3.2,<4",)


@pytest.mark.parametrize(
    "files",
    [
        {"setup.py": "raise SystemExit"},
        {"pyproject.toml": "[tool.black]\nline-length = 1\n"},
        {"vendored/pyproject.toml": "[build-system]\nrequires = ['evil']\n"},
    ],
)
def test_what_says_nothing_is_built_with_the_usual(tmp_path: Path, files: dict[str, str]) -> None:
    assert _requires(tmp_path, files) == USUAL


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[build-system\n", "cannot be read"),
        ("[build-system]\nbuild-backend = 'x'\n", "without a list"),
        ("[build-system]\nrequires = 'setuptools'\n", "without a list"),
        ("[build-system]\nrequires = [1]\n", "without a list"),
        ("build-system = 1\n", "without a list"),
        ("# " + "x" * (1 << 20), "is longer than"),
    ],
)
def test_a_table_that_the_specification_does_not_allow_is_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ArtifactError, match=said):
        _requires(tmp_path, {"pyproject.toml": text})


def test_what_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "odd-1.0.tar.gz").write_bytes(b"<html>quota exceeded</html>")
    with pytest.raises(ArtifactError):
        build_requires(tmp_path / "odd-1.0.tar.gz")
