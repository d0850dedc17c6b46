r"""Total sensitivity: how much of an output's variance a factor is involved in.

The total index of factor i is :math:`S^T_i = E[V(Y \mid X_{-i})]/V(Y)`: what remains on average when
everything but i is held. Two designs estimate it.

*Factors fixing* (the paper's): in each of M held conditions, vary factor i alone N times; average the
sample variances over conditions; divide by the variance over random games. A stochastic agent's own
noise is a factor like any other and gives the floor below which no factor can be told from nothing.

*Jansen's*: n random conditions, each repeated with factor i alone exchanged,

.. math:: \hat S^T_i = \frac{\frac{1}{2n}\sum_j (f(A_j) - f(A_{B,j}^{(i)}))^2}{\hat V(Y)},

which serves all factors with n (k + 1) runs. Outputs may have further axes (days, products): indices are
computed for each. Missing outputs (NaN) are left out. Intervals: `jackknife` over conditions and
games, on the log scale.

References
----------
Saltelli (2002), Risk Analysis 22, 579-590; Jansen (1999), Computer Physics Communications 117, 35-43;
Saltelli et al. (2010), Computer Physics Communications 181, 259-270 (SALib's estimators).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, MissingExtra
from humanlike.statistics.jackknife import PositiveInterval, log_jackknife, positive_interval
from humanlike.statistics.missing import known_mean, known_variance, nonzero

Floats = npt.NDArray[np.float64]


class Sensitivity(NamedTuple):
    """Total indices with their intervals, each [factors, ...outputs]."""

    total: Floats
    lower: Floats
    upper: Floats


def fixing_indices(varied: npt.ArrayLike, random: npt.ArrayLike, *, alpha: float = 0.05) -> Sensitivity:
    """Indices by factors fixing: `varied` [conditions, factors, repeats, ...], `random` [games, ...]."""
    inside, outside = np.asarray(varied, dtype=np.float64), np.asarray(random, dtype=np.float64)
    if inside.ndim < 3 or inside.shape[2] < 2 or inside.shape[3:] != outside.shape[1:]:
        raise BadRecord(
            "Factors fixing needs outputs [conditions, factors, repeats (2 or more), ...] and [games, ...]; "
            f"got {inside.shape} and {outside.shape}."
        )
    if len(outside) < 3:
        raise BadRecord(f"The variance of the output needs at least 3 random games, not {len(outside)}.")
    within = known_variance(inside, axis=2)  # [conditions, factors, ...]
    total = known_mean(within) / nonzero(known_variance(outside, axis=0))
    if len(inside) < 2:  # nothing says how another condition would differ
        return Sensitivity(total, np.full_like(total, np.nan), np.full_like(total, np.nan))
    bottom = log_jackknife(outside, lambda games: known_variance(games, axis=0))
    return _with_interval(total, positive_interval(log_jackknife(within, known_mean), bottom, alpha=alpha))


def jansen_indices(
    outputs: npt.ArrayLike, *, variance: npt.ArrayLike | None = None, alpha: float = 0.05
) -> Sensitivity:
    """Indices by Jansen's design: `outputs` [conditions, 1 + factors, ...], the held condition first.

    The variance of the output is the mean over columns of the variance over conditions (every column
    is a random sample of conditions), unless `variance` is given.
    """
    table = np.asarray(outputs, dtype=np.float64)
    if table.ndim < 2 or table.shape[0] < 3 or table.shape[1] < 2:
        raise BadRecord(f"Jansen's design needs outputs [3 or more, 1 + factors, ...]; got {table.shape}.")
    given = None if variance is None else np.asarray(variance, dtype=np.float64)

    def index(rows: Floats) -> Floats:
        squares = (rows[:, 1:] - rows[:, :1]) ** 2 / 2
        spread = known_mean(known_variance(rows, axis=0)) if given is None else given
        return np.asarray(known_mean(squares) / nonzero(spread))

    return _with_interval(index(table), positive_interval(log_jackknife(table, index), alpha=alpha))


class SobolIndices(NamedTuple):
    """SALib's first-order and total indices with the half-widths of their intervals."""

    first: Floats
    first_half_width: Floats
    total: Floats
    total_half_width: Floats


def salib_indices(names: list[str], outputs: npt.ArrayLike, *, seed: int = 1) -> SobolIndices:
    """First-order and total indices by SALib: `outputs` [conditions, factors + 2], A, then exchanged, then B."""
    try:
        from SALib.analyze import sobol
    except ImportError as error:
        raise MissingExtra("SALib", "sensitivity", "Sobol analysis") from error
    table = np.asarray(outputs, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != len(names) + 2:
        raise BadRecord(f"Saltelli's design needs outputs [n, {len(names) + 2}]; got {table.shape}.")
    problem = {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}
    found = sobol.analyze(problem, table.ravel(), calc_second_order=False, seed=seed)
    return SobolIndices(*(np.asarray(found[key]) for key in ("S1", "S1_conf", "ST", "ST_conf")))


def _with_interval(total: Floats, found: PositiveInterval) -> Sensitivity:
    """An index of 0 has no logarithm: where nothing ever moved the output, it is 0 and its interval too."""
    nothing = total == 0
    return Sensitivity(total, np.where(nothing, 0.0, found.lower), np.where(nothing, 0.0, found.upper))
