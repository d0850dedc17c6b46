r"""One seat's view of a play, on scales that mean the same in every game.

Payoffs are put on the scale of the own payoff table, 0 for its smallest entry and 1 for its largest. What an
action *gives* is the mean over situations of what it leaves to the other, from 0 (the least giving action) to 1
(the most giving); what a situation *brings* is the mean over own actions of what it pays. In a prisoner's
dilemma giving is cooperating; in a battle of the sexes it is going where the other wants to go; in rock, paper,
scissors no action gives more than another, and everything that rests on giving is undefined (NaN). An action's
*promise* is its mean payoff over situations, on the same kind of scale.

Nothing here depends on how actions are numbered or named, nor on the unit of payoffs.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import Game, Play
from humanlike.detectors.detector import Floats

Integers = npt.NDArray[np.int64]
Booleans = npt.NDArray[np.bool_]


class GameView(NamedTuple):
    """Tables of one seat; indices are [own action, situation] unless said otherwise."""

    payoff: Floats  # 0 to 1
    best_reply: Booleans  # whether the action is best in the situation
    win: Booleans  # whether it pays at least the mean of the own table
    promise: Floats  # [own action]
    giving: Floats  # [own action]
    brings: Floats  # [situation]
    lead: Floats  # own minus other's payoff, in widths of all payoffs
    efficiency: Floats  # both payoffs together, 0 to 1


class SeatView(NamedTuple):
    """Arrays [seats, rounds] of all seats in one role; entries mean nothing where `both` is False."""

    game: GameView
    own: Integers
    met: Integers
    made: Booleans  # the own move is known
    both: Booleans  # the own move and the situation are known


def game_view(game: Game, role: int) -> GameView:
    """What the payoffs say to the player in `role`; NaN where it takes two players to say it."""
    own = game.tables[role]
    if game.n_players == 2:
        other = game.tables[1 - role].T
        widest = max(own.max(), other.max()) - min(own.min(), other.min())
        lead = (own - other) / widest if widest > 0 else np.zeros_like(own)
    else:
        other = np.full_like(own, np.nan)
        lead = other
    return GameView(
        payoff=_unit_scale(own),
        best_reply=own >= own.max(axis=0) - 1e-12 * (1 + np.abs(own).max()),
        win=own >= own.mean(),
        promise=_unit_scale(own.mean(axis=1)),
        giving=_unit_scale(other.mean(axis=1)),
        brings=_unit_scale(own.mean(axis=0)),
        lead=lead,
        efficiency=_unit_scale(own + other),
    )


def _unit_scale(values: Floats) -> Floats:
    """From 0 for the smallest to 1 for the largest; NaN where all are (nearly) the same."""
    low, high = values.min(), values.max()
    if not high - low > 1e-9 * (1 + np.abs(values).max()):
        return np.full_like(values, np.nan)
    scaled: Floats = (values - low) / (high - low)
    return scaled


def seat_view(play: Play, role: int, rows: Integers) -> SeatView:
    """The seats `rows` of a play, all in one role."""
    actions = play.actions[rows].astype(np.int64)
    situations = play.situations[rows].astype(np.int64)
    made = actions >= 0
    both = made & (situations >= 0)
    return SeatView(game_view(play.game, role), np.maximum(actions, 0), np.maximum(situations, 0), made, both)
