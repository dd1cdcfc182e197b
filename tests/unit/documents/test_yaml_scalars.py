"""What readers of YAML 1.1 and 1.2 make of scalars is what PyYAML, and YAML 1.2's core schema, make of them."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.yaml_scalars import (
    difference,
    is_base_sixty,
    is_impossible_date,
    is_text,
    is_truth_word,
)


@pytest.mark.parametrize(
    ("text", "older", "newer"),
    [
        ("1e-4", "text", "the number 0.0001"),
        ("5E6", "text", "the number 5e+06"),
        ("1.5e3", "text", "the number 1500"),
        ("-1e-3", "text", "the number -0.001"),
        ("+.5", "text", "the number 0.5"),
        ("1:30", "the number 90", "text"),
        ("-1:30", "the number -90", "text"),
        ("12:00:00", "the number 43200", "text"),
        ("1:30.5", "the number 90.5", "text"),
        ("0005747", "the integer 3047", "the integer 5747"),
        ("08", "text", "the integer 8"),
        ("0o17", "text", "the integer 15"),
        ("0b11", "the integer 3", "text"),
        ("1_000", "the integer 1000", "text"),
        ("1_0.5", "the number 10.5", "text"),
        ("no", "the truth value `false`", "text"),
        ("On", "the truth value `true`", "text"),
        ("=", "a special value", "text"),
    ],
)
def test_readers_differ(text: str, older: str, newer: str) -> None:
    found = difference(text)
    assert found is not None
    assert (found.older, found.newer) == (older, newer)


AGREED = """
a 1 -0 +1 1.5 .5 5. 1.0e-8 1.e+4 0x1F 00 09:30 1:60 true False y n null ~ 1.2.3 1,5 2024-05-01 1e e5 _1 nope <<
"""


@pytest.mark.parametrize("text", ["", "1 000", "1" * 61, *AGREED.split()])
def test_readers_agree(text: str) -> None:
    assert difference(text) is None


@given(st.text(alphabet="0123456789abcdefox_:.+-eE", min_size=1, max_size=12))
def test_the_older_reader_is_pyyaml(text: str) -> None:
    if is_impossible_date(text):
        with pytest.raises(ValueError, match=r"."):
            yaml.safe_load(f"- {text}")
        return
    try:
        (value,) = yaml.safe_load(f"- {text}")
    except (yaml.YAMLError, ValueError, TypeError):
        return  # it means something else than a scalar, or digits that are none, such as 0b
    found = difference(text)
    if isinstance(value, int | float) and not isinstance(value, bool) and found is not None:
        assert found.older != "text"
        assert float(found.older.split()[-1]) == pytest.approx(float(value), rel=1e-4)
    elif isinstance(value, str) and found is not None:
        assert found.older == "text"


@pytest.mark.parametrize(("text", "expected"), [("1:30", True), ("12:00:00", True), ("09:30", False), ("1:60", False)])
def test_base_sixty(text: str, *, expected: bool) -> None:
    assert is_base_sixty(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("yes", True), ("OFF", True), ("true", False), ("y", False), ("yEs", False)]
)
def test_truth_words(text: str, *, expected: bool) -> None:
    assert is_truth_word(text) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("a", True), ("1.2.3", True), ("1e-4", False), ("1", False), ("no", False)]
)
def test_text_for_all(text: str, *, expected: bool) -> None:
    assert is_text(text) is expected


MOMENTS = [
    ("2024-02-30", True),
    ("2023-02-29", True),
    ("0000-01-01", True),
    ("2024-99-99", True),
    ("2024-2-30 10:00:00", True),
    ("2024-02-30T10:00:00Z", True),
    ("2024-05-01 24:00:00", True),
    ("2024-05-01t10:60:00", True),
    ("2024-05-01T10:00:60.5Z", True),
    ("2024-05-01T10:00:00+24:00", True),
    ("2024-05-01T10:00:00 -99", True),
    ("2024-02-29", False),
    ("2024-2-30", False),
    ("2024-5-1 1:00:00", False),
    ("2024-05-01T10:00:00.25 +05:30", False),
    ("2024-02-30-run", False),
    ("2024-02-30 run", False),
    ("20240230", False),
    ("2024-02-30T10:00", False),
]


@pytest.mark.parametrize(("text", "expected"), MOMENTS)
def test_a_date_that_is_none(text: str, *, expected: bool) -> None:
    assert is_impossible_date(text) is expected


@pytest.mark.parametrize(("text", "expected"), MOMENTS)
def test_a_date_that_is_none_ends_pyyaml(text: str, *, expected: bool) -> None:
    try:
        yaml.safe_load(f"a: {text}")
    except ValueError:
        assert expected
    else:
        assert not expected
