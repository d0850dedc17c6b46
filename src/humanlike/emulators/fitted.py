"""Rules with parameters fitted to people: `ewa:fitted`, a declared variant.

In each game the parameters come from people who neither played that game (nor one with the same payoffs up to units)
nor took part in a study in which it was played; where every study used the game, from its other games. What the
parameters are, and which of the two holds, is part of the emulator's description. Cents and points are no common
currency: rules are fitted, and play, in units of each game's widest payoff range.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play, Rule, Streams, UnsuitableGame, studies_of
from humanlike.emulators.emulator import Emulator, PlayShape
from humanlike.emulators.simulated import groups_for, play_in_shape
from humanlike.engine import everybody
from humanlike.fitting import fit_one
from humanlike.fitting.options import in_payoff_units, with_values
from humanlike.games import game_digest

SUFFIX = ":fitted"


@dataclass(frozen=True)
class FittedRule:
    """Plays each game with the parameters fitted elsewhere; can be sent to other processes."""

    rule: Rule
    players: Mapping[str, tuple[Rule, Any]]  # by game: the rule, as it has learned for it, and its parameters

    def __call__(self, stream: Streams, game: Game, shape: PlayShape, session: int) -> npt.NDArray[np.int8]:
        """Actions [subjects, rounds]; everybody is alike, so it does not matter who met whom before."""
        if game.name not in self.players:
            raise UnsuitableGame(
                f"'{self.rule.name}{SUFFIX}' was fitted for {', '.join(sorted(self.players))}; "
                f"it cannot play '{game.name}'."
            )
        population = everybody(in_units(game), [self.players[game.name]], groups_for(game, shape))
        return play_in_shape(stream, in_units(game), population, shape)


@lru_cache(maxsize=1024)
def in_units(game: Game) -> Game:
    """The same game, paid in units of its widest range of payoffs."""
    widest = max(float(np.ptp(table)) for table in game.tables) or 1.0
    return replace(game, tables=tuple(table / widest for table in game.tables))


def fitted_emulator(rule: Rule, people: Sequence[tuple[str, Play]]) -> Emulator:
    """`RULE:fitted` for the games of `people` (each play, which may tell its study, with its experiment's name)."""
    if not rule.parameter_names and rule.learn is None:
        raise BadRequest(f"{rule.name} has no parameters to fit.")
    games = {play.game.name: play.game for _, play in people}
    known = {game: _elsewhere(people, games[game]) for game in games}
    fits = {
        places: fit_one([_in_units(people[place][1]) for place in places], rule)
        for places in dict.fromkeys(known.values())
    }
    players = {game: (fits[places].rule, fits[places].parameters) for game, places in known.items()}
    told = "; ".join(
        f"{game}: "
        + ", ".join(f"{each}={value:.3g}" for each, value in zip(values._fields, values, strict=True))
        for game, (_, values) in players.items()
    )
    return Emulator(
        rule.name + SUFFIX,
        FittedRule(rule, players),
        description=f"{rule.name} fitted to {_whom(people, known)} ({told})",
        rules=tuple(taught for taught, _ in players.values()),
        meets_others=True,
    )


def fitted_rule(rule: Rule, people: Sequence[Play]) -> Rule:
    """`rule` with the parameters that fit `people` best, payoffs in units of each game's range: nothing left to fit."""
    if not rule.parameter_names and rule.learn is None:
        raise BadRequest(f"{rule.name} has no parameters to fit.")
    unscaled = in_payoff_units(rule)
    fit = fit_one(people, unscaled)
    return with_values(fit.rule, fit.parameters, SUFFIX.removeprefix(":"))


def _in_units(play: Play) -> Play:
    return replace(play, game=in_units(play.game))


def _elsewhere(people: Sequence[tuple[str, Play]], game: Game) -> tuple[int, ...]:
    """Numbers of the plays a rule may be fitted to before it plays `game`."""
    same = [game_digest(play.game) == game_digest(game) for _, play in people]
    studies = [studies_of(play, experiment) for experiment, play in people]
    tested = frozenset().union(*(own for own, is_same in zip(studies, same, strict=True) if is_same))
    strangers = [number for number, own in enumerate(studies) if own.isdisjoint(tested)]
    left = strangers or [number for number, is_same in enumerate(same) if not is_same]
    if not left:
        raise BadRequest(
            f"To play '{game.name}' a rule is fitted to people in other games, but there are none."
        )
    return tuple(left)


def _whom(people: Sequence[tuple[str, Play]], known: Mapping[str, tuple[int, ...]]) -> str:
    """Whom the rule was fitted to, in words."""
    studies = [studies_of(play, experiment) for experiment, play in people]
    for game, places in known.items():
        played = [own for own, (_, play) in zip(studies, people, strict=True) if play.game.name == game]
        if (
            not frozenset()
            .union(*played)
            .isdisjoint(frozenset().union(*(studies[place] for place in places)))
        ):
            return "people of the same studies in other games"
    return "people in other games and studies"
