import importlib.util
from collections.abc import Callable
from typing import Any

import pytest

from reprobridge_spec.documents import lock_file
from reprobridge_spec.environments.lock.base import UnsatisfiableError
from reprobridge_spec.environments.lock.check import check_lock
from reprobridge_spec.environments.lock.make import LockResult, make_lock
from reprobridge_spec.environments.lock.options import LockOptions
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError, NotDoneError
from reprobridge_spec.model.environment import Environment, LockTool

# what the fixtures of conftest.py give; folders of tests are no packages to import from
ArtifactFolder = Any
WheelFolder = Any
PLATFORM = current_platform()
ZEROS = "0" * 64

UV_IS_HERE = importlib.util.find_spec("uv") is not None
TOOLS = [
    LockTool.PIP_TOOLS,
    pytest.param(LockTool.UV, marks=pytest.mark.skipif(not UV_IS_HERE, reason="not checked: uv is not here")),
]


def pin(name: str, sha256: str, version: str = "1.0") -> str:
    return f"{name}=={version} --hash=sha256:{sha256}\n"


def _make(
    artifact: ArtifactFolder,
    wheels: WheelFolder,
    environment: Environment | None = None,
    *,
    platform: str = PLATFORM,
    progress: Callable[[str], None] = lambda _: None,
    **chosen: Any,
) -> LockResult:
    return make_lock(
        artifact.root,
        "cpu",
        environment or artifact.environment(),
        platform,
        cache=wheels.folder.parent / "cache",
        environ=wheels.environ,
        options=LockOptions(**{"resolver": (environment or artifact.environment()).tool, **chosen}),
        progress=progress,
    )


@pytest.mark.parametrize("tool", TOOLS)
def test_what_is_needed_is_locked_with_its_digest(
    artifact: ArtifactFolder, wheels: WheelFolder, tool: LockTool
) -> None:
    top = wheels.add("top_toy", requires=["base-toy>=1,<2"])
    base = wheels.add("base_toy", "1.5")
    wheels.add("base_toy", "2.0")
    artifact.ask("Top.Toy\n")
    result = _make(artifact, wheels, artifact.environment(tool=tool))
    assert [(pin.name, pin.version, pin.hashes) for pin in result.pins] == [
        ("base-toy", "1.5", (base,)),
        ("top-toy", "1.0", (top,)),
    ]
    assert (result.path, result.changed, result.tool) == ("env/requirements.lock", True, tool)
    assert str(wheels.folder) not in artifact.lock_text
    assert check_lock(artifact.root, "cpu", artifact.environment(tool=tool), PLATFORM).fresh


@pytest.mark.parametrize("tool", TOOLS)
def test_a_second_lock_keeps_what_fits(artifact: ArtifactFolder, wheels: WheelFolder, tool: LockTool) -> None:
    environment = artifact.environment(tool=tool)
    wheels.add("toy", "1.0")
    artifact.ask("toy\n")
    _make(artifact, wheels, environment)
    before = artifact.lock_text
    wheels.add("toy", "2.0")
    assert _make(artifact, wheels, environment).changed is False
    assert artifact.lock_text == before
    assert [pin.version for pin in _make(artifact, wheels, environment, upgrade=True).pins] == ["2.0"]


@pytest.mark.parametrize("tool", TOOLS)
def test_requirements_without_a_solution_name_their_lines(
    artifact: ArtifactFolder, wheels: WheelFolder, tool: LockTool
) -> None:
    wheels.add("plot", "3.8", requires=["num<2"])
    wheels.add("num", "1.0")
    wheels.add("num", "2.1")
    artifact.ask("# tools\nnum==2.1\nplot==3.8\n")
    with pytest.raises(UnsatisfiableError, match=r"lines 2, 3 of env/requirements.in.*num") as caught:
        _make(artifact, wheels, artifact.environment(tool=tool))
    assert caught.value.place == "env/requirements.in:2"
    assert not (artifact.root / "env/requirements.lock").exists()


def test_a_version_that_is_not_offered_is_the_artifacts_fault(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    wheels.add("toy", "1.0")
    artifact.ask("\ntoy==9\n")
    with pytest.raises(UnsatisfiableError, match=r"toy==9.*1\.0") as caught:
        _make(artifact, wheels)
    assert caught.value.place == "env/requirements.in:2"


@pytest.mark.parametrize("tool", TOOLS)
def test_a_package_that_no_index_has_as_a_wheel_is_nobodys_fault(
    artifact: ArtifactFolder, wheels: WheelFolder, tool: LockTool
) -> None:
    (wheels.folder / "other-1.0.tar.gz").write_bytes(b"")
    artifact.ask("toy\n")
    with pytest.raises(NotDoneError, match="no index that was asked"):
        _make(artifact, wheels, artifact.environment(tool=tool))


def test_nothing_asked_for_is_a_lock_without_pins_and_without_an_index(
    artifact: ArtifactFolder, wheels: WheelFolder
) -> None:
    artifact.ask("# nothing yet\n")
    assert _make(artifact, wheels, offline=True).pins == ()
    lock = lock_file.read(artifact.lock_text.encode())
    assert (lock.pins, lock.faults) == ((), ())
    assert lock.header is not None
    assert lock.header.platform == PLATFORM


def test_offline_nothing_is_resolved(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    wheels.add("toy")
    artifact.ask("toy\n")
    with pytest.raises(NotDoneError, match=r"not done: --offline; env/requirements\.lock"):
        _make(artifact, wheels, offline=True)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("./code", "is a path"),
        ("-e ./code", "source folder"),
        ("toy @ file:///tmp/toy.whl", "a file of one machine"),
        ("https://example.org/toy.whl", "address"),
        ("toy @ git+https://example.org/toy.git", "address"),
        ("-r other.in", "another file"),
        ("-c constraints.txt", "another file"),
        ("--index-url http://example.org", "names a place"),
        ("--find-links ./wheels", "names a place"),
        ("--trusted-host example.org", "names a place"),
        ("--index-url https://me:word@example.org", "user name or a password"),
        ("./wheels/toy-1.0-py3-none-any.whl", "is a path"),
        ("--pre", "changes what pip does"),
        ("toy=1", "no requirement"),
    ],
)
def test_requirements_that_would_execute_or_lead_elsewhere_are_refused_before_anything_runs(
    artifact: ArtifactFolder, wheels: WheelFolder, line: str, reason: str
) -> None:
    artifact.ask(f"six\n{line}\n")
    with pytest.raises(ArtifactError, match=reason) as caught:
        _make(artifact, wheels, offline=True)
    assert caught.value.place == "env/requirements.in:2"


def test_an_index_that_is_named_by_its_address_is_told_and_not_followed(
    artifact: ArtifactFolder, wheels: WheelFolder
) -> None:
    digest = wheels.add("toy", "1.0")
    artifact.ask("--index-url https://127.0.0.1:9/simple\n-f https://127.0.0.1:9/wheels \\\n\ntoy\n")
    told: list[str] = []
    assert [pin.hashes for pin in _make(artifact, wheels, progress=told.append).pins] == [(digest,)]
    said = "names a place, so it holds only where it was written; it is not followed"
    assert [line for line in told if "names a place" in line] == [
        f"env/requirements.in:1: `--index-url https://127.0.0.1:9/simple` {said}",
        f"env/requirements.in:2: `-f https://127.0.0.1:9/wheels` {said}",
    ]
    assert "127.0.0.1:9" not in artifact.lock_text


def test_an_old_lock_cannot_lead_elsewhere(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    digest = wheels.add("toy", "1.0")
    (artifact.root / "env/requirements.in").write_bytes("toy\r\n".encode("utf-16"))
    artifact.lock(f"--extra-index-url http://127.0.0.1:9/simple\n--find-links /nowhere\n{pin('toy', digest)}")
    assert [pin.hashes for pin in _make(artifact, wheels).pins] == [(digest,)]
    assert "--" not in artifact.lock_text.replace("--hash", "")


def test_one_lock_must_serve_all_versions_of_python(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    wheels.add("toy", "1.0")
    wheels.add("old", "1.0")
    artifact.ask("toy\nold ; python_version < '3.4'\n")
    assert [pin.name for pin in _make(artifact, wheels).pins] == ["toy"]
    artifact.ask("toy\nold ; python_version >= '3.30'\n")
    with pytest.raises(ArtifactError, match="one lock cannot serve all") as caught:
        _make(artifact, wheels)
    assert caught.value.place == "env/requirements.in:2"


def test_pip_tools_makes_no_lock_for_another_platform(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("toy\n")
    environment = artifact.environment().model_copy(update={"locks": {"win-64": "env/win.lock"}})
    with pytest.raises(NotDoneError, match="not win-64"):
        _make(artifact, wheels, environment, platform="win-64")


def test_a_platform_that_the_manifest_does_not_name_is_refused(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    artifact.ask("")
    with pytest.raises(ArtifactError, match=r"no lock for osx-64 \(it has"):
        make_lock(artifact.root, "cpu", artifact.environment(), "osx-64", cache=wheels.folder, environ=wheels.environ)


@pytest.mark.parametrize("path", ["env", "../outside.in", "env/away.in"])
def test_requirements_that_are_no_file_of_the_artifact_are_refused(
    artifact: ArtifactFolder, wheels: WheelFolder, path: str
) -> None:
    (artifact.root.parent / "outside.in").write_text("toy\n", encoding="utf-8")
    (artifact.root / "env" / "away.in").symlink_to(artifact.root.parent / "outside.in")
    with pytest.raises(ArtifactError, match="cannot be read") as caught:
        _make(artifact, wheels, artifact.environment().model_copy(update={"requirements": path}))
    assert caught.value.place == path


def test_missing_requirements_are_said(artifact: ArtifactFolder, wheels: WheelFolder) -> None:
    with pytest.raises(ArtifactError, match="requirements are not there") as caught:
        _make(artifact, wheels)
    assert caught.value.place == "env/requirements.in"
