r"""A theory of how people play, and what a pair's moves say for it against another.

A theory holds members in shares: every player is one of them for the whole match, and a seat's moves have the chance

.. math:: L(a_1, \dots, a_T) = \sum_m s_m \prod_t p_{m,t}(a_t),

and that of a pair's the product over its seats. The evidence for theory A against B after t rounds is
:math:`\Delta_t = \log L_A - \log L_B`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.special import logsumexp

from humanlike.core import Game, Information, Play, Rule, Streams
from humanlike.engine import Population, replay, seated, simulate

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Theory:
    """Rules with parameters, and how many players follow each."""

    name: str
    members: tuple[tuple[Rule, Any], ...]
    shares: tuple[float, ...]

    def check(self, game: Game, information: Information) -> None:
        """Refuse a game or a setting that a member is not defined for."""
        for rule, _ in self.members:
            for role in range(game.n_players):
                rule.check_setting(game, role, information)

    def population(self, stream: Streams, game: Game, n_pairs: int) -> Population:
        """Players drawn in their shares."""
        generator = stream["seating"].generator()
        who = generator.choice(len(self.members), size=n_pairs * game.n_players, p=self.shares)
        return seated(game, self.members, who)

    def log_likelihoods(self, play: Play) -> Floats:
        """Log-chance of each pair's moves up to each round, [pairs, rounds]."""
        logs = [replay(play, rule, parameters).chosen.cumsum(axis=1) for rule, parameters in self.members]
        weights = np.log(np.array(self.shares))[:, None, None]
        seats: Floats = logsumexp(np.stack(logs) + weights, axis=0) if len(logs) > 1 else logs[0]
        pairs: Floats = seats.reshape(-1, play.game.n_players, play.n_rounds).sum(axis=1)
        return pairs


def evidence(
    stream: Streams, theories: Sequence[Theory], truth: int, game: Game, *, n_pairs: int, n_rounds: int
) -> Floats:
    """Evidence for the first theory against the second, [pairs, rounds], in play made by theory number `truth`."""
    own = stream[f"truth {truth + 1}"]
    population = theories[truth].population(own, game, n_pairs)
    play = simulate(own["choice"], game, population, n_rounds=n_rounds)
    return theories[0].log_likelihoods(play) - theories[1].log_likelihoods(play)
