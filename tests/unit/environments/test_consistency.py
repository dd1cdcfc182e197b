from collections.abc import Sequence
from pathlib import Path

import pytest

from reprobridge_spec.documents.lock_file import Pin
from reprobridge_spec.environments.consistency import clashes


def _install(folder: Path, name: str, version: str, requires: Sequence[str] = ()) -> None:
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir()
    needs = "".join(f"Requires-Dist: {need}\n" for need in requires)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}", encoding="utf-8"
    )


def _clashes(folder: Path, requires: Sequence[str]) -> list[str]:
    _install(folder, "Num_Toy", "2.1")
    _install(folder, "plot", "3.8", requires)
    pins = [Pin(name="num-toy", version="2.1", hashes=(), line=4), Pin(name="plot", version="3.8", hashes=(), line=9)]
    return clashes(folder, pins, python="3.11.7", platform="linux-64")


@pytest.mark.parametrize(
    "need",
    [
        "num-toy>=2",
        "Num.Toy==2.1",
        "num-toy",
        "gone ; extra == 'x'",
        "gone ; python_version < '3'",
        "gone ; sys_platform == 'win32'",
        "not a need !",
        "gone ; nonsense == 1",
    ],
)
def test_a_need_that_is_met_or_does_not_count(tmp_path: Path, need: str) -> None:
    assert _clashes(tmp_path, [need]) == []


@pytest.mark.parametrize(
    ("need", "clash"),
    [
        ("num-toy<2", "plot 3.8 (line 9) needs num-toy<2, and 2.1 is locked (line 4)"),
        ("num_toy==2.1.1", "plot 3.8 (line 9) needs num_toy==2.1.1, and 2.1 is locked (line 4)"),
        ("gone>=1", "plot 3.8 (line 9) needs gone>=1, which is not locked"),
        ("gone ; python_version >= '3.11'", "plot 3.8 (line 9) needs gone, which is not locked"),
        ("gone ; platform_machine == 'x86_64'", "plot 3.8 (line 9) needs gone, which is not locked"),
    ],
)
def test_a_need_that_is_not_met(tmp_path: Path, need: str, clash: str) -> None:
    assert _clashes(tmp_path, [need]) == [clash]


def test_every_clash_is_named(tmp_path: Path) -> None:
    assert len(_clashes(tmp_path, ["num-toy<2", "gone", "gone-too"])) == 3


def test_a_pre_release_that_is_locked_may_meet_a_need(tmp_path: Path) -> None:
    _install(tmp_path, "num", "2.0rc1")
    _install(tmp_path, "plot", "1", ["num>=1"])
    assert clashes(tmp_path, [], python="3.11.7", platform="linux-64") == []
