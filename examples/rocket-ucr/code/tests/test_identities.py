# ruff: noqa: D103 - the name of a test is its sentence
"""What the code rests on, each identity against the slow and obvious way.

Run with `python -m pytest tests` in `code/`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from rocket_ucr.kernels import Kernels, draw_kernels
from rocket_ucr.ridge import PENALTIES, Normalize, fit_ridge, loo_residuals
from rocket_ucr.transform import transform
from rocket_ucr.ts_file import TsFileError, read_ts

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


def naive_features(series: NDArray[np.float64], kernels: Kernels) -> NDArray[np.float64]:
    positive = np.empty((len(series), len(kernels.lengths)))
    maximum = np.empty_like(positive)
    for column, (length, dilation, padding) in enumerate(
        zip(kernels.lengths, kernels.dilations, kernels.paddings, strict=True)
    ):
        for row, points in enumerate(series):
            padded = np.concatenate([np.zeros(padding), points, np.zeros(padding)])
            values = []
            for start in range(len(padded) - (length - 1) * dilation):
                total = kernels.biases[column]
                for tap in range(length):
                    total += kernels.weights[column, tap] * padded[start + tap * dilation]
                values.append(total)
            positive[row, column] = sum(value > 0 for value in values) / len(values)
            maximum[row, column] = max(values)
    return np.hstack([positive, maximum])


@pytest.mark.parametrize("block", [1, 500, 1 << 18])
def test_transform_equals_a_plain_loop_whatever_the_block(block: int) -> None:
    rng = np.random.default_rng(7)
    series = rng.standard_normal((5, 40))
    kernels = draw_kernels(60, 40, rng)
    expected = naive_features(series, kernels)
    np.testing.assert_allclose(transform(series, kernels, block=block), expected, rtol=1e-12)


def test_drawn_kernels_are_as_the_paper_says() -> None:
    kernels = draw_kernels(20_000, 251, np.random.default_rng(3))
    reach = (kernels.lengths - 1) * kernels.dilations
    assert set(kernels.lengths) == {7, 9, 11}
    assert np.abs(kernels.weights.sum(axis=1)).max() < 1e-12
    assert all((kernels.weights[kernels.lengths == 7, 7:] == 0).flat)
    assert kernels.dilations.min() == 1
    assert 0.9 * 250 < reach.max() <= 250
    assert set(kernels.paddings[kernels.paddings > 0] * 2 - reach[kernels.paddings > 0]) == {0}
    assert (kernels.paddings > 0).mean() == pytest.approx(0.5, abs=0.02)
    assert np.abs(kernels.biases).max() < 1


@pytest.mark.parametrize("penalty", PENALTIES[[0, 5, 9]])
def test_leave_one_out_residuals_equal_refits(penalty: float) -> None:
    rng = np.random.default_rng(11)
    rows, columns = 12, 30
    features, targets = rng.standard_normal((rows, columns)), rng.standard_normal((rows, 2))
    centred = features - features.mean(axis=0)
    refits = np.empty_like(targets)
    for left_out in range(rows):
        kept = np.arange(rows) != left_out
        design = np.column_stack([features[kept], np.ones(rows - 1)])
        punished = penalty * np.diag([1.0] * columns + [0.0])  # not the intercept
        solution = np.linalg.solve(design.T @ design + punished, design.T @ targets[kept])
        refits[left_out] = targets[left_out] - np.append(features[left_out], 1.0) @ solution
    residuals = loo_residuals(centred @ centred.T, targets, penalty)
    np.testing.assert_allclose(residuals, refits, rtol=1e-6)


def test_l2_is_the_scaler_with_the_penalty_times_the_rows() -> None:
    rng = np.random.default_rng(5)
    features, labels = rng.standard_normal((20, 50)), rng.choice(["a", "b", "c"], 20)
    l2 = fit_ridge(features, labels, normalize=Normalize.L2, penalties=np.array([0.3]))
    scaler = fit_ridge(features, labels, normalize=Normalize.SCALER, penalties=np.array([6.0]))
    np.testing.assert_allclose(l2.coefficients, scaler.coefficients, rtol=1e-9)


@pytest.mark.parametrize("normalize", list(Normalize))
def test_a_feature_constant_in_training_does_not_sway_the_test(normalize: Normalize) -> None:
    rng = np.random.default_rng(2)
    features, labels = rng.standard_normal((9, 4)), np.array(["a", "b", "a"] * 3)
    constant = np.column_stack([features, np.full(9, 0.3)])
    classifier = fit_ridge(constant, labels, normalize=normalize)
    assert np.abs(classifier.coefficients[-1]).max() < 1e-12


def test_reads_a_ts_file(tmp_path: Path) -> None:
    path = tmp_path / "good"
    path.write_text("# about\n@classLabel true up 2\n\n@data\n1,-2.5e-1:up\n0,3:2\n")
    content = read_ts(path)
    assert content.values.tolist() == [[1.0, -0.25], [0.0, 3.0]]
    assert content.labels.tolist() == ["up", "2"]


@pytest.mark.parametrize(
    "data",
    ["", "1,2", "1,2:3", "1,?:1", "1,nan:1", "1,2:3,4:1", "1,2:1\n1,2,3:1"],
    ids=["empty", "no-class", "unlisted-class", "missing", "nan", "two-channels", "unequal"],
)
def test_refuses_a_bad_ts_file(tmp_path: Path, data: str) -> None:
    path = tmp_path / "bad"
    path.write_text(f"@classLabel true 1 2\n@data\n{data}\n")
    with pytest.raises(TsFileError, match="bad"):
        read_ts(path)
