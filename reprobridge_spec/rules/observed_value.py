"""The value of a task's statistic over the scores of the runs that a reference names, exactly."""

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from reprobridge_spec.model.resolved import folds_seeds
from reprobridge_spec.model.task import Estimator, Statistic

_CLOSE = Fraction(1, 10**9)


def folded(scores: Sequence[Fraction], statistic: Statistic) -> Fraction | None:
    """The statistic's value; None where so many scores are no value of it."""
    estimator = statistic.estimator if folds_seeds(statistic) else Estimator.SINGLE
    if not scores or (estimator is Estimator.SINGLE and len(scores) > 1):
        return None
    match estimator:
        case Estimator.SINGLE:
            return scores[0]
        case Estimator.MEAN:
            return sum(scores, Fraction(0)) / len(scores)
        case Estimator.MEDIAN:
            ordered, half = sorted(scores), len(scores) // 2
            return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
        case Estimator.MAX:
            return max(scores)
        case Estimator.MIN:
            return min(scores)
        case _:
            assert_never(estimator)


def is_written(value: Fraction, written: Fraction, scores: Sequence[Fraction]) -> bool:
    """Whether `written` is `value`, but for the digits that a third has to lose when it is written down."""
    return abs(value - written) <= _CLOSE * max(abs(score) for score in scores)


def as_text(value: Fraction) -> str:
    """`value` with twelve digits, as it is to be written."""
    return f"{float(value):.12g}"
