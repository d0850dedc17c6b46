"""Variants of a market agent in paired markets: two by every method, or several at once, every pair of them."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from humanlike.core import BadRequest, Streams
from humanlike.core.progress import Progress, silent
from humanlike.naming.agents import MarketAgentWord, find_market_agent
from humanlike.statistics import ComparisonMethod, PairedTest, paired_test
from humanlike.studies.beginning import begin, keep
from humanlike.studies.market_compare_result import MarketCompareResult, MarketVariantsResult
from humanlike.studies.market_setting import (
    DAYS,
    Profile,
    Words,
    market_setting,
    stored_adjustment,
    varied_by,
)
from humanlike.studies.pairs import RivalPairs
from humanlike.studies.variants import VariantPair, compare_variants
from humanlike.worlds.market.adjustment import Adjustment
from humanlike.worlds.market.agents import Manufacturer
from humanlike.worlds.market.analysis import PairReport, adjusted_pair, analyse_pair, decided, scores_of
from humanlike.worlds.market.studies import MarketSetting
from humanlike.worlds.market.variants import VariantGames, play_variants

MEASURE = "profit in millions"


def compare(
    first: MarketAgentWord = "planner",
    second: MarketAgentWord = "planner-no-endgame",
    *,
    others: Sequence[MarketAgentWord] = (),
    agents: Profile = "",
    seat: int = 0,
    games: int = 40,
    noise: str = "shared",
    together: bool = False,
    until_decided: bool = False,
    adjustment: Path | str | Adjustment | None = None,
    difference: float = 1.0,
    alpha: float = 0.05,
    power: float = 0.8,
    reach: float | None = None,
    seed: int = 1,
    hold: Words = "",
    vary: Words = "",
    days: int = DAYS,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> MarketCompareResult | MarketVariantsResult:
    """Compare agents in paired markets, against the ways that need more games.

    All sit in `seat` of the profile `agents`, in turn; `others` are further variants, then every pair is compared and
    all claims hold together. `noise`: the games of a pair share the agents' own chance, draw it fresh, or both ways are
    played and told. `adjustment` is a file of coefficients stored from other games (`write_adjustment`), to adjust
    profits by what the market's conditions explain. `together` also plays two inside one game, to show the bias.
    `until_decided` looks after every pair and plays no further once two are told apart (at most `games` pairs).
    `difference` is the one worth detecting, in millions, at false alarms of `alpha` and `power`. Profits have no bound
    of their own, so a decision after looking assumes that no ruin is rarer than the games show; who can state the most,
    in millions, by which one can beat the other in a game gives `reach`, and the decision is exact.
    """
    effort = begin("market.compare", locals())
    _check(reach, bool(others), together, until_decided)
    setting = market_setting(agents, seed, days, effort)
    varied = varied_by(setting, hold, vary)
    stored = stored_adjustment(adjustment, setting)
    rivals = [find_market_agent(word) for word in (first, second, *others)]
    enough = partial(decided, alpha=alpha, reach=reach) if until_decided else None
    played = play_variants(
        setting, rivals, games, seat=seat, varied=varied, noise=noise, together=together, enough=enough
    )
    analyse = partial(
        analyse_pair,
        difference=difference,
        alpha=alpha,
        power=power,
        reach=reach,
        seed=seed,
        adjustment=stored,
    )
    names, notes = _names(rivals), tuple(_notes(stored, setting, rivals, seat))
    if others:
        pairs, fresh = (
            _all_pairs(names, rivals, each, analyse, seed, reach) if each.games else ()
            for each in (played, played.with_fresh_noise)
        )
        several = MarketVariantsResult(
            names,
            MEASURE,
            pairs,
            difference,
            alpha,
            power,
            fresh,
            notes,
            played=played,
            setting=setting,
            noise=noise,
        )
        return keep(effort, several)
    report = analyse(played, names=(names[0], names[1]))
    own = analyse(played.with_fresh_noise, names=(names[0], names[1])) if played.fresh else None
    most = games if until_decided else 0
    result = MarketCompareResult(
        _pairs(names, played, report),
        report,
        difference,
        alpha,
        power,
        played,
        most,
        noise,
        own,
        notes,
        setting,
    )
    return keep(effort, result)


def _check(reach: float | None, many: bool, together: bool, until_decided: bool) -> None:
    if reach is not None and not reach > 0:
        raise BadRequest(
            f"A reach of {reach:g} millions leaves no room: it is the most by which one can beat the other."
        )
    if many and (together or until_decided):
        what = "inside one game" if together else "until they are decided"
        raise BadRequest(
            f"Only two variants are compared {what}; compare them two by two, or all in a fixed number of markets."
        )


def _names(rivals: Sequence[Manufacturer]) -> tuple[str, ...]:
    """What variants are called; those of one name by their place."""
    names = [rival.name for rival in rivals]
    if len(rivals) == 2:
        return tuple(names)
    return tuple(
        name if names.count(name) == 1 else f"{name} ({place})" for place, name in enumerate(names, start=1)
    )


def _notes(
    stored: Adjustment | None, setting: MarketSetting, rivals: Sequence[Manufacturer], seat: int
) -> list[str]:
    if stored is None:
        return []
    told = (
        stored.borrowed([rival.name for rival in rivals], seat),
        stored.opponents_differ(setting.names, seat),
    )
    return [sentence for sentence in told if sentence]


def _pairs(names: Sequence[str], played: VariantGames, report: PairReport) -> RivalPairs:
    first, second = (scores_of(games, played.seat) for games in (played.first, played.second))
    return RivalPairs((names[0], names[1]), MEASURE, first, second, report.comparison, report.sequential)


def _all_pairs(
    names: Sequence[str],
    rivals: Sequence[Manufacturer],
    played: VariantGames,
    analyse: "partial[PairReport]",
    seed: int,
    reach: float | None,
) -> tuple[VariantPair, ...]:
    """Every pair of variants, all claims together."""
    adjustment: Adjustment | None = analyse.keywords["adjustment"]

    def two(first: int, second: int) -> tuple[VariantGames, tuple[str, str]]:
        games = played._replace(games=(played.games[first], played.games[second]))
        return games, (rivals[first].name, rivals[second].name)

    def methods(first: int, second: int) -> tuple[ComparisonMethod, ...]:
        games, called = two(first, second)
        return analyse(games, names=called).methods

    def adjusted(first: int, second: int, level: float) -> PairedTest | None:
        games, called = two(first, second)
        return (
            None
            if adjustment is None
            else paired_test(*adjusted_pair(games, adjustment, called).T, alpha=level)
        )

    scores = [scores_of(games, played.seat) for games in played.games]
    stream = Streams(seed)["market comparison"]
    return compare_variants(
        stream, names, MEASURE, scores, methods, adjusted, alpha=analyse.keywords["alpha"], reach=reach
    )
