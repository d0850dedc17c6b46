"""The controlled market: play games, compare two agents, measure noise and sensitivities.

`hl.market.play(...)`, `hl.market.compare(...)`, `hl.market.noise(...)`, `hl.market.sensitivity(...)`. All take
`workers` (0: one a core), `cluster` (the address of a Dask scheduler) and `out`, a directory that keeps every game as
it is played; the same call again, or `hl.resume(out)`, continues there.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from humanlike.core import BadRequest, look_up
from humanlike.core.progress import Progress, silent
from humanlike.naming.agents import MarketAgentWord, find_market_agent, find_market_profile
from humanlike.naming.grammar import split_words
from humanlike.statistics import Sensitivity, SobolIndices
from humanlike.studies.beginning import begin
from humanlike.studies.market_results import (
    MarketCompareResult,
    MarketPlayResult,
    NoiseResult,
    SensitivityResult,
)
from humanlike.studies.pairs import RivalPairs
from humanlike.studies.result import Result
from humanlike.work import Effort
from humanlike.worlds.market import Rules, Seeds, game_seeds, read_seed_file, varied_processes
from humanlike.worlds.market.analysis import (
    PRODUCTS,
    analyse_pair,
    decided,
    noise_table,
    scores_of,
    sensitivity_by_fixing,
    sensitivity_by_jansen,
    sensitivity_by_saltelli,
)
from humanlike.worlds.market.studies import (
    Factor,
    MarketSetting,
    factors_named,
    play_fixing,
    play_jansen,
    play_noise,
    play_paired,
    play_series,
)

DAYS = 220
Profile = MarketAgentWord | Sequence[MarketAgentWord]  # one seat, or several; "" is one of each kind
Words = str | Sequence[str | int]  # processes: groups, names, numbers
DESIGNS = ("fixing", "jansen", "saltelli")
Found = TypeVar("Found", bound=Result)
Indices = Sensitivity | list[SobolIndices]

__all__ = ["compare", "noise", "play", "sensitivity"]


def play(
    agents: Profile = "",
    *,
    seed: int = 1,
    games: int = 1,
    hold: Words = "",
    vary: Words = "",
    seeds: Path | str | Seeds | None = None,
    days: int = DAYS,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> MarketPlayResult:
    """Play a series of games; every agent's profit in millions.

    `hold` or `vary` name processes (groups, names, numbers); `seeds` is a seed file, 0 in it means a fresh one.
    """
    effort = begin("market.play", locals())
    setting = _setting(agents, seed, days, effort)
    varied = varied_processes(_joined(hold), _joined(vary))
    base = seeds if isinstance(seeds, Seeds) or seeds is None else read_seed_file(Path(seeds))
    played = play_series(setting, games, varied, base)
    used = tuple(game_seeds(seed, game, varied, base) for game in range(games))
    return _kept(effort, MarketPlayResult(setting.names, seed, varied, tuple(played), used))


def compare(
    first: MarketAgentWord = "planner",
    second: MarketAgentWord = "planner-no-endgame",
    *,
    agents: Profile = "",
    seat: int = 0,
    games: int = 40,
    together: bool = False,
    until_decided: bool = False,
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
) -> MarketCompareResult:
    """Compare two agents in paired markets, against the ways that need more games.

    Both sit in `seat` of the profile `agents`, in turn; `together` also plays both inside one game, to show the bias.
    `until_decided` looks after every pair and plays no further once they are told apart (at most `games` pairs).
    `difference` is the one worth detecting, in millions, at false alarms of `alpha` and `power`. Profits have no bound
    of their own, so a decision after looking assumes that no ruin is rarer than the games show; who can state the most,
    in millions, by which one can beat the other in a game gives `reach`, and the decision is exact.
    """
    effort = begin("market.compare", locals())
    if reach is not None and not reach > 0:
        raise BadRequest(
            f"A reach of {reach:g} millions leaves no room: it is the most by which one can beat the other."
        )
    setting = _setting(agents, seed, days, effort)
    varied = varied_processes(_joined(hold), _joined(vary))
    rivals = find_market_agent(first), find_market_agent(second)
    enough = partial(decided, alpha=alpha, reach=reach) if until_decided else None
    played = play_paired(setting, rivals, games, seat=seat, varied=varied, together=together, enough=enough)
    report = analyse_pair(played, difference=difference, alpha=alpha, power=power, reach=reach, seed=seed)
    pairs = RivalPairs(
        (rivals[0].name, rivals[1].name),
        "profit in millions",
        scores_of(played.first, played.seat),
        scores_of(played.second, played.seat),
        report.comparison,
        report.sequential,
    )
    return _kept(
        effort,
        MarketCompareResult(pairs, report, difference, alpha, power, played, games if until_decided else 0),
    )


def noise(
    agents: Profile = "",
    *,
    seed: int = 1,
    markets: int = 5,
    repeats: int = 20,
    random_games: int = 20,
    days: int = DAYS,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> NoiseResult:
    """How much profit varies when only the agents' own chance does (the paper's Table 1).

    `markets` are held and played `repeats` times each, beside `random_games` in random markets.
    """
    effort = begin("market.noise", locals())
    setting = _setting(agents, seed, days, effort)
    played = play_noise(setting, markets, repeats, random_games)
    table = tuple(noise_table(setting.names, played))
    return _kept(effort, NoiseResult(setting.names, played, table))


def sensitivity(
    factors: Words = "groups",
    *,
    design: str = "fixing",
    output: str | Sequence[str] = "pintel-5",
    agents: Profile = "",
    seed: int = 1,
    markets: int = 5,
    repeats: int = 10,
    random_games: int = 20,
    days: int = DAYS,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> SensitivityResult:
    """How much of an output each random process, or group of them, is responsible for.

    `factors` are `groups`, `processes`, or names and numbers; `design` is `fixing` (the paper's), `jansen` or
    `saltelli` (SALib); `output` is `scores`, or order prices of `all`, `pintel-2`, `pintel-5`, `imd-2`, `imd-5`.
    """
    effort = begin("market.sensitivity", locals())
    look_up("design", design, dict.fromkeys(DESIGNS))
    outputs = split_words(output) if isinstance(output, str) else tuple(output)
    for word in outputs:
        look_up("output", word, {"scores": (), **PRODUCTS})
    chosen, begun = factors_named(_joined(factors)), time.monotonic()
    setting = _setting(agents, seed, days, effort)
    measure = _played(design, setting, chosen, (markets, repeats, random_games))
    found = {word: measure(word) for word in outputs}
    names = tuple(name for name, _ in chosen)
    return _kept(effort, SensitivityResult(setting.names, names, found, time.monotonic() - begun))


def _played(
    design: str, setting: MarketSetting, factors: tuple[Factor, ...], size: tuple[int, int, int]
) -> Callable[[str], Indices]:
    """Play the design's games; what comes back turns an output into its indices."""
    if design == "fixing":
        fixed = play_fixing(setting, factors, *size)
        return lambda word: sensitivity_by_fixing(fixed, word)
    games = play_jansen(setting, factors, size[0], with_other=design == "saltelli")
    if design == "jansen":
        return lambda word: sensitivity_by_jansen(games, word)
    names = [name for name, _ in factors]
    return lambda word: sensitivity_by_saltelli(names, games, word)


def _setting(agents: Profile, seed: int, days: int, effort: Effort) -> MarketSetting:
    return MarketSetting(find_market_profile(agents), seed, Rules(days=days), effort)


def _kept(effort: Effort, result: Found) -> Found:
    """The result, written beside its games if they are kept; how long it took is nobody's finding."""
    effort.keep(lambda: {name: value for name, value in result.document().items() if name != "seconds"})
    return result


def _joined(words: Words) -> str:
    return words if isinstance(words, str) else ",".join(map(str, words))
