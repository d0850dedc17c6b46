r"""What can differ in the Social Ultimatum Game: d_O, d_R, d_B (time-collapsed), d_Y and d_Y^L (time-dependent).

- d_O: the distribution of offers.
- d_R: how often a player addresses the most frequent recipient, the second, ...; averaged over players,
  for each group size on its own.
- d_B: for each offer q, how often it is refused; summed over q. Offers that one body never makes are left
  out and named.
- d_Y: :math:`p(R^{k+1}_m = n \mid R^k_n = m)`, how often an offer is returned in the next round.
- d_Y^L: the same after a chain of c = 1..L alternating offers between the two, summed over c. Every
  length needs cases in both bodies, or there is no distance. (The paper must have counted lengths that never occur as
  never returned, or its 97.02 cannot be; `chains(L, absent="never returned")` does.)

On request:

- d_Ya: as d_Y, but of offers that were accepted: the paper's words are "when a player receives an acceptable offer",
  its formula asks for any.
- d_Rp: as d_R, but averaged over a person's games first, then over persons, as the paper says; d_R weighs every
  player of every game alike, which is the same where nobody plays twice.

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011); "Metrics".
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Literal

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, OfferTable
from humanlike.similarity.metric import Floats, Metric, Tally, by_unit, tally

LEAST_CASES = 5  # a probability from fewer cases says nothing
NEXT_TO_NOTHING = 1e-9  # a case so small that it changes no share, yet gives an absent one
Absent = Literal["unknown", "never returned"]
PAPER_CHAINS = 8

Rounds = Mapping[str, int]
Integers = npt.NDArray[np.int64]


def _stratum(table: OfferTable) -> str:
    return f"{table.n_players} players"


def _values(table: OfferTable) -> tuple[str, ...]:
    return tuple(str(value) for value in range(0, table.endowment + 1, table.step))


def _games(table: OfferTable) -> npt.NDArray[np.int64]:
    """The game of every offer made."""
    return np.nonzero(table.made)[0]


def count_offers(body: Sequence[OfferTable], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """How often each amount was offered."""
    result = []
    for table, who in zip(body, units, strict=True):
        games, values = _games(table), _values(table)
        amounts = table.offers[table.made] // table.step
        counts = tally(games, table.n_games, np.zeros_like(games), 1, amounts, len(values))
        positions = np.arange(0.0, table.endowment + 1, table.step)
        result.append(Tally(_stratum(table), by_unit(counts, who), ("offers",), values, positions))
    return result


def recipients_by_rank(table: OfferTable) -> Floats:
    """How often each player addressed the most frequent recipient, the second, ...: [games, players, N - 1]."""
    made = np.stack([(table.recipients == n).sum(axis=1) for n in range(table.n_players)], axis=-1)
    ordered = np.sort(made, axis=-1)[..., :0:-1]  # the player's own count is 0 and sorts last
    return np.asarray(ordered / made.sum(axis=-1, keepdims=True))


def count_recipients(body: Sequence[OfferTable], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """The recipient distribution by rank, players weighing the same."""
    result = []
    for table, who in zip(body, units, strict=True):
        counts = recipients_by_rank(table).sum(axis=1)[:, None]
        ranks = tuple(str(rank) for rank in range(1, table.n_players))
        positions = np.arange(float(len(ranks)))
        result.append(
            Tally(_stratum(table), by_unit(counts, who), (f"{table.n_players} players",), ranks, positions)
        )
    return result


def count_recipients_of_persons(
    body: Sequence[OfferTable], n_rounds: Rounds, units: Sequence[Integers]
) -> list[Tally]:
    """The recipient distribution by rank, persons weighing the same however many games they played."""
    result = []
    for table, who in zip(body, units, strict=True):
        weights = np.ones((table.n_games, table.n_players))
        if table.persons.size:
            _, place, played = np.unique(table.persons, return_inverse=True, return_counts=True)
            weights = 1 / played[place].reshape(weights.shape)
        counts = (recipients_by_rank(table) * weights[..., None]).sum(axis=1)[:, None]
        ranks = tuple(str(rank) for rank in range(1, table.n_players))
        name = _stratum(table)
        result.append(Tally(name, by_unit(counts, who), (name,), ranks, np.arange(float(len(ranks)))))
    return result


def count_rejections(body: Sequence[OfferTable], n_rounds: Rounds, units: Sequence[Integers]) -> list[Tally]:
    """How often each amount was refused."""
    result = []
    for table, who in zip(body, units, strict=True):
        amounts = table.offers[table.made] // table.step
        refused = (~table.accepted[table.made]).astype(np.int64)
        counts = tally(_games(table), table.n_games, amounts, table.n_values, refused, 2)
        tables = tuple(f"offer {value}" for value in _values(table))
        result.append(Tally(_stratum(table), by_unit(counts, who), tables, ("accepted", "refused")))
    return result


def count_chains(
    longest: int,
    body: Sequence[OfferTable],
    n_rounds: Rounds,
    units: Sequence[Integers],
    *,
    absent: Absent = "unknown",
    accepted_only: bool = False,
) -> list[Tally]:
    """How often a chain of c alternating offers was continued, c = 1..longest."""
    rounds = max(table.n_rounds for table in body)
    if longest + 1 > rounds:
        raise BadRequest(
            f"A chain of {longest} offers and its continuation need {longest + 1} rounds; "
            f"the longest game has {rounds}."
        )
    tables = tuple(f"chain {length}" for length in range(1, longest + 1))
    result = []
    for table, who in zip(body, units, strict=True):
        counts = by_unit(chain_counts(table, longest, accepted_only=accepted_only), who)
        if absent == "never returned":
            counts[:, counts.sum(axis=(0, 2)) == 0, 0] = NEXT_TO_NOTHING
        result.append(Tally(_stratum(table), counts, tables, ("not returned", "returned")))
    return result


def chain_counts(table: OfferTable, longest: int, *, accepted_only: bool = False) -> Floats:
    """Cases by chain length and continuation, [games, lengths, (not returned, returned)].

    The offer n -> m of round k ends a chain one longer than the offer m -> n of round k-1, if that was made. Of
    these, with `accepted_only`, those of which the last offer was accepted.
    """
    games = np.arange(table.n_games)[:, None]
    players = np.arange(table.n_players, dtype=np.int8)
    known = table.recorded  # nothing is counted where one of two rounds was left out, or the game is over
    exact = np.zeros((table.n_games, longest + 1, 2))
    length = np.zeros((table.n_games, table.n_players), dtype=np.int64)
    for k in range(table.n_rounds - 1):
        to = np.maximum(table.recipients[:, k], 0).astype(np.int64)
        on = np.broadcast_to(known[:, k, None] & known[:, k + 1, None], to.shape)
        on = on & table.accepted[:, k] if accepted_only else on
        if k:
            returned_before = table.recipients[:, k - 1][games, to] == players
            length = 1 + np.where(returned_before, length[games, to], 0)
        else:
            length = np.ones_like(length)
        returned = (table.recipients[:, k + 1][games, to] == players).astype(np.int64)
        where = np.broadcast_to(games, to.shape)
        exact += tally(
            where[on], table.n_games, np.minimum(length, longest)[on], longest + 1, returned[on], 2
        )
    at_least = np.cumsum(exact[:, ::-1], axis=1)[:, ::-1]  # a chain of 5 is also one of 4
    return np.asarray(at_least[:, 1:])


def chains(longest: int, absent: Absent = "unknown") -> Metric:
    """d_Y^L for L = `longest`; chains of a length that is `absent` from a body are unknown, or never returned."""
    if longest < 1:
        raise BadRequest(f"A reciprocity chain has at least 1 link, not {longest}.")
    return Metric(
        f"d_Y{longest}",
        f"reciprocity chains up to {longest}",
        True,
        "offers",
        partial(count_chains, longest, absent=absent),
        weighting="sum",
        pooled=True,
        complete=absent == "unknown",
        least_cases=LEAST_CASES if absent == "unknown" else 0,
    )


OFFERS = Metric("d_O", "offers", False, "offers", count_offers, pooled=True)
RECIPIENTS = Metric("d_R", "recipients by rank", False, "offers", count_recipients)
REJECTIONS = Metric(
    "d_B", "rejections by offer", False, "offers", count_rejections, weighting="sum", pooled=True
)
RECIPROCITY = Metric(
    "d_Y",
    "immediate reciprocity",
    True,
    "offers",
    partial(count_chains, 1),
    weighting="sum",
    pooled=True,
    complete=True,
    least_cases=LEAST_CASES,
)
ACCEPTED_RECIPROCITY = Metric(
    "d_Ya",
    "immediate reciprocity of accepted offers",
    True,
    "offers",
    partial(count_chains, 1, accepted_only=True),
    weighting="sum",
    pooled=True,
    complete=True,
    least_cases=LEAST_CASES,
)
PERSONS_RECIPIENTS = Metric(
    "d_Rp", "recipients by rank, averaged over persons", False, "offers", count_recipients_of_persons
)
