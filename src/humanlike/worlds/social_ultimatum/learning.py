r"""Agents from traces: distributions by counting, fairness, reactivity and exploration player by player.

Distributions are pooled over all games and players, the recipient distribution for each group size. Of each
player in each game,

- :math:`\alpha` is the first offer (of the first round that is known);
- :math:`\beta`: when an offer to one recipient falls from :math:`q_1` to :math:`q_2` after K offers of
  :math:`q_1` (not necessarily in consecutive rounds), the smallest b with :math:`(1-b)^K < 1/2`, that is
  :math:`1 - 2^{-1/K}`; the mean of these over the game, 0 for a player who never lowers an offer;
- :math:`\gamma`: the share of offers below the lowest own offer known to have been accepted before.

Open in the paper and chosen here: K counts offers of the old value; several falls are averaged; "known"
means known to the player, whose own proposals tell what others accept.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Experiments".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from humanlike.core import NO_OFFER, BadRequest, OfferTable, Streams, check_body
from humanlike.similarity import chain_counts, recipients_by_rank
from humanlike.worlds.social_ultimatum import beliefs, distribution_based
from humanlike.worlds.social_ultimatum.attached import Parameters as AttachedParameters
from humanlike.worlds.social_ultimatum.setting import Booleans, Floats, SocialAgent, SocialSetting
from humanlike.worlds.social_ultimatum.simulation import Seating, play_tables


@dataclass(frozen=True)
class Learned:
    """What a body of play teaches, one entry a table (group size) of that body."""

    endowment: int
    step: int
    distributions: dict[int, distribution_based.Parameters]  # by group size
    adaptive: dict[int, beliefs.Parameters]  # by group size, each [games, players]
    attached: AttachedParameters | None = None  # only if it was fitted; counting teaches none

    def parameters(self, n_players: int) -> dict[str, object]:
        """Parameter sets by agent kind for one group size."""
        if n_players not in self.distributions:
            known = ", ".join(map(str, sorted(self.distributions)))
            raise BadRequest(
                f"Nothing was learned about groups of {n_players}; the traces have groups of {known}."
            )
        shared = self.distributions[n_players]
        fitted = {} if self.attached is None else {"attached": self.attached}
        return {"dba": shared, "dbra": shared, "adaptive": self.adaptive[n_players], **fitted}

    def players_again(self, n_players: int, n_games: int) -> beliefs.Parameters:
        """Adaptive players for `n_games` games: those of the observed games, over and over."""
        self.parameters(n_players)
        own = self.adaptive[n_players]
        again = np.arange(n_games) % len(own.fairness)
        return beliefs.Parameters(*(array[again] for array in own))


def learn(body: Sequence[OfferTable]) -> Learned:
    """Distributions and player parameters of a body of play."""
    check_body(body)
    values = body[0].n_values
    made = np.zeros(values)
    refused = np.zeros(values)
    for table in body:
        index = table.offers[table.made] // table.step
        made += np.bincount(index, minlength=values)
        refused += np.bincount(index[~table.accepted[table.made]], minlength=values)
    rejection = _filled(refused, made)
    reciprocation = _reciprocation(body)
    distributions = {
        table.n_players: distribution_based.Parameters(
            made / made.sum(), recipients_by_rank(table).mean(axis=(0, 1)), rejection, reciprocation
        )
        for table in body
    }
    adaptive = {table.n_players: adaptive_parameters(table) for table in body}
    return Learned(body[0].endowment, body[0].step, distributions, adaptive)


def _filled(refused: Floats, made: Floats) -> Floats:
    """Rejection rates; values nobody offered take the line between their neighbours (flat at the ends)."""
    seen = np.flatnonzero(made)
    return np.interp(np.arange(len(made)), seen, refused[seen] / made[seen])


def _reciprocation(body: Sequence[OfferTable]) -> float:
    """How often an offer is returned in the next round."""
    kept, returned = sum(chain_counts(table, 1).sum(axis=(0, 1)) for table in body)
    if not kept + returned:
        raise BadRequest(
            "No two rounds in a row are known, so nobody can tell how often an offer is returned."
        )
    return float(returned / (kept + returned))


def adaptive_parameters(table: OfferTable) -> beliefs.Parameters:
    """Fairness, reactivity and exploration of every player of every game, each [games, players]."""
    first = table.offers[np.arange(table.n_games), table.recorded.argmax(axis=1)]
    return beliefs.Parameters(first.astype(np.float64), _reactivity(table), _exploration(table))


def _reactivity(table: OfferTable) -> Floats:
    """Beta: the mean of 1 - 2^(-1/K) over the falls of offers to one recipient."""
    shape = (table.n_games, table.n_players, table.n_players)
    last, times = np.full(shape, -1), np.zeros(shape, dtype=np.int64)
    total, falls = np.zeros(shape[:2]), np.zeros(shape[:2])
    for k in range(table.n_rounds):
        made = table.recipients[:, k, :, None] == np.arange(table.n_players)
        offer = table.offers[:, k, :, None]
        lowered = made & (offer < last)
        total += np.where(lowered, 1 - 2.0 ** (-1 / np.maximum(times, 1)), 0.0).sum(axis=2)
        falls += lowered.sum(axis=2)
        times = np.where(made, np.where(offer == last, times + 1, 1), times)
        last = np.where(made, offer, last)
    return np.asarray(total / np.maximum(falls, 1))


def _exploration(table: OfferTable) -> Floats:
    """Gamma: the share of offers below the lowest own offer accepted so far."""
    lowest = np.full((table.n_games, table.n_players), np.inf)
    below, known = np.zeros_like(lowest), np.zeros_like(lowest)
    for k in range(table.n_rounds):
        made: Booleans = np.asarray(table.recipients[:, k] >= 0)
        offer = table.offers[:, k]
        known += made & np.isfinite(lowest)
        below += made & (offer < lowest)
        below -= made & np.isinf(lowest)  # with nothing known, nothing is below it
        lowest = np.where(made & table.accepted[:, k], np.minimum(lowest, offer), lowest)
    return np.asarray(below / np.maximum(known, 1))


def resimulate(
    stream: Streams,
    table: OfferTable,
    learned: Learned,
    agent: SocialAgent,
    *,
    times: int = 10,
    window: int = 5,
) -> OfferTable:
    """Each observed game played again `times` times by agents with its own players' parameters."""
    setting = SocialSetting(table.n_players, table.n_rounds, table.endowment, table.step, window=window)
    games = np.repeat(np.arange(table.n_games), times)
    parameters = dict(learned.parameters(table.n_players))
    own = learned.adaptive[table.n_players]
    if len(own.fairness) != table.n_games:
        raise BadRequest(
            f"{len(own.fairness)} games were learned from, but {table.n_games} are to be played again."
        )
    parameters["adaptive"] = beliefs.Parameters(*(array[games] for array in own))
    seating = Seating((agent,) * table.n_players, parameters)
    played = play_tables(stream[f"agent {agent.name}"], setting, seating, len(games))
    known = table.recorded[games][:, :, None]  # the same rounds are left out, and the same games end early
    return OfferTable(
        np.where(known, played.recipients, np.int8(NO_OFFER)),
        np.where(known, played.offers, np.int16(0)),
        played.accepted & known,
        endowment=table.endowment,
        step=table.step,
        names=tuple(f"{table.names[game]}/{number % times + 1}" for number, game in enumerate(games)),
    )


def with_rejection(learned: Learned, rejection: Floats) -> Learned:
    """The same distributions with rejection probabilities from elsewhere."""
    changed = {size: each._replace(rejection=rejection) for size, each in learned.distributions.items()}
    return replace(learned, distributions=changed)
