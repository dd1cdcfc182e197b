"""Numbers as they were written: decimal text to exact fractions and back; no float takes part."""

from collections.abc import Sequence
from decimal import MAX_PREC, Context, Decimal, Inexact
from fractions import Fraction
from math import isqrt

from reprobridge_spec.lazy_pattern import lazy_pattern

EXACT_DIGITS = 30
"""A number that ends within so many digits is written in full."""
ROUNDED_DIGITS = 12
"""Any other is rounded to so many digits."""
ROOT_DIGITS = 50
"""Significant digits of a square root that is not exact."""
EXPONENTS = range(-308, 308)
"""Powers of ten that a number may start at: beyond them, it is infinite or zero to other readers."""

_DECIMAL = lazy_pattern(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")
_PLAIN_EXPONENTS = range(-7, 21)


def number(text: str) -> Fraction:
    """The exact value of a decimal text such as `92.60` or `1.2e-3`.

    Raises:
        ValueError: it is no decimal text, or its size is beyond what other readers can hold.
    """
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is no decimal number")
    value = Decimal(text)
    if value and value.adjusted() not in EXPONENTS:
        raise ValueError(f"{text} is beyond what other readers can hold (1e-308 to 1e308)")
    return Fraction(value)


def last_unit(text: str) -> Fraction:
    """One unit of the last digit of a decimal text: 0.01 for `92.60`, 0.0001 for `1.2e-3`, 1 for `32`.

    Raises:
        ValueError: it is no decimal text.
    """
    if not _DECIMAL.fullmatch(text):
        raise ValueError(f"{text!r} is no decimal number")
    return Fraction(10) ** int(Decimal(text).as_tuple().exponent)


def as_text(value: Fraction) -> str:
    """`value` as decimal text: in full where it ends within 30 digits, else rounded to 12."""
    context = Context(prec=EXACT_DIGITS)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    if context.flags[Inexact]:
        return rounded(value, ROUNDED_DIGITS)
    return plain(quotient)


def rounded(value: Fraction, digits: int) -> str:
    """`value` as decimal text of at most so many significant digits, half to even."""
    return plain(Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)))


def plain(value: Decimal) -> str:
    """A finite decimal without trailing zeros, with an exponent only where it is very large or small."""
    if not value:
        return "0"
    shortest = value.normalize(Context(prec=max(len(value.as_tuple().digits), 1)))
    return f"{shortest:f}" if shortest.adjusted() in _PLAIN_EXPONENTS else f"{shortest:e}"


def is_power_of_ten(value: Decimal) -> bool:
    """Whether `value` is 1 with its decimal point moved."""
    digits = value.as_tuple().digits
    return value > 0 and digits[0] == 1 and not any(digits[1:])


def product(text: str, factor: Decimal) -> str:
    """The decimal text times `factor`, exactly.

    Raises:
        ValueError: the text is no decimal number, or the product is beyond what other readers can hold.
    """
    number(text)
    result = plain(Context(prec=MAX_PREC).multiply(Decimal(text), factor))
    number(result)
    return result


def square_root(value: Fraction) -> Fraction:
    """The root of a number that is not negative: exact where it is rational, else to 50 digits."""
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    if top * top == value.numerator and bottom * bottom == value.denominator:
        return Fraction(top, bottom)
    # a root below one starts with zeros: one for each 6.6 bits that the denominator is longer
    zeros = max(value.denominator.bit_length() - value.numerator.bit_length(), 0) // 6 + 1
    scale = 10 ** (ROOT_DIGITS + zeros)
    return Fraction(isqrt(value.numerator * scale * scale // value.denominator), scale)


def mean(values: Sequence[Fraction]) -> Fraction:
    """The mean of at least one value, exactly."""
    return sum(values, Fraction(0)) / len(values)


def variance(values: Sequence[Fraction]) -> Fraction:
    """The sample variance (n-1) of at least two values, exactly."""
    middle = mean(values)
    return sum(((value - middle) ** 2 for value in values), Fraction(0)) / (len(values) - 1)
