from datetime import UTC, datetime
from pathlib import Path

import pytest

from reprobridge_spec.errors import NotDoneError
from reprobridge_spec.signing.clock import NotStamped, Stamped, check, query
from tests.unit.signing.keys import Authority

pytestmark = pytest.mark.needs("openssl")

DATA = b'{"rra": "1.0"}\n'


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("tsa") / "own")


@pytest.fixture(scope="module")
def stamp(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    file = tmp_path_factory.mktemp("stamped") / "first.json"
    file.write_bytes(DATA)
    return authority.answer(query(file), file.with_name("first.json.tsr"))


def test_a_stamp_of_a_trusted_authority_tells_when(authority: Authority, stamp: bytes) -> None:
    found = check(DATA, stamp, authority.certificates)
    assert isinstance(found, Stamped)
    assert abs((datetime.now(UTC) - datetime.fromisoformat(found.moment)).total_seconds()) < 600


def test_a_stamp_of_other_bytes_is_none(authority: Authority, stamp: bytes) -> None:
    found = check(DATA + b" ", stamp, authority.certificates)
    assert isinstance(found, NotStamped)
    assert "mismatch" in found.said


def test_a_stamp_of_another_authority_is_none(stamp: bytes, tmp_path: Path) -> None:
    assert isinstance(check(DATA, stamp, Authority(tmp_path / "other").certificates), NotStamped)


@pytest.mark.parametrize("authorities", [b"", b"nothing"])
def test_nobody_vouches_for_anything(authorities: bytes, stamp: bytes) -> None:
    assert isinstance(check(DATA, stamp, authorities), NotStamped)


@pytest.mark.parametrize("data", [b"", b"nothing", b"\x30\x80", b"x" * (2 << 20)])
def test_what_is_no_stamp_is_none(data: bytes, authority: Authority) -> None:
    assert isinstance(check(DATA, data, authority.certificates), NotStamped)


def test_a_stamp_that_was_cut_off_or_edited_is_none(authority: Authority, stamp: bytes) -> None:
    assert isinstance(check(DATA, stamp[:-20], authority.certificates), NotStamped)
    assert isinstance(check(DATA, stamp[:-1] + bytes([stamp[-1] ^ 1]), authority.certificates), NotStamped)


def test_no_request_for_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotDoneError):
        query(tmp_path / "nothing")
