"""Seats that look alike, however a study numbers or names their actions and whatever the unit of its payoffs.

What people do in a prisoner's dilemma of one study says something about the prisoner's dilemma of another only if
action 0 means the same in both. So actions are renumbered: the own ones by how much they *give* the other, the most
giving first, situations by how much they *bring* (`seat_view`); where no action gives more than another they stay as
they are. Two seats have one *form* if then the payoffs of both players stand in the same order.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import MISSING, Game, Play
from humanlike.detectors.detector import Floats
from humanlike.detectors.seat_view import game_view
from humanlike.players.people.recent_rounds import looks_the_same_around

Integers = npt.NDArray[np.int64]


class SeatForm(NamedTuple):
    """How a seat looks, and how its actions and situations are renumbered."""

    name: str  # the same for seats that look alike
    payoffs: Floats  # [own action, situation], renumbered, from 0 to 1
    is_round: bool  # it looks the same all around
    own: Integers  # [actions] the new number of each own action
    met: Integers  # [situations] the new number of each situation

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of own actions and of situations."""
        return len(self.own), len(self.met)

    def moves(self, play: Play, rows: Integers) -> tuple[Integers, Integers]:
        """Own actions and situations of some rows of a play in this seat, renumbered, [rows, rounds]."""
        own, met = (np.append(order, MISSING) for order in (self.own, self.met))
        return own[play.actions[rows]], met[play.situations[rows]]


def seat_form(game: Game, role: int) -> SeatForm:
    """The form of a seat.

    >>> from humanlike.games import GAMES
    >>> dilemma = GAMES["prisoners-dilemma"]
    >>> swapped = Game.from_matrices("other", *(table[::-1, ::-1] for table in dilemma.matrices))
    >>> seat_form(dilemma, 0).name == seat_form(swapped, 1).name
    True
    """
    view = game_view(game, role)
    given, brought = _order(view.giving), _order(view.brings)
    if np.isnan(view.giving).any():  # nothing tells which action is which, or which situation answers which
        given, brought = np.arange(len(given)), np.arange(len(brought))
    own = game.tables[role][given][:, brought]
    tables = [own]
    if game.n_players == 2:
        tables.append(game.tables[1 - role].T[given][:, brought])
    width = float(np.ptp(own)) or 1.0
    form = "x".join(map(str, own.shape)) + " " + " | ".join(_ranks(table) for table in tables)
    is_round = bool(looks_the_same_around(own, np.isclose))
    return SeatForm(form, (own - own.min()) / width, is_round, np.argsort(given), np.argsort(brought))


def _order(values: Floats) -> Integers:
    """Places from the largest value to the smallest; equal ones as they stand."""
    return np.argsort(-np.round(values, 9), kind="stable")


def _ranks(table: Floats) -> str:
    """Each payoff's place among the different payoffs of the table, from 0."""
    places = np.unique(np.round(table, 9), return_inverse=True)[1].reshape(-1)
    return " ".join(map(str, places.tolist()))
