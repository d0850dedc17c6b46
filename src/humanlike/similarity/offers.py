r"""Offers: what was played in Social Ultimatum Games, as arrays.

In round k player m chose recipient :math:`R^k_m` and offered :math:`q^k_{m,n}`; the recipient answered
:math:`d^k_{m,n} \in \{0, 1\}`. Games of one group size form one `OfferTable`; a body of play is a list
of tables, one a size. Everybody proposes once in every round, so three arrays hold everything.

References
----------
Chang, Levinboim & Maheswaran (2011), "The Social Ultimatum Game" and its evaluation metrics, sections
"The Social Ultimatum Game" and "Metrics".
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from humanlike.core import BadGame, BadRecord, BadRequest

NO_OFFER = -1  # rounds after the end of a game that is shorter than its neighbours


@dataclass(frozen=True, eq=False)
class OfferTable:
    """Games of one group size, arrays of shape [games, rounds, players (proposers)].

    `recipients` counts players from 0 and holds NO_OFFER after a game's last round; `offers` are amounts
    in the units of `endowment`, multiples of `step`; `accepted` is the answer.
    """

    recipients: npt.NDArray[np.int8]
    offers: npt.NDArray[np.int16]
    accepted: npt.NDArray[np.bool_]
    endowment: int = 10
    step: int = 1
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_stakes(self.endowment, self.step)
        _check_shapes(self)
        if not self.names:
            object.__setattr__(self, "names", tuple(str(game + 1) for game in range(self.n_games)))
        _check_moves(self)

    @property
    def n_games(self) -> int:
        """How many games the table holds."""
        return int(self.recipients.shape[0])

    @property
    def n_rounds(self) -> int:
        """Rounds of the longest game."""
        return int(self.recipients.shape[1])

    @property
    def n_players(self) -> int:
        """Group size N."""
        return int(self.recipients.shape[2])

    @property
    def made(self) -> npt.NDArray[np.bool_]:
        """Where an offer was made at all, shape [games, rounds, players]."""
        return np.asarray(self.recipients >= 0)

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """Rounds of each game."""
        return np.asarray(self.made.any(axis=2).sum(axis=1), dtype=np.int64)

    @property
    def n_values(self) -> int:
        """How many different offers the rules allow: 0, step, ..., endowment."""
        return self.endowment // self.step + 1

    def rewards(self) -> npt.NDArray[np.int64]:
        """Equation (1): what each player earned in each round, shape [games, rounds, players]."""
        taken = np.where(self.accepted & self.made, self.offers, 0).astype(np.int64)
        kept = np.where(self.accepted & self.made, self.endowment - self.offers, 0).astype(np.int64)
        for receiver in range(self.n_players):
            kept[:, :, receiver] += np.where(self.recipients == receiver, taken, 0).sum(axis=2)
        return kept

    def select(self, games: npt.ArrayLike) -> "OfferTable":
        """Some of the games, by index (repetition allowed)."""
        index = np.atleast_1d(np.asarray(games))
        names = tuple(self.names[int(game)] for game in index)
        return OfferTable(
            self.recipients[index],
            self.offers[index],
            self.accepted[index],
            endowment=self.endowment,
            step=self.step,
            names=names,
        )


def check_stakes(endowment: int, step: int) -> None:
    """Refuse an endowment that cannot be split in whole steps."""
    if step < 1 or endowment < step or endowment % step:
        raise BadGame(
            f"An endowment of {endowment} cannot be split in steps of {step}; it must be a multiple of the step."
        )


def _check_shapes(table: OfferTable) -> None:
    shapes = {array.shape for array in (table.recipients, table.offers, table.accepted)}
    if len(shapes) != 1 or table.recipients.ndim != 3:
        raise BadRecord(
            f"Recipients, offers and answers must share one shape [games, rounds, players], not {shapes}."
        )
    if table.n_games == 0:
        raise BadRecord("An offer table needs at least one game; this one is empty.")
    if table.n_players < 3:
        raise BadGame(f"The Social Ultimatum Game needs at least 3 players, not {table.n_players}.")
    if table.lengths.min() < 2:
        game = int(table.lengths.argmin())
        raise BadGame(
            f"The Social Ultimatum Game needs at least 2 rounds; game {game + 1} has {table.lengths[game]}."
        )


def _check_moves(table: OfferTable) -> None:
    made = table.made
    past_the_end = np.arange(table.n_rounds)[:, None] >= table.lengths[:, None, None]
    _refuse(table, made == past_the_end, "makes no offer although the game goes on (players cannot vanish)")
    _refuse(table, table.recipients == np.arange(table.n_players), "makes an offer to themselves")
    _refuse(
        table, table.recipients >= table.n_players, f"offers to a player beyond the {table.n_players} present"
    )
    outside = made & ((table.offers < 0) | (table.offers > table.endowment))
    _refuse(table, outside, f"offers an amount outside 0..{table.endowment}")
    _refuse(table, made & (table.offers % table.step != 0), f"offers no multiple of the step {table.step}")
    _refuse(table, ~made & table.accepted, "gets an answer to an offer never made")


def _refuse(table: OfferTable, wrong: npt.NDArray[np.bool_], sentence: str) -> None:
    """Name the first wrong move, counting from 1."""
    if wrong.any():
        game, round_, player = (int(index) for index in np.argwhere(wrong)[0])
        amount = table.offers[game, round_, player]
        raise BadRecord(
            f"Game {table.names[game]}, round {round_ + 1}: player {player + 1} {sentence} "
            f"(offer recorded: {amount})."
        )


def check_body(body: Sequence[OfferTable], who: str = "body") -> None:
    """Refuse a body of play that is empty or mixes endowments."""
    if not body:
        raise BadRequest(f"The {who} of play is empty: no game, no distance.")
    stakes = {(table.endowment, table.step) for table in body}
    if len(stakes) > 1:
        raise BadRequest(
            f"The {who} of play mixes endowments and steps {sorted(stakes)}; compare one at a time."
        )
