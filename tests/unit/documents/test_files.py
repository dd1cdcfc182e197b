"""The files of a folder: what is listed, what is passed over, and where links point."""

import inspect
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.documents import ignore_list
from reprobridge_spec.documents.files import Entry, FolderFiles, Kind, is_ignored


def made(root: Path, *paths: str) -> FolderFiles:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"x")
    return FolderFiles(root)


def test_files_are_listed_in_the_order_of_their_paths(tmp_path: Path) -> None:
    files = made(tmp_path, "code/b.py", "code/a/c.py", "rra.yaml", "code/a.py")
    assert list(files.entries) == ["code/a.py", "code/a/c.py", "code/b.py", "rra.yaml"]
    assert files.entries["rra.yaml"] == Entry(Kind.FILE, 1, executable=False)


@pytest.mark.parametrize("name", [".git", ".DS_Store", "__MACOSX", "Thumbs.db", "desktop.ini", "._img_001.png"])
def test_what_is_left_behind_is_ignored(name: str) -> None:
    assert is_ignored(name)


@pytest.mark.parametrize("name", [".gitignore", ".github", "_img.png", "._", "MACOSX", "thumbs.db"])
def test_what_only_looks_like_it_is_not(name: str) -> None:
    assert is_ignored(name) == (name == "._")


def test_what_is_ignored_is_listed_by_the_step_that_is_ignored(tmp_path: Path) -> None:
    files = made(tmp_path, "__MACOSX/a/._b", "code/.DS_Store", "code/._x.png", "code/x.png", "code/__pycache__/x.pyc")
    assert files.ignored == ("__MACOSX", "code/.DS_Store", "code/._x.png", "code/__pycache__")
    assert list(files.entries) == ["code/x.png"]


LEFT_OUT = {
    "scratch/": ["scratch/a", "code/scratch/b/c"],
    "scratch": ["scratch/a", "code/scratch"],
    "*.ckpt": ["a.ckpt", "code/deep/b.ckpt"],
    "code/logs/*.txt": ["code/logs/a.txt"],
    "code/**/tmp": ["code/tmp/x", "code/a/b/tmp/x"],
    "data/big": ["data/big/a/b"],
    "#x\n\n  spaced  \r\nlast": ["spaced", "last"],
}
KEPT = {
    "scratch/": ["scratch", "scratchy/a"],
    "*.ckpt": ["a.ckpt2"],
    "code/logs/*.txt": ["logs/a.txt", "code/logs/deep/a.txt", "x/code/logs/a.txt"],
    "#a": ["#a", "a"],
    "!a": ["a", "!a"],
    "**": ["a", "code/b"],
    "rra.*": ["rra.yaml", "rra.txt"],
    "../a": ["a"],
}


@pytest.mark.parametrize(("listed", "path"), [(listed, path) for listed, paths in LEFT_OUT.items() for path in paths])
def test_what_the_ignore_list_names_is_no_part_of_the_artifact(tmp_path: Path, listed: str, path: str) -> None:
    files = made(tmp_path, path, "kept")
    (tmp_path / ".rraignore").write_text(listed)
    assert list(files.entries) == [".rraignore", "kept"]
    assert ignore_list.of_bytes(listed.encode()).step_of(path) in {path, *(str(above) for above in Path(path).parents)}


@pytest.mark.parametrize(("listed", "path"), [(listed, path) for listed, paths in KEPT.items() for path in paths])
def test_what_it_does_not_name_is_a_part(tmp_path: Path, listed: str, path: str) -> None:
    files = made(tmp_path, path)
    (tmp_path / ".rraignore").write_text(listed)
    assert list(files.entries) == sorted([".rraignore", path])
    assert ignore_list.of_bytes(listed.encode()).step_of(path) is None


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "too-long"])
def test_a_list_that_cannot_be_read_leaves_nothing_out(tmp_path: Path, kind: str) -> None:
    files = made(tmp_path, "a")
    place = tmp_path / ".rraignore"
    if kind == "link":
        (tmp_path / "list").write_text("a")
        place.symlink_to("list")
    elif kind == "pipe":
        os.mkfifo(place)
    elif kind == "folder":
        place.mkdir()
    else:
        place.write_text("a\n" * (33 << 10))
    assert "a" in files.entries


@pytest.mark.parametrize("target", ["gone", "../..", "/etc/passwd", "link", "code"])
def test_a_link_is_listed_with_its_target_and_not_followed(tmp_path: Path, target: str) -> None:
    (tmp_path / "code").mkdir()
    (tmp_path / "link").symlink_to(target)
    assert FolderFiles(tmp_path).entries == {"link": Entry(Kind.LINK, 0, executable=False, target=target)}


def test_a_pipe_is_neither_file_nor_link(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert FolderFiles(tmp_path).entries["pipe"].kind is Kind.OTHER


@pytest.mark.parametrize("ask", [FolderFiles.sha256, FolderFiles.head, lambda files, path: files.read(path, 9)])
@pytest.mark.parametrize("name", ["pipe", "link"])
def test_whoever_asks_for_what_a_pipe_holds_is_not_kept_waiting(
    tmp_path: Path, ask: Callable[[FolderFiles, str], object], name: str
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    with pytest.raises(OSError, match="neither a file nor a folder"):
        ask(FolderFiles(tmp_path), name)


def test_folders_deeper_than_the_stack_are_walked(tmp_path: Path) -> None:
    depth = 150
    files = made(tmp_path, "d/" * depth + "file")
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + depth - 20)
    try:
        assert list(files.entries) == ["d/" * depth + "file"]
    finally:
        sys.setrecursionlimit(before)
