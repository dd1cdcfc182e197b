from decimal import Decimal
from typing import Any

import pytest

from reprobridge_spec.documents import json_tree
from reprobridge_spec.documents.json_tree import read
from reprobridge_spec.documents.yaml_tree import UnreadableError
from reprobridge_spec.location import Mark


def refusal(document: bytes) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        read(document)
    return caught.value


@pytest.mark.parametrize(
    ("document", "value"),
    [
        (b"{}", {}),
        (b"\xef\xbb\xbf{}", {}),
        (b'{"a": {"b": 1}, "c": {"b": 2}}', {"a": {"b": 1}, "c": {"b": 2}}),
        (b"[1, -1, true, null]", [1, -1, True, None]),
        ('"é😀"'.encode(), "é😀"),
        (b'"\\u00e9\\ud83d\\ude00"', "é😀"),
        (b"12345678901234567890123", 12345678901234567890123),
    ],
)
def test_json_is_read(document: bytes, value: Any) -> None:
    assert read(document).data == value


@pytest.mark.parametrize("written", ["0.1", "1.10", "1.0", "1e2", "1E-400", "0.30000000000000004", "-0.0"])
def test_a_number_keeps_its_digits(written: str) -> None:
    value = read(written.encode()).data
    assert isinstance(value, Decimal)
    assert str(value) == str(Decimal(written))


@pytest.mark.parametrize(
    ("document", "word", "place"),
    [
        (b'{"acc": 0.71, "n": 100, "acc": 0.93}', "`acc` stands twice", None),
        (b'{"a": {"b": 1, "b": 1}}', "`b` stands twice", None),
        (b"[NaN]", "NaN", None),
        (b"Infinity", "Infinity", None),
        (b"[-Infinity]", "-Infinity", None),
        (b"", "no JSON", Mark(1, 1)),
        (b"{'a': 1}", "no JSON", Mark(1, 2)),
        (b'{"a": 1,}', "no JSON", None),
        (b'{\n "a" 1}', "no JSON", Mark(2, 6)),
        (b"{} {}", "no JSON", Mark(1, 4)),
        (b'{"a": 1', "no JSON", None),
        (b'"\x01"', "no JSON", Mark(1, 2)),
        (b"[01]", "no JSON", None),
        (b"[.5]", "no JSON", None),
        (b"[1.]", "no JSON", None),
        (b"// x\n{}", "no JSON", Mark(1, 1)),
        (b'"\xe9"', "UTF-8", None),
        ("{}".encode("utf-16"), "UTF-8", None),
        (b"[" * 100_000, "deep", None),
        (b'{"a":' * 100_000, "deep", None),
    ],
)
def test_what_is_refused_is_named(document: bytes, word: str, place: Mark | None) -> None:
    error = refusal(document)
    assert word in str(error)
    assert error.advice.endswith(".")
    if place is not None:
        assert error.mark == place


def test_a_document_that_is_too_large_is_refused() -> None:
    assert "larger" in str(refusal(b" " * (json_tree.MAX_BYTES + 1)))
