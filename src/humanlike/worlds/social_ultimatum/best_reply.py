r"""What pays among given players: per-pair probabilities, the best offer and recipient, and what accepting is worth.

Strategies are characterised by what they produce: :math:`p^g_m(n, q)`, how likely m offers q to n, and
:math:`p^a_m(n, q)`, how likely m accepts q from n. Against fixed ones the best proposal of m is

.. math:: (n^*, q^*) = \arg\max_{n \ne m,\; q} (e - q)\, p^a_n(m, q),

and in equilibrium everybody offers one step and accepts it (Proposition 2, equation 3). Others react, though: an offer
may be returned, and a refusal may be answered by a better offer or by none. What was counted of the next round is
therefore given beside it, and where refusing an offer brought more than accepting it, accepting everything is no
dominant strategy (Proposition 1). One round ahead is counted, not more.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Game-Theoretic Agents", Propositions 1 and 2.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from humanlike.core import OfferTable
from humanlike.worlds.social_ultimatum.setting import Booleans, Floats, Integers

STRENGTH: Final = 2.0  # answers of everybody that a recipient's own answers are added to


class Pairs(NamedTuple):
    """What every two players of a table did to each other, each [games, m, n, values]."""

    given: Floats  # p^g: how likely m offers this value to n in a round
    cases: Integers  # how often m did
    accepted: Integers  # how often n accepted

    def accept(self) -> Floats:
        """p^a: how likely n accepts this value from m; NaN where m never offered it to n."""
        return np.where(self.cases > 0, self.accepted / np.maximum(self.cases, 1), np.nan)


class Worth(NamedTuple):
    """What each value is worth to who offers it, and to who is offered it, each [values]; NaN without cases."""

    cases: Floats
    accept: Floats  # how likely it is accepted
    kept: Floats  # (e - q) p^a(q)
    returned: (
        Floats  # what the recipient offers the proposer in the next round, 0 if somebody else is addressed
    )
    after_accepting: (
        Floats  # what the proposer offers the same recipient in the next round, having been accepted
    )
    after_refusing: Floats  # having been refused

    def accepting(self, values: Floats) -> Floats:
        """What accepting brings more than refusing, this round and the next."""
        return np.asarray(values + self.after_accepting - self.after_refusing)


class Proposal(NamedTuple):
    """The best a player can propose to the others of a game, as they answered."""

    game: str
    player: str
    recipient: str
    offer: int
    expected: float  # kept a round
    earned: float  # what the player really kept of own proposals a round


def pairs_of(table: OfferTable) -> Pairs:
    """Per-pair probabilities of a table."""
    games, _, players = np.nonzero(table.made)
    place = (games, players, table.recipients[table.made], table.offers[table.made] // table.step)
    shape = (table.n_games, table.n_players, table.n_players, table.n_values)
    cases, accepted = np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.int64)
    np.add.at(cases, place, 1)
    np.add.at(accepted, place, table.accepted[table.made].astype(np.int64))
    return Pairs(cases / table.recorded.sum(axis=1)[:, None, None, None], cases, accepted)


def worth_of(body: Sequence[OfferTable]) -> Worth:
    """What was counted of every value, over all players and games."""
    parts = [_counted(table) for table in body]
    cases, accepted, seen, returned, after_yes, n_yes, after_no, n_no = (
        np.sum(each, axis=0) for each in zip(*parts, strict=True)
    )
    values = np.arange(0, body[0].endowment + 1, body[0].step)
    accept = _shares(accepted, cases)
    return Worth(
        cases,
        accept,
        (body[0].endowment - values) * accept,
        _shares(returned, seen),
        _shares(after_yes, n_yes),
        _shares(after_no, n_no),
    )


def _shares(total: Floats, cases: Floats) -> Floats:
    return np.where(cases > 0, total / np.maximum(cases, 1), np.nan)


def _counted(table: OfferTable) -> list[Floats]:
    """Sums by value: cases, accepted; cases with a next round, what came back; and what followed yes and no."""
    made = table.made
    value = (table.offers // table.step).astype(np.int64)
    follows = np.zeros_like(made)
    follows[:, :-1] = made[:, :-1] & made[:, 1:]
    whom = np.maximum(table.recipients, 0).astype(np.int64)
    next_whom, next_offer = (np.roll(array, -1, axis=1) for array in (table.recipients, table.offers))
    own = np.arange(table.n_players)
    back = np.take_along_axis(next_whom, whom, axis=2) == own  # the recipient addresses the proposer
    amount_back = np.where(back, np.take_along_axis(next_offer, whom, axis=2), 0)
    amount_again = np.where(
        next_whom == table.recipients, next_offer, 0
    )  # the proposer addresses the same again
    yes, no = follows & table.accepted, follows & ~table.accepted

    def sums(where: Booleans, amounts: Integers | None = None) -> Floats:
        weights = None if amounts is None else amounts[where].astype(np.float64)
        return np.bincount(value[where], weights=weights, minlength=table.n_values).astype(np.float64)

    return [
        sums(made), sums(made & table.accepted), sums(follows), sums(follows, amount_back),
        sums(yes, amount_again), sums(yes), sums(no, amount_again), sums(no),
    ]  # fmt: skip


def best_proposals(table: OfferTable, accept: Floats) -> list[Proposal]:
    """The best recipient and offer of every player of every game.

    A recipient's answers in the game are added to two of everybody's (`accept`, [values]), who also speak for values
    that the recipient was never offered.
    """
    pairs = pairs_of(table)
    cases, accepted = (
        pairs.cases.sum(axis=1),
        pairs.accepted.sum(axis=1),
    )  # [games, n, values], whoever made them
    known = np.nan_to_num(accept)
    likely = (accepted + STRENGTH * known) / (cases + STRENGTH)
    values = np.arange(0, table.endowment + 1, table.step)
    kept = (table.endowment - values) * likely  # [games, n, values]
    earned = np.where(table.accepted & table.made, table.endowment - table.offers, 0).sum(axis=1)
    earned = earned / table.recorded.sum(axis=1)[:, None]
    found = []
    for game, player in np.ndindex(table.n_games, table.n_players):
        own = kept[game].copy()
        own[player] = -1.0  # nobody makes an offer to themselves
        recipient, value = np.unravel_index(int(own.argmax()), own.shape)
        found.append(
            Proposal(
                table.names[game],
                _who(table, game, player),
                _who(table, game, int(recipient)),
                int(values[value]),
                float(own[recipient, value]),
                float(earned[game, player]),
            )
        )
    return found


def _who(table: OfferTable, game: int, player: int) -> str:
    return str(table.persons[game, player]) if table.persons.size else str(player + 1)


def greed_of(body: Sequence[OfferTable]) -> tuple[float, float]:
    """How near to equation (3): the share of offers of at most one step, and how often one step is accepted.

    The second is NaN where one step was never offered.
    """
    offers = np.concatenate([table.offers[table.made] for table in body])
    answers = np.concatenate([table.accepted[table.made] for table in body])
    one = offers == body[0].step
    return float((offers <= body[0].step).mean()), float(answers[one].mean()) if one.any() else float("nan")
