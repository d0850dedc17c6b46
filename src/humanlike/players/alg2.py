r"""Alg2, the quantal responder: theory where it is unique, the best common cell where there is one.

- If the only equilibrium is mixed: the logit quantal response equilibrium with precision lambda.
- Otherwise, if both players' largest payoffs lie in one cell: the own part of it with probability gamma,
  the rest spread evenly over the other actions.
- Other games are not described in the paper. Our reading: half of the time at random, half of the time the
  own part of a Pareto-optimal cell drawn at random. It comes close to the published means in the five
  games concerned.

A player's lambda and gamma are drawn once by the emulator: lambda from a lognormal with mode 2, gamma
uniformly from [.8, .99]. Two players; any number of actions, real payoffs.

References
----------
B. Rogers's algorithm in Arifovic, McKelvey & Pevnitskaya (2005), section 3.1; McKelvey & Palfrey
(1995), GEB 10, 6-38.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance, others_evenly, total


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    precision: float  # lambda of the logit equilibrium
    commitment: float  # gamma, probability of the common best cell


class State(NamedTuple):
    """Constant: the rule does not learn."""

    chances: jax.Array  # [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Which of the three cases holds is a fact of the game."""
    theory = seat.analysis
    assert theory is not None  # declared below, so the engine always supplies it
    quantal = jnp.stack(
        [jnp.interp(parameters.precision, theory.qre_precision, row) for row in theory.qre_choice]
    )
    committed = parameters.commitment * theory.common_best
    committed = committed + (1.0 - parameters.commitment) * others_evenly(theory.common_best)
    loose = 0.5 * theory.pareto_share + 0.5 / seat.n_actions
    otherwise = jnp.where(total(theory.common_best) > 0, committed, loose)
    return State(jnp.where(theory.only_mixed > 0, quantal, otherwise))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """The same in every round."""
    return log_chance(state.chances)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Nothing is learned."""
    return state


RULE = Rule(
    "alg2",
    Parameters,
    (
        Interval(
            0.0,
            200.0,
            "it chooses blindly where the only equilibrium is mixed",
            "it plays the equilibrium without error",
        ),
        Interval(0.0, 1.0, "it never plays the best common cell", "it always plays the best common cell"),
    ),
    initial_state,
    log_weights,
    update,
    published={"middle": Parameters(2.0, 0.895)},
    needs=Information.GAME,
    n_players=2,
    needs_analysis=True,
    symbols=("lambda", "gamma"),
    per_payoff=("precision",),
)
