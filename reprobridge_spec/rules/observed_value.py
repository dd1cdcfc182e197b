"""The value of a task's statistic over the scores of the runs that a reference names, exactly."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.model.task import Statistic
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.statistic import measured

_CLOSE = Fraction(1, 10**9)


def folded(scores: Sequence[Fraction], statistic: Statistic) -> Fraction | None:
    """The statistic's value; None where so many scores are no value of it."""
    try:
        return measured(scores, statistic)
    except ValueError:
        return None


def is_written(value: Fraction, written: Fraction, scores: Sequence[Fraction]) -> bool:
    """Whether `written` is `value`, but for the digits that a third has to lose when it is written down."""
    return abs(value - written) <= _CLOSE * max(abs(score) for score in scores)


def as_text(value: Fraction) -> str:
    """`value` with twelve digits, as it is to be written."""
    return exact.rounded(value, exact.ROUNDED_DIGITS)
