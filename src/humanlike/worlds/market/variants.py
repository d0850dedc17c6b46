"""Variants of an agent in paired markets: the same N markets for all, in the same seat against the same others.

The market is one thing, the agents' own noise another. Two games of a pair may *share* that noise (whoever sits in a
seat draws the seat's numbers), which leaves only what follows from the variants' difference; or each may draw it
*fresh*, as the paper's agents did, whose chance could not be controlled. Shared pairs need fewer games and speak of the
same mean; fresh ones say what somebody sees who controls the market alone.

Sodomka, Collins & Gini (2007), AAAI-07, "Testing in Paired Markets" and "Measuring Effects of Stochastic Agents".
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from humanlike.core import BadRequest, look_up
from humanlike.worlds.market.agents import Manufacturer
from humanlike.worlds.market.processes import AGENT_NOISE, fresh_seed, game_seeds
from humanlike.worlds.market.series import GameSummary, Job
from humanlike.worlds.market.studies import MarketSetting, check_counts

NOISES = ("shared", "fresh", "both")
Enough = Callable[[list[float], list[float]], bool]


class Column(NamedTuple):
    """One game of every market: who sits there, and whether the agents' noise is the market's first or its own."""

    profile: tuple[Manufacturer, ...]
    variant: int
    fresh: bool = False


class VariantGames(NamedTuple):
    """Games of every variant in the same markets."""

    games: tuple[list[GameSummary], ...]  # [variants][markets]
    fresh: tuple[list[GameSummary], ...]  # the same with own noise for each; empty unless both were asked for
    together: list[GameSummary]  # both of two variants in one game; empty unless asked for
    seat: int
    rival_seat: int  # where the second sits when both play

    @property
    def first(self) -> list[GameSummary]:
        """The first variant's games."""
        return self.games[0]

    @property
    def second(self) -> list[GameSummary]:
        """The second variant's games."""
        return self.games[1]

    @property
    def with_fresh_noise(self) -> "VariantGames":
        """The same comparison with own noise for each variant."""
        return self._replace(games=self.fresh, fresh=(), together=[])

    @property
    def all_games(self) -> list[GameSummary]:
        """All that were played, each once: the first variant's noise is both its own and what the others may share."""
        return [game for part in (*self.games, *self.fresh[1:], self.together) for game in part]


def play_variants(
    setting: MarketSetting,
    variants: Sequence[Manufacturer],
    games: int,
    *,
    seat: int = 0,
    varied: frozenset[int] | None = None,
    noise: str = "shared",
    together: bool = False,
    enough: Enough | None = None,
) -> VariantGames:
    """N markets, each played once with each variant in `seat`; two variants optionally also both at once.

    `noise` is how the agents' own chance is dealt between games of one market: shared, fresh, or both ways in turn.
    Games go market by market. `enough` looks at two variants' scores after every market and may end it there.
    """
    check_counts(games=games)
    look_up("noise", noise, dict.fromkeys(NOISES))
    if len(variants) < 2:
        raise BadRequest("A comparison needs two variants or more.")
    last = len(setting.profile) - 1
    rival = last if seat != last else 0
    columns = _columns(setting, variants, seat, noise)
    if together:
        both = setting._replace(profile=columns[0].profile).seated(rival, variants[1])
        columns.append(Column(both, 0))
    jobs = [_job(setting, column, game, varied) for game in range(games) for column in columns]
    played = setting.run(jobs) if enough is None else _in_turn(setting, jobs, len(columns), seat, enough)
    parts = [played[which :: len(columns)] for which in range(len(columns))]
    n = len(variants)
    own = (parts[0], *parts[n : 2 * n - 1]) if noise == "both" else ()
    return VariantGames(tuple(parts[:n]), own, parts[-1] if together else [], seat, rival)


def _columns(setting: MarketSetting, variants: Sequence[Manufacturer], seat: int, noise: str) -> list[Column]:
    """Every variant once; and all but the first once more, with noise of their own, if both ways are asked for."""
    profiles = [setting.seated(seat, variant) for variant in variants]
    own = [Column(profile, number, fresh=True) for number, profile in enumerate(profiles)][1:]
    if noise == "fresh":
        return [Column(profiles[0], 0), *own]
    shared = [Column(profile, number) for number, profile in enumerate(profiles)]
    return [*shared, *own] if noise == "both" else shared


def _job(setting: MarketSetting, column: Column, game: int, varied: frozenset[int] | None) -> Job:
    seeds = game_seeds(setting.seed, game, varied)
    if column.fresh:
        own = fresh_seed(setting.seed, "noise", str(column.variant), str(game))
        seeds = seeds.with_varied({AGENT_NOISE}, own)
    return setting.job(seeds, column.profile)


def _in_turn(
    setting: MarketSetting, jobs: list[Job], n_columns: int, seat: int, enough: Enough
) -> list[GameSummary]:
    """Market by market, until the first two columns are enough."""
    played: list[GameSummary] = []
    for game in setting.run_in_turn(jobs):
        played.append(game)
        if len(played) % n_columns == 0:
            scores = ([float(each.scores[seat]) for each in played[which::n_columns]] for which in (0, 1))
            if enough(*scores):
                break
    return played
