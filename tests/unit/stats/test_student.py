import pytest
import scipy.stats

from reprobridge_spec.stats.student import t_quantile


@pytest.mark.parametrize("freedom", [*range(1, 41), 99, 100, 999, 1000])
def test_the_quantile_is_scipys(freedom: int) -> None:
    expected = float(scipy.stats.t.ppf(0.975, freedom))
    assert float(t_quantile(freedom)) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize(("n", "k"), [(2, 15.5619), (3, 4.9683), (4, 3.5581), (5, 3.0414), (7, 2.6159), (10, 2.3726)])
def test_the_factors_for_one_new_run_are_the_standards(n: int, k: float) -> None:
    assert float(t_quantile(n - 1)) * (1 + 1 / n) ** 0.5 == pytest.approx(k, abs=5e-5)


@pytest.mark.parametrize("freedom", [1, 2, 7, 30])
def test_the_quantile_has_at_most_twelve_digits(freedom: int) -> None:
    digits = str(float(t_quantile(freedom))).replace(".", "").lstrip("0")
    assert len(digits) <= 12


@pytest.mark.parametrize("freedom", [0, -1])
def test_no_degree_of_freedom_is_refused(freedom: int) -> None:
    with pytest.raises(ValueError, match="degrees of freedom"):
        t_quantile(freedom)
