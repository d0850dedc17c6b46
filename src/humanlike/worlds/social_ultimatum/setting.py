r"""The rules of a table, and what one round looks like to everybody.

Arrays put the batch of games last: [players, games] for one number a player, [players, players, games]
for what player m (first axis) thinks of, or does to, player n (second axis).

Settled readings: the lost brackets of equations (4) and (5) are ceilings; with a step other than 1 they go
up to the next multiple of the step. The smallest offer an adaptive player makes is one step.
"""

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadGame, BadParameters, check_stakes

Targeting = Literal["proportional", "most"]
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.integer[Any]]
Booleans = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class SocialSetting:
    """Who sits at the table, for how long, and what is to be split.

    The last three belong to adaptive players: epsilon keeps thresholds off the boundary; the target among
    equally cheap players is drawn in proportion to the offers received from them in the last `window`
    rounds (`proportional`; evenly if there were none), or is the one who made `most` of them, ties to the
    lowest number. The paper leaves window and weights open.
    """

    n_players: int
    n_rounds: int
    endowment: int = 10
    step: int = 1
    epsilon: float = 0.1
    window: int = 5
    targeting: Targeting = "proportional"

    def __post_init__(self) -> None:
        check_stakes(self.endowment, self.step)
        if not 3 <= self.n_players <= 100:
            raise BadGame(f"The Social Ultimatum Game needs 3 to 100 players here, not {self.n_players}.")
        if self.n_rounds < 2:
            raise BadGame(f"The Social Ultimatum Game needs at least 2 rounds, not {self.n_rounds}.")
        if not 0 < self.epsilon < self.step / 2:
            raise BadParameters(
                f"epsilon = {self.epsilon:g} must lie between 0 and half a step ({self.step / 2:g})."
            )
        if not 1 <= self.window <= 100:
            raise BadParameters(f"The history window must hold 1 to 100 rounds, not {self.window}.")
        if self.targeting not in ("proportional", "most"):
            raise BadParameters(f"Targeting is 'proportional' or 'most', not '{self.targeting}'.")

    @property
    def n_values(self) -> int:
        """How many different offers exist: 0, step, ..., endowment."""
        return self.endowment // self.step + 1


class Draws(NamedTuple):
    """One round's uniform numbers, each [players, games]; every agent kind uses the same ones."""

    deviate: Floats  # explore, or reciprocate?
    target: Floats  # whom
    amount: Floats  # how much
    answer: Floats  # the answer to this proposer's offer


class Proposals(NamedTuple):
    """What everybody does in the offer phase, each [players, games]."""

    recipient: Integers
    offer: Integers


class Round(NamedTuple):
    """A finished round; the first three are [players (proposers), games]."""

    recipient: Integers
    offer: Integers
    accepted: Booleans
    sent: Integers  # flat index of (proposer, recipient, game) in an array [players, players, games]
    got: Integers  # flat index of (recipient, proposer, game) in such an array
    seat: Integers  # flat index of (recipient, game) in an array [players, games]


def places(recipient: Integers) -> tuple[Integers, Integers, Integers]:
    """`sent`, `got` and `seat` of a round in which recipients [players, games] were addressed."""
    players, games = recipient.shape
    seat = recipient.astype(np.int64) * games + np.arange(games)
    proposer = np.arange(players)[:, None] * games
    sent = proposer * players + seat
    got = recipient.astype(np.int64) * (players * games) + proposer + np.arange(games)
    return sent, got, seat


class Free(NamedTuple):
    """A parameter that can be fitted, and between which values; amounts count in endowments where `of_endowment`."""

    name: str
    lower: float
    upper: float
    start: float
    stepwise: bool = False  # the likelihood moves in jumps of it, so it is searched on a grid
    of_endowment: bool = False


@dataclass(frozen=True)
class SocialAgent:
    """A kind of player: four functions over all seats of all games at once.

    `initial_state(setting, parameters, lots)` with lots [players, players, games], one uniform number a
    pair; `propose(setting, parameters, state, draws)`; `answer(setting, parameters, state, offers, seat,
    lots)` answers offers [proposers, games] for the receivers in `seat`; `update(setting, parameters,
    state, round)` returns the next state and may reuse the arrays of the old one. `parameters` is a NamedTuple;
    `check_parameters(setting, parameters, n_games)`, if there is one, returns them in the shape the four functions
    want, or says what is wrong with them.

    An agent that can be fitted and judged also has `chances(setting, parameters, state)`, the `Chances` of the round
    that `propose` and `answer` draw from; `hidden(setting)`, if what it does hangs on its lots, lists what they may
    have been, [m, n, cases], all equally likely; and `free`, what maximum likelihood may choose.
    """

    name: str
    title: str
    parameters: type[Any]
    draws: tuple[str, ...]  # which of the round's uniform numbers it looks at
    initial_state: Any
    propose: Any
    answer: Any
    update: Any
    per_seat: bool = False  # parameters are [players, games] rather than shared by everybody
    check_parameters: Any = None
    chances: Any = None
    hidden: Any = None
    free: tuple["Free", ...] = ()

    @property
    def needs_parameters(self) -> bool:
        """Whether somebody must give parameters: not all of them have a default."""
        return len(self.parameters._field_defaults) < len(self.parameters._fields)
