"""What many games say: variants compared by four methods, agents' noise, sensitivity to the processes.

The four ways to compare two variants (Sodomka, Collins & Gini 2007): in unrelated games; in unrelated
games with profits adjusted for demand; in paired markets; and both inside one game, which is cheap but
measures something else (they meet each other).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Streams, look_up
from humanlike.statistics import (
    PairedComparison,
    Sensitivity,
    SequentialComparison,
    SobolIndices,
    TogetherBias,
    compare_paired,
    compare_sequentially,
    cross_fitted,
    fixing_indices,
    jansen_indices,
    log_jackknife,
    positive_interval,
    salib_indices,
    solve_power,
    together_bias,
)
from humanlike.statistics.power import Design
from humanlike.worlds.market.series import GameSummary
from humanlike.worlds.market.studies import Fixing, Noise, PairedGames

Floats = npt.NDArray[np.float64]
PRODUCTS: dict[str, tuple[int, ...]] = {
    "all": tuple(range(16)),
    "pintel-2": (0, 1, 2, 3),
    "pintel-5": (4, 5, 6, 7),  # the product group of the paper's Figure 5
    "imd-2": (8, 9, 10, 11),
    "imd-5": (12, 13, 14, 15),
}
FEWEST_TO_ADJUST, ENOUGH_FOR_SEGMENTS = 5, 20  # games
FEWEST_TO_LOOK = 3  # pairs: below, no difference has a spread
PAIRED_METHODS = ("paired", "together")


class ComparisonMethod(NamedTuple):
    """One way to compare: the spread of the difference it sees, and the games it needs."""

    name: str
    difference: float
    sd: float  # of a difference between two games (or of one pair)
    sd_lower: float
    sd_upper: float
    needed: int  # games of each variant to detect the difference that matters


class PairReport(NamedTuple):
    """Two variants compared every way."""

    comparison: PairedComparison
    methods: tuple[ComparisonMethod, ...]
    sequential: SequentialComparison
    bias: TogetherBias | None


def scores_of(games: Sequence[GameSummary], seat: int) -> Floats:
    """One seat's scores in millions, [games]."""
    return np.array([game.scores[seat] for game in games])


def demand_of(games: Sequence[GameSummary]) -> Floats:
    """Customer requests a day by segment, [games, segments]: the control variates of demand adjustment."""
    return np.array([game.requests for game in games])


def analyse_pair(
    played: PairedGames,
    *,
    difference: float = 1.0,
    alpha: float = 0.05,
    power: float = 0.8,
    reach: float | None = None,
    seed: int = 1,
) -> PairReport:
    """Compare the variants; `difference` (millions) is worth detecting, `reach` the largest that is possible."""
    stream = Streams(seed)["market comparison"]
    first, second = scores_of(played.first, played.seat), scores_of(played.second, played.seat)
    comparison = compare_paired(stream, first, second, alpha=alpha)
    raw = np.column_stack([first, second])
    methods = [_method("independent", raw, False, difference, alpha, power)]
    if len(first) >= FEWEST_TO_ADJUST:
        pair = _demand_adjusted(stream["folds"], played)
        methods.append(_method("demand-adjusted", pair, False, difference, alpha, power))
    methods.append(_method("paired", raw, True, difference, alpha, power))
    bias = None
    if played.together:
        inside = scores_of(played.together, played.seat), scores_of(played.together, played.rival_seat)
        methods.append(_method("together", np.column_stack(inside), True, difference, alpha, power))
        bias = together_bias((first, second), inside, alpha=alpha)
    return PairReport(
        comparison, tuple(methods), compare_sequentially(first, second, alpha=alpha, reach=reach), bias
    )


def decided(
    first: Sequence[float], second: Sequence[float], *, alpha: float = 0.05, reach: float | None = None
) -> bool:
    """Whether pairs so far tell two variants apart, for somebody who looks after every pair."""
    if len(first) < FEWEST_TO_LOOK:
        return False
    return compare_sequentially(first, second, alpha=alpha, reach=reach).decided_after > 0


def _demand_adjusted(stream: Streams, played: PairedGames) -> Floats:
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


def _spread_apart(pair: Floats) -> Floats:
    return np.asarray(np.sqrt(pair.var(axis=0, ddof=1).sum()))


def _spread_paired(pair: Floats) -> Floats:
    return np.asarray((pair[:, 0] - pair[:, 1]).std(ddof=1))


def _method(
    name: str, pair: Floats, paired: bool, difference: float, alpha: float, power: float
) -> ComparisonMethod:
    interval = positive_interval(
        log_jackknife(pair, _spread_paired if paired else _spread_apart), alpha=alpha
    )
    sd = float(interval.estimate)
    one_group = sd if paired else sd / np.sqrt(2)
    needed = games_needed(
        "paired" if paired else "independent", one_group, difference, alpha=alpha, power=power
    )
    mean = float((pair[:, 0] - pair[:, 1]).mean())
    return ComparisonMethod(name, mean, sd, float(interval.lower), float(interval.upper), needed)


def games_needed(
    design: Design, sd: float, difference: float, *, alpha: float = 0.05, power: float = 0.8
) -> int:
    """Games of each variant to detect `difference`; `sd` of one group, or of the differences if paired."""
    return solve_power(design, effect=difference / sd, alpha=alpha, power=power).n


def needs_by_difference(
    methods: Sequence[ComparisonMethod], *, alpha: float = 0.05, power: float = 0.8
) -> tuple[Floats, dict[str, list[int]]]:
    """Games each method needs, over differences from a quarter of a million to five millions."""
    differences = np.geomspace(0.25, 5.0, 25)
    needs = {}
    for method in methods:
        design: Design = "paired" if method.name in PAIRED_METHODS else "independent"
        sd = method.sd if design == "paired" else method.sd / np.sqrt(2)
        needs[method.name] = [
            games_needed(design, sd, float(d), alpha=alpha, power=power) for d in differences
        ]
    return differences, needs


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


def daily_price(game: GameSummary, products: Sequence[int]) -> Floats:
    """Mean order price of some products by day, as a share of base; NaN where none was ordered."""
    prices = game.order_price[:, list(products)]
    known = np.isfinite(prices)
    count = known.sum(axis=1)
    return np.asarray(
        np.where(count > 0, np.where(known, prices, 0).sum(axis=1) / np.maximum(count, 1), np.nan)
    )


def outputs_of(game: GameSummary, output: str) -> Floats:
    """An output of a game: `scores` [agents], or the daily order price of a product group [days]."""
    if output == "scores":
        return game.scores
    return daily_price(game, look_up("output", output, {"scores": (), **PRODUCTS}))


def sensitivity_by_fixing(games: Fixing, output: str) -> Sensitivity:
    """Total indices by factors fixing, [factors, outputs]."""
    varied = [
        [[outputs_of(game, output) for game in repeats] for repeats in market] for market in games.varied
    ]
    random = [outputs_of(game, output) for game in games.random]
    return fixing_indices(np.array(varied), np.array(random))


def sensitivity_by_jansen(games: Sequence[Sequence[GameSummary]], output: str) -> Sensitivity:
    """Total indices by Jansen's design, [factors, outputs]."""
    table = np.array([[outputs_of(game, output) for game in row] for row in games])
    return jansen_indices(table)


def sensitivity_by_saltelli(
    names: Sequence[str], games: Sequence[Sequence[GameSummary]], output: str, *, seed: int = 1
) -> list[SobolIndices]:
    """First-order and total indices by SALib, for each agent's profit or for the mean price over days."""
    table = np.array(
        [[outputs_of(game, output) for game in row] for row in games]
    )  # [n, factors + 2, outputs]
    columns = np.moveaxis(table, 2, 0) if output == "scores" else np.nanmean(table, axis=2)[None]
    return [salib_indices(list(names), column, seed=seed) for column in columns]


def mean_over(indices: Floats, *, first: int = 20, last: int = 200) -> Floats:
    """Indices averaged over the days of the middle game (start and end are rushes), [factors]."""
    days = indices[:, first:last] if indices.shape[1] > last else indices
    known = np.isfinite(days)
    count = known.sum(axis=1)
    return np.asarray(
        np.where(count > 0, np.where(known, days, 0.0).sum(axis=1) / np.maximum(count, 1), np.nan)
    )
