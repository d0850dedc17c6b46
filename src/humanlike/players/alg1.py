r"""Alg1, the coordinator: find the cells worth agreeing on, play them in turn, punish whoever does not.

The game's analysis names a plan of one or two cells: where a single cell gives both players at least the
average of what each likes best, that cell; otherwise each player's best cell in turn. In an odd round the
first cell of the plan is played, in an even round the second. If the other did not play its part in the
last round, the action that holds it lowest is played once, then the plan is taken up again.

Published only in outline: "identify" the game from both players' payoffs, look for symmetric
and Pareto-superior play, coordinate, punish deviation. The plan, its length and the length of the punishment
are our reading; it reproduces every published row of Alg1 (Chicken to the first digit, without its scatter).

Two players; any number of actions, real payoffs. Deterministic.

References
----------
S. Pevnitskaya's algorithm in Arifovic, McKelvey & Pevnitskaya (2005), section 3.1.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Rule, Seat, Trial
from humanlike.players.choice import log_chance


class Parameters(NamedTuple):
    """None."""


class State(NamedTuple):
    """What is carried from round to round; the plan itself never changes."""

    even: jax.Array  # 0 in odd rounds, 1 in even ones
    betrayed: jax.Array  # 1 if the other left the plan last round
    own: jax.Array  # [2, actions] own part of the plan in odd and even rounds
    other: jax.Array  # [2] the other's part
    punishment: jax.Array  # [actions] what holds the other lowest


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Read the plan off the game's analysis."""
    theory = seat.analysis
    assert theory is not None  # declared below, so the engine always supplies it
    actions = jnp.arange(seat.n_actions)
    return State(
        even=jnp.zeros(()),
        betrayed=jnp.zeros(()),
        own=(actions[None, :] == theory.plan_own[:, None]).astype(jnp.float64),
        other=theory.plan_other,
        punishment=(actions == theory.punishment).astype(jnp.float64),
    )


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The own part of the plan, or the punishment."""
    planned = jnp.where(state.even > 0, state.own[1], state.own[0])
    return log_chance(jnp.where(state.betrayed > 0, state.punishment, planned))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Did the other play its part? Whoever was punishing does not expect it to."""
    expected = jnp.where(state.even > 0, state.other[1], state.other[0])
    left = (trial.situation != expected) & (state.betrayed == 0)
    return state._replace(even=1.0 - state.even, betrayed=left.astype(jnp.float64))


RULE = Rule(
    "alg1",
    Parameters,
    (),
    initial_state,
    log_weights,
    update,
    published={"only": Parameters()},
    needs=Information.GAME,
    n_players=2,
    needs_analysis=True,
)
