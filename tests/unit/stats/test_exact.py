from decimal import Decimal
from fractions import Fraction

import pytest

from reprobridge_spec.stats import exact


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("92.60", Fraction(463, 5)),
        ("0.1", Fraction(1, 10)),
        ("-1.2e-3", Fraction(-12, 10000)),
        ("+32", Fraction(32)),
        ("0", Fraction(0)),
        ("0005747", Fraction(5747)),
        ("1E2", Fraction(100)),
    ],
)
def test_decimal_text_is_read_exactly(text: str, value: Fraction) -> None:
    assert exact.number(text) == value


@pytest.mark.parametrize(
    "text",
    ["", " 1", "1 ", "nan", "inf", "Infinity", ".5", "5.", "1,5", "1_000", "٣", "0x10", "1e", "92.6%", "1e99999"],
)
def test_what_is_no_decimal_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no decimal number"):
        exact.number(text)


@pytest.mark.parametrize("text", ["1e309", "-1e400", "1e-309", "9" * 309])
def test_what_other_readers_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="other readers"):
        exact.number(text)


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("92.60", Fraction(1, 100)),
        ("32", Fraction(1)),
        ("1.2e-3", Fraction(1, 10000)),
        ("1.2e3", Fraction(100)),
        ("0.0", Fraction(1, 10)),
    ],
)
def test_the_last_unit_follows_the_written_digits(text: str, unit: Fraction) -> None:
    assert exact.last_unit(text) == unit


def test_what_is_no_decimal_text_has_no_last_unit() -> None:
    with pytest.raises(ValueError, match="no decimal number"):
        exact.last_unit("about 5")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(9212960, 100000), "92.1296"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(0), "0"),
        (Fraction(100), "100"),
        (Fraction(1, 3), "0.333333333333"),
        (Fraction(2, 3), "0.666666666667"),
        (Fraction(-2, 3), "-0.666666666667"),
        (Fraction(1, 10**9), "1e-9"),
        (Fraction(15) * 10**30, "1.5e+31"),
        (Fraction("0.123456789012345678901234567891"), "0.123456789012345678901234567891"),
        (Fraction("0.1234567890123456789012345678912"), "0.123456789012"),
    ],
)
def test_numbers_are_written_without_float_noise(value: Fraction, text: str) -> None:
    assert exact.as_text(value) == text


@pytest.mark.parametrize(
    ("text", "factor", "product"),
    [
        ("0.926", "100", "92.6"),
        ("0.9689999999999999", "100", "96.89999999999999"),
        ("-0.5", "-2", "1"),
        ("0", "100", "0"),
        ("1." + "3" * 60, "3", "3." + "9" * 60),
    ],
)
def test_a_product_is_exact(text: str, factor: str, product: str) -> None:
    assert exact.product(text, Decimal(factor)) == product


@pytest.mark.parametrize(("text", "factor"), [("1e300", "1e10"), ("1e-300", "1e-10"), ("x", "1")])
def test_a_product_that_cannot_be_held_is_refused(text: str, factor: str) -> None:
    with pytest.raises(ValueError, match=r"other readers|no decimal number"):
        exact.product(text, Decimal(factor))


@pytest.mark.parametrize("value", [Fraction(0), Fraction(4), Fraction(9, 16), Fraction("0.0001"), Fraction(10**40)])
def test_the_root_of_a_square_is_exact(value: Fraction) -> None:
    assert exact.square_root(value) ** 2 == value


@pytest.mark.parametrize(
    "value", [Fraction(2), Fraction(1, 3), Fraction("2e-300"), Fraction("2e300"), Fraction("3e-7")]
)
def test_any_other_root_has_forty_digits(value: Fraction) -> None:
    root = exact.square_root(value)
    assert abs(root * root / value - 1) < Fraction(1, 10**40)


def test_the_sample_variance_divides_by_one_less() -> None:
    values = [Fraction(text) for text in ("0.10", "0.12", "0.30")]
    assert float(exact.mean(values)) == pytest.approx(0.1733, abs=5e-5)
    assert float(exact.square_root(exact.variance(values))) == pytest.approx(0.1102, abs=5e-5)
