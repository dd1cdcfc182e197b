from pathlib import Path

import pytest

from reprobridge_spec.documents import lock_file
from reprobridge_spec.environments.declared import Lock
from reprobridge_spec.environments.install_error import install_error
from reprobridge_spec.environments.pip import Cause, Failure
from reprobridge_spec.errors import ArtifactError, NotDoneError, RrspecError

LOCK = Lock(path="env/a.lock", sha256="", content=lock_file.read(b"six==1\n\nmy.toy==2\n"), wheels=Path())


def _error(cause: Cause, package: str = "My_Toy==2") -> RrspecError:
    return install_error(Failure(cause=cause, package=package), LOCK, python="3.11.7", platform="linux-64")


@pytest.mark.parametrize(
    ("cause", "kind"),
    [
        (Cause.HASH, ArtifactError),
        (Cause.NOT_OFFERED, ArtifactError),
        (Cause.NOTHING_OFFERED, NotDoneError),
        (Cause.NETWORK, NotDoneError),
        (Cause.DISK_FULL, NotDoneError),
        (Cause.CONFLICT, NotDoneError),
        (Cause.OTHER, NotDoneError),
    ],
)
def test_whose_fault_a_failure_is(cause: Cause, kind: type[RrspecError]) -> None:
    error = _error(cause)
    assert type(error) is kind
    assert error.hint


@pytest.mark.parametrize("cause", [Cause.HASH, Cause.NOT_OFFERED, Cause.NOTHING_OFFERED])
def test_the_line_of_the_pin_is_the_place(cause: Cause) -> None:
    assert _error(cause).place == "env/a.lock:3"


def test_a_package_that_is_not_locked_has_the_lock_as_its_place() -> None:
    assert _error(Cause.HASH, "other==1").place == "env/a.lock"
