import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from reprobridge_spec.archive.reader import PackageReader
from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.handover.pack import pack

OLDER = b"PK\x03\x04 an older package"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"not checked: no small disk can be mounted here ({mounted.stderr.strip()})")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    root = tmp_path / "artifact"
    root.mkdir()
    (root / "rra.yaml").write_text("rra: '1.0'\nid: rocket\nversion: 1.0.0\ntitle: T\nlevel: draft\n")
    for number in range(30):
        (root / f"noise{number}.bin").write_bytes(os.urandom(100_000))
    (root / "large.bin").write_bytes(os.urandom(3 << 20))
    return root


@pytest.mark.needs("root")
def test_a_full_disk_is_said_and_the_older_package_survives(artifact: Path, small_disk: Path) -> None:
    target = small_disk / "out.rra.zip"
    target.write_bytes(OLDER)
    with pytest.raises(NotDoneError, match="the disk is full") as caught:
        pack(artifact, target)
    assert caught.value.place == str(target)
    assert "Make room" in caught.value.hint
    assert target.read_bytes() == OLDER
    assert [path.name for path in small_disk.iterdir()] == ["out.rra.zip"]


@pytest.mark.needs("root")
def test_a_package_that_does_not_fit_is_not_half_unpacked(artifact: Path, tmp_path: Path, small_disk: Path) -> None:
    pack(artifact, tmp_path / "out.zip")
    with PackageReader(tmp_path / "out.zip") as reader, pytest.raises(NotDoneError, match="the disk is full"):
        reader.unpack(small_disk / "out")
    assert list(small_disk.iterdir()) == []
