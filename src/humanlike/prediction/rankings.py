r"""From values to ranks, and from ranks to what may be said about them.

Rank 1 is the best, ties share the middle rank. The rank's interval holds 95 % of its bootstrap resamples. Two
rules *cannot be told apart* by a criterion if their difference, over its standard error in the paired
bootstrap, is not significant after Holm's correction over all comparisons with the best.

How far the answer depends on the way of measuring
is summarised by Spearman's correlation between criteria (Pearson's on midranks) and by Kendall's
coefficient of concordance over k criteria and n rules,

.. math:: W = \frac{12 \sum_i (R_i - \bar R)^2}{k^2 (n^3 - n) - k \sum_{\text{ties}} (t^3 - t)},

1 if every criterion ranks alike, 0 if they agree no more than chance.

Kendall & Babington Smith (1939), Annals of Mathematical Statistics 10, 275-287.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import stdtr  # scipy.stats takes a second to load

from humanlike.core import BadRequest
from humanlike.prediction.assessment import Assessment
from humanlike.prediction.criteria import ALL_GAMES, MEASURES, Criterion
from humanlike.prediction.observations import Floats
from humanlike.statistics import holm, midranks

TIED = 1e-12
DIGITS = 12  # values that agree to this many digits are a tie, whatever rounding did to them


class RankedRule(NamedTuple):
    """One rule under one criterion."""

    rule: str
    value: float
    rank: float
    rank_lower: float
    rank_upper: float


class RuleComparison(NamedTuple):
    """The best rule by a criterion, and who might be as good."""

    criterion: Criterion
    best: str
    apart: tuple[str, ...]  # established as worse than the best
    not_apart: tuple[str, ...]  # cannot be told apart from the best
    sentence: str


class Concordance(NamedTuple):
    """How far the ranking depends on the way of measuring."""

    criteria: tuple[Criterion, ...]
    kendall_w: float
    spearman: Floats  # [criteria, criteria]
    best_counts: dict[str, int]  # how many criteria each rule wins (ties shared out to all)
    rank_ranges: dict[str, tuple[float, float]]  # best and worst rank of each rule
    sentence: str


def ranks_of(values: npt.ArrayLike, measure: str) -> Floats:
    """Midranks along the last axis, 1 for the best; NaN where there is no value.

    >>> ranks_of([0.3, 0.1, float("nan"), 0.3], "MAD")
    array([2.5, 1. , nan, 2.5])
    """
    scores = np.asarray(values, dtype=np.float64)
    signed = scores if MEASURES[measure].higher_is_better else -scores
    known = ~np.isnan(signed)
    rounded = np.round(np.where(known, signed, 0.0), DIGITS)
    ranks = midranks(np.where(known, rounded, -np.inf))  # missing values stand last and disturb nobody
    return np.where(known, ranks, np.nan)


def ranked(assessment: Assessment, criterion: Criterion, *, alpha: float = 0.05) -> list[RankedRule]:
    """Every rule with its value, rank and the rank's bootstrap interval, in the order of the assessment."""
    row = assessment.row(criterion)
    values = assessment.values[row]
    ranks = ranks_of(values, criterion.measure)
    lower = upper = np.full_like(ranks, np.nan)
    if assessment.resamples.shape[-1]:
        spread = ranks_of(assessment.resamples[row].T, criterion.measure)
        lower, upper = _interval(spread, alpha)
    return [
        RankedRule(rule, *map(float, each))
        for rule, *each in zip(assessment.rules, values, ranks, lower, upper, strict=True)
    ]


def _interval(spread: Floats, alpha: float) -> tuple[Floats, Floats]:
    """Ranks between which all but `alpha` of the resamples lie; NaN for a rule without values."""
    everywhere = np.all(np.isnan(spread), axis=0)
    filled = np.where(everywhere, 0.0, spread)
    lower, upper = np.nanquantile(filled, [alpha / 2, 1 - alpha / 2], axis=0, method="closest_observation")
    return np.where(everywhere, np.nan, lower), np.where(everywhere, np.nan, upper)


def compare_rules(assessment: Assessment, criterion: Criterion, *, alpha: float = 0.05) -> RuleComparison:
    """Who is best by this criterion, and which rules cannot be told apart from it."""
    row = assessment.row(criterion)
    ranks = ranks_of(assessment.values[row], criterion.measure)
    if np.all(np.isnan(ranks)):
        raise BadRequest(f"{criterion.title} has no value for any rule.")
    if not assessment.resamples.shape[-1]:
        raise BadRequest("Telling rules apart needs bootstrap resamples.")
    best = int(np.nanargmin(ranks))
    rivals = [rule for rule in range(len(ranks)) if rule != best and not np.isnan(ranks[rule])]
    drawn = assessment.resamples[row]
    gaps = assessment.values[row] - assessment.values[row, best]
    freedom = max(1, sum(_units(assessment, criterion)) - 1)
    p_values = [_p_value(gaps[rival], drawn[rival] - drawn[best], freedom) for rival in rivals]
    adjusted = holm(p_values) if rivals else np.empty(0)
    names = assessment.rules
    apart = tuple(names[rival] for rival, p in zip(rivals, adjusted, strict=True) if p <= alpha)
    close = tuple(names[rival] for rival, p in zip(rivals, adjusted, strict=True) if p > alpha)
    return RuleComparison(
        criterion, names[best], apart, close, _sentence(criterion, names[best], apart, close, alpha)
    )


def _units(assessment: Assessment, criterion: Criterion) -> list[int]:
    """How many units each game of a criterion has."""
    return [count for game, count in assessment.n_units.items() if criterion.game in (ALL_GAMES, game)]


def _p_value(gap: float, resampled: Floats, freedom: int) -> float:
    """Two-sided: the difference over its bootstrap standard error, by Student's t.

    Counting resamples beyond zero would need thousands of them before Holm's correction could ever reject.
    """
    known = resampled[~np.isnan(resampled)]
    spread = float(known.std(ddof=1)) if known.size > 1 else float("nan")
    if not spread > 0:
        return 1.0 if abs(gap) < TIED else 0.0
    return float(2 * stdtr(freedom, -abs(gap) / spread))


def _sentence(
    criterion: Criterion, best: str, apart: Sequence[str], close: Sequence[str], alpha: float
) -> str:
    start = f"By {criterion.title}, {best} predicts best"
    level = f"({1 - alpha:.0%}, paired bootstrap over matches, Holm)"
    if not apart and not close:
        return f"{start}; there is nothing to compare it with."
    if not close:
        return f"{start}, and every other rule is told apart from it {level}."
    if not apart:
        return f"{start}, but these rules cannot be told apart from it: all others {level}."
    return f"{start}, but these rules cannot be told apart from it: {', '.join(close)} {level}."


def spearman(first: npt.ArrayLike, second: npt.ArrayLike) -> float:
    """Spearman's rank correlation with midranks; NaN where one side does not vary.

    >>> print(round(spearman([1, 2, 3, 4], [1, 2, 4, 3]), 3))
    0.8
    """
    a, b = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    both = ~np.isnan(a) & ~np.isnan(b)
    x, y = midranks(a[both]), midranks(b[both])
    x, y = x - x.mean(), y - y.mean()
    scale = np.sqrt((x @ x) * (y @ y))
    return float(x @ y / scale) if scale > 0 else float("nan")


def correlations(assessment: Assessment, criteria: Sequence[Criterion]) -> Floats:
    """Spearman's correlations between criteria over the rules, shape [criteria, criteria]."""
    ranks = np.stack([ranks_of(assessment.of(each), each.measure) for each in criteria])
    if np.isnan(ranks).any():  # each pair is ranked anew among the rules both have a value for
        return np.array([[spearman(a, b) for b in ranks] for a in ranks])
    centred = ranks - ranks.mean(axis=1, keepdims=True)
    products = centred @ centred.T
    scale = np.sqrt(np.outer(np.diag(products), np.diag(products)))
    return np.asarray(np.divide(products, scale, out=np.full_like(products, np.nan), where=scale > 0))


def concordance(assessment: Assessment, game: str) -> Concordance:
    """How far the ranking in `game` depends on measure, method and level."""
    criteria = tuple(
        each for each in assessment.defined if each.game == game and not np.isnan(assessment.of(each)).any()
    )
    if len(criteria) < 2 or len(assessment.rules) < 2:
        raise BadRequest(
            "How far a ranking depends on the measure takes two criteria and two rules at least."
        )
    ranks = np.stack([ranks_of(assessment.of(each), each.measure) for each in criteria])
    matrix = correlations(assessment, criteria)
    winners = ranks == ranks.min(axis=1, keepdims=True)
    counts = {rule: int(won) for rule, won in zip(assessment.rules, winners.sum(axis=0), strict=True) if won}
    ranges = {
        rule: (float(low), float(high))
        for rule, low, high in zip(assessment.rules, ranks.min(axis=0), ranks.max(axis=0), strict=True)
    }
    agreement = _kendall(ranks)
    sentence = _dependence(agreement, matrix, counts, ranges, len(criteria), game)
    return Concordance(criteria, agreement, matrix, counts, ranges, sentence)


def _kendall(ranks: Floats) -> float:
    """W of ranks [criteria, rules], corrected for ties."""
    k, n = ranks.shape
    ties = 0.0
    for row in ranks:
        _, size = np.unique(row, return_counts=True)
        ties += float((size.astype(np.float64) ** 3 - size).sum())
    totals = ranks.sum(axis=0)
    below = k**2 * (n**3 - n) - k * ties
    return float(12 * ((totals - totals.mean()) ** 2).sum() / below) if below > 0 else float("nan")


def _dependence(
    agreement: float,
    matrix: Floats,
    counts: dict[str, int],
    ranges: dict[str, tuple[float, float]],
    n_criteria: int,
    game: str,
) -> str:
    pairs = matrix[np.triu_indices(len(matrix), 1)]
    pairs = pairs[~np.isnan(pairs)]
    widest = max(ranges, key=lambda rule: ranges[rule][1] - ranges[rule][0])
    low, high = ranges[widest]
    word = "hardly" if agreement > 0.9 else "partly" if agreement > 0.6 else "strongly"
    where = "all games" if game == "all" else game
    moved = (
        f"{widest} moves most, from rank {low:g} to rank {high:g}"
        if low < high
        else "no rule changes its rank"
    )
    winners = ", ".join(
        f"{rule} ({count})" for rule, count in sorted(counts.items(), key=lambda pair: -pair[1])
    )
    correlated = "no two ways both rank the rules apart"
    if len(pairs):
        correlated = (
            f"rank correlations run from {pairs.min():.2f} to {pairs.max():.2f} (mean {pairs.mean():.2f})"
        )
    return (
        f"In {where} the ranking depends {word} on how one measures: over {n_criteria} ways Kendall's W is "
        f"{agreement:.2f}, {correlated}; "
        f"first places: {winners}; {moved}."
    )
