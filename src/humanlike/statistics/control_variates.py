r"""Control variates: take out of a score what known conditions explain.

With variates :math:`v` whose mean is known or estimated, the adjusted score
:math:`y - \beta^\top (v - \bar v)` has the same mean and, for the least-squares :math:`\beta`, the
variance :math:`(1 - R^2)\,\sigma_y^2`. Demand-adjusted profit is the case where v is customer demand.
Coefficients fitted on the very games they adjust flatter the method, so they come from other games: a
training set, or the other folds of the same one.

References
----------
Wellman, Jordan, Kiekintveld, Miller & Reeves (2006), Empirical game-theoretic analysis of the TAC market
games, TADA/AMEC. Lavenberg & Welch (1981), Management Science 27, 322-335.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams

Floats = npt.NDArray[np.float64]


class ControlVariate(NamedTuple):
    """A fitted adjustment."""

    coefficients: Floats  # [variates]
    centre: Floats  # [variates]

    def adjust(self, scores: npt.ArrayLike, variates: npt.ArrayLike) -> Floats:
        """Scores [n] without what the variates [n] or [n, variates] explain."""
        values, table = _tables(scores, variates)
        if table.shape[1] != len(self.coefficients):
            raise BadRecord(f"Fitted on {len(self.coefficients)} variates, but {table.shape[1]} were given.")
        return np.asarray(values - (table - self.centre) @ self.coefficients)


def fit_control_variate(
    scores: npt.ArrayLike, variates: npt.ArrayLike, *, centre: npt.ArrayLike | None = None
) -> ControlVariate:
    """Least-squares coefficients from training games; `centre` is the variates' known mean, if there is one.

    >>> fitted = fit_control_variate([1.0, 3.0, 5.0, 7.0], [0.0, 1.0, 2.0, 3.0])
    >>> print(fitted.coefficients.round(6), fitted.adjust([4.0], [2.0]).round(6))
    [2.] [3.]
    """
    values, table = _tables(scores, variates)
    if len(values) < table.shape[1] + 2:
        raise BadRecord(
            f"{table.shape[1]} control variate(s) need at least {table.shape[1] + 2} games to fit."
        )
    if (table.std(axis=0) == 0).any():
        raise BadRecord("A control variate that never varies explains nothing; leave it out.")
    mean = table.mean(axis=0)
    coefficients, *_ = np.linalg.lstsq(table - mean, values - values.mean(), rcond=None)
    return ControlVariate(
        coefficients, mean if centre is None else np.atleast_1d(np.asarray(centre, dtype=float))
    )


def cross_fitted(
    stream: Streams,
    scores: npt.ArrayLike,
    variates: npt.ArrayLike,
    *,
    centre: npt.ArrayLike | None = None,
    n_folds: int = 5,
) -> Floats:
    """Adjusted scores [n], each with coefficients fitted on the other folds only.

    Groups that are to be compared need one `centre` for all: adjusted to its own mean, a group keeps the luck that its
    variates brought, and only its spread looks smaller.
    """
    values, table = _tables(scores, variates)
    if not 2 <= n_folds <= len(values):
        raise BadRecord(f"{n_folds} folds do not divide {len(values)} games.")
    fold = stream.generator().permutation(np.arange(len(values)) % n_folds)
    adjusted = np.empty_like(values)
    middle = table.mean(axis=0) if centre is None else np.atleast_1d(np.asarray(centre, dtype=np.float64))
    for number in range(n_folds):
        inside = fold == number
        fitted = fit_control_variate(values[~inside], table[~inside], centre=middle)
        adjusted[inside] = fitted.adjust(values[inside], table[inside])
    return adjusted


def _tables(scores: npt.ArrayLike, variates: npt.ArrayLike) -> tuple[Floats, Floats]:
    values, table = np.asarray(scores, dtype=np.float64), np.asarray(variates, dtype=np.float64)
    table = table[:, None] if table.ndim == 1 else table
    if values.ndim != 1 or table.ndim != 2 or len(table) != len(values):
        raise BadRecord(f"Each game needs its variates: {values.shape} scores, {table.shape} variates.")
    if not (np.isfinite(values).all() and np.isfinite(table).all()):
        raise BadRecord("Scores and variates must be finite.")
    return values, table
