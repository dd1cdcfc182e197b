"""What needs a package index, with tiny packages: locks, environments and inputs out of wheels."""

import os
import subprocess
from pathlib import Path

import pytest

from reprobridge_spec.environments.build import build
from reprobridge_spec.environments.fetch import fetch_input
from reprobridge_spec.environments.lock.check import check_lock
from reprobridge_spec.environments.lock.make import make_lock
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.python import current_platform, running
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.environment import Environment, LockTool
from reprobridge_spec.model.inputs import Input

pytestmark = pytest.mark.network
PLATFORM = current_platform()
ENVIRONMENT = Environment(
    python=running().minor,
    tool=LockTool.PIP_TOOLS,
    requirements="env/requirements.in",
    locks={PLATFORM: "env/requirements.lock"},
)
SIX_WHEEL = "4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274"
SIX_MODULE = "c51c91f703d3d4b3696c923cb5fec213e05e75d9215393befac7f2fa6a3904df"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "paper"
    (root / "env").mkdir(parents=True)
    (root / "env/requirements.in").write_text("six==1.17.0\nclick>=8\niniconfig\n", encoding="utf-8")
    return root


def test_a_lock_is_made_an_environment_built_and_found_again(root: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    result = make_lock(root, "cpu", ENVIRONMENT, PLATFORM, cache=cache, environ=os.environ)
    assert [pin.name for pin in result.pins] == ["click", "iniconfig", "six"]
    assert SIX_WHEEL in result.pins[2].hashes
    assert check_lock(root, "cpu", ENVIRONMENT, PLATFORM).fresh

    built = build(root, "cpu", ENVIRONMENT, cache=cache, environ=os.environ)
    code = "import six, click, iniconfig; print(six.__version__)"
    assert subprocess.run([built.python, "-I", "-c", code], capture_output=True, check=True).stdout == b"1.17.0\n"

    again = build(root, "cpu", ENVIRONMENT, cache=cache, environ=os.environ, offline=True)
    assert (again.path, again.fresh) == (built.path, False)
    assert again.seconds < 1

    assert not make_lock(root, "cpu", ENVIRONMENT, PLATFORM, cache=cache, environ=os.environ).changed


def test_a_changed_digest_names_its_package_and_line(root: Path, tmp_path: Path) -> None:
    (root / "env/requirements.in").write_text("six\n", encoding="utf-8")
    (root / "env/requirements.lock").write_text(f"six==1.17.0 \\\n    --hash=sha256:{'0' * 64}\n", encoding="utf-8")
    with pytest.raises(ArtifactError, match=f"six==1.17.0 does not have the digest.*{SIX_WHEEL}") as caught:
        build(root, "cpu", ENVIRONMENT, cache=tmp_path / "cache", environ=os.environ)
    assert caught.value.place == "env/requirements.lock:1"


def test_a_version_that_was_never_released_is_said(root: Path, tmp_path: Path) -> None:
    (root / "env/requirements.in").write_text("click\nsix==99\n", encoding="utf-8")
    options = LockOptions(resolver=LockTool.PIP_TOOLS)
    with pytest.raises(ArtifactError, match=r"meets `six==99`.*1\.17\.0") as caught:
        make_lock(root, "cpu", ENVIRONMENT, PLATFORM, cache=tmp_path / "cache", environ=os.environ, options=options)
    assert caught.value.place == "env/requirements.in:2"


def test_a_file_comes_out_of_a_released_wheel(root: Path, tmp_path: Path) -> None:
    body = Input.model_validate(
        {
            "kind": "dataset",
            "source": {"package": {"name": "six", "version": "1.17.0", "sha256": SIX_WHEEL}},
            "files": {"module": {"path": "six.py", "sha256": SIX_MODULE}},
        }
    )
    fetched = fetch_input(root, "six", body, cache=tmp_path / "cache", environ=os.environ)
    assert [path.name for path in fetched.path.iterdir()] == ["module"]
    assert not fetch_input(root, "six", body, cache=tmp_path / "cache", environ={}, offline=True).fresh
