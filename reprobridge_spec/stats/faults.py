"""What makes measured values no scores: unequal where equality is claimed, out of range, on another scale."""

from collections.abc import Sequence
from fractions import Fraction

from reprobridge_spec.model.task import Metric
from reprobridge_spec.stats import exact
from reprobridge_spec.stats.interval import CompatibilityInterval

_HUNDRED = Fraction(100)
_NEAR = Fraction(1, 10)  # a wide interval near 0 would take any value a hundred times smaller
_SCALED_UNITS = frozenset({None, "fraction", "percent"})


def inequality_of(values: Sequence[Fraction]) -> str | None:
    """Why the scores do not hold the claim of a `deterministic` experiment; None where they are equal."""
    different = list(dict.fromkeys(values))
    if len(different) < 2:  # noqa: PLR2004 (one value is no difference)
        return None
    shown = ", ".join(exact.as_text(value) for value in different[:5])
    rest = f" and {len(different) - 5} more" if len(different) > 5 else ""  # noqa: PLR2004 (as many as shown)
    return f"The experiment is declared `deterministic`, and its runs gave different scores: {shown}{rest}."


def range_fault_of(values: Sequence[Fraction], metric: Metric) -> str | None:
    """Which measured value the metric's `range` does not allow; None where all lie in it."""
    outside = out_of_range(values, metric)
    if not outside or metric.range is None:
        return None
    low, high = (exact.plain(end) for end in metric.range)
    return (
        f"The measured value {exact.as_text(outside[0])} lies outside the metric's range, {low} to {high}; "
        "`measure` reads another number or another scale."
    )


def out_of_range(values: Sequence[Fraction], metric: Metric) -> list[Fraction]:
    """The values that lie outside the metric's `range`, if it has one."""
    if metric.range is None:
        return []
    low, high = (Fraction(end) for end in metric.range)
    return [value for value in values if not low <= value <= high]


def scale_fault_of(value: Fraction, metric: Metric, interval: CompatibilityInterval) -> str | None:
    """Why `value` looks like a fraction where percent is meant, or the other way; None where it does not.

    It does where it disagrees as it stands and would agree a hundred times larger or smaller.
    """
    if metric.unit not in _SCALED_UNITS or interval.holds(value):
        return None
    for factor, written in ((_HUNDRED, "100"), (1 / _HUNDRED, "0.01")):
        scaled = value * factor
        if interval.holds(scaled) and abs(scaled - interval.center) < abs(interval.center) * _NEAR:
            return (
                f"The measured value {exact.as_text(value)} would agree if it were multiplied by {written}: "
                "fraction and percent seem to be mixed up; say `multiply` in `measure`, or correct the unit."
            )
    return None
