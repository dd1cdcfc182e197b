"""Digests of files, in JSON and in lists: what is one, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents import digest_list, digest_record
from reprobridge_spec.documents.digest_record import Recorded

A = "a" * 64


@pytest.mark.parametrize(
    ("text", "records"),
    [
        (f'{{"path": "d.tar", "sha256": "{A}"}}', [Recorded(path="d.tar", sha256=A, size=None)]),
        (f'{{"file": "d", "bytes": 3, "sha256": "sha256:{A.upper()}"}}', [Recorded(path="d", sha256=A, size=3)]),
        (f'[{{"filename": "d", "size": "3", "sha256": "{A}"}}, 1]', [Recorded(path="d", sha256=A, size=None)]),
        (f'{{"files": [{{"path": "d", "sha256": "{A}"}}]}}', [Recorded(path="d", sha256=A, size=None)]),
        (f'{{"path": 1, "sha256": "{A}"}}', []),
        ('{"path": "d", "sha256": "abc"}', []),
        ('{"path": "d", "sha256": ["x"]}', []),
        ('{"sha256": {"sha256": {}}}', []),
        ('{"sha256": [', []),
        ("[" * 100000 + '"sha256"', []),
    ],
)
def test_records_of_files(text: str, records: list[Recorded]) -> None:
    assert digest_record.read(text.encode()) == records


@pytest.mark.parametrize(
    ("data", "may_be"),
    [
        (b' {"sha256": 1}', True),
        (b'[{"sha256": 1}]', True),
        (b'"sha256"', False),
        (b'{"sha512": 1}', False),
        (b'{"sha256": 1}' + b" " * digest_record.MAX_BYTES, False),
    ],
)
def test_a_cheap_look_tells_what_may_be_a_record(data: bytes, may_be: bool) -> None:  # noqa: FBT001 (a table)
    assert digest_record.may_be_one(data) is may_be


@pytest.mark.parametrize(
    "text",
    [f"{A}  x\n", f"\ufeff# made today\n\n{A} *x", f"\\{A}  x\\n", f"SHA256 (x) = {A}\n", f"\r\n{A}  x\r\n"],
)
def test_a_list_is_known_by_its_first_line(text: str) -> None:
    assert digest_list.is_one(text.encode())


@pytest.mark.parametrize("text", ["", f"{A}\n", f"{A[1:]}  x\n", f"x\n{A}  x\n", f"{A}:x\n", "SHA256 (x) = 1\n"])
def test_what_is_no_list(text: str) -> None:
    assert not digest_list.is_one(text.encode())


@given(st.binary(max_size=200))
def test_any_bytes_give_an_answer(data: bytes) -> None:
    assert digest_list.is_one(data) in {True, False}
    digest_record.read(data)
