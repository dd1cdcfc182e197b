from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.scaffold import placing

FILES = {"rra.yaml": b"rra\n", "code/a.py": b"a\n"}


def _tree(folder: Path) -> dict[str, bytes | None]:
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def test_files_are_placed_in_a_folder_that_was_not_there(tmp_path: Path) -> None:
    placing.place(FILES, placing.target(Path("new"), tmp_path))
    assert _tree(tmp_path) == {"new": None, "new/code": None, "new/rra.yaml": b"rra\n", "new/code/a.py": b"a\n"}


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    placing.place(FILES, placing.target(Path("new"), tmp_path))
    assert (tmp_path / "new" / "code" / "a.py").read_bytes() == b"a\n"


def test_the_new_folder_has_the_rights_of_any_new_folder(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    placing.place(FILES, tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize("existing", ["file", "hidden", "folder"])
def test_a_folder_that_holds_anything_is_refused(existing: str, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    {"file": new / "a.txt", "hidden": new / ".git", "folder": new / "code"}[existing].mkdir()
    with pytest.raises(UsageError, match="nothing is overwritten") as caught:
        placing.target(Path("new"), tmp_path)
    assert "not there yet" in caught.value.hint


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("mine")
    with pytest.raises(UsageError, match="nothing is overwritten"):
        placing.target(Path("new"), tmp_path)
    assert (tmp_path / "new").read_text() == "mine"


@pytest.mark.parametrize("directory", ["file/new", "file/more/new", "link/new"])
def test_no_folder_is_made_in_a_file(directory: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to("file")
    with pytest.raises(UsageError, match="file is a file, and no folder can be made in it") as caught:
        placing.target(Path(directory), tmp_path)
    assert "mkdir" not in caught.value.hint


def test_a_link_is_followed_to_the_folder_that_it_names(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").write_text("mine")
    (tmp_path / "new").symlink_to("full")
    with pytest.raises(UsageError, match="nothing is overwritten"):
        placing.target(Path("new"), tmp_path)


@pytest.mark.parametrize("directory", [".", "", "x/.."])
def test_the_folder_one_is_in_is_not_replaced(directory: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="you are in") as caught:
        placing.target(Path(directory), tmp_path)
    assert "one folder up" in caught.value.hint


def test_folders_around_it_are_not_made(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not there") as caught:
        placing.target(Path("not here/new"), tmp_path)
    assert caught.value.hint == f"Make it first: mkdir -p '{tmp_path}/not here'"
    assert _tree(tmp_path) == {}


def test_a_name_that_the_system_refuses_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be the artifact's folder"):
        placing.target(Path("a" * 300), tmp_path)


def test_a_failure_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="cannot be written") as caught:
        placing.place({"a": b"", "a/b": b""}, tmp_path / "new")
    assert "may write" in caught.value.hint
    assert _tree(tmp_path) == {}


def test_a_move_that_the_system_refuses_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError, match="cannot be written"):
        placing.place(FILES, tmp_path / ("a" * 300))
    assert _tree(tmp_path) == {}


@pytest.mark.parametrize("path", ["../out", "/abs", "a/../../b"])
def test_a_file_outside_the_folder_is_not_written(path: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"climbs|absolute"):
        placing.place({"rra.yaml": b"", path: b""}, tmp_path / "new")
    assert _tree(tmp_path) == {}


def test_what_came_to_be_there_in_the_meantime_is_left_as_it_is(tmp_path: Path) -> None:
    path = placing.target(Path("new"), tmp_path)
    path.mkdir()
    (path / "mine").write_text("mine")
    with pytest.raises(UsageError, match="something stands there already"):
        placing.place(FILES, path)
    assert _tree(tmp_path) == {"new": None, "new/mine": b"mine"}
