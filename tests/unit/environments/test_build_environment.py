import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.environments.build import Built, build
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.environments.sealed import fingerprint
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.environment import Environment, LockTool

# what the fixtures of conftest.py give; folders of tests are no packages to import from
ArtifactFolder = Any
WheelFolder = Any
PLATFORM = current_platform()
ZEROS = "0" * 64


def pin(name: str, sha256: str, version: str = "1.0") -> str:
    return f"{name}=={version} --hash=sha256:{sha256}\n"


def _build(
    artifact: ArtifactFolder, wheels: WheelFolder, environment: Environment | None = None, *, offline: bool = False
) -> Built:
    return build(
        artifact.root,
        "cpu",
        environment or artifact.environment(),
        cache=wheels.folder.parent / "cache",
        environ=wheels.environ,
        offline=offline,
    )


def _import(built: Built, module: str) -> str:
    code = f"import {module}; print({module}.VERSION, {module}.__cached__)"
    result = subprocess.run([built.python, "-I", "-c", code], capture_output=True, text=True, check=False)
    return result.stdout + result.stderr


@pytest.fixture
def ready(artifact: ArtifactFolder, wheels: WheelFolder) -> ArtifactFolder:
    artifact.ask("toy\n")
    artifact.lock(pin("toy", wheels.add("toy")))
    return artifact


def test_a_lock_without_pins_needs_no_index(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("")
    artifact.lock("")
    built = _build(artifact, wheels, offline=True)
    assert built.fresh
    assert built.python.exists()


def test_the_life_of_an_environment(ready: ArtifactFolder, wheels: WheelFolder) -> None:
    # one test, since each build takes seconds
    ready.lock(ready.lock_text + f"other==1.0 ; sys_platform == 'nowhere' --hash=sha256:{ZEROS}\n")
    first = _build(ready, wheels)
    version, compiled = _import(first, "toy").split()
    assert version == "1.0"
    assert Path(compiled).is_file()
    assert "No module" in _import(first, "other")
    assert (first.fresh, first.platform, first.python_version) == (True, PLATFORM, platform.python_version())
    assert first.lock_path == "env/requirements.lock"
    assert first.base_prefix == Path(sys.base_prefix)

    files = [path for path in first.path.rglob("*") if not path.is_symlink()]
    assert files
    assert all(path.stat().st_mode & 0o222 == 0 for path in [first.path, *files])

    second = _build(ready, wheels, offline=True)
    assert (second.path, second.fresh, second.fingerprint) == (first.path, False, first.fingerprint)
    assert second.fingerprint == fingerprint(second.path)

    module = next(first.path.rglob("toy.py"))
    module.chmod(0o644)
    module.write_text("VERSION = 'evil'\n", encoding="utf-8")
    third = _build(ready, wheels)
    assert third.fresh
    assert _import(third, "toy").startswith("1.0 ")

    assert not first.path.exists()
    assert len([path for path in third.path.parent.iterdir() if path.is_dir()]) == 1


def test_another_lock_is_another_environment(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("")
    artifact.lock("")
    first = _build(artifact, wheels)
    artifact.lock("# a comment\n")
    assert _build(artifact, wheels).key != first.key


def _no_folder_left(wheels: WheelFolder) -> bool:
    environments = wheels.folder.parent / "cache" / "environments"
    return not environments.exists() or {path.suffix for path in environments.iterdir()} <= {".lock"}


@pytest.mark.parametrize(
    ("lock", "message"),
    [
        ("--index-url https://example.org\n", "names a place"),
        ("toy==1.0\n", "toy 1.0 has no hash"),
        (f"toy @ file:///toy.whl --hash=sha256:{ZEROS}\n", "a file of one machine"),
        (f"-e . --hash=sha256:{ZEROS}\n", "source folder"),
        (pin("toy", ZEROS) * 2, "pinned here and in line 1"),
        ("", "toy is asked for"),
    ],
)
def test_a_lock_that_cannot_be_installed_is_the_artifacts_fault(
    artifact: ArtifactFolder, wheels: WheelFolder, lock: str, message: str
) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    artifact.lock(lock)
    with pytest.raises(ArtifactError, match=message) as caught:
        _build(artifact, wheels)
    assert caught.value.hint
    assert _no_folder_left(wheels)


def test_a_wrong_digest_is_the_artifacts_fault_at_its_line(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    artifact.lock("# one\n" + pin("toy", ZEROS))
    with pytest.raises(ArtifactError, match=rf"toy==1\.0 does not have the digest.*Expected sha256 {ZEROS}") as caught:
        _build(artifact, wheels)
    assert caught.value.place == "env/requirements.lock:2"
    assert _no_folder_left(wheels)


def test_packages_that_do_not_go_together_are_not_run(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    plot = wheels.add("plot", "3.8", requires=["num<2"])
    artifact.ask("num\nplot\n")
    artifact.lock(pin("num", wheels.add("num", "2.1"), "2.1") + pin("plot", plot, "3.8"))
    with pytest.raises(ArtifactError, match=r"plot 3\.8 \(line 2\) needs num<2, and 2\.1 is locked \(line 1\)"):
        _build(artifact, wheels)
    assert _no_folder_left(wheels)


def test_pins_that_no_longer_fit_are_named_with_their_line(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("base\ntoy>=2\nmore\n")
    artifact.lock(pin("base", ZEROS) + pin("toy", ZEROS))
    with pytest.raises(ArtifactError, match=r"stale: toy is locked at 1\.0.*more is asked for") as caught:
        _build(artifact, wheels)
    assert (caught.value.place, caught.value.hint) == ("env/requirements.lock:2", "Run `rrspec lock cpu`.")


def test_an_index_that_does_not_answer_is_nobodys_fault(ready: ArtifactFolder, wheels: WheelFolder) -> None:
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_RETRIES": "1", "PIP_FIND_LINKS": os.devnull}
    wheels.environ.update(nowhere)
    del wheels.environ["PIP_NO_INDEX"]
    with pytest.raises(NotDoneError, match="index cannot be reached"):
        _build(ready, wheels)


def test_offline_nothing_is_installed(ready: ArtifactFolder, wheels: WheelFolder) -> None:
    with pytest.raises(NotDoneError, match=r"not done: --offline; environment cpu .* 1 wheels"):
        _build(ready, wheels, offline=True)


def test_without_a_lock_the_hint_is_to_make_one(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("toy\n")
    with pytest.raises(ArtifactError, match=f"environment cpu has no lock for {PLATFORM}") as caught:
        _build(artifact, wheels)
    assert caught.value.hint == "Run `rrspec lock cpu`."


def test_a_lock_for_other_platforms_only_is_no_lock(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("toy\n")
    environment = artifact.environment().model_copy(update={"locks": {"osx-arm65": "env/requirements.lock"}})
    with pytest.raises(ArtifactError, match=rf"no lock for {PLATFORM} \(it has: osx-arm65\)"):
        _build(artifact, wheels, environment)


def test_a_python_that_is_not_here_is_nobodys_fault(ready: ArtifactFolder, wheels: WheelFolder) -> None:
    with pytest.raises(NotDoneError, match=r"Python 3\.39 is asked for"):
        _build(ready, wheels, ready.environment(python="3.39"))


def test_a_file_that_is_no_lock_of_conda_builds_no_conda_environment(
    ready: ArtifactFolder, wheels: WheelFolder
) -> None:
    with pytest.raises(ArtifactError, match="no lock of conda-lock"):
        _build(ready, wheels, ready.environment(tool=LockTool.CONDA_LOCK))
