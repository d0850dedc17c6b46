r"""Detectors of Social Ultimatum play: is a game people's, or an agent's?

Each looks at one game and returns features; a logistic regression on the features of games whose makers are known (both
classes weighing the same, every maker within a class the same) turns them into P(human) at even odds.

- ``likelihood-ratio``: the mean log-probability of a decision under an agent learned from people, less that under each
  agent j under suspicion, :math:`\bar\ell_{\mathrm{people}} - \bar\ell_j`, all of them features: one suspect far from
  everybody must not drown the ratio to a near one. Whoever passes is known to be as predictable by that
  one agent as people are.
- ``metrics``: what the paper's metrics look at, game by game: offers, refusals, recipients by rank, offers returned
  at once and after a chain of two. Whoever passes matches people's averages in a game.
- ``coin``: one half, always; what any detector must beat.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011), "Metrics" (the features); Arifovic, McKelvey & Pevnitskaya (2006)
(detectors and emulators scored by a proper rule).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from humanlike.core import OfferTable
from humanlike.detectors.detector import Floats, SeatNumbers
from humanlike.detectors.linear import Booleans, LinearModel, fit_linear
from humanlike.similarity import chain_counts, recipients_by_rank
from humanlike.worlds.social_ultimatum import SocialFit

STRENGTH: Final = 1.0
SURE: Final = 0.99  # no verdict on a single game is surer: the truncated logarithm scores up to here


@dataclass(frozen=True)
class KnownPlayers:
    """What a detector knows before it sees a game: an agent learned from people, and the agents under suspicion."""

    people: SocialFit
    suspects: Mapping[str, SocialFit]
    window: int = 5


@dataclass(frozen=True)
class SocialDetector:
    """A named way of telling people's games from agents'; without features it answers one half."""

    name: str
    description: str
    features: Callable[[KnownPlayers, OfferTable], Floats] | None = field(repr=False)

    def describe(self, known: KnownPlayers, table: OfferTable) -> Floats:
        """The features of each game, [games, features]."""
        return np.zeros((table.n_games, 1)) if self.features is None else self.features(known, table)

    def train(self, features: Floats, is_human: Booleans, makers: SeatNumbers) -> LinearModel | None:
        """What the features of known games teach."""
        return None if self.features is None else fit_linear(features, is_human, makers, strength=STRENGTH)

    def probabilities(self, model: LinearModel | None, features: Floats) -> Floats:
        """P(human) of each game."""
        if model is None:
            return np.full(len(features), 0.5)
        odds = np.exp(np.clip(model.log_odds(features), -50, 50))
        return np.asarray(np.clip(odds / (1 + odds), 1 - SURE, SURE))


def _log_ratios(known: KnownPlayers, table: OfferTable) -> Floats:
    """Mean log-probability of a decision under people's agent less each suspect's, [games, suspects]."""
    n_decisions = 3 * table.made.sum(axis=(1, 2))
    people = known.people.log_chances(table, window=known.window).by_game() / n_decisions
    suspects = np.column_stack(
        [
            fit.log_chances(table, window=known.window).by_game() / n_decisions
            for fit in known.suspects.values()
        ]
    )
    return np.asarray(people[:, None] - suspects)


def _summaries(known: KnownPlayers, table: OfferTable) -> Floats:
    """Means of each game that the paper's metrics rest on, [games, features]; NaN where a game has no case."""
    made = table.made
    n_made = made.sum(axis=(1, 2))
    offers = np.where(made, table.offers / table.endowment, 0.0)
    mean = offers.sum(axis=(1, 2)) / n_made
    spread = np.sqrt(np.where(made, (offers - mean[:, None, None]) ** 2, 0.0).sum(axis=(1, 2)) / n_made)
    refused = (made & ~table.accepted).sum(axis=(1, 2)) / n_made
    ranks = recipients_by_rank(table).mean(axis=1)
    cases = chain_counts(table, min(2, table.n_rounds - 1))
    with np.errstate(invalid="ignore"):
        returned = cases[:, :, 1] / cases.sum(axis=2)
    own = offers.sum(axis=1) / made.sum(axis=1)  # [games, players]
    return np.column_stack([mean, spread, refused, ranks[:, :2], returned, own.std(axis=1)])


SOCIAL_DETECTORS: dict[str, SocialDetector] = {
    detector.name: detector
    for detector in (
        SocialDetector("likelihood-ratio", "an agent learned from people against the suspects", _log_ratios),
        SocialDetector("metrics", "the paper's metrics, game by game", _summaries),
        SocialDetector("coin", "one half, always", None),
    )
}
