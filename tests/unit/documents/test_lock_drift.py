import pytest

from reprobridge_spec.documents import lock_file, requirements_file
from reprobridge_spec.documents.lock_drift import Drift, drift, marker_environment


def _drift(asked: str, locked: str, python: str = "3.11", platform: str = "linux-64") -> list[Drift]:
    requirements = requirements_file.read(asked.encode()).requirements
    return drift(requirements, lock_file.read(locked.encode()), python, platform=platform)


@pytest.mark.parametrize(
    ("asked", "locked"),
    [
        ("numpy>=1.24\nTQDM\n", "numpy==1.24.4\ntqdm==4.66.1\ncolorama==0.4.6\n"),
        ("scikit_learn", "scikit-learn==1.4.2"),
        ("numpy>=2", "numpy==2.4.0rc1"),
        ("torch==2.0.1", "torch==2.0.1+cu118"),
        ("pandas[excel]", "pandas==2.2.0"),
        ("tomli ; python_version < '3.11'", ""),
        ("pywin32 ; sys_platform == 'win32'", ""),
        ("six ; extra == 'x'", ""),
        ("", "six==1"),
    ],
)
def test_a_lock_that_holds_what_was_asked(asked: str, locked: str) -> None:
    assert _drift(asked, locked) == []


@pytest.mark.parametrize(
    ("asked", "locked", "version"),
    [
        ("numpy>=1.26", "numpy==1.24.4", "1.24.4"),
        ("scikit-learn==1.4.2", "numpy==1.24.4", None),
        ("torch==2.0.1+cu118", "torch==2.0.1", "2.0.1"),
        ("torch==2.0.1+cu118", "torch==2.0.1+cpu", "2.0.1+cpu"),
        ("six", "", None),
        ("tomli ; python_version >= '3.11'", "", None),
        ("six", "six==1 ; python_version >= '3.12'", None),
    ],
)
def test_a_lock_that_does_not(asked: str, locked: str, version: str | None) -> None:
    assert [found.locked for found in _drift(asked, locked)] == [version]


def test_drift_names_both_lines() -> None:
    (found,) = _drift("# tools\nnumpy>=1.26\n", "six==1\n\nnumpy==1.24.4\n")
    assert (found.name, found.asked_line, found.locked_line) == ("numpy", 2, 3)
    assert found.message == "numpy is locked at 1.24.4, which does not satisfy `numpy>=1.26`"


def test_a_requirement_for_any_version_of_the_bound_counts() -> None:
    asked = "tomli ; python_version < '3.11'"
    assert _drift(asked, "", python=">=3.11,<3.13") == []
    assert len(_drift(asked, "", python=">=3.10,<3.13")) == 1


def test_a_marker_may_look_at_patch_releases() -> None:
    assert len(_drift("async-timeout ; python_full_version < '3.11.3'", "", python="3.11")) == 1
    assert _drift("async-timeout ; python_full_version < '3.11.3'", "", python="3.11.7") == []


def test_each_version_has_its_own_pin() -> None:
    locked = "numpy==1.26.0 ; python_version < '3.12'\nnumpy==2.1.0 ; python_version >= '3.12'\n"
    assert _drift("numpy>=1.26", locked, python=">=3.11,<3.14") == []
    assert [found.locked for found in _drift("numpy>=2", locked, python=">=3.11,<3.14")] == ["1.26.0"]


@pytest.mark.parametrize(
    ("platform", "marker"),
    [
        ("linux-64", "sys_platform == 'linux' and platform_machine == 'x86_64'"),
        ("linux-aarch64", "platform_system == 'Linux' and platform_machine == 'aarch64'"),
        ("osx-arm64", "sys_platform == 'darwin' and platform_machine == 'arm64'"),
        ("win-64", "os_name == 'nt' and platform_machine == 'AMD64'"),
    ],
)
def test_markers_see_the_platform_of_the_lock(platform: str, marker: str) -> None:
    assert len(_drift(f"six ; {marker}", "", platform=platform)) == 1
    assert marker_environment("3.11.7", platform)["python_version"] == "3.11"


@pytest.mark.parametrize("python", ["", "three", "2.7"])
def test_a_python_that_cannot_be_told_is_refused(python: str) -> None:
    with pytest.raises(ValueError, match=r"Python"):
        _drift("six", "", python=python)
