"""Environments out of conda locks that were written by hand: no solver is needed to build one."""

import bz2
import hashlib
import io
import json
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from reprobridge_spec.environments import trial
from reprobridge_spec.environments.build import build
from reprobridge_spec.environments.built import Built
from reprobridge_spec.environments.conda.link import Python
from reprobridge_spec.environments.conda.prefix import LONGEST_SHEBANG
from reprobridge_spec.environments.conda.wheels import put_wheel
from reprobridge_spec.environments.lock.conda_channels import PUBLIC
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.environment import Environment, LockTool
from tests.conda_channel import PLACEHOLDER, Channel, served

PLATFORM = current_platform()
ENVIRONMENT = Environment(
    python="3.11",
    tool=LockTool.CONDA_LOCK,
    requirements="env/environment.yml",
    locks={PLATFORM: "env/conda-lock.yml"},
)
PYTHON = {"bin/python": "#!/bin/sh\nexit 0\n"}
"""What is no Python, and is asked for nothing but to compile modules."""


class Paper:
    """The part of an artifact that environments look at."""

    def __init__(self, folder: Path, channel: Channel) -> None:
        self.root = folder / "paper"
        (self.root / "env").mkdir(parents=True)
        self.channel = channel
        self.packages: list[dict[str, object]] = []
        self.asked = ["python"]
        self.cache = folder / "cache"

    def lock(self, package: Path, **other: object) -> None:
        """Adds a package to the lock."""
        name, version, _ = package.name.rsplit("-", 2)
        address = f"{PUBLIC}toys/{package.parent.name}/{package.name}"
        self.packages.append(
            {
                "name": name,
                "version": version,
                "manager": "conda",
                "platform": PLATFORM,
                "url": address,
                "dependencies": {},
                "hash": {"sha256": hashlib.sha256(package.read_bytes()).hexdigest()},
                **other,
            }
        )

    def write(self) -> None:
        asked = {"channels": ["toys"], "dependencies": self.asked}
        (self.root / "env/environment.yml").write_text(json.dumps(asked), encoding="utf-8")
        lock = {"version": 1, "metadata": {}, "package": self.packages}
        (self.root / "env/conda-lock.yml").write_text(json.dumps(lock), encoding="utf-8")

    def build(self, *, offline: bool = False, told: list[str] | None = None) -> Built:
        self.write()
        return build(
            self.root,
            "c",
            ENVIRONMENT,
            cache=self.cache,
            environ=self.channel.environ,
            offline=offline,
            progress=(told if told is not None else []).append,
        )


@pytest.fixture
def paper(tmp_path: Path) -> Iterator[Paper]:
    with served(tmp_path / "site") as channel:
        paper = Paper(tmp_path, channel)
        paper.lock(channel.add("python", "3.11.9", PYTHON, subdir=PLATFORM, noarch=None))
        yield paper


def test_packages_are_put_where_conda_puts_them(paper: Paper) -> None:
    channel = paper.channel
    paper.lock(
        channel.add(
            "toylib",
            files={"site-packages/toylib.py": "X = 1\n", "python-scripts/toyscript": "#!/bin/sh\n"},
            noarch="python",
            entry_points=["toy = toylib.cli:main.run"],
        )
    )
    paper.lock(channel.add("native", files={"lib/libone.so.1": "one"}, links={"lib/libone.so": "libone.so.1"}))
    paper.lock(channel.add("older", files={"share/older.txt": "old"}, form=".tar.bz2"))
    built = paper.build()
    assert (built.path / "lib/python3.11/site-packages/toylib.py").read_text() == "X = 1\n"
    assert (built.path / "bin/toyscript").stat().st_mode & 0o111
    script = (built.path / "bin/toy").read_text()
    own = f"#!{built.path}/bin/python"
    # a kernel reads no longer first line, and the folder of the tests may have any length
    assert script.splitlines()[0] == (own if len(own) <= LONGEST_SHEBANG else "#!/usr/bin/env python")
    assert "from toylib.cli import main\n" in script
    assert "sys.exit(main.run())" in script
    assert (built.path / "lib/libone.so").readlink() == Path("libone.so.1")
    assert (built.path / "share/older.txt").read_text() == "old"
    notes = sorted(note.name for note in (built.path / "conda-meta").iterdir())
    assert notes == ["native-1.0-0.json", "older-1.0-0.json", "python-3.11.9-0.json", "toylib-1.0-0.json"]


def test_the_path_of_the_environment_stands_where_the_placeholder_stood(paper: Paper) -> None:
    program = b"\0\1" + PLACEHOLDER.encode() + b"/lib\0rest"
    paper.lock(paper.channel.add("toy", files={"share/where": f"{PLACEHOLDER}/share", "bin/program": program}))
    built = paper.build()
    assert (built.path / "share/where").read_text() == f"{built.path}/share"
    made = (built.path / "bin/program").read_bytes()
    assert (len(made), made.startswith(b"\0\1" + f"{built.path}/lib".encode() + b"\0")) == (len(program), True)


def test_what_is_built_is_its_own_python_and_found_again_offline(paper: Paper) -> None:
    built = paper.build()
    assert (built.base_prefix, built.python) == (built.path, built.path / "bin/python")
    assert (built.python_version, built.fresh) == ("3.11.9", True)
    again = paper.build(offline=True)
    assert (again.path, again.fresh) == (built.path, False)


def test_offline_what_was_not_fetched_is_said(paper: Paper) -> None:
    with pytest.raises(NotDoneError, match=r"not done: --offline.*1 packages of env/conda-lock\.yml"):
        paper.build(offline=True)


def test_scripts_of_packages_are_not_executed(paper: Paper, tmp_path: Path) -> None:
    mark = tmp_path / "executed"
    hook = f"#!/bin/sh\ntouch {mark}\n"
    paths = ["bin/.toy-post-link.sh", "bin/.toy-pre-link.sh", "etc/conda/activate.d/toy.sh"]
    paper.lock(paper.channel.add("toy", files=dict.fromkeys(paths, hook)))
    told: list[str] = []
    paper.build(told=told)
    assert not mark.exists()
    assert any("2 scripts of packages were not executed" in line for line in told)


@pytest.mark.parametrize("action", ["build", "trial"])
def test_a_package_that_was_tampered_with_is_refused_and_names_its_line(paper: Paper, action: str) -> None:
    package = paper.channel.add("toy", files={"share/x": "good"})
    paper.lock(package)
    package.write_bytes(package.read_bytes() + b"\0")
    paper.write()
    do = {"build": build, "trial": trial.install}[action]
    with pytest.raises(ArtifactError, match=r"toy-1\.0-0\.conda does not have the digest") as caught:
        do(paper.root, "c", ENVIRONMENT, cache=paper.cache, environ=paper.channel.environ)
    assert caught.value.place.startswith("env/conda-lock.yml:")
    assert not list(paper.cache.glob("conda-packages/*/toy*"))


def test_a_package_that_was_changed_in_the_cache_is_fetched_anew(paper: Paper) -> None:
    paper.lock(paper.channel.add("toy", files={"share/x": "good"}))
    paper.write()
    trial.install(paper.root, "c", ENVIRONMENT, cache=paper.cache, environ=paper.channel.environ)
    kept = next(paper.cache.glob("conda-packages/*/toy*"))
    kept.write_bytes(b"bad")
    with pytest.raises(NotDoneError, match="--offline"):
        trial.install(paper.root, "c", ENVIRONMENT, cache=paper.cache, environ=paper.channel.environ, offline=True)
    assert (paper.build().path / "share/x").read_text() == "good"


def test_a_trial_leaves_no_environment_behind(paper: Paper) -> None:
    paper.write()
    done = trial.install(paper.root, "c", ENVIRONMENT, cache=paper.cache, environ=paper.channel.environ)
    assert (done.packages, done.python) == (1, "3.11.9")
    assert list((paper.cache / "trials").iterdir()) == []


def test_neither_the_python_of_a_lock_nor_its_packages_are_executed(paper: Paper, tmp_path: Path) -> None:
    trap = tmp_path / "executed"
    paper.packages.clear()
    python = {"bin/python": f"#!/bin/sh\ntouch {trap}\n", "lib/python3.11/site-packages/a.py": "A = 1\n"}
    paper.lock(paper.channel.add("python", "3.11.8", python, subdir=PLATFORM, noarch=None))
    hook = {"site-packages/trap.pth": f"import pathlib; pathlib.Path({str(trap)!r}).touch()\n"}
    paper.lock(paper.channel.add("toy", "1.0", hook))
    paper.asked.append("toy")
    paper.write()
    trial.install(paper.root, "c", ENVIRONMENT, cache=paper.cache, environ=paper.channel.environ)
    built = paper.build()
    assert list((built.path / "lib/python3.11/site-packages/__pycache__").glob("a.*.pyc"))
    assert not trap.exists()


WHEEL = {
    "piptoy/__init__.py": "A = 1\n",
    "piptoy-1.0.data/scripts/say": "#!python\nprint(1)\n",
    "piptoy-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: piptoy\nVersion: 1.0\n",
    "piptoy-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    "piptoy-1.0.dist-info/entry_points.txt": "[console_scripts]\npiptoy = piptoy:main\n",
}
SITE = Python(minor="3.11", site_packages="lib/python3.11/site-packages")


def _wheel(folder: Path, files: dict[str, str], name: str = "piptoy-1.0-py3-none-any.whl") -> Path:
    record = "".join(f"{path},,\n" for path in [*files, "piptoy-1.0.dist-info/RECORD"])
    with zipfile.ZipFile(folder / name, "w") as archive:
        for path, text in {**files, "piptoy-1.0.dist-info/RECORD": record}.items():
            archive.writestr(path, text)
    return folder / name


def test_a_wheel_lies_in_a_conda_environment_as_pip_would_put_it(tmp_path: Path) -> None:
    put_wheel(_wheel(tmp_path, WHEEL), tmp_path / "env", SITE, place="env/conda-lock.yml")
    assert (tmp_path / "env/lib/python3.11/site-packages/piptoy/__init__.py").read_text() == "A = 1\n"
    for program in ("say", "piptoy"):
        assert (tmp_path / "env/bin" / program).read_text().startswith(f"#!{tmp_path}/env/bin/python\n")
        assert (tmp_path / "env/bin" / program).stat().st_mode & 0o111


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({"../../../../evil.py": ""}, "piptoy-1.0-py3-none-any.whl"),
        ({"piptoy-1.0.data/data/../../evil": ""}, "piptoy-1.0-py3-none-any.whl"),
        ({"/evil": ""}, "piptoy-1.0-py3-none-any.whl"),
        ({}, "piptoy-1.0-cp39-cp39-linux_x86_64.whl"),
        ({}, "piptoy-1.0-py3-none-win_amd64.whl"),
        ({}, "piptoy.whl"),
    ],
)
def test_a_wheel_that_leads_out_or_is_for_another_python_is_refused(
    tmp_path: Path, more: dict[str, str], name: str
) -> None:
    (tmp_path / "env").mkdir()
    with pytest.raises(ArtifactError, match="cannot be installed"):
        put_wheel(_wheel(tmp_path, WHEEL | more, name), tmp_path / "env", SITE, place="env/conda-lock.yml")
    assert not list(tmp_path.rglob("*evil*"))


def test_a_wheel_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "piptoy-1.0-py3-none-any.whl").write_bytes(b"<html>")
    with pytest.raises(ArtifactError, match="cannot be installed"):
        put_wheel(tmp_path / "piptoy-1.0-py3-none-any.whl", tmp_path, SITE, place="env/conda-lock.yml")


@pytest.mark.parametrize(
    ("change", "reason"),
    {
        "no digest": ({"hash": {"md5": "0" * 32}}, "no SHA-256"),
        "a file": ({"url": "file:///home/me/toy-1.0-0.conda"}, "no package at a web address"),
        "a name that climbs": ({"url": "https://example.org/..%2f.conda"}, "no package at a web address"),
        "no package": ({"url": "https://example.org/toy.exe"}, "no package at a web address"),
        "gone": ({"url": f"{PUBLIC}toys/noarch/gone-1.0-0.conda"}, "answers 404"),
        "a source distribution": ({"manager": "pip", "url": "https://x.org/toy.tar.gz"}, "source distribution"),
    }.values(),
)
def test_a_lock_that_cannot_be_built_from_is_refused(paper: Paper, change: dict[str, object], reason: str) -> None:
    paper.lock(paper.channel.add("toy", files={"share/x": ""}), **change)
    with pytest.raises(ArtifactError, match=reason):
        paper.build()


def test_a_lock_without_this_platform_is_no_empty_environment(paper: Paper) -> None:
    paper.packages[0]["platform"] = "osx-arm64"
    with pytest.raises(ArtifactError, match=f"locks no package for {PLATFORM}, only for osx-arm64"):
        paper.build()


@pytest.mark.parametrize(
    ("asked", "reason"),
    [(["python", "numpy"], "stale: numpy is asked for"), (["python=3.12"], "stale: python is locked at 3.11.9")],
)
def test_a_stale_lock_is_not_built(paper: Paper, asked: list[str], reason: str) -> None:
    paper.asked = asked
    with pytest.raises(ArtifactError, match=reason):
        paper.build()


def test_an_environment_has_a_python_and_the_one_that_is_declared(paper: Paper) -> None:
    paper.packages[0]["version"] = "3.12.1"
    with pytest.raises(ArtifactError, match=r"Python 3\.12\.1 is locked.*declares 3\.11"):
        paper.build()
    paper.packages[0]["name"] = "cobra"
    paper.asked = []
    with pytest.raises(ArtifactError, match="no Python"):
        paper.build()


def test_a_channel_that_cannot_be_reached_is_nobodys_fault(paper: Paper) -> None:
    paper.channel.environ["CONDA_CHANNEL_ALIAS"] = "http://127.0.0.1:9"
    with pytest.raises(NotDoneError, match="cannot be read"):
        paper.build()


def test_a_second_package_with_the_same_file_wins_as_with_conda(paper: Paper) -> None:
    for name in ("one", "two"):
        paper.lock(paper.channel.add(name, files={"share/same": name}))
    assert (paper.build().path / "share/same").read_text() == "two"


def test_a_package_without_its_list_of_files_is_refused(paper: Paper) -> None:
    package = paper.channel.add("toy", files={"share/x": ""}, form=".tar.bz2")
    _without(package, "info/paths.json")
    paper.lock(package)
    with pytest.raises(ArtifactError, match="does not say what it holds"):
        paper.build()


def _without(package: Path, member: str) -> None:
    target = io.BytesIO()
    with tarfile.open(package) as source, tarfile.open(fileobj=target, mode="w") as made:
        for entry in source:
            if entry.name != member:
                made.addfile(entry, source.extractfile(entry))
    package.write_bytes(bz2.compress(target.getvalue()))
