r"""Simultaneous rank sets: for every entrant the ranks not ruled out, all right at once with chance 1 - alpha.

Entrant *a* is *surely ahead* of *b* if :math:`\theta_a \le \theta_b` is rejected, and all ordered pairs are tested
together: with estimates :math:`\hat\theta` and redrawn deviations :math:`\delta^*`,

.. math:: T_{ab} = \frac{\hat\theta_a - \hat\theta_b}{s_{ab}} > c, \qquad
          c = \text{quantile}_{1-\alpha} \max_{ab} \frac{\delta^*_a - \delta^*_b}{s_{ab}},

stepping down: the pairs rejected leave the maximum and the rest is tested again, until no more fall (Romano & Wolf
2005). The rank set of *a* runs from 1 + the number surely ahead of *a* to *k* - the number surely behind. Unlike
percentiles of bootstrapped ranks it holds for near ties, where ranks jump (Mogstad et al. 2024).

Few units: a lead of so many standard errors is taken for the normal one that is as unlikely as it is under a t
distribution with one degree of freedom less than there are units (a multivariate t with one common denominator would
be too short in the tails, as every pair has a spread of its own). And no pair is told apart by fewer units on which it
differs than a sign test would need at Bonferroni's level, :math:`2^{1-n} \le \alpha / \binom k2`: two questions cannot
rank three experts, however alike their scores.

Mogstad, Romano, Shaikh & Wilhelm (2024), Inference for Ranks with Applications to Mobility across Neighbourhoods and
Academic Achievement across Countries, Review of Economic Studies 91, 476-518; Romano & Wolf (2005), Exact and
Approximate Stepdown Methods for Multiple Hypothesis Testing, Journal of the American Statistical Association 100,
94-108.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from humanlike.core import BadRecord, Streams
from humanlike.statistics.unequal_units import adjust_for_units

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
Integers = npt.NDArray[np.int64]
Draws = tuple[tuple[Floats, Floats], ...]  # deviations [k, draws] with the spread [k, k] of their differences
ROUNDING = 1e-12  # of the estimates: a spread this small is none


class RankSets(NamedTuple):
    """One entry for each entrant, in the order given; rank 1 is the highest."""

    lower: Integers  # [k] the best rank that is not ruled out
    upper: Integers  # [k] the worst
    ahead: Booleans  # [k, k] who is surely ahead of whom


def ranks_from_ahead(ahead: npt.ArrayLike) -> RankSets:
    """The ranks left possible once some are surely ahead [a, b] of others.

    >>> ranks_from_ahead([[False, True, True], [False, False, False], [False, False, False]])[:2]
    (array([1, 2, 2]), array([1, 3, 3]))
    """
    table = np.asarray(ahead, dtype=np.bool_)
    return RankSets(1 + table.sum(axis=0), len(table) - table.sum(axis=1), table)


def rank_sets_from_scores(
    stream: Streams, scores: npt.ArrayLike, *, alpha: float = 0.05, n_draws: int = 4000
) -> RankSets:
    """Rank sets of `scores` [entrants, units] by their mean; NaN where an entrant has no score for a unit.

    Units are independent; with gaps means are adjusted for the units met (`adjust_for_units`). Who cannot be compared,
    or has an infinite score, is ahead of nobody and behind nobody.

    >>> table = np.add.outer([2.0, 0.0, 0.1], Streams(1)["doc"].generator().standard_normal(30) / 9)
    >>> rank_sets_from_scores(Streams(1), table + Streams(2)["doc"].generator().standard_normal((3, 30)) / 3)[:2]
    (array([1, 2, 2]), array([1, 3, 3]))
    """
    table = np.asarray(scores, dtype=np.float64)
    level, n_units = adjust_for_units(table), table.shape[1]
    if n_units < 2:
        return ranks_from_ahead(np.zeros((len(table), len(table)), dtype=np.bool_))
    usable = np.isfinite(level.means)
    pull = np.where(usable[:, None], level.pull, 0.0)
    pull = pull * np.sqrt(n_units / (n_units - 1))
    deviations, error = pull @ stream.generator().standard_normal((n_units, n_draws)), _distances(pull)
    told = _enough_units(table, alpha) & usable[:, None] & usable
    means = np.where(usable, level.means, 0.0)
    known = _Table(means, ((deviations, error),), error, n_units - 1)
    return ranks_from_ahead(_surely_ahead(known, alpha, told))


def rank_sets_from_resamples(
    stream: Streams,
    estimates: npt.ArrayLike,
    resamples: npt.ArrayLike,
    *,
    n_units: int,
    alpha: float = 0.05,
    n_apart: npt.ArrayLike | None = None,
    together: bool = True,
) -> RankSets:
    """Rank sets of `estimates` [k] of any criterion, highest first, from bootstrap `resamples` [k, draws] of them.

    All entrants are redrawn together from `n_units` independent units; `n_apart` [k, k] counts the units on which two
    entrants differ (all of them, unless said). Without `together` each set holds by itself only.
    """
    values, drawn = _checked(estimates, resamples)
    freedom = max(n_units - 1, 1)
    deviations = (drawn - drawn.mean(axis=-1, keepdims=True)) * np.sqrt(n_units / freedom)
    # each half is studentised by the other half's spread, as the estimates are by a spread that errs independently
    mixed = stream.generator().permutation(drawn.shape[-1])
    halves = np.array_split(deviations[:, mixed], 2, axis=-1)
    spreads = [_distances(half) / np.sqrt(half.shape[-1] - 1) for half in halves]
    error = np.sqrt(np.mean(np.square(spreads), axis=0))
    parts = tuple(zip(halves, spreads[::-1], strict=True))
    counts = np.full((len(values), len(values)), n_units) if n_apart is None else np.asarray(n_apart)
    told = _sign_test_could_tell(counts, len(values), alpha)
    return _by_family(_Table(values, parts, error, freedom), alpha, told, together)


def rank_sets_from_covariance(
    stream: Streams,
    estimates: npt.ArrayLike,
    covariance: npt.ArrayLike,
    *,
    alpha: float = 0.05,
    together: bool = True,
    n_draws: int = 10_000,
) -> RankSets:
    """Rank sets of normal `estimates` [k] whose `covariance` [k, k] is known.

    >>> rank_sets_from_covariance(Streams(1), [5.0, 0.0, 0.5], np.eye(3))[:2]
    (array([1, 2, 2]), array([1, 3, 3]))
    """
    values, spread = np.asarray(estimates, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    if values.ndim != 1 or spread.shape != (values.size, values.size):
        raise BadRecord(
            f"Ranks need estimates [k] and a covariance [k, k]; got {values.shape}, {spread.shape}."
        )
    variances, axes = np.linalg.eigh(spread)
    root = axes * np.sqrt(np.maximum(variances, 0.0))
    deviations = root @ stream.generator().standard_normal((values.size, n_draws))
    told = np.ones(spread.shape, dtype=np.bool_)
    error = _distances(root)
    return _by_family(_Table(values, ((deviations, error),), error, np.inf), alpha, told, together)


class _Table(NamedTuple):
    """What is known of the estimates."""

    values: Floats  # [k]
    draws: Draws
    error: Floats  # [k, k] of their differences
    freedom: float  # degrees of freedom with which the errors were estimated

    def leads(self) -> tuple[Floats, Booleans]:
        """Every lead in standard errors [a, b], as a normal one would be that is as unlikely; and who has no error."""
        lead = self.values[:, None] - self.values
        scale = ROUNDING * np.maximum(np.abs(self.values)[:, None], np.abs(self.values))
        certain = self.error <= scale
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = np.where(certain, 0.0, lead / self.error)
        if np.isfinite(self.freedom):
            ratio = -special.ndtri(special.stdtr(self.freedom, -ratio))
        return np.where(certain, np.where(lead > scale, np.inf, 0.0), ratio), np.asarray(certain)


def _by_family(table: _Table, alpha: float, told: Booleans, together: bool) -> RankSets:
    if together:
        return ranks_from_ahead(_surely_ahead(table, alpha, told))
    lower, upper = np.empty(len(told), dtype=np.int64), np.empty(len(told), dtype=np.int64)
    ahead = np.zeros(told.shape, dtype=np.bool_)
    for row in range(len(told)):
        own = np.zeros_like(told)
        own[row], own[:, row] = told[row], told[:, row]
        found = ranks_from_ahead(_surely_ahead(table, alpha, own))
        lower[row], upper[row], ahead[row] = found.lower[row], found.upper[row], found.ahead[row]
    return RankSets(lower, upper, ahead)


def _surely_ahead(table: _Table, alpha: float, tested: Booleans) -> Booleans:
    """Step down over the ordered pairs `tested` [a, b]: which of them are rejected in favour of a > b."""
    ratio, certain = table.leads()
    left = tested & ~np.eye(len(tested), dtype=np.bool_)
    ahead = np.zeros_like(left)
    while left.any():
        fallen = left & (ratio > _critical(table.draws, left & ~certain, alpha))
        if not fallen.any():
            break
        ahead |= fallen
        left &= ~fallen
    return ahead


def _critical(draws: Draws, pairs: Booleans, alpha: float) -> float:
    """The 1 - alpha quantile of the largest studentised deviation among `pairs` [a, b]."""
    largest = np.concatenate([_largest(deviations, error, pairs) for deviations, error in draws])
    place = min(int(np.ceil((1 - alpha) * (largest.size + 1))), largest.size) - 1
    return float(np.partition(largest, place)[place])


def _largest(deviations: Floats, error: Floats, pairs: Booleans) -> Floats:
    """Of each draw, [draws]."""
    largest = np.zeros(deviations.shape[-1])
    for row in np.flatnonzero(pairs.any(axis=1)):
        others = np.flatnonzero(pairs[row])
        ratios = (deviations[row] - deviations[others]) / error[row, others][:, None]
        np.maximum(largest, ratios.max(axis=0), out=largest)
    return largest


def _distances(rows: Floats) -> Floats:
    """The Euclidean distance of every two rows."""
    return np.stack([np.sqrt(((row - rows) ** 2).sum(axis=-1)) for row in rows])


def _enough_units(table: Floats, alpha: float) -> Booleans:
    """Which pairs differ on enough of the units that both met."""
    differ = np.stack([((row != table) & ~np.isnan(row) & ~np.isnan(table)).sum(axis=-1) for row in table])
    return _sign_test_could_tell(differ, len(table), alpha)


def _sign_test_could_tell(n_apart: npt.NDArray[np.integer], k: int, alpha: float) -> Booleans:
    """Whether a sign test of so many differences of one sign would be significant by Bonferroni over the pairs."""
    return np.asarray((1.0 - n_apart) * np.log(2) <= np.log(alpha / max(k * (k - 1) / 2, 1)))


def _checked(estimates: npt.ArrayLike, resamples: npt.ArrayLike) -> tuple[Floats, Floats]:
    values, drawn = np.asarray(estimates, dtype=np.float64), np.asarray(resamples, dtype=np.float64)
    if values.ndim != 1 or drawn.ndim != 2 or len(drawn) != values.size or drawn.shape[-1] < 2:
        raise BadRecord(
            f"Ranks need estimates [k] and resamples [k, draws]; got {values.shape}, {drawn.shape}."
        )
    if not (np.isfinite(values).all() and np.isfinite(drawn).all()):
        raise BadRecord("Ranks need finite estimates and resamples; leave out who has none.")
    return values, drawn
