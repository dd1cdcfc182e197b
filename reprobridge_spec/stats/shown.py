"""Exact numbers in the form that a verdict carries: text, and an interval clipped for display."""

from decimal import Decimal
from fractions import Fraction

from reprobridge_spec.model.task import Metric
from reprobridge_spec.model.verdict import Interval
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.interval import CompatibilityInterval


def ends(interval: CompatibilityInterval) -> Interval:
    """The interval, not clipped."""
    return Interval(low=exact.as_text(interval.low), high=exact.as_text(interval.high))


def clipped(interval: CompatibilityInterval, metric: Metric) -> Interval:
    """The part of the interval that lies in the metric's range, for display only."""
    if metric.range is None:
        return ends(interval)
    least, greatest = (Fraction(end) for end in metric.range)
    low, high = (min(max(end, least), greatest) for end in (interval.low, interval.high))
    return Interval(low=exact.as_text(low), high=exact.as_text(high))


def text(value: Fraction | None) -> str | None:
    """Decimal text, where there is a value."""
    return None if value is None else exact.as_text(value)


def decimal(value: Fraction | None) -> Decimal | None:
    """A number of at most 12 significant digits, where there is a value."""
    return None if value is None else Decimal(exact.rounded(value, exact.ROUNDED_DIGITS))
