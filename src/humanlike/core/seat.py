"""What a player is given at the start (Seat) and shown after each round (Trial).

Both are views for *one* player: arrays have an axis of actions and no batch axis. The engine runs a
rule for a hundred thousand seats at once without the rule noticing.
"""

from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

from humanlike.core.names import look_up

if TYPE_CHECKING:
    from jax import Array


class Information(IntEnum):
    """What a player sees; each level includes the ones before it."""

    OWN_PAYOFF = 1  # the own action and what it paid
    ACTIONS = 2  # also the own payoff table and what the others did
    GAME = 3  # also the others' payoff tables

    @property
    def word(self) -> str:
        """The level as it is written on the command line."""
        return {Information.OWN_PAYOFF: "own", Information.ACTIONS: "actions", Information.GAME: "game"}[self]

    @classmethod
    def called(cls, word: str) -> "Information":
        """The level a word names.

        >>> Information.called("own").sentence
        'only the own action and payoff'
        """
        return look_up("information", word, {level.word: level for level in cls})

    @property
    def sentence(self) -> str:
        """The level in words."""
        return {
            Information.OWN_PAYOFF: "only the own action and payoff",
            Information.ACTIONS: "the own payoff table and the others' actions",
            Information.GAME: "everybody's payoff tables and actions",
        }[self]


class Analysis(NamedTuple):
    """What theory says about a two-player game, from one seat; computed in `games`, used by Alg1 and Alg2."""

    plan_own: "Array"  # [2] own action in odd and even rounds of the cooperative plan
    plan_other: "Array"  # [2] the other's action in odd and even rounds of that plan
    punishment: "Array"  # [] own action that holds the other lowest
    only_mixed: "Array"  # [] 1 if the only equilibrium is mixed
    common_best: "Array"  # [actions] 1 for the own part of a cell that is best for both; zeros if none
    pareto_share: "Array"  # [actions] how often each own action occurs among Pareto-optimal cells
    qre_precision: "Array"  # [grid] precisions at which the logit equilibrium was traced
    qre_choice: "Array"  # [actions, grid] own equilibrium probabilities at those precisions


class Seat(NamedTuple):
    """What a rule is given before the first round."""

    payoffs: "Array"  # [own actions, situations]; own payoffs
    others_payoffs: "Array"  # [other's actions, own actions] in two-player games; empty elsewhere
    lowest: "Array"  # [] the smallest own payoff of the game
    highest: "Array"  # [] the largest own payoff of the game
    analysis: Analysis | None  # None unless the rule declares that it needs one
    game: "Array | None" = None  # [] a number that tells games apart; None unless the rule learns from play
    part: "Array | None" = (
        None  # [] which part of what was learned to be shown (`core.parts`); 0 is everything
    )
    learned: Any = (
        None  # what the rule learned from other people's play (`Rule.learn`), the same for everybody
    )

    @property
    def n_actions(self) -> int:
        """How many actions this player has."""
        return int(self.payoffs.shape[0])


class Trial(NamedTuple):
    """What a player sees after a round; fields beyond the rule's information are never read."""

    action: "Array"  # [] what I did
    chosen: "Array"  # [actions] 1 for what I did, 0 elsewhere
    payoff: "Array"  # [] what it paid
    reward: "Array"  # [] the payoff on a scale from 0 (lowest own payoff of the game) to 1 (highest)
    situation: "Array"  # [] what the others did, as an index
    met: "Array"  # [situations] 1 for what the others did, 0 elsewhere
    foregone: "Array"  # [actions] what each own action would have paid
