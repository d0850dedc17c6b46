r"""From values to ranks, and from ranks to what may be said about them.

Rank 1 is the best, ties share the middle rank. Beside its rank a rule has a *rank set*: the ranks that are not ruled
out, where all rules' sets hold at once with 95 % (`statistics.rank_sets`; units redrawn by the bootstrap, Student's t
for few of them). Whose set holds rank 1 *may be the best*: nobody is surely ahead of it. These rules are a confidence
set of the best model, and since they and the ranks come from one test of all pairs, they never contradict each other.

How far the answer depends on the way of measuring
is summarised by Spearman's correlation between criteria (Pearson's on midranks) and by Kendall's
coefficient of concordance over k criteria and n rules,

.. math:: W = \frac{12 \sum_i (R_i - \bar R)^2}{k^2 (n^3 - n) - k \sum_{\text{ties}} (t^3 - t)},

1 if every criterion ranks alike, 0 if they agree no more than chance.

Kendall & Babington Smith (1939), Annals of Mathematical Statistics 10, 275-287.
"""

from collections.abc import Sequence
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from humanlike.core import UNITS, BadRequest, Streams
from humanlike.prediction.assessment import Assessment
from humanlike.prediction.criteria import ALL_GAMES, MEASURES, Criterion
from humanlike.prediction.observations import Floats
from humanlike.statistics import RankSets, midranks, model_confidence_set, rank_sets_from_resamples, spearman

# story, table, document and page all ask for the sets of one assessment
_FOUND: WeakKeyDictionary[Assessment, dict[tuple[Criterion, float], RankSets | None]] = WeakKeyDictionary()
LEAST = 20  # resamples behind a 95 % quantile, at least
DIGITS = 12  # values that agree to this many digits are a tie, whatever rounding did to them


class RankedRule(NamedTuple):
    """One rule under one criterion."""

    rule: str
    value: float
    rank: float
    rank_lower: float  # NaN without resamples, or with one unit only
    rank_upper: float

    @property
    def may_be_best(self) -> bool:
        """Whether nobody is surely ahead."""
        return self.rank_lower == 1


class RuleComparison(NamedTuple):
    """The best rule by a criterion, and who might be as good."""

    criterion: Criterion
    best: str
    apart: tuple[str, ...]  # surely not the best
    not_apart: tuple[str, ...]  # may be the best as well
    sentence: str
    p_best: dict[
        str, float
    ]  # of each rule that it may be the best, by Hansen, Lunde & Nason; none with one unit only


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
    """Every rule with its value, rank and rank set, in the order of the assessment."""
    values = assessment.of(criterion)
    ranks = ranks_of(values, criterion.measure)
    lower, upper = np.full_like(ranks, np.nan), np.full_like(ranks, np.nan)
    known_sets = _FOUND.setdefault(assessment, {})
    if (criterion, alpha) not in known_sets:
        known_sets[criterion, alpha] = _rank_sets(assessment, criterion, alpha)
    if (sets := known_sets[criterion, alpha]) is not None:
        known = ~np.isnan(ranks)
        lower[known], upper[known] = sets.lower, sets.upper
    return [
        RankedRule(rule, *map(float, each))
        for rule, *each in zip(assessment.rules, values, ranks, lower, upper, strict=True)
    ]


class _Drawn(NamedTuple):
    """Values of the rules that have one, the higher the better, and their resamples."""

    rules: tuple[str, ...]
    values: Floats  # [rules]
    resamples: Floats  # [rules, draws]
    n_units: int


def _drawn(assessment: Assessment, criterion: Criterion) -> _Drawn | None:
    """What says how the values of a criterion vary; None where nothing does."""
    row, freedom = assessment.row(criterion), _freedom(assessment, criterion)
    known = ~np.isnan(assessment.values[row])
    drawn = assessment.resamples[row][known]
    drawn = drawn[:, ~np.isnan(drawn).any(axis=0)]
    if drawn.shape[-1] < LEAST or freedom < 1 or not known.any():
        return None
    sign = 1.0 if MEASURES[criterion.measure].higher_is_better else -1.0
    values = np.round(sign * assessment.values[row][known], DIGITS)
    names = tuple(name for name, there in zip(assessment.rules, known.tolist(), strict=True) if there)
    return _Drawn(names, values, np.round(sign * drawn, DIGITS), freedom + 1)


def _rank_sets(assessment: Assessment, criterion: Criterion, alpha: float) -> RankSets | None:
    """The rank sets of the rules that have a value; None where nothing says how the values vary."""
    found = _drawn(assessment, criterion)
    if found is None:
        return None
    return rank_sets_from_resamples(found.values, found.resamples, n_units=found.n_units, alpha=alpha)


def _chances_of_being_best(assessment: Assessment, criterion: Criterion) -> dict[str, float]:
    """The p-value of each rule in the model confidence set; graded, where the set says yes or no."""
    found = _drawn(assessment, criterion)
    if found is None:
        return {}
    stream = Streams(1)["model confidence set"][criterion.title]
    sets = model_confidence_set(stream, found.values, found.resamples, n_units=found.n_units)
    return dict(zip(found.rules, sets.p_value.tolist(), strict=True))


def compare_rules(assessment: Assessment, criterion: Criterion, *, alpha: float = 0.05) -> RuleComparison:
    """Who is best by this criterion, and which rules may be as good."""
    rows = ranked(assessment, criterion, alpha=alpha)
    known = [each for each in rows if not np.isnan(each.rank)]
    if not known:
        raise BadRequest(f"{criterion.title} has no value for any rule.")
    if not assessment.resamples.shape[-1]:
        raise BadRequest("Telling rules apart needs bootstrap resamples.")
    best = min(known, key=lambda each: each.rank)
    others = [each for each in known if each is not best]
    close = tuple(
        each.rule for each in others if not each.rank_lower > 1
    )  # where nothing is known all may be
    apart = tuple(each.rule for each in others if each.rank_lower > 1)
    unknown = bool(np.isnan(best.rank_lower))
    said = _sentence(assessment, criterion, best.rule, (apart, close), alpha, unknown)
    graded = _chances_of_being_best(assessment, criterion)
    return RuleComparison(criterion, best.rule, apart, close, said, graded)


def _freedom(assessment: Assessment, criterion: Criterion) -> int:
    """Degrees of freedom of a criterion's variance: units less one in each stratum."""
    if criterion.game in assessment.freedom:
        return assessment.freedom[criterion.game]
    here = [count for game, count in assessment.n_units.items() if criterion.game in (ALL_GAMES, game)]
    return sum(here) - 1


def _sentence(
    assessment: Assessment,
    criterion: Criterion,
    best: str,
    others: tuple[Sequence[str], Sequence[str]],
    alpha: float,
    unknown: bool,
) -> str:
    start, (apart, close) = f"By {criterion.title}, {best} predicts best", others
    if not apart and not close:
        return f"{start}; there is nothing to compare it with."
    if unknown:
        return f"{start} here; of one {assessment.unit} alone nothing says how surely."
    level = f"({1 - alpha:.0%} model confidence set over {UNITS[assessment.unit]})"
    if not close:
        return f"{start}, and every other rule is worse {level}."
    if not apart:
        return f"{start}, but any other may be as good {level}."
    as_good = f"{', '.join(close)} may be as good"
    worse = f"{apart[0]} is" if len(apart) == 1 else "everybody else is"
    return f"{start}; {as_good} {level}; {worse} worse."


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
