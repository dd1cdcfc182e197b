"""The check that a lock installs, which is made and not thought."""

from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.environments import trial
from reprobridge_spec.environments.build import build
from reprobridge_spec.environments.python import running
from reprobridge_spec.environments.trial import Trial
from reprobridge_spec.errors import ArtifactError, NotDoneError

# what the fixtures of conftest.py give; folders of tests are no packages to import from
ArtifactFolder = Any
WheelFolder = Any
ZEROS = "0" * 64


def pin(name: str, sha256: str, version: str = "1.0") -> str:
    return f"{name}=={version} --hash=sha256:{sha256}\n"


def _install(artifact: ArtifactFolder, wheels: WheelFolder, *, offline: bool = False) -> Trial:
    return trial.install(
        artifact.root,
        "cpu",
        artifact.environment(python=running().minor),
        cache=artifact.root.parent / "cache",
        environ=wheels.environ,
        offline=offline,
    )


def test_a_lock_that_installs_does_so_in_a_new_folder_of_which_nothing_stays(
    artifact: ArtifactFolder, wheels: WheelFolder
) -> None:
    artifact.ask("toy\n")
    artifact.lock(pin("toy", wheels.add("toy", requires=["base-toy"])) + pin("base-toy", wheels.add("base_toy")))
    done = _install(artifact, wheels)
    assert (done.packages, done.python) == (2, running().version)
    assert list((artifact.root.parent / "cache" / "trials").iterdir()) == []
    assert not (artifact.root.parent / "cache" / "environments").exists()


def test_what_a_package_has_executed_at_each_start_of_python_is_not(
    artifact: ArtifactFolder, wheels: WheelFolder, tmp_path: Path
) -> None:
    trap = tmp_path / "executed"
    files = {"toy.py": "A = 1\n", "toy.pth": f"import pathlib; pathlib.Path({str(trap)!r}).touch()\n"}
    artifact.ask("toy\n")
    artifact.lock(pin("toy", wheels.add("toy", files=files)))
    _install(artifact, wheels)
    environment = artifact.environment(python=running().minor)
    built = build(artifact.root, "cpu", environment, cache=tmp_path / "cache", environ=wheels.environ)
    assert list(built.path.glob("lib/*/site-packages/__pycache__/toy.*.pyc"))
    assert not trap.exists()


def test_once_the_wheels_are_fetched_no_index_is_needed(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("toy\n")
    artifact.lock(pin("toy", wheels.add("toy")))
    with pytest.raises(NotDoneError, match=r"not done: --offline; the 1 wheels of env/requirements\.lock"):
        _install(artifact, wheels, offline=True)
    _install(artifact, wheels)
    for wheel in wheels.folder.iterdir():
        wheel.unlink()
    assert _install(artifact, wheels, offline=True).packages == 1


def test_a_wheel_that_was_tampered_with_is_refused_and_not_kept(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("toy\n")
    artifact.lock(pin("toy", wheels.add("toy")))
    _install(artifact, wheels)
    (kept,) = (artifact.root.parent / "cache").glob("wheelhouses/*/toy*.whl")
    good = kept.read_bytes()
    kept.write_bytes(good.replace(b"VERSION = '1.0'", b"VERSION = '6.6'"))
    assert kept.read_bytes() != good
    with pytest.raises(ArtifactError, match=r"toy.* does not have the digest of the lock") as caught:
        _install(artifact, wheels, offline=True)
    assert caught.value.place == "env/requirements.lock:1"
    assert not kept.exists()
    assert _install(artifact, wheels).packages == 1


@pytest.mark.parametrize(
    ("lock", "requires", "reason"),
    [
        (pin("toy", ZEROS), [], "does not have the digest"),
        ("toy==9.0 --hash=sha256:" + ZEROS + "\n", [], "no wheel of toy==9.0"),
        ("", [], "stale"),
        (None, ["base-toy>=2"], "needs base-toy>=2"),
    ],
    ids=["another digest", "not released", "stale", "does not go together"],
)
def test_what_is_wrong_with_a_lock_is_its_fault_and_said(
    artifact: ArtifactFolder, wheels: WheelFolder, lock: str | None, requires: list[str], reason: str
) -> None:
    artifact.ask("toy\n")
    digest = wheels.add("toy", requires=requires)
    artifact.lock(lock if lock is not None else pin("toy", digest))
    with pytest.raises(ArtifactError, match=reason):
        _install(artifact, wheels)
    assert list((artifact.root.parent / "cache" / "trials").iterdir()) == []


def test_a_lock_of_nothing_installs(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("")
    artifact.lock("# nothing\n")
    assert _install(artifact, wheels, offline=True).packages == 0


def test_a_cache_that_cannot_be_written_is_nobodys_fault(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("")
    artifact.lock("# nothing\n")
    Path(artifact.root.parent, "cache").write_text("", encoding="utf-8")
    with pytest.raises(NotDoneError, match="cannot be tried"):
        _install(artifact, wheels)
