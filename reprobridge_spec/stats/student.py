"""The quantile of Student's t distribution that a two-sided 95% interval needs."""

import math
from fractions import Fraction
from functools import lru_cache

TWO_SIDED = 0.95
"""The part of the distribution between -t and t."""
DIGITS = 12
"""Significant digits of a quantile, so that no last bit of a machine's `sin` decides a verdict."""


@lru_cache(maxsize=1024)
def t_quantile(freedom: int) -> Fraction:
    """t(0.975, `freedom`): 95% of the distribution lie between -t and t; to 12 significant digits.

    Raises:
        ValueError: `freedom` is below one.
    """
    if freedom < 1:
        raise ValueError(f"{freedom} degrees of freedom: there is no such distribution")
    low, high = 0.0, math.pi / 2
    while low < (middle := (low + high) / 2) < high:
        if _between(middle, freedom) < TWO_SIDED:
            low = middle
        else:
            high = middle
    return Fraction(f"{math.sqrt(freedom) * math.tan(middle):.{DIGITS}g}")


def _between(angle: float, freedom: int) -> float:
    """A(t | freedom) for t = √freedom · tan(angle).

    The closed forms for whole degrees of freedom: Abramowitz and Stegun, Handbook of Mathematical
    Functions (1964), 26.7.3 (odd) and 26.7.4 (even).
    """
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2
    if freedom == 1:
        return 2 * angle / math.pi
    term = cosine if odd else 1.0
    terms = [term]
    for step in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        terms.append(term)
    total = sine * math.fsum(terms)
    return 2 / math.pi * (angle + total) if odd else total
