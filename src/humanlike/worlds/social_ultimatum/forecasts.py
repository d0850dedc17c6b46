r"""Replay: what an agent would have done in games that others played, round by round, as probabilities.

Every player of a game is taken for the agent, sees what was really played and gives the chances of the next decisions.
What nobody sees is summed out: the lots (whom a DBA ranks first, an attached player's habit) and, where only a cast of
possible players is known, which of them sits there. Each such *case* c has a weight, even at first, which follows
Bayes' rule after each of the player's own decisions,

.. math:: P(d) = \sum_c w_c P_c(d), \qquad w_c' = w_c P_c(d) / P(d),

so that the logarithms of successive decisions (recipient, then offer, then answers in the proposers' order) add up to
that of the whole game: a likelihood. Rounds left out of a trace are skipped.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np

from humanlike.core import BadRequest, OfferTable
from humanlike.worlds.social_ultimatum.chances import Chances, Tremble, check_tremble, tremble_at
from humanlike.worlds.social_ultimatum.setting import (
    Booleans,
    Floats,
    Integers,
    Round,
    SocialAgent,
    SocialSetting,
    places,
)

COLUMNS: Final = 4096  # cases of games at a time
DECISIONS: Final = ("recipient", "offer", "answer")


class LogChances(NamedTuple):
    """Log-probability of what was done, each [games, rounds, players]; NaN where a round was left out."""

    recipient: Floats
    offer: Floats  # given the recipient
    answer: Floats  # the recipient's, at the place of who made the offer

    def by_game(self) -> Floats:
        """The log-likelihood of each game, [games]."""
        return np.asarray(sum(np.nansum(part, axis=(1, 2)) for part in self))


@dataclass(frozen=True, eq=False)
class Forecasts:
    """What was to be expected in each round of each game; NaN where a round was left out."""

    table: OfferTable
    recipient: Floats  # [games, rounds, players, players]
    offer: Floats  # [games, rounds, players, values] to whom it was made
    accept: Floats  # [games, rounds, players] that this very offer is accepted

    def log_chances(self) -> LogChances:
        """Of what was really done."""
        table = self.table
        whom = np.maximum(table.recipients, 0).astype(np.int64)[..., None]
        value = (table.offers // table.step).astype(np.int64)[..., None]
        answer = np.where(table.accepted, self.accept, 1 - self.accept)
        chosen = (
            np.take_along_axis(self.recipient, whom, axis=3)[..., 0],
            np.take_along_axis(self.offer, value, axis=3)[..., 0],
            np.where(table.made, answer, np.nan),
        )
        with np.errstate(divide="ignore"):  # an agent that never trembles may rule out what was done
            return LogChances(*(np.log(part) for part in chosen))


def forecast(
    table: OfferTable,
    agent: SocialAgent,
    parameters: Any = None,
    tremble: Tremble | None = None,
    *,
    window: int = 5,
) -> Forecasts:
    """Forecasts of every decision of `table` by an agent that trembles.

    `parameters` are the agent's; of one with parameters by seat each is [games, players], or [cast]: players who may
    sit anywhere, nobody knows which.
    """
    if agent.chances is None:
        raise BadRequest(
            f"'{agent.name}' gives no probabilities (chances): it can play and be compared, not fitted or predict."
        )
    tremble = check_tremble(Tremble() if tremble is None else tremble)
    setting = SocialSetting(table.n_players, table.n_rounds, table.endowment, table.step, window=window)
    cases = _Cases.of(agent, setting, agent.parameters() if parameters is None else parameters, table.n_games)
    shape = (*table.recipients.shape,)
    found = Forecasts(
        table,
        np.full((*shape, table.n_players), np.nan),
        np.full((*shape, table.n_values), np.nan),
        np.full(shape, np.nan),
    )
    for games, rounds in _batches(table, cases.n_cases):
        _replay(setting, cases, tremble, found, games, rounds)
    return found


def _batches(table: OfferTable, n_cases: int) -> Iterator[tuple[Integers, Integers]]:
    """Games with the same rounds on record, as many as are done at a time, and those rounds."""
    patterns, which = np.unique(table.recorded, axis=0, return_inverse=True)
    at_once = max(COLUMNS // n_cases, 1)
    for number, pattern in enumerate(patterns):
        games = np.flatnonzero(which.reshape(-1) == number)
        for start in range(0, len(games), at_once):
            yield games[start : start + at_once], np.flatnonzero(pattern)


class _Cases(NamedTuple):
    """An agent, and what is not known of it: the lots, or who of a cast it is."""

    agent: SocialAgent
    parameters: Any
    lots: Floats  # [m, n, cases]
    is_cast: bool

    @classmethod
    def of(cls, agent: SocialAgent, setting: SocialSetting, parameters: Any, n_games: int) -> "_Cases":
        size = (setting.n_players, setting.n_players)
        if agent.per_seat and np.ndim(parameters[0]) == 1:
            cast = type(parameters)(
                *(
                    np.repeat(np.asarray(value, dtype=np.float64)[:, None], size[0], axis=1)
                    for value in parameters
                )
            )
            checked = cls._checked(agent, setting, cast, len(cast[0]))
            return cls(agent, checked, np.zeros((*size, len(cast[0]))), True)
        lots = np.zeros((*size, 1)) if agent.hidden is None else agent.hidden(setting)
        return cls(agent, cls._checked(agent, setting, parameters, n_games), lots, False)

    @staticmethod
    def _checked(agent: SocialAgent, setting: SocialSetting, parameters: Any, n_games: int) -> Any:
        check = agent.check_parameters
        return parameters if check is None else check(setting, parameters, n_games)

    @property
    def n_cases(self) -> int:
        return int(self.lots.shape[2])

    def here(self, games: Integers) -> tuple[Any, Floats]:
        """Parameters and lots of some games, a column for each case of each game (all cases of the first, ...)."""
        lots = np.tile(self.lots, (1, 1, len(games)))
        if not self.agent.per_seat:
            return self.parameters, lots
        kind = type(self.parameters)
        if self.is_cast:
            return kind(*(np.tile(np.asarray(value).T, (1, len(games))) for value in self.parameters)), lots
        return kind(
            *(np.repeat(np.asarray(value)[games].T, self.n_cases, axis=1) for value in self.parameters)
        ), lots


def _replay(
    setting: SocialSetting,
    cases: _Cases,
    tremble: Tremble,
    found: Forecasts,
    games: Integers,
    rounds: Integers,
) -> None:
    """All rounds of some games, written into `found`."""
    table, agent = found.table, cases.agent
    parameters, lots = cases.here(games)
    state = agent.initial_state(setting, parameters, lots)
    weights = np.full((setting.n_players, len(games), cases.n_cases), 1 / cases.n_cases)
    for k in rounds:
        whom = table.recipients[games, k].T.astype(np.int64)  # [players, games]
        offer, accepted = table.offers[games, k].T, table.accepted[games, k].T
        chances = tremble_at(
            _to_recipients(agent.chances(setting, parameters, state), whom, cases.n_cases), tremble
        )
        recipient, offers, accept, weights = _mixed(chances, weights, whom, offer // setting.step, accepted)
        found.recipient[games, k] = np.moveaxis(recipient, 2, 0)
        found.offer[games, k] = np.moveaxis(offers, 2, 0)
        found.accept[games, k] = accept.T
        recipients, amounts, answers = (
            np.repeat(moves, cases.n_cases, axis=1) for moves in (whom, offer, accepted)
        )
        seen = Round(recipients, amounts, answers, *places(recipients))
        state = agent.update(setting, parameters, state, seen)


def _to_recipients(chances: Chances, whom: Integers, n_cases: int) -> Chances:
    """The chances with offers [m, 1, values, columns] to whom they were made, and all columns written out."""
    players, values = chances.accept.shape[:2]
    columns = whom.shape[1] * n_cases
    offer = np.broadcast_to(chances.offer, (players, players, values, columns))
    place = np.repeat(whom, n_cases, axis=1)[:, None, None]
    return Chances(
        np.broadcast_to(chances.recipient, (players, players, columns)),
        np.take_along_axis(offer, place, axis=1),
        np.broadcast_to(chances.accept, (players, values, columns)),
    )


def _mixed(
    chances: Chances, weights: Floats, whom: Integers, value: Integers, accepted: Booleans
) -> tuple[Floats, Floats, Floats, Floats]:
    """Recipients [m, n, games], offers [m, values, games] and acceptance [m, games] over all cases; new weights."""
    players, n_games, n_cases = weights.shape
    recipient = chances.recipient.reshape(players, players, n_games, n_cases)
    offers = chances.offer[:, 0].reshape(players, -1, n_games, n_cases)
    accept = chances.accept.reshape(players, -1, n_games, n_cases)
    expected_recipient = np.einsum("mgc,mngc->mng", weights, recipient)
    weights = _learned(weights, np.take_along_axis(recipient, whom[:, None, :, None], axis=1)[:, 0])
    expected_offer = np.einsum("mgc,mvgc->mvg", weights, offers)
    weights = _learned(weights, np.take_along_axis(offers, value[:, None, :, None], axis=1)[:, 0])
    expected_answer = np.empty((players, n_games))
    game = np.arange(n_games)
    for proposer in range(players):
        receiver = whom[proposer]
        yes = accept[receiver, value[proposer], game]  # [games, cases]
        own = weights[receiver, game]
        expected_answer[proposer] = np.clip((own * yes).sum(axis=1), 0.0, 1.0)
        weights[receiver, game] = _learned(own, np.where(accepted[proposer, :, None], yes, 1 - yes))
    return expected_recipient, expected_offer, expected_answer, weights


def _learned(weights: Floats, chance: Floats) -> Floats:
    """Bayes' rule; what no case can explain changes nothing."""
    joint = weights * chance
    whole = joint.sum(axis=-1, keepdims=True)
    return np.asarray(np.where(whole > 0, joint / np.where(whole > 0, whole, 1.0), weights))
