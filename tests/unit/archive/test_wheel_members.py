import stat
import zipfile
from pathlib import Path

import pytest

from reprobridge_spec.archive.wheel import extract_members
from reprobridge_spec.errors import ArtifactError


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "toy-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("toy/data.csv", "a,b\n" * 1000)
        archive.writestr("toy/__init__.py", "raise SystemExit")
        archive.writestr("../climber", "x")
    return path


def test_only_what_is_asked_for_is_written(wheel: Path, tmp_path: Path) -> None:
    extract_members(wheel, {"toy/data.csv": tmp_path / "out"})
    assert (tmp_path / "out").read_bytes() == b"a,b\n" * 1000
    assert {path.name for path in tmp_path.iterdir()} == {"out", wheel.name}


def test_a_name_of_the_archive_is_never_a_path_on_disk(wheel: Path, tmp_path: Path) -> None:
    extract_members(wheel, {"../climber": tmp_path / "out"})
    assert not (tmp_path.parent / "climber").exists()


def test_a_file_that_is_not_there_is_named(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match=r"'toy/other\.csv' is not in it \(toy-1\.0"):
        extract_members(wheel, {"toy/other.csv": tmp_path / "out"})


def test_a_file_that_stands_twice_is_refused(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("toy/data.csv", "other")
    with pytest.raises(ArtifactError, match="stands twice"):
        extract_members(wheel, {"toy/data.csv": tmp_path / "out"})


def test_a_link_is_refused(wheel: Path, tmp_path: Path) -> None:
    link = zipfile.ZipInfo("toy/link")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(ArtifactError, match="is a link"):
        extract_members(wheel, {"toy/link": tmp_path / "out"})


def test_a_file_above_the_limit_is_refused(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="is longer than 3999 bytes"):
        extract_members(wheel, {"toy/data.csv": tmp_path / "out"}, limit=3999)
    extract_members(wheel, {"toy/data.csv": tmp_path / "out"}, limit=4000)


def _change_directory_entry(wheel: Path, offset: int, new: bytes) -> None:
    data = wheel.read_bytes()
    at = data.index(b"PK\x01\x02") + offset
    wheel.write_bytes(data[:at] + new + data[at + len(new) :])


@pytest.mark.parametrize(
    ("offset", "new", "message"),
    [
        (8, b"\x01", "is encrypted"),
        (24, (10).to_bytes(4, "little"), "no readable wheel"),
        (16, b"\0\0\0\0", "no readable wheel"),
        (10, b"\x63", "no readable wheel"),
    ],
    ids=["encrypted", "length", "checksum", "method"],
)
def test_an_entry_that_cannot_be_taken_is_refused(
    wheel: Path, tmp_path: Path, offset: int, new: bytes, message: str
) -> None:
    _change_directory_entry(wheel, offset, new)
    with pytest.raises(ArtifactError, match=message):
        extract_members(wheel, {"toy/data.csv": tmp_path / "out"})


def test_damaged_bytes_are_refused(wheel: Path, tmp_path: Path) -> None:
    data = bytearray(wheel.read_bytes())
    start = data.index(b"toy/data.csv") + len("toy/data.csv")
    data[start : start + 4] = b"\xff" * 4
    wheel.write_bytes(bytes(data))
    with pytest.raises(ArtifactError, match="no readable wheel"):
        extract_members(wheel, {"toy/data.csv": tmp_path / "out"})


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"<!doctype html>", b"x" * 100])
def test_what_is_no_archive_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "toy.whl"
    path.write_bytes(data)
    with pytest.raises(ArtifactError, match="no readable wheel"):
        extract_members(path, {"a": tmp_path / "out"})
