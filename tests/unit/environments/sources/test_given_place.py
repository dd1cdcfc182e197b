import os
from pathlib import Path

import pytest

from reprobridge_spec.environments.sources.given import given_place
from reprobridge_spec.errors import UsageError


@pytest.mark.parametrize("name", ["file", "folder", "link"])
def test_a_file_or_a_folder_is_a_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    assert given_place(str(tmp_path / name)) == tmp_path / name


def test_an_empty_text_is_not_the_current_folder() -> None:
    with pytest.raises(UsageError, match="no such file or folder") as caught:
        given_place("")
    assert caught.value.place == '""'


def test_a_device_is_no_place() -> None:
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        given_place("/dev/zero")


def test_a_pipe_is_no_place(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        given_place(str(tmp_path / "pipe"))


@pytest.mark.parametrize("name", ["absent", "dangling", "file/x"])
def test_what_is_not_there_is_no_place(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("absent")
    with pytest.raises(UsageError, match="no such file or folder"):
        given_place(str(tmp_path / name))


def test_a_name_that_is_too_long_is_no_place() -> None:
    with pytest.raises(UsageError, match="cannot be looked at: File name too long"):
        given_place("a" * 300)
