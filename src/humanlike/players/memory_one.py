r"""Memory-one: the chance of the first action depends on the last round alone.

Five probabilities of playing action 0 ("cooperate"): in round 1, and after each cell (own, other) of the
last round, 00, 01, 10, 11. Tit-for-tat, generous tit-for-tat, the grim-like repeater and win-stay lose-shift
are settings of it. Two players with two actions each; payoffs are not looked at.

References
----------
Nowak & Sigmund (1993), Nature 364, 56-58; Press & Dyson (2012), PNAS 109, 10409-10413.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance


class Parameters(NamedTuple):
    """Probabilities of action 0."""

    first: float  # in round 1
    after_00: float  # both played 0
    after_01: float  # I played 0, the other 1
    after_10: float  # I played 1, the other 0
    after_11: float  # both played 1


class State(NamedTuple):
    """What is carried from round to round."""

    chance: jax.Array  # of action 0 in the coming round


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """The opening move."""
    return State(jnp.asarray(parameters.first))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Log-chances of both actions, shape [2]."""
    return log_chance(jnp.stack([state.chance, 1.0 - state.chance]))


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Look up the last cell."""
    after_0 = jnp.where(trial.situation == 0, parameters.after_00, parameters.after_01)
    after_1 = jnp.where(trial.situation == 0, parameters.after_10, parameters.after_11)
    return State(jnp.where(trial.action == 0, after_0, after_1))


RULE = Rule(
    "memory-one",
    Parameters,
    (
        Interval(0.0, 1.0, "it never begins with action 0", "it always begins with action 0"),
        *(
            Interval(0.0, 1.0, f"it never plays 0 after {cell}", f"it always plays 0 after {cell}")
            for cell in ("00", "01", "10", "11")
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={
        "generous-tit-for-tat": Parameters(1.0, 1.0, 1 / 3, 1.0, 1 / 3),
        "tit-for-tat": Parameters(1.0, 1.0, 0.0, 1.0, 0.0),
        "grim-like": Parameters(1.0, 1.0, 0.0, 0.0, 0.0),
        "win-stay-lose-shift": Parameters(1.0, 1.0, 0.0, 0.0, 1.0),
    },
    needs=Information.ACTIONS,
    n_actions=2,
    n_players=2,
)
