"""`rrspec lock --allow-build`: what has no wheel is built once, in the sandbox, and goes with the artifact."""

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ExitCode
from tests.conftest import CommandLine
from tests.package_index import PackageIndex, archive_of, served, source, wheel

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
    configured = {"PIP_CONFIG_FILE": "/dev/null", "PIP_INDEX_URL": index.address, "UV_CONFIG_FILE": "/dev/null"}
    own = {"RRSPEC_CACHE": str(tmp_path / "cache"), "UV_CACHE_DIR": str(tmp_path / "uv")}
    kept = {name: value for name, value in rrspec.environment.items() if not name.startswith(("PIP_", "UV_"))}
    rrspec.environment = kept | configured | own
    return rrspec


@pytest.fixture
def artifact(paper: Path) -> Path:
    """The artifact with one environment, which asks for `toy`."""
    manifest = yaml.safe_load((paper / "rra.yaml").read_text(encoding="utf-8"))
    manifest["environments"] = {"cpu": manifest["environments"]["cpu"] | {"locks": {PLATFORM: LOCK}}}
    (paper / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    (paper / "env/requirements.in").write_text("toy\n", encoding="utf-8")
    return paper


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
    of_index = sha256((index.folder / "odd-1.0.tar.gz").read_bytes()).hexdigest()
    assert f"    # built from sha256:{of_index}\n" in _text(artifact)
    assert "base==1.0" in _text(artifact), "what the built wheel needs is locked"
    found = machine("lock", "-C", artifact, "--check", "--installs")
    assert (found.returncode, found.stdout.count("\n")) == (0, 2), found.stdout


def test_a_second_lock_is_the_same_and_builds_nothing(machine: CommandLine, artifact: Path) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    before = (_text(artifact), (artifact / WHEEL).read_bytes())
    again = machine("lock", "-C", artifact)
    assert (again.returncode, "unchanged" in again.stdout, "building" in again.stderr) == (0, True, False)
    assert (_text(artifact), (artifact / WHEEL).read_bytes()) == before


def test_another_machine_builds_the_same_bytes(machine: CommandLine, artifact: Path, tmp_path: Path) -> None:
    machine("lock", "-C", artifact, "--allow-build", "odd")
    before = (artifact / WHEEL).read_bytes()
    machine.environment = machine.environment | {"RRSPEC_CACHE": str(tmp_path / "other")}
    again = machine("lock", "-C", artifact)
    assert ("unchanged" in again.stdout, "building" in again.stderr) == (True, True)
    assert (artifact / WHEEL).read_bytes() == before


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
        ("", "cp311-cp311-linux_x86_64", "is for this Python and platform alone"),
    ],
)
def test_what_cannot_be_built_is_told_with_its_reason_and_nothing_is_written(
    machine: CommandLine, artifact: Path, index: PackageIndex, code: str, tag: str, said: str
) -> None:
    manifest = yaml.safe_load((artifact / "rra.yaml").read_text(encoding="utf-8"))
    manifest["environments"]["cpu"]["python"] = ">=3.11,<3.14"
    (artifact / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
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
    assert (checked.returncode, "is not beside the lock" in checked.stdout) == (ExitCode.FINDINGS, True)
    tried = machine("lock", "-C", artifact, "--installs")
    assert (tried.returncode, "none with its digest lies in wheels/" in tried.stdout) == (ExitCode.FINDINGS, True)
    if harm == "gone":
        assert ", written (" in machine("lock", "-C", artifact).stdout
        assert (artifact / WHEEL).read_bytes() == before
    else:
        assert "may belong to another lock" in machine("lock", "-C", artifact).stdout


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
        (["--allow-build", "odd", "--allow-build", "bas"], ExitCode.HOLDS, "bas: no lock that was made has it built"),
        (["--allow-build", "o d"], ExitCode.USAGE, "'o d' is no name of a package"),
        (["--allow-build", "odd", "--private-indexes"], ExitCode.USAGE, "comes from the index that everybody has"),
        (["--allow-build", "odd", "--check"], ExitCode.USAGE, "make no lock"),
        (["--allow-build", "odd", "--resolver", "pip-tools"], ExitCode.NOT_DONE, "merely to look at it"),
        (["--allow-build", "odd", "--offline"], ExitCode.NOT_DONE, "--offline"),
        (["--allow-build", "base", "--allow-build", "odd"], ExitCode.FINDINGS, "base"),
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
