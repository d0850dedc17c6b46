"""The controlled market: play games, compare agents, measure noise and sensitivities.

`hl.market.play(...)`, `hl.market.compare(...)`, `hl.market.noise(...)`, `hl.market.sensitivity(...)`. All take
`workers` (0: one a core), `cluster` (the address of a Dask scheduler) and `out`, a directory that keeps every game as
it is played; the same call again, or `hl.resume(out)`, continues there.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from humanlike.core import BadRecord, BadRequest, look_up
from humanlike.core.progress import Progress, silent
from humanlike.naming.grammar import split_words
from humanlike.statistics import Periodicity, Sensitivity, SobolIndices
from humanlike.studies.beginning import begin, keep
from humanlike.studies.market_compare import compare
from humanlike.studies.market_results import MarketPlayResult, NoiseResult
from humanlike.studies.market_setting import (
    DAYS,
    Profile,
    Words,
    joined,
    market_setting,
    stored_adjustment,
    varied_by,
)
from humanlike.studies.sensitivity_result import FactorPeriods, SensitivityResult
from humanlike.worlds.market import Seeds, game_seeds, read_seed_file
from humanlike.worlds.market.adjustment import Adjustment
from humanlike.worlds.market.analysis import noise_table
from humanlike.worlds.market.factors import (
    EACH,
    PRODUCTS,
    SINGLE,
    Pieces,
    correct_periods,
    find_periods,
    judge_against_noise,
    pieces_by_fixing,
    pieces_by_jansen,
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
    play_series,
)

DESIGNS = ("fixing", "jansen", "saltelli")
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
    adjustment: Path | str | Adjustment | None = None,
    days: int = DAYS,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> MarketPlayResult:
    """Play a series of games; every agent's profit in millions.

    `hold` or `vary` name processes (groups, names, numbers) and single seats' noise (`seat 0`); `seeds` is a seed file,
    0 in it means a fresh one. `adjustment` is a file of stored coefficients (`result.write_adjustment(FILE)` fits
    them): profits are then told as in a market of average conditions too, comparable between any two games.
    """
    effort = begin("market.play", locals())
    setting = market_setting(agents, seed, days, effort)
    varied, stored = varied_by(setting, hold, vary), stored_adjustment(adjustment, setting)
    base = seeds if isinstance(seeds, Seeds) or seeds is None else read_seed_file(Path(seeds))
    played = play_series(setting, games, varied, base)
    used = tuple(game_seeds(seed, game, varied, base) for game in range(games))
    return keep(
        effort, MarketPlayResult(setting.names, seed, varied, tuple(played), used, setting.rules, stored)
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
    setting = market_setting(agents, seed, days, effort)
    played = play_noise(setting, markets, repeats, random_games)
    table = tuple(noise_table(setting.names, played))
    return keep(effort, NoiseResult(setting.names, played, table))


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
    periods: bool = False,
    smoothing: int = 7,
    alpha: float = 0.05,
    days: int = DAYS,
    workers: int = 0,
    cluster: str = "",
    out: Path | str | None = None,
    progress: Progress = silent,
) -> SensitivityResult:
    """How much of an output each random process, or group of them, is responsible for.

    `factors` are `groups`, `processes`, or names and numbers; `design` is `fixing` (the paper's), `jansen` or
    `saltelli` (SALib); `output` is `scores`, or order prices of `all`, `pintel-2`, `pintel-5`, `imd-2`, `imd-5`, of
    `product-1` to `product-16`, or of `products`, each of them. With `agents` among the factors every other one is
    tested against their noise, all claims together at `alpha`. `periods` asks whether prices are moved on the same days
    in all markets; `smoothing` is the days of a mean in the picture by day, 1 for raw days.
    """
    effort = begin("market.sensitivity", locals())
    look_up("design", design, dict.fromkeys(DESIGNS))
    outputs = _outputs(split_words(output) if isinstance(output, str) else tuple(output))
    if smoothing < 1 or not 0 < alpha < 1:
        raise BadRequest(f"smoothing {smoothing} must be 1 day or more, alpha {alpha:g} between 0 and 1.")
    priced = [word for word in outputs if word != "scores"]
    if periods and not priced:
        raise BadRequest(
            "Only prices have days: ask for periods of an output such as all, pintel-5 or products."
        )
    chosen, begun = factors_named(joined(factors)), time.monotonic()
    setting = market_setting(agents, seed, days, effort)
    measure, cut = _played(design, setting, chosen, (markets, repeats, random_games))
    found = {word: measure(word) for word in outputs}
    names = tuple(name for name, _ in chosen)
    floors = {}
    if "agents" in names and len(names) > 1:
        floor = names.index("agents")
        floors = {word: judge_against_noise(cut(word), floor, word, seed=seed) for word in outputs}
    timed, notes = _periods(names, priced, cut, seed) if periods else ((), ())
    seconds = time.monotonic() - begun
    result = SensitivityResult(setting.names, names, found, seconds, floors, timed, notes, smoothing, alpha)
    return keep(effort, result)


def _outputs(words: tuple[str, ...]) -> tuple[str, ...]:
    """Outputs by name; `products` is each single product."""
    for word in words:
        look_up("output", word, {"scores": (), EACH: (), **PRODUCTS})
    return tuple(dict.fromkeys(each for word in words for each in (SINGLE if word == EACH else (word,))))


def _periods(
    names: tuple[str, ...], outputs: Sequence[str], cut: Callable[[str], Pieces], seed: int
) -> tuple[tuple[FactorPeriods, ...], tuple[str, ...]]:
    """Every factor but the agents' noise, output by output, corrected over outputs; and why some have no answer."""
    told, notes = [], []
    for place, name in enumerate(names):
        known: dict[str, Periodicity] = {}
        for word in outputs if name != "agents" else ():
            try:
                known[word] = find_periods(cut(word), place, word, seed=seed)
            except BadRecord as error:
                notes.append(f"No periods of {name} in {word}: {error}")
        adjusted = correct_periods(list(known.values()))
        told += [
            FactorPeriods(word, name, each, float(p_value))
            for (word, each), p_value in zip(known.items(), adjusted, strict=True)
        ]
    return tuple(told), tuple(notes)


def _played(
    design: str, setting: MarketSetting, factors: tuple[Factor, ...], size: tuple[int, int, int]
) -> tuple[Callable[[str], Indices], Callable[[str], Pieces]]:
    """Play the design's games; what comes back turns an output into its indices, and into the pieces of tests."""
    if design == "fixing":
        fixed = play_fixing(setting, factors, *size)
        return lambda word: sensitivity_by_fixing(fixed, word), lambda word: pieces_by_fixing(fixed, word)
    games = play_jansen(setting, factors, size[0], with_other=design == "saltelli")
    names = [name for name, _ in factors]

    def cut(word: str) -> Pieces:
        return pieces_by_jansen(games, len(names), word)

    if design == "jansen":
        return lambda word: sensitivity_by_jansen(games, word), cut
    return lambda word: sensitivity_by_saltelli(names, games, word), cut
