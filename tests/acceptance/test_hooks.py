"""The hooks in the real pre-commit, on a real repository: right answers, twice at once, without network."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import CHECKOUT

pytestmark = [pytest.mark.slow, pytest.mark.network]

CONFIG = """\
repos:
  - repo: {checkout}
    rev: {revision}
    hooks:
      - id: rrspec-validate
        args: [--level=specified]
      - id: rrspec-anonymity
        args: ["--identity=Jane Doe"]
"""
PRE_COMMIT = [sys.executable, "-m", "pre_commit"]
OFFLINE = ["unshare", "--net", "--map-root-user"]


def git(folder: Path, *arguments: str) -> str:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"]
    return subprocess.run([*command, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the installed hooks."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository of the working tree as it is, committed or not."""
    folder = tmp_path_factory.mktemp("source") / "rrspec"
    listed = git(CHECKOUT, "ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    for name in filter(None, listed):
        if (CHECKOUT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(CHECKOUT / name, folder / name)
    git(folder, "init", "-q")
    git(folder, "add", "-Af")
    git(folder, "commit", "-qm", "all")
    return folder


@pytest.fixture
def repository(source: Path, tmp_path: Path) -> Path:
    """A repository with an artifact in a folder, and the hooks."""
    root = tmp_path / "repository"
    shutil.copytree(CHECKOUT / "conformance" / "base" / "shipped-score", root / "artifact")
    (root / "README.md").write_text("by Jane Doe, outside of any artifact\n")
    config = CONFIG.format(checkout=source, revision=git(source, "rev-parse", "HEAD"))
    (root / ".pre-commit-config.yaml").write_text(config)
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    return root


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "PRE_COMMIT_HOME": str(home), "PRE_COMMIT_COLOR": "never"}


def run(repository: Path, home: Path, *before: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*before, *PRE_COMMIT, "run", "--all-files"],
        cwd=repository,
        env=environment(home),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def installed(repository: Path, home: Path) -> Path:
    """The repository, whose hooks are installed: the one step that uses the network."""
    command = [*PRE_COMMIT, "install", "--install-hooks"]
    subprocess.run(command, cwd=repository, env=environment(home), check=True, capture_output=True)
    return repository


@pytest.mark.needs("root")
def test_hooks_answer_without_network(installed: Path, home: Path) -> None:
    good = run(installed, home, *OFFLINE)
    assert good.returncode == 0, good.stdout + good.stderr
    assert good.stdout.count("Passed") == 2
    (installed / "artifact" / "code" / "classify.py").write_text("# by Jane Doe\n")
    manifest = installed / "artifact" / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("seeds: [0]", "sedes: [0]"))
    bad = run(installed, home, *OFFLINE)
    assert bad.returncode == 1
    assert "artifact/rra.yaml:40:5" in bad.stdout
    assert "artifact/code/classify.py:1:6" in bad.stdout
    assert "README.md" not in bad.stdout


def test_a_commit_that_breaks_the_artifact_is_refused(installed: Path, home: Path) -> None:
    manifest = installed / "artifact" / "rra.yaml"
    manifest.write_text(manifest.read_text().replace("seeds: [0]", "sedes: [0]"))
    git(installed, "add", "-A")
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "two"]
    ended = subprocess.run(command, cwd=installed, env=environment(home), capture_output=True, text=True, check=False)
    assert (ended.returncode, "RRM004" in ended.stdout + ended.stderr) == (1, True)
    assert git(installed, "log", "--oneline").count("\n") == 0


def test_two_at_once_do_not_disturb_each_other(installed: Path, home: Path) -> None:
    started = [
        subprocess.Popen(
            [*PRE_COMMIT, "run", "--all-files"],
            cwd=installed,
            env=environment(home),
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [one.communicate()[0] for one in started]
    assert [one.returncode for one in started] == [0, 0], said
    assert said[0] == said[1]
