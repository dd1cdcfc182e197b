"""From the scores of a task's runs to one value of its statistic."""

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from reprobridge_spec.model.resolved import folds_seeds
from reprobridge_spec.model.task import Estimator, Statistic
from reprobridge_spec.stats import exact


def fold(values: Sequence[Fraction], estimator: Estimator) -> Fraction:
    """One value of at least one.

    Raises:
        ValueError: there is no value, or `single` is asked of several.
    """
    if not values:
        raise ValueError("there is no value to fold")
    match estimator:
        case Estimator.SINGLE:
            if len(values) > 1:
                raise ValueError(f"the statistic is `single`, and there are {len(values)} values")
            return values[0]
        case Estimator.MEAN:
            return exact.mean(values)
        case Estimator.MEDIAN:
            return _median(sorted(values))
        case Estimator.MAX:
            return max(values)
        case Estimator.MIN:
            return min(values)
        case _:
            assert_never(estimator)


def measured(values: Sequence[Fraction], statistic: Statistic) -> Fraction:
    """The measured value of a statistic from the scores of its runs.

    Only `over: seeds` is folded here; everything else was computed inside the one run.

    Raises:
        ValueError: the values do not go with the statistic.
    """
    if folds_seeds(statistic):
        return fold(values, statistic.estimator)
    if len(values) > 1:
        over = f"over {statistic.over}" if statistic.over else "of one run"
        raise ValueError(f"the statistic is {over}, which asks for exactly one run, not {len(values)}")
    return fold(values, Estimator.SINGLE)


def _median(ordered: list[Fraction]) -> Fraction:
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
