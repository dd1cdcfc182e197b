from typing import Any

import pytest

from reprobridge_spec.documents import conda_environment, requirements_file
from reprobridge_spec.documents.lock_file import Header
from reprobridge_spec.environments.lock.check import LockState, check_lock
from reprobridge_spec.environments.python import current_platform
from reprobridge_spec.errors import ArtifactError
from reprobridge_spec.model.environment import LockTool

# what the fixtures of conftest.py give; folders of tests are no packages to import from
ArtifactFolder = Any
PLATFORM = current_platform()
ZEROS = "0" * 64


def pin(name: str, sha256: str, version: str = "1.0") -> str:
    return f"{name}=={version} --hash=sha256:{sha256}\n"


def _check(artifact: ArtifactFolder, python: str = "3.11") -> LockState:
    return check_lock(artifact.root, "cpu", artifact.environment(python=python), PLATFORM)


def _header(asked: str, *, python: str = "3.11", platform: str = PLATFORM, tool: str = "pip-tools") -> str:
    digest = requirements_file.digest_of(requirements_file.read(asked.encode()).requirements)
    header = Header(tool=tool, tool_version="7.6.2", python=python, platform=platform, requirements_sha256=digest)
    return header.text


def test_a_lock_for_what_is_asked_is_fresh(artifact: ArtifactFolder) -> None:
    artifact.ask("toy>=1\n")
    artifact.lock(_header("toy>=1") + pin("toy", ZEROS))
    assert _check(artifact) == LockState(fresh=True, reasons=())


def test_a_lock_of_another_tool_is_judged_by_its_content(artifact: ArtifactFolder) -> None:
    artifact.ask("toy>=1\n")
    artifact.lock(pin("toy", ZEROS))
    assert _check(artifact).fresh


def test_comments_and_order_make_no_lock_stale(artifact: ArtifactFolder) -> None:
    artifact.ask("# why\nToy >= 1\n\nbase\n")
    artifact.lock(_header("base\ntoy>=1") + pin("toy", ZEROS) + pin("base", ZEROS))
    assert _check(artifact).fresh


def test_an_index_by_its_address_is_nothing_that_is_asked_for(artifact: ArtifactFolder) -> None:
    artifact.ask("--extra-index-url https://example.org/simple\ntoy>=1\n")
    artifact.lock(_header("toy>=1") + pin("toy", ZEROS))
    assert _check(artifact) == LockState(fresh=True, reasons=())


@pytest.mark.parametrize(
    ("asked", "lock", "reason"),
    [
        ("toy>=2\n", pin("toy", ZEROS), "locked at 1.0"),
        ("toy\nbase\n", pin("toy", ZEROS), "base is asked for"),
        ("toy\n", _header("toy>=1") + pin("toy", ZEROS), "requirements changed"),
        ("", _header("toy") + pin("toy", ZEROS), "requirements changed"),
        ("toy\n", _header("toy", python="3.12") + pin("toy", ZEROS), "made for Python 3.12"),
        ("toy\n", _header("toy", platform="win-64") + pin("toy", ZEROS), "made for win-64"),
        ("toy\n", _header("toy", tool="conda-lock") + pin("toy", ZEROS), "made by conda-lock"),
        ("toy\n", "toy==1.0\n", "no hash"),
        ("toy\n", "--index-url x\n" + pin("toy", ZEROS), "names a place"),
        ("toy\n", "--index-url https://example.org/simple\n" + pin("toy", ZEROS), "names a place"),
    ],
)
def test_why_a_lock_is_stale(artifact: ArtifactFolder, asked: str, lock: str, reason: str) -> None:
    artifact.ask(asked)
    artifact.lock(lock)
    state = _check(artifact)
    assert not state.fresh
    assert [text for text in state.reasons if reason in text] == list(state.reasons)


def test_each_drift_is_a_reason(artifact: ArtifactFolder) -> None:
    artifact.ask("numpy>=1.26\nscikit-learn==1.4.2\ntqdm\n")
    artifact.lock(_header("numpy\ntqdm") + pin("numpy", ZEROS, "1.24.4") + pin("tqdm", ZEROS))
    assert _check(artifact).reasons == (
        "numpy is locked at 1.24.4, which does not satisfy `numpy>=1.26`",
        "scikit-learn is asked for (`scikit-learn==1.4.2`) and not locked",
    )


def test_a_lock_that_is_not_there_is_stale(artifact: ArtifactFolder) -> None:
    artifact.ask("toy\n")
    state = _check(artifact)
    assert not state.fresh
    assert "is not there" in state.reasons[0]


def test_a_lock_for_one_minor_version_serves_its_patch_releases(artifact: ArtifactFolder) -> None:
    artifact.ask("toy\n")
    artifact.lock(_header("toy") + pin("toy", ZEROS))
    assert _check(artifact, python="3.11.7").fresh
    assert not _check(artifact, python="3.12").fresh


def test_what_cannot_be_judged_is_refused(artifact: ArtifactFolder) -> None:
    artifact.ask("toy\n")
    artifact.lock(pin("toy", ZEROS))
    with pytest.raises(ArtifactError, match="`python` cannot be read"):
        _check(artifact, python="three")
    with pytest.raises(ArtifactError, match="no environment file"):
        check_lock(artifact.root, "cpu", artifact.environment(tool=LockTool.CONDA_LOCK), PLATFORM)


CONDA = '{"channels": ["toys"], "dependencies": ["python=3.11", "numpy>=1.20"]}'


def _conda(artifact: ArtifactFolder, *packages: str, header: str = "") -> LockState:
    artifact.ask(CONDA)
    artifact.lock(f"{header}version: 1\nmetadata: {{}}\npackage:\n{''.join(packages) or '  []'}")
    return check_lock(artifact.root, "cpu", artifact.environment(tool=LockTool.CONDA_LOCK), PLATFORM)


def _package(name: str, version: str, platform: str = PLATFORM, digest: str = f"sha256: '{ZEROS}'") -> str:
    return f"- {{name: {name}, version: '{version}', platform: {platform}, hash: {{{digest}}}}}\n"


def test_a_conda_lock_for_what_is_asked_is_fresh(artifact: ArtifactFolder) -> None:
    digest = conda_environment.digest_of(conda_environment.read(CONDA.encode()))
    header = Header(
        tool="conda-lock", tool_version="4", python="3.11", platform=f"a-64,{PLATFORM}", requirements_sha256=digest
    )
    packages = (_package("python", "3.11.9"), _package("numpy", "1.26.4"))
    assert _conda(artifact, *packages).fresh
    assert _conda(artifact, *packages, header=header.text) == LockState(fresh=True, reasons=())


PYTHON = _package("python", "3.11.9")


@pytest.mark.parametrize(
    ("packages", "header", "reason"),
    {
        "nothing": ((), "", f"locks no package for {PLATFORM}"),
        "another platform": ((_package("python", "3.11.9", "other-64"),), "", "only for other-64"),
        "one is missing": ((PYTHON,), "", "numpy is asked for"),
        "an older one": ((PYTHON, _package("numpy", "1.19.5")), "", "numpy is locked at 1.19.5"),
        "no hash": ((PYTHON, _package("numpy", "1.26.4", digest="")), "", "no hash"),
        "edited": ((PYTHON, _package("numpy", "1.26.4")), {}, "requirements changed"),
        "of uv": ((PYTHON, _package("numpy", "1.26.4")), {"tool": "uv"}, "made by uv"),
        "for others": ((PYTHON, _package("numpy", "1.26.4")), {"platform": "a-64,b-64"}, "made for a-64,b-64"),
        "other Python": ((PYTHON, _package("numpy", "1.26.4")), {"python": "3.9"}, "made for Python 3.9"),
    }.values(),
)
def test_why_a_conda_lock_is_stale(
    artifact: ArtifactFolder, packages: tuple[str, ...], header: Any, reason: str
) -> None:
    said = {"tool": "conda-lock", "tool_version": "4", "python": "3.11", "platform": PLATFORM}
    text = header if header == "" else Header(**said | {"requirements_sha256": ZEROS} | header).text
    state = _conda(artifact, *packages, header=text)
    assert not state.fresh
    assert any(reason in text for text in state.reasons)
