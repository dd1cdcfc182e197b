"""What is written as YAML is read by others as what it was."""

import math
from decimal import Decimal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from reprobridge_spec.documents.yaml_text import Value, yaml_text

KEYS = st.from_regex(r"[a-z][a-z_-]{0,8}", fullmatch=True).filter(
    lambda key: key not in {"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
VALUES = st.recursive(
    TEXTS | st.integers(-(10**12), 10**12) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=12,
)


@given(VALUES)
def test_every_value_comes_back(value: Value) -> None:
    assert yaml.safe_load(yaml_text(value)) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**6), max_value=10**6, places=6))
def test_a_number_comes_back(value: Decimal) -> None:
    read = yaml.safe_load(yaml_text({"value": value}))["value"]
    assert math.isclose(read, value, rel_tol=1e-15)


@pytest.mark.parametrize("value", [math.nan, math.inf, Decimal("NaN"), Decimal("-Infinity")])
def test_what_is_no_number_is_refused(value: float | Decimal) -> None:
    with pytest.raises(ValueError, match="no number"):
        yaml_text([value])


@pytest.mark.parametrize("text", ["no", "1.0", "0x1F", "~", "---", "- a", "a: b", "#", "{{ x }}", "\u202e", "'\"\\"])
def test_a_text_stays_a_text(text: str) -> None:
    assert yaml.safe_load(yaml_text({"a": [text]})) == {"a": [text]}
    assert "\u202e" not in yaml_text(text)
