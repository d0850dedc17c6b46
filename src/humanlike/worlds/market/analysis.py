"""What many games say of agents: variants compared by every method, and agents' own noise.

The four ways to compare two variants (Sodomka, Collins & Gini 2007): in unrelated games; in unrelated
games with profits adjusted for demand; in paired markets; and both inside one game, which is cheap but
measures something else (they meet each other).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Streams
from humanlike.statistics import (
    ComparisonMethod,
    PairedComparison,
    PairedTest,
    SequentialComparison,
    TogetherBias,
    compare_by,
    compare_paired,
    compare_sequentially,
    cross_fitted,
    log_jackknife,
    paired_test,
    positive_interval,
    together_bias,
)
from humanlike.worlds.market.adjustment import Adjustment
from humanlike.worlds.market.series import GameSummary
from humanlike.worlds.market.studies import Noise
from humanlike.worlds.market.variants import VariantGames

Floats = npt.NDArray[np.float64]
FEWEST_TO_ADJUST, ENOUGH_FOR_SEGMENTS = 5, 20  # games
FEWEST_TO_LOOK = 3  # pairs: below, no difference has a spread


class PairReport(NamedTuple):
    """Two variants compared every way."""

    comparison: PairedComparison
    methods: tuple[ComparisonMethod, ...]
    sequential: SequentialComparison
    bias: TogetherBias | None
    adjusted: PairedTest | None = None  # the pairs, adjusted by stored coefficients

    def method(self, name: str) -> ComparisonMethod:
        """A method by its name."""
        return {method.name: method for method in self.methods}[name]


def scores_of(games: Sequence[GameSummary], seat: int) -> Floats:
    """One seat's scores in millions, [games]."""
    return np.array([game.scores[seat] for game in games])


def demand_of(games: Sequence[GameSummary]) -> Floats:
    """Customer requests a day by segment, [games, segments]: the control variates of demand adjustment."""
    return np.array([game.requests for game in games])


def analyse_pair(
    played: VariantGames,
    *,
    difference: float = 1.0,
    alpha: float = 0.05,
    power: float = 0.8,
    reach: float | None = None,
    seed: int = 1,
    adjustment: Adjustment | None = None,
    names: tuple[str, str] = ("", ""),
) -> PairReport:
    """Compare two variants; `difference` (millions) is worth detecting, `reach` the largest that is possible.

    An `adjustment` of other games adds profits adjusted by its coefficients of the agents called `names`.
    """
    stream = Streams(seed)["market comparison"]
    first, second = scores_of(played.first, played.seat), scores_of(played.second, played.seat)
    comparison = compare_paired(stream, first, second, alpha=alpha)
    raw = np.column_stack([first, second])
    methods = [compare_by("independent", raw, difference, alpha=alpha, power=power)]
    if len(first) >= FEWEST_TO_ADJUST and np.ptp(demand_of(played.first), axis=0).all():
        pair = _demand_adjusted(stream["folds"], played)
        methods.append(compare_by("demand-adjusted", pair, difference, alpha=alpha, power=power))
    methods.append(compare_by("paired", raw, difference, alpha=alpha, power=power))
    bias = None
    if played.together:
        inside = scores_of(played.together, played.seat), scores_of(played.together, played.rival_seat)
        methods.append(compare_by("together", np.column_stack(inside), difference, alpha=alpha, power=power))
        bias = together_bias((first, second), inside, alpha=alpha)
    adjusted = None
    if adjustment is not None:
        pair = adjusted_pair(played, adjustment, names)
        methods += [
            compare_by(name, pair, difference, alpha=alpha, power=power)
            for name in ("adjusted, stored", "paired and adjusted")
        ]
        adjusted = paired_test(pair[:, 0], pair[:, 1], alpha=alpha)
    looks = compare_sequentially(first, second, alpha=alpha, reach=reach)
    return PairReport(comparison, tuple(methods), looks, bias, adjusted)


def adjusted_pair(played: VariantGames, adjustment: Adjustment, names: tuple[str, str]) -> Floats:
    """Profits [games, 2] of two variants called `names`, adjusted by stored coefficients."""
    sides = zip(names, (played.first, played.second), strict=True)
    return np.column_stack([adjustment.adjusted(name, played.seat, games) for name, games in sides])


def decided(
    first: Sequence[float], second: Sequence[float], *, alpha: float = 0.05, reach: float | None = None
) -> bool:
    """Whether pairs so far tell two variants apart, for somebody who looks after every pair."""
    if len(first) < FEWEST_TO_LOOK:
        return False
    return compare_sequentially(first, second, alpha=alpha, reach=reach).decided_after > 0


def _demand_adjusted(stream: Streams, played: VariantGames) -> Floats:
    """Profits [games, variants] without what demand explains, fitted out of sample; by segment with games enough."""
    sides = (played.first, played.second)
    demand = [demand_of(games) for games in sides]
    if len(played.first) < ENOUGH_FOR_SEGMENTS:
        demand = [each.sum(axis=1, keepdims=True) for each in demand]
    centre = np.concatenate(demand).mean(axis=0)
    folds = min(5, len(played.first))
    adjusted = [
        cross_fitted(stream, scores_of(games, played.seat), variates, centre=centre, n_folds=folds)
        for games, variates in zip(sides, demand, strict=True)
    ]
    return np.column_stack(adjusted)


class NoiseRow(NamedTuple):
    """Table 1's row for one agent, in millions, with 95 % intervals."""

    agent: str
    mean_random: float
    sd_random: float
    sd_random_lower: float
    sd_random_upper: float
    sd_controlled: float  # mean over markets
    ratio: float  # controlled / random
    ratio_lower: float
    ratio_upper: float


def noise_table(names: Sequence[str], noise: Noise) -> list[NoiseRow]:
    """How much of each agent's spread is left when the market is held."""
    if len(noise.random) < 3 or not noise.controlled or len(noise.controlled[0]) < 2:
        raise BadRequest("The noise study needs 3 random games or more and markets with 2 repeats or more.")
    rows = []
    for seat, name in enumerate(names):
        random = scores_of(noise.random, seat)
        within = np.array([scores_of(market, seat).std(ddof=1) for market in noise.controlled])
        spread = log_jackknife(random, _sd)
        low = high = np.nan
        if len(within) > 1:  # one market does not say how another would differ
            _, low, high = map(float, positive_interval(log_jackknife(within, np.mean), spread))
        sd, own = float(random.std(ddof=1)), positive_interval(spread)
        controlled = float(within.mean())
        bounds = (float(own.lower), float(own.upper), controlled)
        share = controlled / sd if sd > 0 else np.nan  # who does nothing never varies
        rows.append(NoiseRow(name, random.mean(), sd, *bounds, share, low, high))
    return rows


def _sd(values: Floats) -> float:
    return float(values.std(ddof=1))
