r"""Wald tests, and profile intervals where the likelihood is lopsided.

Both are robust within units, as the fit's standard errors are. *Wald*: for m linear equations :math:`R\theta = r`
(`fitting.hypotheses`), :math:`W = (R\hat\theta - r)^\top (R \hat V R^\top)^{-1} (R\hat\theta - r)` over U units;
:math:`W (U-m) / (m (U-1))` is held against F with m and U - m degrees of freedom. *Profile*: all values v with

.. math:: 2\,[\ell(\hat\theta) - \max_{\theta_j = v} \ell(\theta)] \le t^2_{U-1}(level) \cdot V_{jj} / (H^{-1})_{jj},

found by fitting the other parameters at a row of values side by side, twice (the second row is finer, around the
crossing); the last factor is 1 if everybody follows the rule alike. An interval that runs into a bound ends there.

References
----------
Wald (1943), Trans. AMS 54, 426-482; Venzon & Moolgavkar (1988), Applied Statistics 37, 87-94; Rotnitzky & Jewell
(1990), Biometrika 77, 485-497 (likelihood ratios of dependent observations).

"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import fdtrc, gammaincinv  # scipy.stats takes a second to load

from humanlike.core import BadRequest, Play, Rule, look_up
from humanlike.engine.replay import FLOOR
from humanlike.fitting.fits import Fit, Fits, t_quantile
from humanlike.fitting.hypotheses import Hypothesis, values_hypothesis
from humanlike.fitting.losses import Losses
from humanlike.fitting.maximum_likelihood import bounds_of, grouped, taught_seats
from humanlike.fitting.optimise import minimise
from humanlike.fitting.seats import Seats

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
POINTS = 24  # values in a row


class WaldTest(NamedTuple):
    """A statistic with its distribution under the hypothesis."""

    statistic: float
    degrees: int
    p_value: float


def wald_test(fitted: Fit, hypothesis: Mapping[str, float] | Hypothesis) -> WaldTest:
    """Test that parameters have the given values, or obey linear equations; all of them need a standard error."""
    if not isinstance(hypothesis, Hypothesis):
        hypothesis = values_hypothesis(fitted.rule, hypothesis)
    here = np.flatnonzero(hypothesis.matrix.any(axis=0))
    if not len(here) or not np.isfinite(fitted.covariance[np.ix_(here, here)]).all():
        raise BadRequest(
            f"{fitted.rule.name}: {hypothesis.text or 'nothing'} cannot be tested; a parameter on a bound or "
            "kink, without influence, or known from one unit only has no standard error."
        )
    matrix = hypothesis.matrix[:, here]
    count = len(matrix)
    freedom = fitted.n_units - count
    if freedom < 1:
        raise BadRequest(f"{count} equations cannot be tested together by {fitted.n_units} units.")
    gap = matrix @ np.array(fitted.parameters, dtype=np.float64)[here] - hypothesis.values
    variance = matrix @ fitted.covariance[np.ix_(here, here)] @ matrix.T
    statistic = float(gap @ np.linalg.solve(variance, gap))
    ratio = statistic * freedom / (count * (fitted.n_units - 1))
    return WaldTest(statistic, count, float(fdtrc(count, freedom, ratio)))


class ProfileInterval(NamedTuple):
    """Values the data do not reject; an end on a bound is open."""

    parameter: str
    lower: float
    upper: float
    lower_at_bound: bool
    upper_at_bound: bool
    robust: bool  # whether it holds when units differ; else it supposes that everybody follows the rule alike


def profile_interval(
    plays: Sequence[Play] | Play,
    rule: Rule,
    fitted: Fit,
    parameter: str,
    *,
    level: float = 0.95,
    role: int | None = None,
    floor: float = FLOOR,
) -> ProfileInterval:
    """The profile interval of one parameter of a pooled fit of `plays`."""
    index = look_up(
        f"parameter of {rule.name}", parameter, {n: i for i, n in enumerate(rule.parameter_names)}
    )
    rule, seats = taught_seats(plays, rule.ignorant, role=role)
    return _interval(_losses_of(seats, rule, np.arange(len(seats.row)), floor), fitted, index, level)


def profile_intervals(
    plays: Sequence[Play] | Play, fits: Fits, *, level: float = 0.95, role: int | None = None
) -> tuple[tuple[ProfileInterval, ...], ...]:
    """The profile intervals of every parameter of every group of `fits` to `plays`, by likelihood."""
    rule = fits.rule
    rule, seats = taught_seats(plays, rule.ignorant, role=role)
    groups = grouped(seats, fits.by)
    if not rule.parameter_names:
        return ((),) * len(fits)
    found = []
    for number, fit in enumerate(fits):
        losses = _losses_of(seats, rule, groups.seat[groups.problem == number], fit.floor)
        found.append(tuple(_interval(losses, fit, index, level) for index in range(len(rule.bounds))))
    return tuple(found)


def _losses_of(seats: Seats, rule: Rule, here: Integers, floor: float) -> Losses:
    """The losses of some seats with one parameter set."""
    return Losses(seats, rule, np.zeros(len(here), dtype=np.int64), here, floor=floor)


def _interval(losses: Losses, fitted: Fit, index: int, level: float) -> ProfileInterval:
    limit, robust = _limit(fitted, index, level)
    limit /= float(losses.n_choices[0])
    lower, upper = (bound[0] for bound in bounds_of(losses))
    best = np.array(fitted.parameters, dtype=np.float64)
    ends = []
    for edge in (lower[index], upper[index]):
        ends.append(_crossing(losses, best, index, float(edge), fitted.nats_per_choice, limit))
    name = losses.rule.parameter_names[index]
    return ProfileInterval(name, ends[0][0], ends[1][0], ends[0][1], ends[1][1], robust)


def _limit(fitted: Fit, index: int, level: float) -> tuple[float, bool]:
    """By how many nats the profile may rise, and whether units were allowed to differ in that."""
    factor = float(fitted.covariance[index, index] / fitted.model_covariance[index, index])
    if not np.isfinite(factor):  # on a bound, on a kink, or one unit only
        return float(gammaincinv(0.5, level)), False
    return 0.5 * t_quantile(level, fitted.n_effective) ** 2 * factor, True


def _crossing(
    losses: Losses, best: Floats, index: int, edge: float, loss: float, limit: float
) -> tuple[float, bool]:
    """Where the profile rises by `limit` on the way from the optimum to `edge`; and whether it never does."""
    near, far = float(best[index]), edge
    if near == far:
        return edge, True
    values = near + (far - near) * np.linspace(0.0, 1.0, POINTS + 1)[1:] ** 2  # denser near the optimum
    for _ in range(3):
        rise = _profile(losses, best, index, values) - loss
        above = np.flatnonzero(rise > limit)
        if not len(above):
            return edge, True
        first = int(above[0])
        inner = near if first == 0 else float(values[first - 1])
        near, outer = inner, float(values[first])
        values = np.linspace(inner, outer, POINTS + 1)[1:]
    return 0.5 * (near + outer), False


def _profile(losses: Losses, best: Floats, index: int, values: Floats) -> Floats:
    """The smallest loss per choice with the parameter fixed at each of `values`."""
    start = np.tile(best, (len(values), 1))
    start[:, index] = values
    lower, upper = (np.repeat(bound, len(values), axis=0) for bound in bounds_of(losses))
    share = np.clip((start - lower) / (upper - lower), 1e-3, 1 - 1e-3)  # off the bounds, where slopes vanish
    share[:, index] = (start[:, index] - lower[:, index]) / (upper[:, index] - lower[:, index])
    fixed = np.zeros_like(start)
    fixed[:, index] = 1.0
    count = float(losses.n_choices[0])

    def evaluate(points: Floats, runs: Integers) -> tuple[Floats, Floats]:
        loss, gradient = losses.evaluate(points, np.zeros(len(runs), dtype=np.int64))
        return loss / count, gradient / count

    return minimise(evaluate, lower + share * (upper - lower), lower, upper, fixed=fixed).losses
