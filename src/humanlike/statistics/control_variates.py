r"""Control variates: take out of a score what known conditions explain.

With variates :math:`v` whose mean is known or estimated, the adjusted score
:math:`y - \beta^\top (v - \bar v)` has the same mean and, for the least-squares :math:`\beta`, the
variance :math:`(1 - R^2)\,\sigma_y^2`. Demand-adjusted profit is the case where v is customer demand.
Coefficients fitted on the very games they adjust flatter the method, so they come from other games: a
training set, or the other folds of the same one.

References
----------
Wellman, Jordan, Kiekintveld, Miller & Reeves (2006), Empirical game-theoretic analysis of the TAC market
games, TADA/AMEC. Lavenberg & Welch (1981), Management Science 27, 322-335. MacKinnon & White (1985), Journal of
Econometrics 29, 305-325.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams
from humanlike.statistics.paired import ROUNDING, PairedTest

Floats = npt.NDArray[np.float64]
FULL_LEVERAGE = 1 - 1e-9  # a game that alone decides a coefficient says nothing of its spread


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


def one_slope(stream: Streams, groups: Sequence[tuple[Floats, Floats]], *, n_folds: int = 5) -> list[Floats]:
    """Scores of several groups adjusted by the same coefficients, fitted on other folds; groups are (scores, variates).

    With one slope for all, the centre falls out of every difference between groups, so that it need not be known. (With
    slopes b and b' of their own, the difference moves by (b - b') times the error of a centre that was estimated.)
    """
    sizes = [len(scores) for scores, _ in groups]
    scores, variates = (np.concatenate(parts) for parts in zip(*groups, strict=True))
    within_scores, within_variates = (
        np.concatenate([part - part.mean(axis=0) for part in parts]) for parts in zip(*groups, strict=True)
    )
    fold = stream.generator().permutation(np.arange(len(scores)) % n_folds)
    adjusted = np.empty_like(scores)
    for number in range(n_folds):
        inside = fold == number
        fitted = fit_control_variate(
            within_scores[~inside], within_variates[~inside], centre=variates.mean(axis=0)
        )
        adjusted[inside] = fitted.adjust(scores[inside], variates[inside])
    return np.split(adjusted, np.cumsum(sizes)[:-1])


def adjusted_test(
    differences: npt.ArrayLike, variates: npt.ArrayLike, centre: npt.ArrayLike, *, alpha: float = 0.05
) -> PairedTest | None:
    r"""Whether paired differences [n] are other than 0 once variates of known mean `centre` are taken out.

    The intercept of the least-squares line through :math:`(v - c, d)`, with its error from residuals as they would be
    without the game itself (HC3), against Student's t with as many degrees of freedom as games exceed coefficients. It
    asks for no equal spread. A line is enough in many games; in a dozen that follow a strong curve, claims at .05 come
    more often than that (as they do from a plain t-test of such skewed differences). None where too few games are left.

    >>> test = adjusted_test([1.1, 2.0, 2.9, 4.1, 5.0], [-2.0, -1.0, 0.0, 1.0, 2.0], [0.0])
    >>> print(round(test.mean, 2), test.p_value < 0.001)
    3.02 True
    """
    values, table = _tables(differences, variates)
    inputs = np.column_stack([np.ones(len(values)), table - np.asarray(centre, dtype=np.float64)])
    inverse = np.linalg.pinv(inputs)  # [coefficients, games]
    leverage = np.einsum("gc,cg->g", inputs, inverse)
    freedom = len(values) - int(np.linalg.matrix_rank(inputs))
    if freedom < 1 or leverage.max() > FULL_LEVERAGE:
        return None
    coefficients = inverse @ values
    left_out = (values - inputs @ coefficients) / (1 - leverage)
    mean, error = float(coefficients[0]), float(np.sqrt(((inverse[0] * left_out) ** 2).sum()))
    if error <= ROUNDING * np.abs(values).max():
        return PairedTest(mean, mean, mean, 0.0 if mean else 1.0, len(values))
    from scipy import stats  # takes a second to load, and most who use this room do not test

    reach = error * float(stats.t.isf(alpha / 2, freedom))
    p_value = 2 * float(stats.t.sf(abs(mean) / error, freedom))
    return PairedTest(mean, mean - reach, mean + reach, p_value, len(values))


def _tables(scores: npt.ArrayLike, variates: npt.ArrayLike) -> tuple[Floats, Floats]:
    values, table = np.asarray(scores, dtype=np.float64), np.asarray(variates, dtype=np.float64)
    table = table[:, None] if table.ndim == 1 else table
    if values.ndim != 1 or table.ndim != 2 or len(table) != len(values):
        raise BadRecord(f"Each game needs its variates: {values.shape} scores, {table.shape} variates.")
    if not (np.isfinite(values).all() and np.isfinite(table).all()):
        raise BadRecord("Scores and variates must be finite.")
    return values, table
