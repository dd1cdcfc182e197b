"""A ridge classifier for few rows and many features that chooses its own penalty.

One target a class (+1 for its rows, -1 for the others), an intercept that is not penalised, and
the penalty with the least squared leave-one-out error.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

PENALTIES = np.logspace(-3, 3, 10)
"""The grid of the paper: 10 penalties from 1e-3 to 1e3, evenly spaced in the logarithm."""


class Normalize(StrEnum):
    """What each centred feature is divided by, measured over the training rows."""

    L2 = "l2"
    """Its L2 norm: what `normalize=True` meant in scikit-learn before 1.2."""
    SCALER = "scaler"
    """Its standard deviation (n): what `StandardScaler` does; sqrt(rows) less than the norm."""
    NONE = "none"
    """Nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RidgeClassifier:
    """A fitted classifier."""

    classes: NDArray[np.str_]
    """The labels seen in training, sorted."""
    coefficients: NDArray[np.float64]
    """Shape (features, classes), for features as they come, not normalised."""
    intercepts: NDArray[np.float64]
    penalty: float
    """The chosen element of the grid."""

    def predict(self, features: NDArray[np.float64]) -> NDArray[np.str_]:
        """Give for each row of `features` the class with the highest score."""
        scores = features @ self.coefficients + self.intercepts
        best: NDArray[np.str_] = self.classes[scores.argmax(axis=1)]
        return best


def fit_ridge(
    features: NDArray[np.float64],
    labels: NDArray[np.str_],
    *,
    normalize: Normalize,
    penalties: NDArray[np.float64] = PENALTIES,
) -> RidgeClassifier:
    """Fit to `features` (rows, features) and `labels` (rows).

    The normalisation is measured once over all rows, before rows are left out, as in
    scikit-learn. Of penalties with the same error the first is taken.

    Raises:
        ValueError: all rows have the same label.
    """
    classes, position = np.unique(labels, return_inverse=True)
    if len(classes) == 1:
        raise ValueError(f"every row is of class {classes[0]!s}; a classifier needs two")
    targets = np.where(position[:, np.newaxis] == np.arange(len(classes)), 1.0, -1.0)
    centre = features.mean(axis=0)
    centred = features - centre
    scale = _scale(centred, normalize)
    scaled = centred / scale
    gram = scaled @ scaled.T
    errors = [(loo_residuals(gram, targets, penalty) ** 2).mean() for penalty in penalties]
    penalty = float(penalties[np.argmin(errors)])
    dual = np.linalg.solve(gram + penalty * np.eye(len(gram)), targets - targets.mean(axis=0))
    coefficients = (scaled.T @ dual) / scale[:, np.newaxis]
    return RidgeClassifier(
        classes=classes,
        coefficients=coefficients,
        intercepts=targets.mean(axis=0) - centre @ coefficients,
        penalty=penalty,
    )


def loo_residuals(
    gram: NDArray[np.float64],
    targets: NDArray[np.float64],
    penalty: float,
) -> NDArray[np.float64]:
    """Give for each row its target minus its prediction by a fit to all other rows.

    `gram` (rows, rows) holds the inner products of centred features, `targets` is (rows, targets).
    With C = penalty * (gram + penalty * I)^-1, a ridge fit with an intercept has the residuals
    C (y - mean y) and the leverages 1 + 1/n - C_ii; a residual over one minus its leverage is the
    residual of the fit without that row (Allen 1974, PRESS; Golub, Heath and Wahba 1979).
    """
    rows = len(gram)
    complement = penalty * np.linalg.inv(gram + penalty * np.eye(rows))
    residuals: NDArray[np.float64] = complement @ (targets - targets.mean(axis=0))
    return residuals / (complement.diagonal() - 1 / rows)[:, np.newaxis]


def _scale(centred: NDArray[np.float64], normalize: Normalize) -> NDArray[np.float64]:
    match normalize:
        case Normalize.L2:
            scale = np.sqrt((centred**2).sum(axis=0))
        case Normalize.SCALER:
            scale = np.sqrt((centred**2).mean(axis=0))
        case Normalize.NONE:
            scale = np.ones(centred.shape[1])
        case _:
            assert_never(normalize)
    # A feature that is constant in training centres to rounding noise, not to 0: dividing by the
    # norm of that noise would blow it up in rows where the feature differs.
    constant = np.ptp(centred, axis=0) == 0
    return np.where(constant, 1.0, scale)
