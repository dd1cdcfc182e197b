"""Locks from an index: what a machine's own configuration may add to them, and what the index says."""

import datetime as dt
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents import lock_file
from reprobridge_spec.environments import trial
from reprobridge_spec.environments.lock.base import UnsatisfiableError
from reprobridge_spec.environments.lock.check import check_lock
from reprobridge_spec.environments.lock.make import LockResult, make_lock
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.lock.platforms import to_lock
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError, NotDoneError, UsageError
from reprobridge_spec.model.environment import Environment, LockTool
from tests.package_index import PackageIndex, served

# what the fixtures of conftest.py give; folders of tests are no packages to import from
ArtifactFolder = Any
WheelFolder = Any
PLATFORM = current_platform()
TOOLS = [LockTool.PIP_TOOLS, LockTool.UV]


@pytest.fixture
def index(wheels: WheelFolder) -> Iterator[PackageIndex]:
    """The wheels as an index serves them."""
    with served(wheels.folder) as index:
        yield index


def _machine(folder: Path, index: PackageIndex, *, pip: str = "", uv: str = "") -> dict[str, str]:
    """The variables of a machine that takes `index` for the public one, with more in its configuration."""
    home = folder / f"machine{len(list(folder.iterdir()))}"
    home.mkdir()
    (home / "pip.conf").write_text(f"[global]\nindex-url = {index.address}\n{pip}", encoding="utf-8")
    (home / "uv.toml").write_text(uv, encoding="utf-8")
    configured = {"PIP_CONFIG_FILE": str(home / "pip.conf"), "UV_CONFIG_FILE": str(home / "uv.toml")}
    return {"PATH": "/usr/bin:/bin", "HOME": str(home), "UV_CACHE_DIR": str(home / "cache"), **configured}


def _make(
    artifact: ArtifactFolder, environ: dict[str, str], environment: Environment | None = None, **chosen: Any
) -> LockResult:
    return make_lock(
        artifact.root,
        "cpu",
        environment or artifact.environment(),
        PLATFORM,
        cache=artifact.root.parent / "cache",
        environ=environ,
        options=LockOptions(**chosen),
    )


@pytest.mark.parametrize("tool", TOOLS)
def test_a_lock_is_the_same_bytes_with_and_without_a_machines_private_indexes(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    for version in ("1.0", "1.5"):
        wheels.add("base_toy", version)
    wheels.add("toy", requires=["base-toy"])
    artifact.ask("toy\n")
    private = tmp_path / "private"
    private.mkdir()
    (private / "base_toy-9.0-py3-none-any.whl").write_bytes(
        (wheels.folder / "base_toy-1.5-py3-none-any.whl").read_bytes()
    )
    bare = _machine(tmp_path, index)
    with served(private) as other:
        rich = _machine(
            tmp_path,
            index,
            pip=f"extra-index-url = {other.address}\nfind-links = {private}\n",
            uv=f"find-links = ['{private}']\n[[index]]\nurl = '{other.address}'\n",
        )
        _make(artifact, rich, resolver=tool)
        first = artifact.lock_text
        (artifact.root / "env/requirements.lock").unlink()
        _make(artifact, bare, resolver=tool)
        assert artifact.lock_text == first
        assert (other.asked, "base-toy==1.5" in first) == ([], True)
    assert "127.0.0.1" not in first
    assert str(tmp_path) not in first


@pytest.mark.parametrize("tool", TOOLS)
def test_who_asks_private_indexes_gets_what_they_serve_and_no_address_of_them(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    wheels.add("toy")
    private = tmp_path / "private"
    wheels.add("ours")
    private.mkdir()
    (wheels.folder / "ours-1.0-py3-none-any.whl").rename(private / "ours-1.0-py3-none-any.whl")
    artifact.ask("toy\nours\n")
    with served(private) as other:
        machine = _machine(
            tmp_path,
            index,
            pip=f"extra-index-url = {other.address}\n",
            uv=f"index-url = '{index.address}'\nextra-index-url = ['{other.address}']\n",
        )
        with pytest.raises(NotDoneError, match="no index that was asked"):
            _make(artifact, machine, resolver=tool)
        made = _make(artifact, machine, resolver=tool, private=True)
    assert [pin.name for pin in made.pins] == ["ours", "toy"]
    assert "127.0.0.1" not in artifact.lock_text


def test_a_password_of_the_index_is_not_in_the_lock(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path
) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    machine = _machine(tmp_path, index)
    secret = index.address.replace("//", "//me:swordfish@")
    (Path(machine["HOME"]) / "pip.conf").write_text(f"[global]\nindex-url = {secret}\n", encoding="utf-8")
    for tool in TOOLS:
        _make(artifact, machine, resolver=tool, upgrade=True)
        assert "swordfish" not in artifact.lock_text


def test_both_resolvers_write_the_same_pins_in_the_same_form(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path
) -> None:
    wheels.add("base_toy", "1.5")
    wheels.add("toy", requires=["base-toy"])
    artifact.ask("toy\n")
    texts = []
    for tool in TOOLS:
        made = _make(artifact, _machine(tmp_path, index), resolver=tool)
        assert made.tool is tool
        texts.append(artifact.lock_text)
        (artifact.root / "env/requirements.lock").unlink()
    head, same = zip(*(text.split("\n", 1) for text in texts), strict=True)
    assert same[0] == same[1]
    assert [line.split(",")[0].split()[4] for line in head] == ["pip-tools", "uv"]


def test_a_lock_that_another_resolver_would_make_alike_stays_as_it_is(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path
) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    machine = _machine(tmp_path, index)
    # one Python: of several, uv locks for the lowest, and pip-tools for the one that it runs in
    one = artifact.environment(python=".".join(map(str, sys.version_info[:2])))
    _make(artifact, machine, one, resolver=LockTool.PIP_TOOLS)
    before = artifact.lock_text
    again = _make(artifact, machine, one, resolver=LockTool.UV)
    assert (again.changed, again.tool, artifact.lock_text) == (False, LockTool.PIP_TOOLS, before)


def test_a_lock_of_uv_counts_for_pip_tools_and_not_the_other_way_round(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path
) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    machine = _machine(tmp_path, index)
    _make(artifact, machine, resolver=LockTool.UV)
    assert check_lock(artifact.root, "cpu", artifact.environment(), PLATFORM).fresh
    of_uv = artifact.environment(tool=LockTool.UV)
    with pytest.raises(UsageError, match="does not stand for"):
        _make(artifact, machine, of_uv, resolver=LockTool.PIP_TOOLS)
    _make(artifact, machine, resolver=LockTool.PIP_TOOLS, upgrade=True)
    (artifact.root / "env/requirements.lock").unlink()
    _make(artifact, machine, resolver=LockTool.PIP_TOOLS)
    assert "made by pip-tools" in check_lock(artifact.root, "cpu", of_uv, PLATFORM).reasons[0]


@pytest.mark.parametrize("tool", TOOLS)
def test_as_of_a_day_what_came_later_is_not_taken(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    for version, moment in {"1.0": "2021-05-01T23:59:59Z", "2.0": "2021-05-02T00:00:00Z", "3.0": ""}.items():
        wheels.add("toy", version)
        if moment:
            index.uploaded[f"toy-{version}-py3-none-any.whl"] = moment
    index.uploaded["toy-3.0-py3-none-any.whl"] = "2024-01-01T00:00:00Z"
    artifact.ask("toy\n")
    machine = _machine(tmp_path, index)
    made = _make(artifact, machine, resolver=tool, as_of=dt.date(2021, 5, 1))
    assert [pin.version for pin in made.pins] == ["1.0"]
    assert lock_file.read(artifact.lock_text.encode()).header.as_of == "2021-05-01"  # type: ignore[union-attr]
    assert check_lock(artifact.root, "cpu", artifact.environment(), PLATFORM).fresh

    artifact.ask("toy>=2\n")
    with pytest.raises((UnsatisfiableError, NotDoneError)):
        _make(artifact, machine, resolver=tool)
    artifact.ask("toy\n")
    assert not _make(artifact, machine, resolver=tool).changed
    upgraded = _make(artifact, machine, resolver=tool, upgrade=True)
    assert [(pin.version, upgraded.as_of) for pin in upgraded.pins] == [("3.0", None)]


@pytest.mark.parametrize("tool", TOOLS)
def test_one_package_is_upgraded_and_the_others_stay(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    artifact.ask("a.toy\nb_toy\n")
    wheels.add("a_toy")
    wheels.add("b_toy")
    machine = _machine(tmp_path, index)
    _make(artifact, machine, resolver=tool)
    wheels.add("a_toy", "2.0")
    wheels.add("b_toy", "2.0")
    made = _make(artifact, machine, resolver=tool, upgrade_packages=("A.Toy",))
    assert [(pin.name, pin.version) for pin in made.pins] == [("a-toy", "2.0"), ("b-toy", "1.0")]


def test_a_package_that_is_neither_asked_for_nor_locked_cannot_be_upgraded(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path
) -> None:
    wheels.add("numtoy")
    artifact.ask("numtoy\n")
    with pytest.raises(UsageError, match="numtyo is neither") as caught:
        _make(artifact, _machine(tmp_path, index), upgrade_packages=("numtyo",))
    assert "numtoy" in caught.value.hint


@pytest.mark.parametrize("tool", TOOLS)
def test_a_pin_that_was_yanked_is_told_with_the_reason(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    wheels.add("toy", "1.0")
    wheels.add("toy", "2.0")
    index.yanked["toy-1.0-py3-none-any.whl"] = "breaks everything"
    artifact.ask("toy==1.0\n")
    made = _make(artifact, _machine(tmp_path, index), resolver=tool)
    assert made.notices == ("toy==1.0 is a release that its authors have yanked: breaks everything",)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_bound_that_only_yanked_releases_meet_has_no_solution_and_says_why(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    wheels.add("toy", "1.1.2")
    wheels.add("toy", "2.0")
    index.yanked["toy-1.1.2-py3-none-any.whl"] = "breaks everything"
    artifact.ask("toy~=1.1.2\n")
    with pytest.raises(UnsatisfiableError, match="yanked"):
        _make(artifact, _machine(tmp_path, index), resolver=tool)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_build_with_a_label_comes_from_its_public_index_and_nothing_else_does(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path, tool: LockTool
) -> None:
    wheels.add("numtoy", "1.0")
    wheels.add("torch", "2.1.0")
    builds = tmp_path / "cu121"
    builds.mkdir()
    wheels.add("torch", "2.1.0+cu121", requires=["numtoy"])
    (wheels.folder / "torch-2.1.0+cu121-py3-none-any.whl").rename(builds / "torch-2.1.0+cu121-py3-none-any.whl")
    artifact.ask("torch==2.1.0+cu121\n")
    with served(builds) as pytorch:
        machine = _machine(tmp_path, index) | {"RRSPEC_PYTORCH_INDEX": pytorch.address.removesuffix("/simple/")}
        made = _make(artifact, machine, resolver=tool)
        assert any(path.startswith("/cu121/torch") for path in pytorch.asked)
        cache = tmp_path / "trial"
        assert trial.install(artifact.root, "cpu", artifact.environment(), cache=cache, environ=machine).packages == 2
    assert [(pin.name, pin.version) for pin in made.pins] == [("numtoy", "1.0"), ("torch", "2.1.0+cu121")]
    assert artifact.lock_text.splitlines()[-1] == "    # index pytorch-cu121"
    assert "-r env/requirements.in" in artifact.lock_text
    assert "127.0.0.1" not in artifact.lock_text
    assert lock_file.read(artifact.lock_text.encode()).faults == ()


def test_platforms_that_share_a_file_get_one_lock_that_serves_them_all(
    artifact: ArtifactFolder, wheels: WheelFolder, index: PackageIndex, tmp_path: Path
) -> None:
    wheels.add("toy")
    wheels.add("only_mac")
    artifact.ask("toy\nonly-mac ; sys_platform == 'darwin'\n")
    locks = dict.fromkeys(("linux-64", "osx-arm64"), "env/requirements.lock")
    shared = artifact.environment(python="3.11").model_copy(update={"locks": locks})
    _make(artifact, _machine(tmp_path, index), shared, resolver=LockTool.UV)
    assert "only-mac==1.0 ; sys_platform == " in artifact.lock_text
    for platform in locks:
        assert check_lock(artifact.root, "cpu", shared, platform).fresh
    more = shared.model_copy(update={"locks": locks | {"win-64": "env/requirements.lock"}})
    (reason,) = check_lock(artifact.root, "cpu", more, "win-64").reasons
    assert reason == "the lock was made for linux-64,osx-arm64, not for win-64"


def test_which_platforms_are_locked_here_depends_on_the_resolver(artifact: ArtifactFolder) -> None:
    other = "osx-arm64" if PLATFORM != "osx-arm64" else "linux-64"
    environment = artifact.environment().model_copy(update={"locks": {PLATFORM: "env/a.lock", other: "env/b.lock"}})
    by_uv = to_lock("cpu", environment, (), LockTool.UV, {})
    assert (by_uv.taken, by_uv.left) == ((PLATFORM, other), {})
    by_pip_tools = to_lock("cpu", environment, (), LockTool.PIP_TOOLS, {})
    assert (by_pip_tools.taken, list(by_pip_tools.left)) == ((PLATFORM,), [other])
    assert to_lock("cpu", environment, (other,), LockTool.UV, {}).taken == (other,)


def test_an_environment_without_locks_has_nothing_to_lock(artifact: ArtifactFolder) -> None:
    with pytest.raises(ArtifactError, match="names no lock"):
        to_lock("cpu", artifact.environment().model_copy(update={"locks": {}}), (), None, {})
