"""`rrspec lock` as a person calls it, with an index of our own."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ExitCode
from tests.conftest import CommandLine
from tests.package_index import PackageIndex, of_index, served, wheel

PLATFORM = current_platform()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[PackageIndex]:
    folder = tmp_path / "wheels"
    folder.mkdir()
    wheel(folder, "toy", "1.0", "base")
    wheel(folder, "toy", "2.0", "base<2")
    wheel(folder, "base", "1.0")
    wheel(folder, "base", "2.0")
    with served(folder) as index:
        yield index


@pytest.fixture
def machine(rrspec: CommandLine, index: PackageIndex, tmp_path: Path) -> CommandLine:
    """The command line of somebody whose index is ours, with a cache of their own."""
    rrspec.environment = of_index(rrspec.environment, index, tmp_path)
    return rrspec


@pytest.fixture
def artifact(paper: Path) -> Path:
    """The artifact with two environments, of which one asks for something."""
    manifest = yaml.safe_load((paper / "rra.yaml").read_text(encoding="utf-8"))
    cpu = manifest["environments"]["cpu"] | {"locks": {PLATFORM: "env/requirements.lock"}}
    other = cpu | {"requirements": "env/other.in", "locks": {PLATFORM: "env/other.lock"}}
    manifest["environments"] = {"cpu": cpu, "other": other}
    (paper / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    (paper / "env/requirements.in").write_text("toy\n", encoding="utf-8")
    (paper / "env/other.in").write_text("# nothing\n", encoding="utf-8")
    return paper


def test_locks_are_made_judged_and_installed(machine: CommandLine, artifact: Path) -> None:
    made = machine("lock", "-C", artifact)
    assert made.returncode == 0, made.stderr
    assert made.stdout.splitlines()[0].startswith("cpu: env/requirements.lock: 2 packages, written (by ")
    assert machine("lock", "-C", artifact).stdout.count("unchanged") == 2
    assert machine("lock", "-C", artifact, "--check").stdout == "cpu: fresh\nother: fresh\n"
    tried = machine("lock", "-C", artifact, "cpu", "--installs")
    assert (tried.returncode, "cpu: installs: 2 packages for Python" in tried.stdout) == (0, True), tried.stderr
    assert machine("lock", "-C", artifact, "cpu", "--installs", "--offline", "--check").returncode == 0


def test_what_came_of_one_lock_says_nothing_about_the_next(machine: CommandLine, artifact: Path) -> None:
    (artifact / "env/requirements.in").write_text("base\ntoy==9\n", encoding="utf-8")
    ended = machine("lock", "-C", artifact, "--format", "json")
    assert ended.returncode == ExitCode.FINDINGS
    first, second = json.loads(ended.stdout)["locks"]
    assert (first["outcome"], first["place"], second["outcome"]) == ("wrong", "env/requirements.in:2", "written")
    assert not (artifact / "env/requirements.lock").read_text(encoding="utf-8").count("toy")


def test_a_lock_is_of_a_day_until_it_is_upgraded(machine: CommandLine, index: PackageIndex, artifact: Path) -> None:
    index.uploaded["toy-2.0-py3-none-any.whl"] = "2024-01-01T00:00:00Z"
    of_day = machine("lock", "-C", artifact, "cpu", "--as-of", "2023-12-31")
    assert ", as of 2023-12-31)" in of_day.stdout, of_day.stderr
    assert "toy==1.0" in (artifact / "env/requirements.lock").read_text(encoding="utf-8")
    assert "as of 2023-12-31" in machine("lock", "-C", artifact, "cpu").stdout
    assert "as of" not in machine("lock", "-C", artifact, "cpu", "--upgrade").stdout
    assert "toy==2.0" in (artifact / "env/requirements.lock").read_text(encoding="utf-8")


def test_a_yanked_pin_is_a_note_below_its_lock(machine: CommandLine, index: PackageIndex, artifact: Path) -> None:
    index.yanked["toy-1.0-py3-none-any.whl"] = "breaks everything"
    (artifact / "env/requirements.in").write_text("toy==1.0\n", encoding="utf-8")
    said = machine("lock", "-C", artifact, "cpu").stdout
    assert "  note: toy==1.0 is a release that its authors have yanked: breaks everything\n" in said


def test_a_wheel_that_the_index_exchanged_is_refused(machine: CommandLine, index: PackageIndex, artifact: Path) -> None:
    assert machine("lock", "-C", artifact, "cpu").returncode == 0
    wheel(index.folder, "base", "1.0", "evil>=1")
    ended = machine("lock", "-C", artifact, "cpu", "--installs")
    assert ended.returncode == ExitCode.FINDINGS
    assert "base==1.0 does not have the digest of the lock" in ended.stdout


def test_offline_nothing_is_made_and_that_is_nobodys_fault(machine: CommandLine, artifact: Path) -> None:
    (artifact / "env/requirements.lock").unlink()
    ended = machine("lock", "-C", artifact, "cpu", "--offline")
    assert (ended.returncode, ended.stdout.startswith("cpu: not done: --offline")) == (ExitCode.NOT_DONE, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gpu"], "there is no environment gpu"),
        (["--check", "--upgrade"], "make no lock"),
        (["--as-of", "soon"], "--as-of"),
        (["cpu", "--upgrade-package", "numpy"], "neither asked for nor locked"),
        (["--resolver", "poetry"], "poetry"),
        (["--as-of", "2999-01-01"], "2999-01-01 has not come"),
        (["--platform", "LINUX-64"], "'LINUX-64' is no name of a platform"),
        (["--platform", ""], "'' is no name of a platform"),
        (["--platform", "a b", "--check"], "'a b' is no name of a platform"),
        (["--platform", "--check"], "'--check' is no name of a platform"),
        (["--platform", "linux_64", "--installs"], "is no name of a platform"),
    ],
)
def test_what_does_not_go_together_is_said(
    machine: CommandLine, artifact: Path, arguments: list[str], said: str
) -> None:
    ended = machine("lock", "-C", artifact, *arguments)
    assert (ended.returncode, said in ended.stderr) == (ExitCode.USAGE, True), ended.stderr


def test_a_platform_without_a_lock_names_those_that_have_one(machine: CommandLine, artifact: Path) -> None:
    ended = machine("lock", "-C", artifact, "cpu", "--platform", "plan9-64", "--check")
    assert (ended.returncode, f"it has: {PLATFORM}" in ended.stdout) == (ExitCode.FINDINGS, True)


@pytest.mark.parametrize("more", [[], ["--check"]])
def test_a_lock_of_another_platform_is_not_said_to_install_here(
    machine: CommandLine, artifact: Path, more: list[str]
) -> None:
    manifest = (artifact / "rra.yaml").read_text(encoding="utf-8")
    locks = f"{PLATFORM}: env/requirements.lock"
    both = manifest.replace(locks, f"{locks}\n      plan9-64: env/far.lock", 1)
    (artifact / "rra.yaml").write_text(both, encoding="utf-8")
    ended = machine("lock", "-C", artifact, "cpu", "--installs", "--platform", "plan9-64", *more)
    assert f"not done: what is locked for plan9-64 is installed there, and this is {PLATFORM}" in ended.stdout
    assert "cpu (plan9-64): installs" not in ended.stdout
    assert ended.returncode != 0
    unknown = machine("lock", "-C", artifact, "cpu", "--installs", "--platform", "beos-64")
    assert (unknown.returncode, "has no lock for beos-64" in unknown.stdout) == (ExitCode.FINDINGS, True)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("rra.yaml", "error RRE"),  # a manifest that is a lock breaks rules of locks, before anything is made
        ("env/other.in", "would be lost"),
        ("env/requirements.in", "would be lost"),
        ("guide/guide.md", "would be lost"),
        ("code/data.csv", "is no lock, and is not written over"),
    ],
)
def test_a_lock_takes_no_place_of_something_that_was_written(
    machine: CommandLine, artifact: Path, path: str, said: str
) -> None:
    (artifact / "code").mkdir(exist_ok=True)
    (artifact / "code/data.csv").write_text("seed,score\n1,0.5\n", encoding="utf-8")
    manifest = yaml.safe_load((artifact / "rra.yaml").read_text(encoding="utf-8"))
    manifest["environments"]["cpu"]["locks"] = {PLATFORM: path}
    (artifact / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    before = (artifact / path).read_bytes()
    ended = machine("lock", "-C", artifact, "cpu", "--offline")
    assert (ended.returncode, said in ended.stdout + ended.stderr) == (ExitCode.FINDINGS, True), ended.stdout
    assert (artifact / path).read_bytes() == before


def test_a_lock_as_of_today_is_made_with_a_word_on_it(machine: CommandLine, artifact: Path) -> None:
    today = dt.datetime.now(dt.UTC).date().isoformat()
    ended = machine("lock", "-C", artifact, "cpu", "--as-of", today)
    assert (ended.returncode, "note: the day that it was made as of is not over" in ended.stdout) == (0, True)
