"""`rrspec lock --allow-build`: what has no wheel is built once, in the sandbox, and goes with the artifact."""

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
import yaml
from dulwich.repo import Repo

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ExitCode
from tests.conftest import CommandLine
from tests.package_index import PackageIndex, archive_of, of_index, served, source, wheel

PLATFORM = current_platform()
WHEEL = "env/wheels/odd-1.0-py3-none-any.whl"
LOCK = "env/requirements.lock"
pytestmark = pytest.mark.needs("bwrap")


@pytest.fixture
def index(tmp_path: Path) -> Iterator[PackageIndex]:
    """An index in which `odd` has no wheel."""
    folder = tmp_path / "files"
    folder.mkdir()
    wheel(folder, "toy", "1.0", "odd")
    wheel(folder, "base", "1.0")
    wheel(folder, "base", "2.0")
    source(folder, "odd", "1.0", "base<2")
    with served(folder) as index:
        yield index


@pytest.fixture
def machine(rrspec: CommandLine, index: PackageIndex, tmp_path: Path) -> CommandLine:
    """The command line of somebody whose index is ours, with a cache of their own."""
    rrspec.environment = of_index(rrspec.environment, index, tmp_path)
    return rrspec


@pytest.fixture
def artifact(paper: Path) -> Path:
    """The artifact with one environment, which asks for `toy`."""
    manifest = yaml.safe_load((paper / "rra.yaml").read_text(encoding="utf-8"))
    manifest["environments"] = {"cpu": manifest["environments"]["cpu"] | {"locks": {PLATFORM: LOCK}}}
    (paper / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    (paper / "env/requirements.in").write_text("toy\n", encoding="utf-8")
    return paper


def declare_python(artifact: Path, python: str) -> None:
    manifest = yaml.safe_load((artifact / "rra.yaml").read_text(encoding="utf-8"))
    manifest["environments"]["cpu"]["python"] = python
    (artifact / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")


def _text(artifact: Path) -> str:
    return (artifact / LOCK).read_text(encoding="utf-8")


def test_without_the_option_nothing_is_built_and_the_error_names_it(machine: CommandLine, artifact: Path) -> None:
    before = _text(artifact)
    ended = machine("lock", "-C", artifact)
    assert ended.returncode == ExitCode.FINDINGS
    assert "`rrspec lock --allow-build odd` builds what has no wheel, in the sandbox" in ended.stdout
    assert (_text(artifact), (artifact / "env/wheels").exists()) == (before, False)


def test_what_is_built_lies_beside_the_lock_which_says_what_it_was_built_from(
    machine: CommandLine, artifact: Path, index: PackageIndex
) -> None:
    made = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert made.returncode == 0, made.stdout + made.stderr
    assert f"note: odd==1.0 was built from its source distribution into {WHEEL}" in made.stdout
    assert "isolation: bubblewrap" in made.stderr
    offered = sha256((index.folder / "odd-1.0.tar.gz").read_bytes()).hexdigest()
    assert f"    # built from sha256:{offered}\n" in _text(artifact)
    assert "base==1.0" in _text(artifact), "what the built wheel needs is locked"
    found = machine("lock", "-C", artifact, "--check", "--installs")
    assert (found.returncode, found.stdout.count("\n")) == (0, 2), found.stdout


def test_a_second_lock_is_the_same_and_builds_nothing(machine: CommandLine, artifact: Path) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    before = (_text(artifact), (artifact / WHEEL).read_bytes())
    again = machine("lock", "-C", artifact)
    assert (again.returncode, "unchanged" in again.stdout, "building" in again.stderr) == (0, True, False)
    assert (_text(artifact), (artifact / WHEEL).read_bytes()) == before


def test_another_machine_takes_the_wheel_that_is_there(machine: CommandLine, artifact: Path, tmp_path: Path) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    before = (_text(artifact), (artifact / WHEEL).read_bytes())
    machine.environment = machine.environment | {"RRSPEC_CACHE": str(tmp_path / "other")}
    again = machine("lock", "-C", artifact)
    assert ("unchanged" in again.stdout, "building" in again.stderr) == (True, False)
    anew = machine("lock", "-C", artifact, "--upgrade-package", "odd", "--allow-build", "odd")
    assert ("unchanged" in anew.stdout, "building" in anew.stderr) == (True, True)
    assert (_text(artifact), (artifact / WHEEL).read_bytes()) == before


def test_a_wheel_for_one_python_is_not_kept_for_another(
    machine: CommandLine, artifact: Path, index: PackageIndex
) -> None:
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    declare_python(artifact, here)
    source(index.folder, "odd", "1.0", tag=f"cp{here.replace('.', '')}-none-any")
    made = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert made.returncode == 0, made.stdout
    assert "unchanged" in machine("lock", "-C", artifact).stdout
    declare_python(artifact, f">={here}")
    ended = machine("lock", "-C", artifact)
    assert (ended.returncode, "is for another Python or platform" in ended.stdout) == (ExitCode.FINDINGS, True)
    assert "Build it anew with `rrspec lock --allow-build odd`" in ended.stdout
    declare_python(artifact, here)
    assert machine("lock", "-C", artifact, "--private-indexes").returncode == ExitCode.USAGE


def test_what_has_a_wheel_is_not_built(machine: CommandLine, artifact: Path, index: PackageIndex) -> None:
    source(index.folder, "base", "1.0", code="raise SystemExit('built')")
    made = machine("lock", "-C", artifact, "--allow-build", "base", "--allow-build", "Odd", "--allow-build", "typo")
    assert made.returncode == 0, made.stdout
    assert _text(artifact).count("built from") == 1
    assert "nothing was built of base: nothing asks for it, or a wheel of it does" in made.stderr
    assert "nothing was built of typo" in made.stderr


def test_the_hint_names_all_that_has_to_be_built(machine: CommandLine, artifact: Path, index: PackageIndex) -> None:
    source(index.folder, "odd", "1.0", "even")
    source(index.folder, "even", "1.0")
    first = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert "`rrspec lock --allow-build odd --allow-build even` builds" in first.stdout
    assert machine("lock", "-C", artifact, "--allow-build", "odd", "--allow-build", "even").returncode == 0
    assert _text(artifact).count("built from") == 2


def test_a_source_distribution_that_the_index_exchanged_is_told(
    machine: CommandLine, artifact: Path, index: PackageIndex
) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    before = _text(artifact)
    source(index.folder, "odd", "1.0", "base<2", code="EVIL = True")
    assert "unchanged" in machine("lock", "-C", artifact).stdout
    assert _text(artifact) == before
    anew = machine("lock", "-C", artifact, "--upgrade-package", "odd", "--allow-build", "odd")
    assert "odd==1.0 was locked as built from another source distribution than the index has now" in anew.stdout


def test_what_a_lock_says_was_built_is_not_built_because_it_says_so(machine: CommandLine, artifact: Path) -> None:
    (artifact / "env/requirements.in").write_text("base\n", encoding="utf-8")
    assert machine("lock", "-C", artifact).returncode == 0
    with (artifact / LOCK).open("a", encoding="utf-8") as lock:
        lock.write(f"    # built from sha256:{'0' * 64}\n")
    ended = machine("lock", "-C", artifact)
    assert (ended.returncode, "building" in ended.stderr) == (ExitCode.FINDINGS, False)
    assert "or build it anew with `rrspec lock --allow-build base`" in ended.stdout


def test_another_version_of_what_was_built_is_built_by_name_alone(
    machine: CommandLine, artifact: Path, index: PackageIndex
) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    source(index.folder, "odd", "2.0")
    (artifact / "env/requirements.in").write_text("toy\nodd>1\n", encoding="utf-8")
    ended = machine("lock", "-C", artifact)
    assert (ended.returncode, "Name it: `rrspec lock --allow-build odd`" in ended.stdout) == (ExitCode.FINDINGS, True)
    made = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert f"{WHEEL} is named by no lock any more; remove it" in made.stdout


def test_tools_that_a_build_does_not_ask_for_are_given_to_it(
    machine: CommandLine, artifact: Path, index: PackageIndex
) -> None:
    source(index.folder, "odd", "1.0", code="import base")
    assert "No module named 'base'" in machine("lock", "-C", artifact, "--allow-build", "odd").stdout
    made = machine("lock", "-C", artifact, "--allow-build", "odd", "--build-with", "base<2")
    assert made.returncode == 0, made.stdout
    assert " with base==1.0\n" in _text(artifact)


_SPY = """
import pathlib, socket
try:
    pathlib.Path({place!r}).write_text("executed")
except OSError:
    pass
try:
    socket.create_connection(("127.0.0.1", {port}), 2).close()
except OSError:
    pass
else:
    raise SystemExit("the network is there")
"""


@pytest.mark.parametrize("arguments", [(), ("--allow-build", "odd")])
def test_it_is_executed_in_the_sandbox_alone_and_has_no_network(
    machine: CommandLine, artifact: Path, index: PackageIndex, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    port = int(index.address.split(":")[2].split("/")[0])
    source(index.folder, "odd", "1.0", code=_SPY.format(place=str(tmp_path / "executed"), port=port))
    ended = machine("lock", "-C", artifact, *arguments)
    assert ended.returncode == (0 if arguments else ExitCode.FINDINGS), ended.stdout
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    ("code", "tag", "said"),
    [
        ("raise RuntimeError('no compiler')", "py3-none-any", "RuntimeError: no compiler"),
        ("VERSION = '1.1'", "py3-none-any", "1.1"),
        ("import sys; sys.exit(3)", "py3-none-any", "odd 1.0 cannot be built"),
        ("", "cp311-cp311-linux_x86_64", "and the lock is for Python >=3.11,<3.14"),
        ("NEEDS = ('x @ https://example.org/x.whl',)", "py3-none-any", "which is at an address"),
        ("NEEDS = ('x>>1',)", "py3-none-any", "invalid metadata"),
        ("_PLACE = '../../evil.py'", "py3-none-any", "odd 1.0 cannot be built"),
    ],
)
def test_what_cannot_be_built_is_told_with_its_reason_and_nothing_is_written(
    machine: CommandLine, artifact: Path, index: PackageIndex, code: str, tag: str, said: str
) -> None:
    declare_python(artifact, ">=3.11,<3.14")
    source(index.folder, "odd", "1.0", code=code, tag=tag)
    before = _text(artifact)
    ended = machine("lock", "-C", artifact, "--allow-build", "odd", "--format", "json")
    (item,) = json.loads(ended.stdout)["locks"]
    assert (item["outcome"], said in item["reasons"][0]) == ("wrong", True), item
    assert (_text(artifact), (artifact / "env/wheels").exists()) == (before, False)


@pytest.mark.parametrize(
    ("project", "said"),
    [
        ("[build-system]\nrequires = 1\n", "without a list `requires`"),
        ("no toml", "cannot be read"),
        ('[build-system]\nrequires = ["x @ https://example.org/x.whl"]\n', "built with what no index has"),
        ('[build-system]\nrequires = ["nowhere"]\n', "nowhere"),
    ],
)
def test_a_source_distribution_that_no_tool_can_build_is_not_tried(
    machine: CommandLine, artifact: Path, index: PackageIndex, project: str, said: str
) -> None:
    information = "Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n"
    archive_of(index.folder, "odd", "1.0", {"PKG-INFO": information, "pyproject.toml": project})
    ended = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert ended.returncode != 0
    assert said in ended.stdout, ended.stdout
    assert "building" not in ended.stderr


@pytest.mark.parametrize("harm", ["gone", "other bytes"])
def test_a_wheel_that_was_lost_or_changed_is_seen_and_mended(machine: CommandLine, artifact: Path, harm: str) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    before = (artifact / WHEEL).read_bytes()
    (artifact / WHEEL).unlink() if harm == "gone" else (artifact / WHEEL).write_bytes(before + b"\0")
    checked = machine("lock", "-C", artifact, "--check")
    assert (checked.returncode, "none with its digest lies in wheels/" in checked.stdout) == (ExitCode.FINDINGS, True)
    tried = machine("lock", "-C", artifact, "--installs")
    assert (tried.returncode, "none with its digest lies in wheels/" in tried.stdout) == (ExitCode.FINDINGS, True)
    assert "✗" in machine("doctor", artifact).stdout
    assert "`rrspec lock --allow-build odd`" in machine("lock", "-C", artifact).stdout
    assert ", written (" in machine("lock", "-C", artifact, "--allow-build", "odd").stdout
    assert (artifact / WHEEL).read_bytes() == before


def test_an_upgrade_takes_what_is_there_now_and_builds_nothing_unasked(machine: CommandLine, artifact: Path) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    assert "--allow-build odd" in machine("lock", "-C", artifact, "--upgrade").stdout


def test_a_wheel_that_came_later_is_taken_once_it_is_upgraded(
    machine: CommandLine, artifact: Path, index: PackageIndex
) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    wheel(index.folder, "odd", "1.1")
    assert "unchanged" in machine("lock", "-C", artifact).stdout
    assert machine("lock", "-C", artifact, "--upgrade").returncode == 0
    assert ("odd==1.1" in _text(artifact), "built from" in _text(artifact)) == (True, False)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--build-with", "cython"], ExitCode.USAGE, "--build-with says with what to build"),
        (["--allow-build", "odd", "--build-with", "x @ https://x.org/x.whl"], ExitCode.USAGE, "is no requirement"),
        (["--allow-build", "odd", "--build-with", "nowhere"], ExitCode.NOT_DONE, "nowhere"),
        (["--allow-build", "o d"], ExitCode.USAGE, "'o d' is no name of a package"),
        (["--allow-build", "odd", "--private-indexes"], ExitCode.USAGE, "comes from the index that everybody has"),
        (["--allow-build", "odd", "--check"], ExitCode.USAGE, "make no lock"),
        (["--allow-build", "odd", "--resolver", "pip-tools"], ExitCode.NOT_DONE, "merely to look at it"),
        (["--allow-build", "odd", "--offline"], ExitCode.NOT_DONE, "--offline"),
    ],
)
def test_what_does_not_go_together_is_said(
    machine: CommandLine, artifact: Path, arguments: list[str], code: ExitCode, said: str
) -> None:
    ended = machine("lock", "-C", artifact, *arguments)
    assert (ended.returncode, said in ended.stdout + ended.stderr) == (code, True), ended.stdout + ended.stderr


def test_where_nothing_keeps_a_build_apart_nothing_is_built(
    machine: CommandLine, artifact: Path, tmp_path: Path
) -> None:
    machine.environment = machine.environment | {"PATH": str(tmp_path)}
    ended = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert ended.returncode == ExitCode.NOT_DONE
    assert "no isolation works here" in ended.stdout
    assert "nothing is built without" in ended.stdout


def test_a_wheel_that_git_ignores_is_told(machine: CommandLine, artifact: Path) -> None:
    git = Repo.init(str(artifact))
    (artifact / ".gitignore").write_text("*.whl\n", encoding="utf-8")
    told = machine("lock", "-C", artifact, "--allow-build", "odd").stdout
    assert f"{WHEEL} is ignored by git, so no clone has it: `git add -f {WHEEL}`" in told
    git.get_worktree().stage([WHEEL])
    git.close()
    assert "ignored by git" not in machine("lock", "-C", artifact).stdout


@pytest.mark.parametrize("place", ["env/wheels", WHEEL])
def test_what_stands_where_the_wheel_belongs_is_told(machine: CommandLine, artifact: Path, place: str) -> None:
    if place == WHEEL:
        (artifact / place).mkdir(parents=True)
    else:
        (artifact / place).write_text("a file\n", encoding="utf-8")
    ended = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert (ended.returncode, place in ended.stdout) == (ExitCode.FINDINGS, True), ended.stdout + ended.stderr


def test_a_folder_of_wheels_outside_of_the_artifact_is_refused(
    machine: CommandLine, artifact: Path, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    (artifact / "env/wheels").symlink_to(tmp_path / "elsewhere")
    ended = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert (ended.returncode, "`env/wheels` is a link to" in ended.stderr) == (ExitCode.FINDINGS, True), ended.stderr
    assert not list((tmp_path / "elsewhere").iterdir())


def test_what_a_built_wheel_has_executed_at_each_start_of_python_is_not(
    machine: CommandLine, artifact: Path, index: PackageIndex, tmp_path: Path
) -> None:
    trap = tmp_path / "executed"
    source(index.folder, "odd", "1.0", code="_PLACE = 'odd.pth'", text=f"import os; os.mkdir({str(trap)!r})\n")
    assert machine("lock", "-C", artifact, "--allow-build", "odd").returncode == 0
    assert machine("lock", "-C", artifact, "--installs").returncode == 0
    assert not trap.exists()


def test_locks_of_two_environments_share_a_wheel(machine: CommandLine, artifact: Path) -> None:
    manifest = yaml.safe_load((artifact / "rra.yaml").read_text(encoding="utf-8"))
    other = manifest["environments"]["cpu"] | {"locks": {PLATFORM: "env/other.lock"}}
    manifest["environments"]["other"] = other
    (artifact / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    made = machine("lock", "-C", artifact, "--allow-build", "odd")
    assert (made.returncode, made.stdout.count("was built")) == (0, 1), made.stdout
    assert [path.name for path in (artifact / "env/wheels").iterdir()] == [Path(WHEEL).name]
    assert machine("lock", "-C", artifact, "--check").returncode == 0
