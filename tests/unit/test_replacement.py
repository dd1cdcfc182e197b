import fcntl
import hashlib
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError, UsageError
from reprobridge_spec.replacement import PARTIAL_SUFFIX, folder_to_be_named, new_folder, replacing_file


class StoppedError(Exception):
    pass


@pytest.fixture
def dead_pid() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as child:
        pass
    return child.pid


def leftover(target: Path, pid: int) -> Path:
    """What a killed process leaves of `target`: its name is a part of what the module promises."""
    stem = hashlib.sha256(os.fsencode(target.name)).hexdigest()[:16]
    return target.with_name(f".{stem}.{pid}.00112233{PARTIAL_SUFFIX}")


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_file_is_there_once_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "a.zip"
    with replacing_file(target) as file:
        file.write(b"new")
        assert not target.exists()
    assert target.read_bytes() == b"new"
    assert names(tmp_path) == ["a.zip"]


@pytest.mark.parametrize("error", [StoppedError, KeyboardInterrupt, SystemExit])
def test_an_older_file_stays_as_it_was_where_the_block_fails(tmp_path: Path, error: type[BaseException]) -> None:
    target = tmp_path / "a.zip"
    target.write_bytes(b"old")
    with pytest.raises(error), replacing_file(target) as file:  # noqa: PT012 (it is the block that fails)
        file.write(b"new")
        raise error
    assert target.read_bytes() == b"old"
    assert names(tmp_path) == ["a.zip"]


def test_the_file_has_the_rights_that_the_umask_leaves(tmp_path: Path) -> None:
    code = (
        "import os, pathlib; from reprobridge_spec.replacement import replacing_file; os.umask(0o027)\n"
        "with replacing_file(pathlib.Path('a')) as file: file.write(b'x')"
    )
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_link_is_replaced_and_what_it_points_to_is_not(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"other")
    (tmp_path / "a.zip").symlink_to("other")
    with replacing_file(tmp_path / "a.zip") as file:
        file.write(b"new")
    assert (tmp_path / "other").read_bytes() == b"other"
    assert (tmp_path / "a.zip").read_bytes() == b"new"


def test_a_name_as_long_as_names_may_be_can_be_written(tmp_path: Path) -> None:
    target = tmp_path / ("a" * 255)
    with replacing_file(target) as file:
        file.write(b"new")
    assert target.read_bytes() == b"new"


def test_what_a_killed_process_left_of_the_same_target_is_removed(tmp_path: Path, dead_pid: int) -> None:
    target = tmp_path / "a.zip"
    leftover(target, dead_pid).write_bytes(b"half")
    unpacked = leftover(target, dead_pid).with_suffix(f".folder{PARTIAL_SUFFIX}")
    unpacked.joinpath("code").mkdir(parents=True)
    with replacing_file(target) as file:
        file.write(b"new")
    assert names(tmp_path) == ["a.zip"]


@pytest.mark.parametrize("pid", [os.getpid(), 1, 10**30], ids=["own", "first", "impossible"])
def test_what_a_process_that_may_live_is_writing_stays(tmp_path: Path, pid: int) -> None:
    target = tmp_path / "a.zip"
    other = leftover(target, pid)
    other.write_bytes(b"half")
    with replacing_file(target) as file:
        file.write(b"new")
    assert other.read_bytes() == b"half"


def test_what_another_machine_is_writing_stays(tmp_path: Path, dead_pid: int) -> None:
    target = tmp_path / "a.zip"
    other = leftover(target, dead_pid)
    with other.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with replacing_file(target) as file:
            file.write(b"new")
        assert other.exists()


@pytest.mark.parametrize("name", ["b.zip", ".hidden", "notes" + PARTIAL_SUFFIX])
def test_what_belongs_to_another_target_stays(tmp_path: Path, dead_pid: int, name: str) -> None:
    other = leftover(tmp_path / name, dead_pid)
    other.write_bytes(b"half")
    (tmp_path / name).write_bytes(b"mine")
    with replacing_file(tmp_path / "a.zip") as file:
        file.write(b"new")
    assert other.exists()
    assert (tmp_path / name).read_bytes() == b"mine"


@pytest.mark.parametrize("by_link", [False, True])
def test_a_pipe_is_not_replaced(tmp_path: Path, *, by_link: bool) -> None:
    target = tmp_path / "pipe"
    os.mkfifo(target)
    if by_link:
        target = tmp_path / "link"
        target.symlink_to("pipe")
    with pytest.raises(UsageError, match="a device or a pipe stands there"), replacing_file(target):
        pass
    assert stat.S_ISFIFO(target.stat().st_mode)


def test_a_folder_is_not_replaced_by_a_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="a folder stands there"), replacing_file(tmp_path):
        pass


@pytest.mark.parametrize("target", ["absent/a.zip", "absent/more/a.zip", "file/a.zip"])
def test_the_folder_of_the_file_must_be_there(tmp_path: Path, target: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UsageError, match="there is no folder") as caught, replacing_file(tmp_path / target):
        pass
    assert caught.value.hint
    assert names(tmp_path) == ["file"]


def test_a_file_that_cannot_be_written_is_not_the_artifacts_fault(tmp_path: Path) -> None:
    with (
        pytest.raises(NotDoneError, match="cannot be written") as caught,
        replacing_file(tmp_path / ("a" * 256)) as file,
    ):
        file.write(b"new")
    assert caught.value.place
    assert names(tmp_path) == []


def test_the_new_folder_is_there_once_the_block_ends(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with new_folder(target) as folder:
        (folder / "a").write_text("a")
        assert not target.exists()
    assert names(tmp_path) == ["out"]
    assert names(target) == ["a"]


def test_an_empty_folder_may_stand_there(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.mkdir()
    with new_folder(target) as folder:
        (folder / "a").write_text("a")
    assert names(target) == ["a"]


@pytest.mark.parametrize("error", [StoppedError, KeyboardInterrupt])
def test_no_folder_is_there_where_the_block_fails(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), new_folder(tmp_path / "out") as folder:  # noqa: PT012 (it is the block that fails)
        (folder / "code").mkdir()
        raise error
    assert names(tmp_path) == []


def test_a_folder_with_content_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("mine")
    with pytest.raises(UsageError, match="something stands there"), new_folder(tmp_path / "out"):
        pass
    assert names(tmp_path / "out") == ["mine"]


def test_a_file_in_the_folders_place_is_refused_and_kept(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(UsageError, match="something stands there"), new_folder(tmp_path / "out"):
        pass
    assert (tmp_path / "out").read_text() == "mine"


def test_a_folder_that_is_filled_meanwhile_is_refused_and_kept(tmp_path: Path) -> None:
    target = tmp_path / "out"
    (tmp_path / "filled").mkdir()
    (tmp_path / "filled" / "mine").write_text("mine")
    with pytest.raises(UsageError, match="something stands there"), new_folder(target):
        (tmp_path / "filled").rename(target)
    assert names(tmp_path) == ["out"]
    assert names(target) == ["mine"]


def test_a_folder_gets_the_name_that_is_known_at_the_end(tmp_path: Path) -> None:
    with folder_to_be_named(tmp_path) as new:
        (new.folder / "a").write_text("a")
        assert names(tmp_path) == [new.folder.name]
        assert new.folder.name.startswith(".")
        new.name = "known"
    assert names(tmp_path) == ["known"]
    assert names(tmp_path / "known") == ["a"]


@pytest.mark.parametrize("name", ["", "there", "file"])
def test_a_folder_whose_name_is_none_or_taken_is_not_there(tmp_path: Path, name: str) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine").touch()
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="something stands there"), folder_to_be_named(tmp_path) as new:
        new.name = name
    assert names(tmp_path) == ["file", "there"]


@pytest.mark.parametrize("error", [StoppedError, KeyboardInterrupt])
def test_no_folder_stays_where_its_name_is_not_reached(tmp_path: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), folder_to_be_named(tmp_path):
        raise error
    assert names(tmp_path) == []


def test_what_a_killed_process_left_without_a_name_is_removed(tmp_path: Path, dead_pid: int) -> None:
    with folder_to_be_named(tmp_path) as new:
        stem = new.folder.name.split(".")[1]
        new.name = "first"
    (tmp_path / f".{stem}.{dead_pid}.00112233{PARTIAL_SUFFIX}").mkdir()
    with folder_to_be_named(tmp_path) as new:
        new.name = "second"
    assert names(tmp_path) == ["first", "second"]
