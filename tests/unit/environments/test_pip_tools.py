import importlib.metadata
import sys
from pathlib import Path
from typing import Any

import pytest

from reprobridge_spec.documents import requirements_file
from reprobridge_spec.environments.cache import silent
from reprobridge_spec.environments.lock.base import LockRequest, UnsatisfiableError
from reprobridge_spec.environments.lock.pip_tools import lock_error
from reprobridge_spec.environments.pip import Cause, Failure
from reprobridge_spec.environments.python import Interpreter, running
from reprobridge_spec.environments.tool_python import with_pip_tools
from reprobridge_spec.errors import NotDoneError, RrspecError

WheelFolder = Any  # what the fixture of conftest.py gives; folders of tests are no packages to import from


@pytest.mark.parametrize(
    ("cause", "kind", "place"),
    [
        (Cause.CONFLICT, UnsatisfiableError, "r.in:2"),
        (Cause.NOT_OFFERED, UnsatisfiableError, "r.in:3"),
        (Cause.NOTHING_OFFERED, NotDoneError, "r.in:3"),
        (Cause.NETWORK, NotDoneError, ""),
        (Cause.DISK_FULL, NotDoneError, ""),
        (Cause.HASH, NotDoneError, ""),
        (Cause.OTHER, NotDoneError, ""),
    ],
)
def test_whose_fault_it_is_and_where(cause: Cause, kind: type[RrspecError], place: str) -> None:
    request = LockRequest(
        folder=Path(),
        requirements="r.in",
        lock="r.lock",
        asked=requirements_file.read(b"# tools\nBase.Toy\ntoy>=2\n").requirements,
        python="3.11",
        platform="linux-64",
    )
    error = lock_error(Failure(cause=cause, package="toy>=2", detail="base-toy 1 depends on toy<2"), request)
    assert type(error) is kind
    assert error.place == place
    assert error.hint


def test_the_python_of_rrspec_runs_pip_tools_for_its_own_version(tmp_path: Path) -> None:
    found = with_pip_tools(running(), cache=tmp_path, environ={}, progress=silent)
    assert found == Path(sys.executable)


def _other() -> Interpreter:
    here = running()
    return Interpreter(
        executable=here.executable, version="3.39.0", implementation="cpython", base_prefix=here.base_prefix
    )


def test_another_python_gets_the_same_pip_tools_once(tmp_path: Path, wheels: WheelFolder) -> None:
    for name in ("pip", "pip-tools"):
        wheels.add(name.replace("-", "_"), importlib.metadata.version(name))
    said: list[str] = []
    first = with_pip_tools(_other(), cache=tmp_path / "cache", environ=wheels.environ, progress=said.append)
    assert list((first.parent.parent / "lib").rglob("pip_tools.py"))
    for wheel in wheels.folder.iterdir():
        wheel.unlink()
    second = with_pip_tools(_other(), cache=tmp_path / "cache", environ=wheels.environ, progress=said.append)
    assert (second, len(said)) == (first, 1)


def test_pip_tools_that_cannot_be_installed_are_nobodys_fault(tmp_path: Path, wheels: WheelFolder) -> None:
    with pytest.raises(NotDoneError, match=r"cannot be installed for Python 3\.39\.0"):
        with_pip_tools(_other(), cache=tmp_path / "cache", environ=wheels.environ, progress=silent)
