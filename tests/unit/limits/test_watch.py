import os
import signal
import subprocess
from pathlib import Path

import pytest

from reprobridge_spec.limits import watch as looking
from reprobridge_spec.limits.base import Exceeded, Limited, Limits
from reprobridge_spec.limits.watch import DiskWatch, Watch, nameless_bytes, used_bytes


def test_what_files_take_counts(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    before = used_bytes(tmp_path)
    (tmp_path / "a" / "b" / "f").write_bytes(b"x" * (1 << 20))
    assert used_bytes(tmp_path) - before >= 1 << 20


def test_what_a_file_says_that_it_holds_counts(tmp_path: Path) -> None:
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(10 << 30)
    assert used_bytes(tmp_path) >= 10 << 30


@pytest.mark.parametrize("name", ["/etc", "elsewhere", "."])
def test_no_link_is_followed(tmp_path: Path, name: str) -> None:
    (tmp_path / "elsewhere").write_bytes(b"x" * (1 << 20))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path / name)
    assert used_bytes(folder) < 1 << 20


def test_a_folder_that_is_gone_holds_nothing(tmp_path: Path) -> None:
    assert used_bytes(tmp_path / "gone") == 0


def test_all_folders_together_count(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "f").write_bytes(b"x" * (1 << 20))
    folders = (tmp_path / "a", tmp_path / "b")
    assert DiskWatch(os.getpid(), Limits(disk=3 << 20, folders=folders)).exceeded() is None
    found = DiskWatch(os.getpid(), Limits(disk=2 << 20, folders=folders)).exceeded()
    assert found
    assert (found.what, found.used >= 2 << 20) == (Limited.DISK, True)


def test_it_looks_again_after_a_while_or_when_asked(tmp_path: Path) -> None:
    watch = DiskWatch(os.getpid(), Limits(disk=1 << 20, folders=(tmp_path,)))
    assert watch.exceeded() is None
    (tmp_path / "f").write_bytes(b"x" * (1 << 20))
    assert (watch.exceeded(), isinstance(watch.exceeded(at_once=True), Exceeded)) == (None, True)


@pytest.mark.parametrize(("named", "counts"), [(False, True), (True, False)])
def test_a_file_without_a_name_counts_as_long_as_it_is_open(tmp_path: Path, *, named: bool, counts: bool) -> None:
    with (tmp_path / "f").open("wb") as file:
        file.write(b"x" * (3 << 20))
        file.flush()
        if not named:
            (tmp_path / "f").unlink()
        assert (nameless_bytes([os.getpid()], [tmp_path]) >= 3 << 20) is counts
    assert nameless_bytes([os.getpid()], [tmp_path]) < 3 << 20


def test_a_program_or_folder_that_is_gone_has_nothing_open(tmp_path: Path) -> None:
    assert nameless_bytes([1 << 30], [tmp_path, tmp_path / "gone"]) == 0


def test_without_a_limit_nothing_is_looked_at(tmp_path: Path) -> None:
    assert DiskWatch(os.getpid(), Limits(folders=(tmp_path,))).exceeded(at_once=True) is None


@pytest.mark.parametrize(("further", "seen"), [(30, True), (1, False)])
def test_what_multiplies_is_looked_at_out_of_turn(further: int, *, seen: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "_LOOK_SECONDS", 600.0)
    watch = Watch(Limits(processes=20))
    script = f"echo; read go; for i in $(seq {further}); do sleep 60 & done; echo; wait"
    child = subprocess.Popen(
        ["sh", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert child.stdin
    assert child.stdout
    try:
        child.stdout.readline()
        assert watch.exceeded(child.pid) is None
        child.stdin.write(b"go\n")
        child.stdin.flush()
        child.stdout.readline()
        found = watch.exceeded(child.pid)
    finally:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
    assert (found is not None and found.used > 20) is seen
