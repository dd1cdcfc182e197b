"""The wheel: built from the checkout, installed alone into a new environment, used somewhere else."""

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

pytestmark = pytest.mark.network


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in which `bin/rrspec` is the wheel's."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "checkout"
    shutil.copytree(
        CHECKOUT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "demo", "dist", "tests", "benchmarks")
    )
    pip = [sys.executable, "-m", "pip", "--quiet"]
    subprocess.run([*pip, "wheel", copy, "--no-deps", "-w", folder / "dist"], check=True)
    (wheel,) = (folder / "dist").iterdir()
    shutil.rmtree(copy)
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([*pip, "--python", python, "install", "--no-compile", wheel], check=True)
    yield folder / "venv" / "bin"
    shutil.rmtree(folder)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    return tmp_path


def call(program: Path, *arguments: str, cwd: Path) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd)}
    ended = subprocess.run([program, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_it_is_whole(installed: Path, elsewhere: Path) -> None:
    rrspec = installed / "rrspec"
    assert call(rrspec, "--version", cwd=elsewhere).startswith("rrspec ")
    assert "lock-drift" in call(rrspec, "explain", "RRE002", cwd=elsewhere)
    assert "manifest" in call(rrspec, "schema", cwd=elsewhere).split()
    assert '"$schema"' in call(rrspec, "schema", "manifest", cwd=elsewhere)
    assert "verify/shipped-score-alone" in call(rrspec, "conformance", "list", cwd=elsewhere)


def test_a_new_artifact_of_it_is_valid(installed: Path, elsewhere: Path) -> None:
    rrspec = installed / "rrspec"
    call(rrspec, "new", "python", "x", "--no-input", cwd=elsewhere)
    assert "no findings" in call(rrspec, "validate", cwd=elsewhere / "x")


def test_it_passes_a_part_of_the_suite_that_it_carries(installed: Path, elsewhere: Path) -> None:
    rrspec = installed / "rrspec"
    said = call(rrspec, "conformance", "run", "--only", "environment/*", "--", str(rrspec), cwd=elsewhere)
    assert said.rstrip().endswith(", 0 failed")


def test_the_api_is_there_with_its_types(installed: Path, elsewhere: Path) -> None:
    code = "import reprobridge_spec.api as api, pathlib; print(len(api.__all__)); print(api.__file__)"
    count, file = call(installed / "python", "-c", code, cwd=elsewhere).split()
    assert int(count) > 0
    assert Path(file).is_relative_to(installed.parent)
    assert (Path(file).parent / "py.typed").exists()
