r"""What a simulated population was likely to do, summed while it plays: mean chances of actions and of outcomes.

In round t player p of group g chooses a with chance :math:`p_{g,p,t}(a)`. The program sums
:math:`\sum_g w_g\, p_{g,p,t}(a)` for every player and, over the tables at which people meet,
:math:`\sum_g w_g \prod_p p_{g,p,t}(a_p)` for every outcome: means of chances, which vary much less than how often
something was drawn. Seats stand role by role (`population.alike`), so that sums run along memory.
"""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Tally = Literal[
    "", "actions", "outcomes"
]  # what is summed: nothing, chances of actions, those of outcomes too


class Tallied(NamedTuple):
    """Simulated moves, and how likely everything was."""

    actions: npt.NDArray[np.int8]  # [subjects, rounds]
    chances: Floats  # [players, rounds, actions], the mean over groups; zero for actions a role lacks
    outcomes: Floats | None  # [rounds, outcomes], the mean over tables; None where they were not asked for


class Sums(NamedTuple):
    """Of one round, or of all (an axis of rounds first)."""

    chances: Any  # [players, actions]
    outcomes: Any  # [outcomes], or none


def no_sums(tally: Tally, n_players: int, n_actions: int, capacity: int) -> Sums:
    """Before the first round."""
    n_outcomes = n_actions**n_players if tally == "outcomes" else 0
    return Sums(jnp.zeros((capacity, n_players, n_actions)), jnp.zeros((capacity, n_outcomes)))


def summed(tally: Tally, chances: Sequence[jax.Array], others: jax.Array | None, weight: jax.Array) -> Sums:
    """Sums of one round over groups that count `weight`, [groups].

    `chances` are [actions, seats] for each block; `others` [others, seats] say whom everybody meets where that is not
    the own group.
    """
    n_actions, n_groups = max(map(len, chances)), len(weight)
    filled = [jnp.pad(each, ((0, n_actions - len(each)), (0, 0))) for each in chances]
    seated = jnp.concatenate(filled, axis=1)
    own = seated.reshape(n_actions, -1, n_groups)
    of_players = (own * weight).sum(axis=2).T
    if tally == "actions":
        return Sums(of_players, jnp.zeros(0))
    if others is None:
        members = [own[:, player] for player in range(own.shape[1])]
    else:
        members = [own[:, 0], *(seated[:, other[:n_groups]] for other in others)]
    joint = weight[None]
    for member in members:  # the first member's action is the slowest
        joint = (joint[:, None] * member[None]).reshape(-1, n_groups)
    return Sums(of_players, joint.sum(axis=1))
