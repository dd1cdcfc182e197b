import hashlib
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from reprobridge_spec.environments.store import Store


def _put(store: Store, data: bytes) -> str:
    sha256 = hashlib.sha256(data).hexdigest()
    with store.workspace() as workspace:
        file = Path(workspace, "new")
        file.write_bytes(data)
        store.put(file, sha256)
    return sha256


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith(".work"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


def test_what_was_put_is_there_and_read_only(store: Store) -> None:
    sha256 = _put(store, b"one")
    assert store.has(sha256)
    assert store.path(sha256).stat().st_mode & 0o777 == 0o444


def test_what_was_never_put_is_not_there(store: Store) -> None:
    assert not store.has("0" * 64)


def _overwrite(path: Path, data: bytes) -> None:
    status = path.stat()
    path.chmod(0o644)
    path.write_bytes(data)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_a_file_that_changed_is_thrown_away(store: Store) -> None:
    sha256 = _put(store, b"one")
    _overwrite(store.path(sha256), b"two")
    assert not store.has(sha256)
    assert not store.path(sha256).exists()


def test_a_large_file_counts_as_changed_by_its_size(tmp_path: Path) -> None:
    store = Store(tmp_path, rehash=1)
    sha256 = _put(store, b"one")
    assert store.has(sha256)
    _overwrite(store.path(sha256), b"other size")
    assert not store.has(sha256)


def test_a_large_file_counts_as_changed_by_its_time(tmp_path: Path) -> None:
    store = Store(tmp_path, rehash=1)
    sha256 = _put(store, b"one")
    os.utime(store.path(sha256), ns=(1, 1))
    assert not store.has(sha256)


@pytest.mark.parametrize("note", ["null", "", "{}"])
def test_a_large_file_without_a_note_is_fetched_anew(tmp_path: Path, note: str) -> None:
    store = Store(tmp_path, rehash=1)
    sha256 = _put(store, b"one")
    store.path(sha256).with_name(f"{sha256}.json").write_text(note, encoding="utf-8")
    assert not store.has(sha256)


def test_a_view_shows_files_under_their_paths(store: Store) -> None:
    one, two = _put(store, b"one"), _put(store, b"two")
    files = {"a": one, "deep/er/b": two, "again": one}
    view = store.view(files)
    assert {path: (view / path).read_bytes() for path in files} == {"a": b"one", "deep/er/b": b"two", "again": b"one"}
    assert all(path.stat().st_mode & 0o222 == 0 for path in [view, *view.rglob("*")])
    assert store.view(files) == view


def _add(view: Path) -> None:
    view.chmod(0o755)
    (view / "new").touch()


def _drop(view: Path) -> None:
    view.chmod(0o755)
    (view / "a").unlink()


def _replace(view: Path) -> None:
    _drop(view)
    (view / "a").write_bytes(b"evil")


def _lead_away(view: Path) -> None:
    _drop(view)
    (view / "a").symlink_to("/etc/passwd")


@pytest.mark.parametrize("change", [_add, _drop, _replace, _lead_away])
def test_a_view_that_changed_is_made_anew(store: Store, change: Callable[[Path], None]) -> None:
    files = {"a": _put(store, b"one")}
    change(store.view(files))
    view = store.view(files)
    assert {path.name: path.read_bytes() for path in view.iterdir()} == {"a": b"one"}
    assert not (view / "a").is_symlink()


def test_a_large_file_is_read_again_where_that_is_asked_for(tmp_path: Path) -> None:
    store = Store(tmp_path, rehash=1)
    sha256 = _put(store, b"one")
    _overwrite(store.path(sha256), b"two")
    assert store.has(sha256)
    assert not store.has(sha256, read=True)


def _kill_while_it_works(cache: Path) -> None:
    pid = os.fork()
    if pid == 0:
        with Store(cache).workspace() as folder, Store(cache).partial("0" * 64) as partial:
            Path(folder, "half").touch()
            partial.add(b"half")
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(pid, 0)


def test_what_a_killed_process_left_is_removed_or_gone_on_with(tmp_path: Path, store: Store) -> None:
    _kill_while_it_works(tmp_path / "cache")
    assert len(_names(tmp_path / "cache" / "inputs")) == 2
    with store.workspace():
        pass
    assert _names(tmp_path / "cache" / "inputs") == [f".partial-{'0' * 64}"]
    with store.partial("0" * 64) as partial:
        assert partial.size == 4


def test_a_workspace_that_somebody_holds_stays(store: Store) -> None:
    with store.workspace() as first, store.workspace():
        assert Path(first).is_dir()


@pytest.mark.parametrize(("days", "stays"), [(29, True), (31, False)])
def test_what_broke_off_is_forgotten_after_a_month(tmp_path: Path, days: int, *, stays: bool) -> None:
    with Store(tmp_path).partial("x") as partial:
        partial.add(b"half")
    later = Store(tmp_path, clock=lambda: partial.path.stat().st_mtime + days * 86400.0)
    with later.workspace():
        assert partial.path.exists() == stays


def test_two_inputs_may_show_the_same_files_at_once(store: Store) -> None:
    files = {"a": _put(store, b"one")}
    views: list[Path] = []
    threads = [threading.Thread(target=lambda: views.append(store.view(files))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(views) == 8
    assert _names(views[0].parent) == sorted([views[0].name, f"{views[0].name}.lock"])
