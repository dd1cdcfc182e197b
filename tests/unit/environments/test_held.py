import fcntl
import threading
from pathlib import Path

import pytest

from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.held import held
from reprobridge_spec.errors import NotDoneError


def test_the_second_waits_until_the_first_is_done(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "key.lock"
    path.parent.mkdir()
    order: list[str] = []
    with path.open("ab") as other:
        fcntl.flock(other, fcntl.LOCK_EX)

        def let_go(line: str) -> None:
            order.append(line)
            fcntl.flock(other, fcntl.LOCK_UN)

        with held(path, let_go):
            order.append("held")
    assert order == ["waiting for another process that works on key", "held"]


def test_it_is_let_go_after_an_exception(tmp_path: Path) -> None:
    path = tmp_path / "key.lock"
    with pytest.raises(ValueError, match="x"), held(path, silent):
        raise ValueError("x")
    free = threading.Event()
    with held(path, silent):
        free.set()
    assert free.is_set()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotDoneError, match="cache cannot be written"), held(tmp_path / "file" / "key.lock", silent):
        pass
