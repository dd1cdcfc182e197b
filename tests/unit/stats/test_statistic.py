from fractions import Fraction

import pytest

from reprobridge_spec.model.task import Estimator, Statistic
from reprobridge_spec.stats.statistic import fold, measured

VALUES = [Fraction(text) for text in ("0.3", "0.1", "0.2", "0.7")]


@pytest.mark.parametrize(
    ("estimator", "value"),
    [
        (Estimator.MEAN, Fraction(13, 40)),
        (Estimator.MEDIAN, Fraction(1, 4)),
        (Estimator.MAX, Fraction(7, 10)),
        (Estimator.MIN, Fraction(1, 10)),
    ],
)
def test_values_fold_exactly(estimator: Estimator, value: Fraction) -> None:
    assert fold(VALUES, estimator) == value


def test_the_median_of_an_odd_number_is_its_middle() -> None:
    assert fold(VALUES[:3], Estimator.MEDIAN) == Fraction(1, 5)


@pytest.mark.parametrize("estimator", list(Estimator))
def test_one_value_folds_to_itself(estimator: Estimator) -> None:
    assert fold([Fraction(2, 7)], estimator) == Fraction(2, 7)


@pytest.mark.parametrize("estimator", list(Estimator))
def test_no_value_cannot_be_folded(estimator: Estimator) -> None:
    with pytest.raises(ValueError, match="no value"):
        fold([], estimator)


def test_several_values_are_not_single() -> None:
    with pytest.raises(ValueError, match="`single`, and there are 4 values"):
        fold(VALUES, Estimator.SINGLE)


def test_seeds_are_folded() -> None:
    assert measured(VALUES, Statistic(estimator=Estimator.MEAN, over="seeds")) == Fraction(13, 40)


def test_what_one_run_computed_is_taken_as_it_is() -> None:
    assert measured(VALUES[:1], Statistic(estimator=Estimator.MEAN, over="questions", n=1319)) == Fraction(3, 10)


@pytest.mark.parametrize("over", ["questions", "folds", None])
def test_only_seeds_may_have_several_runs(over: str | None) -> None:
    with pytest.raises(ValueError, match="exactly one run, not 4"):
        measured(VALUES, Statistic(estimator=Estimator.MEAN, over=over))
