from pathlib import Path

import pytest

from reprobridge_spec import digest


def test_a_file_and_its_bytes_have_one_digest(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"abc")
    assert digest.of_file(tmp_path / "x") == digest.of_bytes(b"abc")
    assert digest.of_bytes(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_the_order_of_keys_does_not_change_a_digest() -> None:
    assert digest.of_value({"a": 1, "b": [True, None, "ü"]}) == digest.of_value({"b": [True, None, "ü"], "a": 1})


def test_canonical_json_is_utf_8_without_spaces() -> None:
    assert digest.canonical_json({"b": 1, "a": "ü"}) == '{"a":"ü","b":1}'.encode()


@pytest.mark.parametrize("value", [1.0, {"a": 0.5}, [1, [2.5]], (float("nan"),)])
def test_no_digest_is_taken_over_a_float(value: object) -> None:
    with pytest.raises(TypeError, match="float"):
        digest.of_value(value)
