r"""Q-learning: what an action is worth after what the others did last, with what may follow counted in.

What the others did in the last round is the state c. After action a paid r (on a scale from 0 to 1) and led to the
state c',

.. math:: Q_{ca} \leftarrow Q_{ca} + \alpha\,(r + \gamma \max_b Q_{c'b} - Q_{ca}), \qquad p_a \propto e^{\beta Q_{ca}}.

With :math:`\gamma` = 0 it looks at the next payoff alone. All values begin at 0. Any number of actions and players.
The parameter set is an example: published learners cool down while they play.

References ---------- Watkins & Dayan (1992), Machine Learning 8, 279-292; Sandholm & Crites (1996), Biosystems 37,
147-166 (in the prisoner's dilemma).
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    learning_rate: float  # alpha
    patience: float  # gamma: what the next round counts
    sensitivity: float  # beta


class State(NamedTuple):
    """What is carried from round to round."""

    values: jax.Array  # Q, shape [states, actions]
    present: jax.Array  # [states] 1 for what was last met; the first state is before round 1


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing is worth anything yet."""
    n_states = 1 + seat.payoffs.shape[1]
    return State(jnp.zeros((n_states, seat.n_actions)), jnp.eye(n_states)[0])


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Logit choice among the values here, shape [actions]."""
    worth: jax.Array = parameters.sensitivity * _here(state)
    return worth


@jax.checkpoint  # one operation for the engine: written out value by value it would take long to compile
def _here(state: State) -> jax.Array:
    return state.present @ state.values


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """The value of what was done moves towards what it paid and what it led to."""
    arrived = 1.0 * (jnp.arange(state.present.shape[0]) == 1 + trial.situation)
    return State(_moved(parameters, state, trial.chosen, trial.reward, arrived), arrived)


@jax.checkpoint
def _moved(
    parameters: Parameters, state: State, chosen: jax.Array, reward: jax.Array, arrived: jax.Array
) -> jax.Array:
    """All values, one of which has changed."""
    worth = reward + parameters.patience * (arrived @ state.values).max()
    surprise = worth - state.present @ state.values @ chosen
    return state.values + parameters.learning_rate * surprise * state.present[:, None] * chosen[None, :]


def between(parameters: Parameters, state: State) -> State:
    """Values outlast a match; what was last met does not."""
    return state._replace(present=jnp.eye(state.present.shape[0])[0])


RULE = Rule(
    "q-learning",
    Parameters,
    (
        Interval(0.0, 1.0, "payoffs change nothing", "only the last payoff counts"),
        Interval(0.0, 1.0, "it looks at the next payoff alone", "later payoffs count in full"),
        Interval(0.0, 100.0, "it chooses blindly", "it always takes what seems best"),
    ),
    initial_state,
    log_weights,
    update,
    published={"example": Parameters(0.5, 0.5, 4.0)},
    needs=Information.ACTIONS,
    most_situations=64,
    between=between,
)
