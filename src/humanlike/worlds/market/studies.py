"""Designs of many games: which seeds are held, which vary, who sits where.

- a series: games that differ in what is varied (selective locking);
- noise: M markets repeated N times with nothing varied but the agents' own chance, and random games;
- factors fixing: M markets, in each one factor (a process or a group) varied N times;
- Jansen's design: n markets, and each again with one factor's seed exchanged.

References
----------
Sodomka, Collins & Gini (2007), AAAI-07. Jansen (1999), Computer Physics Communications 117, 35-43.
Saltelli (2002), Risk Analysis 22(3), 579-590.
"""

from collections.abc import Iterator
from typing import NamedTuple

from humanlike.core import BadRequest
from humanlike.work import ALONE, Effort
from humanlike.worlds.market.agents import PROFILE, Manufacturer
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.processes import (
    AGENT_NOISE,
    PROCESS_GROUPS,
    Seeds,
    fresh_seed,
    game_seeds,
    process_name,
    select_processes,
)
from humanlike.worlds.market.series import GameSummary, Job, run_job

Factor = tuple[str, frozenset[int]]
GROUP_FACTORS: tuple[Factor, ...] = (
    *((name, frozenset(numbers)) for name, numbers in PROCESS_GROUPS.items()),
    ("agents", frozenset({AGENT_NOISE})),
)
PROCESS_FACTORS: tuple[Factor, ...] = tuple(
    (process_name(number), frozenset({number})) for number in range(AGENT_NOISE + 1)
)


SECONDS_AN_AGENT_DAY = 0.0008  # about a second for six agents and 220 days
MOST_GAMES = 1_000_000  # about ten days of one core


class MarketSetting(NamedTuple):
    """What all studies share: who plays, the master seed, the rules, who does the work."""

    profile: tuple[Manufacturer, ...] = PROFILE
    seed: int = 1
    rules: Rules = Rules()
    effort: Effort = ALONE

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by name."""
        return tuple(manufacturer.name for manufacturer in self.profile)

    def run(self, jobs: list[Job]) -> list[GameSummary]:
        """Play the jobs."""
        return self._spread(jobs).carry_out("games", run_job, jobs)

    def run_in_turn(self, jobs: list[Job]) -> Iterator[GameSummary]:
        """Play the jobs one after the other, as far as they are asked for."""
        return self._spread(jobs).in_turn("games", run_job, jobs)

    def _spread(self, jobs: list[Job]) -> Effort:
        seconds = len(jobs) * len(self.profile) * self.rules.days * SECONDS_AN_AGENT_DAY
        return self.effort.worthwhile(seconds)

    def job(self, seeds: Seeds, profile: tuple[Manufacturer, ...] | None = None) -> Job:
        """A game of this setting."""
        return Job(profile or self.profile, seeds, self.rules)

    def seated(self, seat: int, manufacturer: Manufacturer) -> tuple[Manufacturer, ...]:
        """The profile with somebody else in a seat."""
        if not 0 <= seat < len(self.profile):
            raise BadRequest(f"There is no seat {seat}; this profile has seats 0 to {len(self.profile) - 1}.")
        return (*self.profile[:seat], manufacturer, *self.profile[seat + 1 :])


def play_series(
    setting: MarketSetting, games: int, varied: frozenset[int] | None = None, base: Seeds | None = None
) -> list[GameSummary]:
    """Games 0 ... games - 1 of a series; what is not varied is held at the first game's seeds."""
    check_counts(games=games)
    return setting.run([setting.job(game_seeds(setting.seed, game, varied, base)) for game in range(games)])


def check_counts(**counts: int) -> None:
    """Refuse numbers of games, markets or repeats that cannot be played."""
    for what, count in counts.items():
        if not 1 <= count <= MOST_GAMES:
            raise BadRequest(
                f"{count:,} {what.replace('_', ' ')} cannot be played; name a number from 1 to {MOST_GAMES:,}."
            )


class Noise(NamedTuple):
    """Games of the noise study."""

    random: list[GameSummary]
    controlled: list[list[GameSummary]]  # [markets][repeats]

    @property
    def games(self) -> list[GameSummary]:
        """All that were played."""
        return [*self.random, *(game for market in self.controlled for game in market)]


def play_noise(setting: MarketSetting, markets: int = 5, repeats: int = 20, random_games: int = 20) -> Noise:
    """Repeat each of M markets N times with only the agents' chance varied; and play random games."""
    controlled = play_fixing(setting, (GROUP_FACTORS[-1],), markets, repeats, random_games)
    return Noise(controlled.random, [row[0] for row in controlled.varied])


class Fixing(NamedTuple):
    """Games of a factors-fixing design."""

    random: list[GameSummary]
    varied: list[list[list[GameSummary]]]  # [markets][factors][repeats]


def play_fixing(
    setting: MarketSetting, factors: tuple[Factor, ...], markets: int, repeats: int, random_games: int
) -> Fixing:
    """M markets; in each, every factor is varied N times, alone, while the rest is held.

    The agents' noise is held too unless it is the factor, so the floor is a factor like the others.
    """
    check_counts(markets=markets, repeats=repeats, random_games=random_games)
    jobs = [setting.job(game_seeds(fresh_seed(setting.seed, "random"), game)) for game in range(random_games)]
    for market in range(markets):
        base = Seeds.same(fresh_seed(setting.seed, "market", str(market)))
        for name, numbers in factors:
            for repeat in range(repeats):
                new = fresh_seed(setting.seed, "market", str(market), name, str(repeat))
                jobs.append(setting.job(base.with_varied(numbers, new)))
    played = iter(setting.run(jobs))
    random = [next(played) for _ in range(random_games)]
    return Fixing(random, [[[next(played) for _ in range(repeats)] for _ in factors] for _ in range(markets)])


def jansen_seeds(
    seed: int, n_base: int, factors: tuple[Factor, ...], *, with_other: bool = False
) -> list[list[Seeds]]:
    """Seeds of Jansen's design, [base markets][1 + factors]: the market, then one factor exchanged at a time.

    With the other market (all factors exchanged) as a last column it is Saltelli's design, as SALib reads it.
    """
    table = []
    for row in range(n_base):
        base = Seeds.same(fresh_seed(seed, "base", str(row)))
        other = fresh_seed(seed, "exchange", str(row))
        table.append([base, *(base.with_varied(numbers, other) for _, numbers in factors)])
        if with_other:
            everything = frozenset().union(*(numbers for _, numbers in factors))
            table[-1].append(base.with_varied(everything, other))
    return table


def play_jansen(
    setting: MarketSetting, factors: tuple[Factor, ...], n_base: int, *, with_other: bool = False
) -> list[list[GameSummary]]:
    """The games of Jansen's (or with the other market Saltelli's) design, [base markets][1 + factors (+ 1)]."""
    check_counts(markets=n_base)
    design = jansen_seeds(setting.seed, n_base, factors, with_other=with_other)
    played = iter(setting.run([setting.job(seeds) for row in design for seeds in row]))
    return [[next(played) for _ in row] for row in design]


def factors_named(words: str) -> tuple[Factor, ...]:
    """Factors by name: `groups`, `processes`, or a list of groups, processes and numbers."""
    if words in ("groups", "processes"):
        return GROUP_FACTORS if words == "groups" else PROCESS_FACTORS
    named = [word.strip() for word in words.split(",") if word.strip()]
    chosen = [select_processes([word]) for word in named]
    return tuple(
        (process_name(next(iter(numbers))) if word.isdecimal() else word, numbers)
        for word, numbers in zip(named, chosen, strict=True)
    )


__all__ = [
    "GROUP_FACTORS",
    "PROCESS_FACTORS",
    "Factor",
    "Fixing",
    "MarketSetting",
    "Noise",
    "factors_named",
    "jansen_seeds",
    "play_fixing",
    "play_jansen",
    "play_noise",
    "play_series",
]
