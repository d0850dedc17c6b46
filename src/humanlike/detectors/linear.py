r"""A weighted logistic regression on standardised features and their squares.

Features are centred and scaled by their weighted mean :math:`\mu` and standard deviation :math:`\sigma` over the
training rows, cut off at :math:`\pm 4`; an undefined one counts as average and says nothing. With
:math:`z = (x - \mu)/\sigma`,

.. math:: \ell(x) = b + \sum_j u_j z_j + v_j (z_j^2 - 1).

The squares are there because people are often in the middle: less orderly than one kind of machine, more so
than another. Both classes weigh the same in all, and every source within a class the same, so that :math:`\ell`
is a log odds at even prior odds. The ridge penalty counts each source-game combination as one observation:
rows of one source are no independent evidence about the next.
"""

import warnings
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression

from humanlike.core import BadRequest
from humanlike.detectors.detector import Floats

CUT_OFF = 4.0
Booleans = npt.NDArray[np.bool_]


class LinearModel(NamedTuple):
    """Log odds from features; arrays have shape [features]."""

    centre: Floats
    scale: Floats
    linear: Floats
    square: Floats
    intercept: float

    def terms(self, features: Floats) -> Floats:
        """What each feature adds to the log odds, shape [rows, features]."""
        z = standardised(features, self.centre, self.scale)
        known = np.isfinite(features)
        return np.where(known, self.linear * z + self.square * (z**2 - 1), 0.0)

    def log_odds(self, features: Floats) -> Floats:
        """The log odds of each row."""
        total: Floats = self.terms(features).sum(axis=1) + self.intercept
        return total


def standardised(features: Floats, centre: Floats, scale: Floats) -> Floats:
    """Features in standard deviations from the average, cut off; 0 where undefined."""
    z = np.where(np.isfinite(features), (features - centre) / scale, 0.0)
    return np.clip(z, -CUT_OFF, CUT_OFF)


def balanced_weights(is_human: Booleans, groups: npt.NDArray[np.int64]) -> Floats:
    """Weights that sum to 1 in each class, shared equally by its groups and then by the rows of each."""
    weights = np.zeros(len(is_human))
    for label in (False, True):
        rows = np.flatnonzero(is_human == label)
        _, where, counts = np.unique(groups[rows], return_inverse=True, return_counts=True)
        weights[rows] = 1 / (len(counts) * counts[where])
    return weights


def fit_linear(
    features: Floats, is_human: Booleans, groups: npt.NDArray[np.int64], *, strength: float
) -> LinearModel:
    """Fit to rows of both classes; `groups` numbers the source and game of each row.

    `strength` is what one source-game combination counts in the likelihood against the penalty.
    """
    if is_human.all() or not is_human.any():
        raise BadRequest("A detector is trained on both people's and machines' play; one of them is missing.")
    weights = balanced_weights(is_human, groups)
    centre, scale = _moments(features, weights)
    z = standardised(features, centre, scale)
    design = np.hstack([z, np.where(np.isfinite(features), z**2 - 1, 0.0)])
    n_groups = len(np.unique(groups))
    regression = LogisticRegression(C=strength, max_iter=200, tol=1e-6, solver="newton-cholesky")
    with (
        warnings.catch_warnings()
    ):  # where nothing tells the classes apart it starts at the optimum: lbfgs confirms
        warnings.filterwarnings("ignore", message="Line search", category=ConvergenceWarning)
        regression.fit(design, is_human, sample_weight=weights * n_groups / 2)
    linear, square = np.split(np.asarray(regression.coef_[0], dtype=np.float64), 2)
    return LinearModel(centre, scale, linear, square, float(regression.intercept_[0]))


def _moments(features: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Weighted mean and standard deviation of the defined entries; 0 and 1 where there is nothing to scale."""
    known = np.isfinite(features)
    each = np.where(known, weights[:, None], 0.0)
    total = np.maximum(each.sum(axis=0), 1e-300)
    values = np.where(known, features, 0.0)
    centre = (each * values).sum(axis=0) / total
    spread = np.sqrt((each * np.where(known, values - centre, 0.0) ** 2).sum(axis=0) / total)
    return centre, np.where(spread > 1e-9, spread, 1.0)
