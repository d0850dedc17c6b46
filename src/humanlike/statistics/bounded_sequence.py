r"""A confidence sequence for bounded scores: exact at every look, rare disasters that nobody has seen yet included.

Against every candidate mean *m* two gamblers bet on the mean being larger or smaller. With a score *x* between *a* and
*b* each puts a share *c* of the capital at risk and keeps it,

.. math::
   K^+_n(m) = \sum_j w_j \prod_{i \le n} \Bigl(1 + c_j \frac{x_i - m}{m - a}\Bigr), \qquad
   K^-_n(m) = \sum_j w_j \prod_{i \le n} \Bigl(1 - c_j \frac{x_i - m}{b - m}\Bigr),

a mixture over fixed shares :math:`c_j` (`STAKES`) of prior weights :math:`w_j`. Every factor is nonnegative whatever
the next score, the one at the bound included: a disaster not yet seen is paid for in advance.

*Why it holds.* Write :math:`\lambda = c_j/(m-a)` and :math:`\mu_i` for the mean of :math:`x_i` given the past.
:math:`\prod (1+\lambda(x_i-m)) / \prod (1+\lambda(\mu_i-m))` is a nonnegative martingale that begins at 1, and so is
the mixture of these; by Ville's inequality it ever reaches :math:`2/\alpha` with chance at most :math:`\alpha/2`. Since
:math:`\log(1+y) \le y` and :math:`\lambda` is the same at all times,

.. math:: \prod_{i \le n} (1+\lambda(\mu_i-m)) \le \exp\Bigl(\lambda \sum_{i \le n} (\mu_i-m)\Bigr) \le 1

whenever the average of the :math:`\mu_i` so far is at most *m*. So "the average mean so far is above *m*", said at the
first look at which :math:`K^+ \ge 2/\alpha`, is wrong with chance at most :math:`\alpha/2`, no matter how means differ
from score to score. Two things follow that stakes adapted to the past do not have: several independent scores may enter
at one look (every dataset of a trial, not the trial's mean), and an easy question may follow a hard one. As an interval
for one number, it holds where that average is the same at all looks.

Each factor is :math:`1 - c + c\,(x-a)/(m-a)`, so :math:`K^+` falls in *m* and :math:`K^-` rises: the means not yet
ruled out form an interval, whose ends are found by bisection. The lower end needs the lower bound only, the upper end
the upper one: where a bound is infinite, the end on its side is. Half of the weight is on the largest share, because
with a range of eight standard deviations even the boldest bet that cannot ruin is too timid.

Waudby-Smith & Ramdas (2024), Estimating means of bounded random variables by betting, Journal of the Royal Statistical
Society B 86, 1-27; Ville (1939), Étude critique de la notion de collectif; Cover (1991), Universal portfolios,
Mathematical Finance 1, 1-29 (the mixture).
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters, BadRecord
from humanlike.statistics.confidence_sequence import ConfidenceSequence

Floats = npt.NDArray[np.float64]
STAKES = np.array([0.99, *(0.7 * 0.5 ** np.arange(10))])
_FADING = 0.8 ** np.arange(10)
LOG_WEIGHTS = np.log(np.array([0.5, *(0.5 * _FADING / _FADING.sum())]))
LADDER = 48  # candidate means between which an end is rounded outwards at all looks but the last
LOOKS_AT_ONCE = 4096
HALVINGS = 45
NEXT_TO = 1e-9  # of the range: the candidate that decides whether 0 is excluded
MULTIPLIED = 8  # factors before a logarithm is taken: few enough that no product overflows
ROUNDING = 1e-9  # of the range, by which a score may miss its bound


def bounded_sequence(
    values: npt.ArrayLike, lower: float, upper: float, *, alpha: float = 0.05, several: bool = False
) -> ConfidenceSequence:
    """The sequence for the mean of `values` [..., n], all of which lie between `lower` and `upper`.

    With `several`, `values` are [..., n, scores at one look], NaN where there is none, and the mean is that of single
    scores. Ends never move outwards: what has been ruled out stays so. At all looks but the last they are rounded
    outwards by at most a 48th of their way, but not where they pass 0.

    >>> sequence = bounded_sequence(np.tile([0.6, 0.8], 50), 0.0, 1.0)
    >>> print(sequence.lower[-1].round(3), sequence.upper[-1].round(3))
    0.664 0.729
    """
    given = _by_look(values, several)
    _check(given, lower, upper)
    if not 0 < alpha < 1:
        raise BadParameters(f"alpha = {alpha:g} must lie between 0 and 1.")
    *shape, n_looks, n_scores = given.shape
    rows, threshold = given.reshape(-1, n_looks, n_scores), float(np.log(2 / alpha))
    low = np.stack([_lower_ends(row, lower, threshold) for row in rows])
    high = -np.stack([_lower_ends(-row, -upper, threshold) for row in rows])
    count = np.cumsum((~np.isnan(rows)).sum(axis=-1), axis=-1)
    mean = np.cumsum(np.nansum(rows, axis=-1), axis=-1) / np.maximum(count, 1)
    return ConfidenceSequence(*(part.reshape(*shape, n_looks) for part in (mean, low, high)))


def last_interval(
    values: npt.ArrayLike, lower: npt.ArrayLike, upper: npt.ArrayLike, *, alpha: float = 0.05
) -> tuple[Floats, Floats]:
    """The ends of the sequences of `values` [rows, n], NaN where there is none, at the last look: each [rows].

    Bounds may differ from row to row. What an earlier look ruled out is not remembered.

    >>> low, high = last_interval([[0.6, 0.8] * 50], 0.0, 1.0)
    >>> print(low.round(3), high.round(3))
    [0.664] [0.729]
    """
    given = np.asarray(values, dtype=np.float64)
    bounds = [np.broadcast_to(np.asarray(end, dtype=np.float64), len(given)) for end in (lower, upper)]
    for row, low, high in zip(given, *bounds, strict=True):
        _check(row, float(low), float(high))
    threshold, ends = float(np.log(2 / alpha)), []
    for sign, bound in ((1.0, bounds[0]), (-1.0, -bounds[1])):
        known = np.isfinite(bound)
        end = np.full(len(given), -np.inf)
        excess = sign * given[known] - bound[known][:, None]
        end[known] = bound[known] + _largest_rejected(excess, threshold)
        ends.append(sign * end)
    return ends[0], ends[1]


def log_evidence(values: npt.ArrayLike, lower: float, *, mean: float = 0.0, several: bool = False) -> Floats:
    """How strongly `values` [..., n], none below `lower`, speak for a mean above `mean`: log K+ after each, [..., n].

    Its running maximum exceeds log(1/alpha) with chance at most alpha while the average mean is at most `mean`.

    >>> print(log_evidence(np.full(20, 0.9), 0.0, mean=0.5)[-1].round(2))
    10.99
    """
    given = _by_look(values, several)
    _check(given, lower, np.inf)
    if not lower < mean:
        raise BadParameters(f"The mean {mean:g} is not above the bound {lower:g}.")
    return _log_capital(given - lower, mean - lower)


def _log_capital(excess: Floats, candidate: float) -> Floats:
    """Log K+ after every look, of scores `excess` [..., looks, scores] above their bound."""
    growths = _log_growths(excess, candidate, np.zeros(len(STAKES)))
    weighted = LOG_WEIGHTS.reshape(-1, *[1] * (growths.ndim - 1)) + growths
    return np.asarray(np.logaddexp.reduce(weighted, axis=0, initial=-np.inf))


def _log_growths(excess: Floats, candidate: float, before: Floats) -> Floats:
    """What every stake has earned after each look, as a logarithm: [stakes, ..., looks]; `before` them: [stakes]."""
    ratio = np.where(np.isnan(excess), 1.0, excess / candidate)
    growths = np.stack([_log_growth(ratio, stake) for stake in STAKES])
    growths[..., 0] += before.reshape(-1, *[1] * (growths.ndim - 2))  # summed in order, as if never cut
    return np.asarray(np.cumsum(growths, axis=-1))


def _log_growth(ratio: Floats, stake: float) -> Floats:
    """The logarithm of what one stake earns at every look, [..., looks, scores] -> [..., looks]."""
    factors = 1 + stake * (ratio - 1)
    if factors.shape[-1] == 1:
        return np.asarray(np.log(factors[..., 0]))
    starts = np.arange(0, factors.shape[-1], MULTIPLIED)
    return np.asarray(np.log(np.multiply.reduceat(factors, starts, axis=-1)).sum(axis=-1))


def _lower_ends(values: Floats, lower: float, threshold: float) -> Floats:
    """The largest mean found too small at each look or before, of one series [looks, scores] above `lower`."""
    if not np.isfinite(lower):
        return np.full(len(values), -np.inf)
    excess = values - lower
    top = float(_largest_rejected(excess.reshape(1, -1), threshold)[0])
    ladder = top * np.arange(1, LADDER + 1) / LADDER
    nearly_zero = -lower + NEXT_TO * max(np.nanmax(excess), -lower)
    if nearly_zero > 0:  # an earlier look may have passed 0 although the last does not
        ladder = np.unique(np.append(ladder, nearly_zero))
    ends = np.zeros(len(values))
    for candidate in ladder[ladder > 0]:  # from below, so that a larger one overwrites
        ends[_first_rejected(excess, float(candidate), threshold) :] = candidate
    return np.asarray(lower + ends)


def _first_rejected(excess: Floats, candidate: float, threshold: float) -> int:
    """The first look at which a series [looks, scores] finds the candidate too small; the number of looks if none does.

    Looks are taken some at a time, since most candidates fall early in a long series.
    """
    before = np.zeros(len(STAKES))  # what each stake has earned so far, as a logarithm
    for start in range(0, len(excess), LOOKS_AT_ONCE):
        growth = _log_growths(excess[start : start + LOOKS_AT_ONCE], candidate, before)
        capital = np.logaddexp.reduce(LOG_WEIGHTS[:, None] + growth, axis=0, initial=-np.inf)
        if (capital >= threshold).any():
            return start + int(np.argmax(capital >= threshold))
        before = growth[:, -1]
    return len(excess)


def _largest_rejected(excess: Floats, threshold: float) -> Floats:
    """The largest candidate that each whole series [rows, scores] has found too small, [rows]; 0 if none."""
    missing = np.isnan(excess)
    count = np.maximum((~missing).sum(axis=-1), 1)
    low, high = np.zeros(len(excess)), np.nansum(excess, axis=-1) / count
    some = high > 0
    scores = np.where(missing, 0.0, excess)
    for _ in range(HALVINGS if some.any() else 0):
        middle = np.where(some, (low + high) / 2, 1.0)
        ratio = np.where(missing, 1.0, scores / middle[:, None]) - 1
        growth = [np.log1p(stake * ratio).sum(axis=-1) for stake in STAKES]
        rejected = np.logaddexp.reduce(LOG_WEIGHTS[:, None] + np.stack(growth), axis=0) >= threshold
        low, high = np.where(rejected, middle, low), np.where(rejected, high, middle)
    return np.where(some, low, 0.0)


def _by_look(values: npt.ArrayLike, several: bool) -> Floats:
    """Scores [..., looks, scores at a look]."""
    given = np.asarray(values, dtype=np.float64)
    if given.ndim < 1 + several or 0 in given.shape:
        raise BadRecord("A confidence sequence needs at least one value.")
    return given if several else given[..., None]


def _check(given: Floats, lower: float, upper: float) -> None:
    """Refuse, in words, bounds that leave no room and scores that break them."""
    if not lower < upper:
        raise BadParameters(f"The bounds {lower:g} to {upper:g} leave no room.")
    span = upper - lower if np.isfinite(upper - lower) else max(abs(lower), 1.0)
    broken = (given < lower - ROUNDING * span) | (given > upper + ROUNDING * span) | np.isinf(given)
    if broken.any():
        worst = float(given[broken][0])
        raise BadRecord(
            f"The score {worst:g} is {'below' if worst < lower else 'above'} what was said to be possible, {lower:g} "
            f"to {upper:g}: nothing exact can be concluded. Without the bound, or with a wider one, a difference can "
            "still be found, then on the assumption that no disaster is rarer than was seen."
        )
