import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.launch.gpu.lock_folder import LockFolder, lock_folder
from reprobridge_spec.launch.gpu.locks import Lock, Locks

ME = os.getuid()


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A folder as /tmp is one."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    folder.chmod(0o1777)
    return folder


@pytest.fixture
def locks(base: Path) -> Locks:
    return Locks(found(base).path)


def found(*bases: Path) -> LockFolder:
    return lock_folder(bases, root=ME)


def test_all_users_share_one_folder_in_which_each_removes_only_their_own_files(base: Path) -> None:
    folder = found(base)
    assert (folder.path.parent, folder.said) == (base, "")
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o1777
    assert found(base) == folder


@pytest.mark.parametrize("mode", [0o777, 0o755, 0o700])
def test_a_base_that_is_not_as_tmp_is_passed_over(base: Path, tmp_path: Path, mode: int) -> None:
    other = tmp_path / "other"
    other.mkdir()
    other.chmod(mode)
    assert found(other, base).path.parent == base


def test_a_base_that_belongs_to_a_person_is_passed_over(base: Path) -> None:
    folder = lock_folder([base], root=ME + 1)
    assert folder.path.name == f"rrspec-gpus-{ME}"
    assert "for this user alone (no folder is open to all users)" in folder.said


def a_link(folder: Path) -> None:
    (folder.parent / "elsewhere").mkdir()
    folder.symlink_to(folder.parent / "elsewhere")


def a_file(folder: Path) -> None:
    folder.write_text("")


@pytest.mark.parametrize("lay", [a_link, a_file])
def test_what_lies_in_the_way_gives_a_folder_of_ones_own_and_is_said(base: Path, lay: Callable[[Path], None]) -> None:
    lay(base / "rrspec-gpus")
    folder = found(base)
    assert (folder.path.name, stat.S_IMODE(folder.path.stat().st_mode)) == (f"rrspec-gpus-{ME}", 0o700)
    assert "those of others are not seen" in folder.said


def test_a_folder_that_another_user_keeps_closed_is_not_used(base: Path) -> None:
    (base / "rrspec-gpus").mkdir(mode=0o755)
    with pytest.raises(NotDoneError, match="is not open to all users"):
        # nor is one of its own that belongs to somebody else
        lock_folder([base], user=ME + 1, root=ME, settle_seconds=0.1)


def test_a_link_in_place_of_ones_own_folder_is_not_followed(base: Path) -> None:
    a_file(base / "rrspec-gpus")
    a_link(base / f"rrspec-gpus-{ME}")
    with pytest.raises(NotDoneError, match="is no folder"):
        found(base)
    assert list((base / "elsewhere").iterdir()) == []


def test_a_lock_is_had_by_one_and_by_the_next_after_it(locks: Locks) -> None:
    first = locks.lock("card")
    assert isinstance(first, Lock)
    assert locks.lock("card") == "it is leased to another run"
    first.release()
    first.release()
    again = locks.lock("card")
    assert isinstance(again, Lock)
    again.release()


def test_a_shared_lock_is_had_by_several_and_keeps_others_out(locks: Locks) -> None:
    held = [locks.lock("card", shared=True) for _ in range(3)]
    assert all(isinstance(lock, Lock) for lock in held)
    assert locks.lock("card") == "it is leased to another run"


def test_others_may_read_a_lock_file_and_not_write_it(locks: Locks, base: Path) -> None:
    before = os.umask(0o077)
    try:
        assert isinstance(locks.lock("card"), Lock)
    finally:
        os.umask(before)
    assert stat.S_IMODE((base / "rrspec-gpus" / "card").stat().st_mode) == 0o644


@pytest.mark.parametrize("kind", ["link", "dangling link", "pipe", "folder"])
def test_what_is_no_file_is_not_locked_and_not_followed(locks: Locks, base: Path, kind: str) -> None:
    path, target = base / "rrspec-gpus" / "card", base / "target"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path.symlink_to(target)
        if kind == "link":
            target.write_text("precious")
    said = locks.lock("card")
    assert isinstance(said, str)
    assert said.startswith("its lock file card")
    assert target.exists() is (kind == "link")


def test_a_file_that_was_removed_while_it_was_locked_is_made_anew(locks: Locks, base: Path) -> None:
    assert isinstance(locks.lock("card"), Lock)
    (base / "rrspec-gpus" / "card").unlink()
    assert isinstance(locks.lock("card"), Lock)


def test_a_folder_that_became_a_link_is_refused(base: Path) -> None:
    folder = found(base).path
    folder.rmdir()
    a_link(folder)
    with pytest.raises(NotDoneError, match="cannot be opened"):
        Locks(folder)


def test_a_folder_that_others_may_change_is_refused(base: Path) -> None:
    folder = found(base).path
    folder.chmod(0o777)
    with pytest.raises(NotDoneError, match="can be changed by others"):
        Locks(folder)


def test_the_gate_is_passed_by_one_at_a_time(locks: Locks) -> None:
    with locks.gate(0.1) as closed:
        assert closed == ""
        with locks.gate(0.02) as again:
            assert again == "another process is taking cards for more than 0.02 s"
    with locks.gate(0.1) as closed:
        assert closed == ""
