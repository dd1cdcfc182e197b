import os
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.environments.sealed import fingerprint, remove, seal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "folder"
    (folder / "a" / "empty").mkdir(parents=True)
    (folder / "a" / "file").write_text("one", encoding="utf-8")
    (folder / "program").write_text("two", encoding="utf-8")
    (folder / "program").chmod(0o755)
    (folder / "link").symlink_to("a/file")
    (folder / "broken").symlink_to("nowhere")
    return folder


def test_a_sealed_folder_lets_nobody_write(folder: Path) -> None:
    seal(folder)
    modes = [path.stat().st_mode for path in [folder, *folder.rglob("*")] if path.exists()]
    assert all(mode & 0o222 == 0 for mode in modes)
    assert (folder / "program").stat().st_mode & 0o777 == 0o555


def test_what_a_link_leads_to_keeps_its_mode(folder: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.touch(mode=0o644)
    (folder / "out").symlink_to(outside)
    seal(folder)
    assert outside.stat().st_mode & 0o777 == 0o644


def test_a_sealed_folder_can_be_removed(folder: Path) -> None:
    seal(folder)
    remove(folder)
    assert not folder.exists()
    remove(folder)


def _touch(path: Path) -> None:
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))


def _relink(path: Path) -> None:
    path.unlink()
    path.symlink_to("program")


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "a" / "new").touch(),
        lambda folder: (folder / "a" / "file").unlink(),
        lambda folder: (folder / "a" / "file").rename(folder / "a" / "other"),
        lambda folder: (folder / "program").chmod(0o644),
        lambda folder: (folder / "a" / "empty").rmdir(),
        lambda folder: _touch(folder / "program"),
        lambda folder: _relink(folder / "link"),
    ],
    ids=["added", "removed", "renamed", "mode", "folder", "time", "link"],
)
def test_a_change_gives_another_fingerprint(folder: Path, change: Callable[[Path], object]) -> None:
    before = fingerprint(folder)
    change(folder)
    assert fingerprint(folder) != before


def test_reading_gives_the_same_fingerprint(folder: Path) -> None:
    before = fingerprint(folder)
    (folder / "a" / "file").read_bytes()
    assert fingerprint(folder) == before
