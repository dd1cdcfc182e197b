"""Turn series into the two features that ROCKET takes from each kernel.

Kernels that share length, dilation and padding form one matrix product over all windows of the
series, worked off in blocks of series that fit the processor's cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from rocket_ucr.kernels import Kernels

BLOCK = 1 << 18
"""Convolution values held at a time (2 MiB): found by trial, it changes speed only."""


def transform(
    series: NDArray[np.float64],
    kernels: Kernels,
    *,
    block: int = BLOCK,
) -> NDArray[np.float64]:
    """Give the features of `series` (rows, points) as an array (rows, 2 * kernels).

    With z the convolution of a row with a kernel plus its bias, the first half of the columns
    holds the proportion of positive values of z, the second half its maximum, both in the order
    of `kernels`. `block` changes neither beyond rounding.

    Raises:
        ValueError: the series have another length than the kernels were drawn for.
    """
    if series.shape[1] != kernels.series_length:
        raise ValueError(f"{series.shape[1]} points; the kernels are for {kernels.series_length}")
    rows, count = len(series), len(kernels.lengths)
    features = np.empty((rows, 2 * count))
    positive, maximum = features[:, :count], features[:, count:]
    for members in _alike(kernels):
        first = members[0]
        length, dilation = int(kernels.lengths[first]), int(kernels.dilations[first])
        padding = int(kernels.paddings[first])
        points = np.pad(series.T, ((padding, padding), (0, 0)))
        outputs = len(points) - (length - 1) * dilation
        # The bias is one more weight, met by a window value of 1.
        weights = np.vstack([kernels.weights[members, :length].T, kernels.biases[members]])
        step = max(1, block // (outputs * len(members)))
        for start in range(0, rows, step):
            block_points = points[:, start : start + step]
            values = _windows(block_points, length, dilation, outputs) @ weights
            values = values.reshape(outputs, -1, len(members))
            stop = start + values.shape[1]
            positive[start:stop, members] = np.count_nonzero(values > 0, axis=0) / outputs
            maximum[start:stop, members] = values.max(axis=0)
    return features


def _alike(kernels: Kernels) -> Iterator[NDArray[np.int64]]:
    shapes = np.stack([kernels.lengths, kernels.dilations, kernels.paddings], axis=1)
    unique, group = np.unique(shapes, axis=0, return_inverse=True)
    for index in range(len(unique)):
        yield np.flatnonzero(group == index)


def _windows(
    points: NDArray[np.float64],
    length: int,
    dilation: int,
    outputs: int,
) -> NDArray[np.float64]:
    """Give (outputs * series, length + 1): each window's values, then a 1; output-major rows."""
    columns = np.ones((length + 1, outputs, points.shape[1]))
    for tap in range(length):
        columns[tap] = points[tap * dilation : tap * dilation + outputs]
    return columns.reshape(length + 1, -1).T
