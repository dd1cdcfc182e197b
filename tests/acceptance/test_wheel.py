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


@pytest.fixture
def installed(tmp_path: Path) -> Iterator[Path]:
    """A folder in which `bin/rrspec` is the wheel's."""
    folder = tmp_path / "wheel"
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


def call(program: Path, *arguments: str, cwd: Path) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd)}
    ended = subprocess.run([program, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def test_the_wheel_alone_is_whole(installed: Path, tmp_path: Path) -> None:
    """In one test, since building takes longest."""
    rrspec = installed / "rrspec"
    # its own data
    assert call(rrspec, "--version", cwd=tmp_path).startswith("rrspec ")
    assert "lock-drift" in call(rrspec, "explain", "RRE002", cwd=tmp_path)
    assert "manifest" in call(rrspec, "schema", cwd=tmp_path).split()
    assert '"$schema"' in call(rrspec, "schema", "manifest", cwd=tmp_path)
    assert "verify/shipped-score-alone" in call(rrspec, "conformance", "list", cwd=tmp_path)
    # an artifact of its own template is valid
    call(rrspec, "new", "python", "x", "--no-input", cwd=tmp_path)
    assert "no findings" in call(rrspec, "validate", cwd=tmp_path / "x")
    # the suite that it carries passes
    said = call(rrspec, "conformance", "run", "--only", "environment/python*", "--", str(rrspec), cwd=tmp_path)
    assert " pass, 0 fail, 0 skipped" in said
    # the promised names are there, with their types
    code = "import reprobridge_spec.api as api; print(len(api.__all__), api.__file__)"
    count, file = call(installed / "python", "-c", code, cwd=tmp_path).split()
    assert (int(count) > 0, Path(file).is_relative_to(installed.parent)) == (True, True)
    assert (Path(file).parent / "py.typed").exists()
