"""Rules with parameters fitted to people: `ewa:fitted`, a declared variant.

In each game the parameters come from people's play of the *other* games, so that the emulator has never seen the game
it plays; what they are is part of its description.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Game, Play, Rule, Streams, look_up
from humanlike.emulators.emulator import Emulator, PlayShape
from humanlike.engine import everybody, simulate_actions
from humanlike.fitting import fit_one
from humanlike.players import RULES

SUFFIX = ":fitted"


@dataclass(frozen=True)
class FittedRule:
    """Plays each game with the parameters fitted elsewhere; can be sent to other processes."""

    rule: Rule
    parameters: Mapping[str, Any]  # by game

    def __call__(self, game: Game, shape: PlayShape, stream: Streams, session: int) -> npt.NDArray[np.int8]:
        """Actions [subjects, rounds]."""
        population = everybody(
            game, [(self.rule, self.parameters[game.name])], shape.n_subjects // game.n_players
        )
        return simulate_actions(
            game, population, stream[f"game {game.name}"]["choice"], n_rounds=shape.n_rounds
        )


def fitted_emulator(name: str, people: Mapping[str, Sequence[Play]]) -> Emulator:
    """`RULE:fitted` for the games of `people` (plays by game name), each fitted without that game."""
    rule = look_up("rule", name.removesuffix(SUFFIX), RULES)
    if not rule.parameter_names:
        raise BadRequest(f"{rule.name} has no parameters to fit.")
    if len(people) < 2:
        raise BadRequest(f"{name} is fitted to people's play of other games, but there is only one game.")
    parameters = {
        game: fit_one(
            [play for other, plays in people.items() if other != game for play in plays], rule
        ).parameters
        for game in people
    }
    told = "; ".join(
        f"{game}: "
        + ", ".join(f"{each}={value:.3g}" for each, value in zip(values._fields, values, strict=True))
        for game, values in parameters.items()
    )
    return Emulator(
        name, FittedRule(rule, parameters), description=f"{rule.name} fitted to people elsewhere ({told})"
    )
