"""Conda from end to end: conda-lock itself, a solver, a channel, and a launcher in the Python of the environment."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ExitCode
from tests.conda_channel import BIN, Channel, served
from tests.conftest import CommandLine
from tests.package_index import wheel

pytestmark = [pytest.mark.needs("conda"), pytest.mark.slow]
PLATFORM = current_platform()
OTHER = "osx-arm64" if PLATFORM != "osx-arm64" else "linux-64"
VERSION = ".".join(map(str, sys.version_info[:3]))
MINOR = ".".join(map(str, sys.version_info[:2]))


@pytest.fixture(scope="module")
def channel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Channel]:
    """A channel with a Python that runs, a library in two versions, and what is only for another platform."""
    with served(tmp_path_factory.mktemp("site")) as channel:
        assert channel.add_python() == VERSION
        channel.add("python", VERSION, {"bin/python": ""}, subdir=OTHER, noarch=None)
        for version in ("1.0", "1.5", "2.0"):
            files = {"site-packages/toylib.py": f"VERSION = {version!r}\n"}
            channel.add("toylib", version, files, noarch="python", depends=["python >=3.9", "toybase"])
        channel.add("toybase", files={"share/base": "1"})
        channel.add("elsewhere", files={"share/x": "1"}, subdir=OTHER, noarch=None)
        channel.publish()
        yield channel


@pytest.fixture
def machine(rrspec: CommandLine, channel: Channel) -> CommandLine:
    """The command line of somebody with conda-lock, a solver, and channels at our address."""
    rrspec.environment |= channel.environ | {"PATH": f"{BIN}:{rrspec.environment['PATH']}"}
    return rrspec


@pytest.fixture
def conda_paper(paper: Path) -> Path:
    """An artifact whose environment is of conda, not locked yet."""
    shutil.rmtree(paper / "env")
    (paper / "env").mkdir()
    manifest = yaml.safe_load((paper / "rra.yaml").read_text(encoding="utf-8"))
    manifest["level"] = "specified"
    manifest["environments"]["cpu"] = {
        "python": MINOR,
        "tool": "conda-lock",
        "requirements": "env/environment.yml",
        "locks": {PLATFORM: "env/conda-lock.yml"},
    }
    (paper / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")
    ask(paper, f"python={MINOR}", "toylib<2")
    return paper


def ask(paper: Path, *specs: str, **more: object) -> None:
    asked = {"channels": ["toys"], "dependencies": list(specs)} | more
    (paper / "env/environment.yml").write_text(yaml.safe_dump(asked), encoding="utf-8")


def lock(paper: Path) -> str:
    return (paper / "env/conda-lock.yml").read_text(encoding="utf-8")


def declare(paper: Path, **locks: str) -> None:
    manifest = yaml.safe_load((paper / "rra.yaml").read_text(encoding="utf-8"))
    manifest["environments"]["cpu"]["locks"] = {name.replace("_", "-"): path for name, path in locks.items()}
    (paper / "rra.yaml").write_text(yaml.safe_dump(manifest, sort_keys=False), encoding="utf-8")


def versions(paper: Path) -> dict[str, str]:
    packages = yaml.safe_load(lock(paper))["package"]
    return {package["name"]: package["version"] for package in packages if package["platform"] == PLATFORM}


def test_an_environment_is_locked_checked_installed_and_run_in(machine: CommandLine, conda_paper: Path) -> None:
    made = machine("lock", "-C", conda_paper)
    assert made.returncode == 0, made.stderr
    assert "3 packages, written (by conda-lock" in made.stdout
    assert versions(conda_paper) == {"python": VERSION, "toybase": "1.0", "toylib": "1.5"}
    assert "127.0.0.1" not in lock(conda_paper)
    assert machine("lock", "-C", conda_paper, "--check").returncode == 0

    tried = machine("lock", "-C", conda_paper, "--installs", "--format", "json")
    assert tried.returncode == 0, tried.stderr
    assert json.loads(tried.stdout)["locks"][0]["outcome"] == "installs"

    launcher = conda_paper / "launchers/run.py"
    text = launcher.read_text(encoding="utf-8")
    proof = "import sys, toylib\nassert toylib.VERSION == '1.5' and sys.prefix == sys.base_prefix, sys.prefix\n"
    launcher.write_text(f"{proof}{text}", encoding="utf-8")
    ran = machine("run", "-C", conda_paper, "--smoke", "--isolation", "none")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.needs("bwrap")
def test_a_launcher_runs_in_a_conda_environment_in_isolation(machine: CommandLine, conda_paper: Path) -> None:
    assert machine("lock", "-C", conda_paper).returncode == 0
    ran = machine("run", "-C", conda_paper, "--smoke", "--isolation", "bubblewrap")
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_a_lock_made_twice_is_the_same_bytes(machine: CommandLine, conda_paper: Path) -> None:
    texts = set()
    for _ in range(2):
        assert machine("lock", "-C", conda_paper).returncode == 0
        texts.add(lock(conda_paper))
        (conda_paper / "env/conda-lock.yml").unlink()
    assert len(texts) == 1


def test_what_is_locked_stays_until_it_is_upgraded(machine: CommandLine, conda_paper: Path) -> None:
    ask(conda_paper, f"python={MINOR}", "toylib=1.0")
    assert machine("lock", "-C", conda_paper).returncode == 0
    ask(conda_paper, f"python={MINOR}", "toylib", "toybase")
    assert machine("lock", "-C", conda_paper, "--check").returncode == 1
    assert machine("lock", "-C", conda_paper).returncode == 0
    assert versions(conda_paper)["toylib"] == "1.0"
    assert machine("lock", "-C", conda_paper, "--upgrade-package", "toylib").returncode == 0
    assert versions(conda_paper)["toylib"] == "2.0"


def test_platforms_that_share_a_file_are_locked_together(machine: CommandLine, conda_paper: Path) -> None:
    declare(conda_paper, **dict.fromkeys((PLATFORM, OTHER), "env/conda-lock.yml"))
    made = machine("lock", "-C", conda_paper)
    assert made.returncode == 0, made.stderr
    assert len(made.stdout.splitlines()) == 1
    assert machine("lock", "-C", conda_paper, "--check").stdout.count("fresh") == 2


def test_wheels_of_a_conda_lock_are_installed_with_their_digests(
    machine: CommandLine, conda_paper: Path, channel: Channel
) -> None:
    assert machine("lock", "-C", conda_paper).returncode == 0
    digest = wheel(channel.folder, "piptoy", "1.0")
    address = f"{channel.environ['CONDA_CHANNEL_ALIAS']}/toys/piptoy-1.0-py3-none-any.whl"
    package = {"name": "piptoy", "version": "1.0", "manager": "pip", "platform": PLATFORM, "url": address}
    for sha256, works in ((digest, True), ("0" * 64, False)):
        data = yaml.safe_load(lock(conda_paper))
        data["package"] = [*data["package"][:3], package | {"hash": {"sha256": sha256}}]
        (conda_paper / "env/conda-lock.yml").write_text(yaml.safe_dump(data), encoding="utf-8")
        tried = machine("lock", "-C", conda_paper, "--installs")
        assert (tried.returncode == 0) is works, tried.stdout
    assert "piptoy-1.0-py3-none-any.whl does not have the digest" in tried.stdout


FAULTS = {
    "not for this platform": (["elsewhere"], {}, "elsewhere"),
    "not released": (["toylib=9"], {}, "toylib"),
    "a build of another system": (["libcxx=14.0.6=h9765a3e_0"], {}, "exists for macOS only"),
    "a channel of this machine": (["toylib"], {"channels": ["file:///home/me/channel"]}, "a place of one machine"),
    "a channel with a key": (["toylib"], {"channels": ["https://c.org/t/abc-123/toys"]}, "a key or a password"),
    "no channel": (["toylib"], {"channels": []}, "names no `channels`"),
    "no Python": (["toybase"], {}, "no Python"),
}


@pytest.mark.parametrize(("specs", "more", "said"), FAULTS.values(), ids=FAULTS)
def test_what_cannot_be_locked_is_said_and_nothing_is_written(
    machine: CommandLine, conda_paper: Path, specs: list[str], more: dict[str, object], said: str
) -> None:
    python = [] if specs == ["toybase"] else [f"python={MINOR}"]
    ask(conda_paper, *python, *specs, **more)
    ended = machine("lock", "-C", conda_paper)
    told = ended.stdout + ended.stderr
    assert (ended.returncode, said in told, "abc-123" in told) == (ExitCode.FINDINGS, True, False), told
    assert not (conda_paper / "env/conda-lock.yml").exists()


@pytest.mark.parametrize(
    ("variable", "said"),
    [
        ({"PATH": "/usr/bin:/bin"}, "conda-lock is not there"),
        ({"RRSPEC_CONDA": "/nowhere/conda"}, "which is no program"),
    ],
    ids=["no conda-lock", "no solver"],
)
def test_what_is_missing_to_lock_with_is_named(
    machine: CommandLine, conda_paper: Path, variable: dict[str, str], said: str
) -> None:
    machine.environment |= variable
    ended = machine("lock", "-C", conda_paper)
    assert (ended.returncode, said in ended.stdout) == (ExitCode.NOT_DONE, True), ended.stderr
