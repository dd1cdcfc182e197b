"""Draw the random convolutional kernels of ROCKET (Dempster, Petitjean, Webb 2020).

Only the draw is here; what is done with the kernels is in `transform`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

LENGTHS = (7, 9, 11)
"""The kernel lengths of the paper, each equally likely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kernels:
    """Kernels for series of one length; in each array, one row a kernel."""

    series_length: int
    """Points of the series that they were drawn for."""
    lengths: NDArray[np.int64]
    """Number of weights, one of `LENGTHS`."""
    weights: NDArray[np.float64]
    """Shape (kernels, 11); a kernel shorter than that has zeros behind its weights."""
    biases: NDArray[np.float64]
    """Added to each value of the convolution."""
    dilations: NDArray[np.int64]
    """Distance between the points of the series that neighbouring weights meet, at least 1."""
    paddings: NDArray[np.int64]
    """Zeros put before and behind the series."""


def draw_kernels(count: int, series_length: int, rng: np.random.Generator) -> Kernels:
    """Draw `count` kernels for series of `series_length` points.

    Weights are standard normal, then centred to mean 0 within each kernel; biases are uniform on
    [-1, 1); the dilation is floor(2^x) with x uniform on [0, log2((series_length - 1) /
    (kernel_length - 1))), so that a kernel is never wider than the series; with equal chance the
    series is padded with (kernel_length - 1) * dilation / 2 zeros at both ends, or not at all.

    The same state of `rng` gives the same kernels.

    Raises:
        ValueError: there is no kernel to draw, or the series is shorter than the longest kernel.
    """
    if count < 1:
        raise ValueError(f"asked for {count} kernels; ask for at least 1")
    if series_length < max(LENGTHS):
        raise ValueError(f"{series_length} points are fewer than a kernel's {max(LENGTHS)}")
    lengths = rng.choice(LENGTHS, size=count)
    used = np.arange(max(LENGTHS)) < lengths[:, np.newaxis]
    weights = rng.standard_normal(used.shape) * used
    weights -= used * (weights.sum(axis=1) / lengths)[:, np.newaxis]
    biases = rng.uniform(-1, 1, size=count)
    widest = np.log2((series_length - 1) / (lengths - 1))
    dilations = np.floor(2 ** rng.uniform(0, widest)).astype(np.int64)
    padded = rng.integers(0, 2, size=count)
    return Kernels(
        series_length=series_length,
        lengths=lengths,
        weights=weights,
        biases=biases,
        dilations=dilations,
        paddings=padded * ((lengths - 1) * dilations // 2),
    )
