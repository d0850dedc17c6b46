r"""Experience-weighted attraction: reinforcement and beliefs in one rule.

.. math::

    N(t) &= \rho N(t-1) + 1 \\
    A_j(t) &= \frac{\phi N(t-1) A_j(t-1) + [\delta + (1-\delta) 1(j = j(t))]\, \pi_j(t)}{N(t)} \\
    p_j(t+1) &\propto e^{\lambda A_j(t)}

where :math:`\pi_j(t)` is what action j would have paid against what the others did. Initial
attractions are the expected payoffs against a uniform opponent, and round 1 already uses them; as inputs of their
own they are an option, ``ewa+attractions-2`` for two actions.

Any number of actions and players, real payoffs (lambda carries their scale). Sets: the tournament's own and the two of
its mixed models; `camerer-ho-1` to `-4` are the estimates these were rounded from, in the order printed, which does not
say which game each belongs to. All six agree with N(0) <= 1/(1 - rho), as the estimates were restricted to do.

References
----------
Camerer & Ho (1999), Econometrica 67, 827-874. Parameter sets: Arifovic, McKelvey & Pevnitskaya (2005), section 3.1.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial


class Parameters(NamedTuple):
    """What differs from one learner to the next."""

    initial_experience: float  # N(0): rounds the initial attractions are worth
    rho: float  # how fast experience fades
    phi: float  # how fast attractions fade
    delta: float  # weight of what was not chosen: 0 reinforcement, 1 beliefs
    sensitivity: float  # lambda: 0 chooses blindly, large always takes the best


class State(NamedTuple):
    """What is carried from round to round."""

    experience: jax.Array  # N
    attractions: jax.Array  # A, shape [actions]


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Attractions start at the expected payoff against a uniform opponent."""
    return State(jnp.asarray(parameters.initial_experience), seat.payoffs.mean(axis=1))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """Logit choice, shape [actions]."""
    return parameters.sensitivity * state.attractions


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """Old attractions fade; what was earned, and part of what was foregone, is added."""
    experience = parameters.rho * state.experience + 1.0
    weight = parameters.delta + (1.0 - parameters.delta) * trial.chosen
    kept = parameters.phi * state.experience * state.attractions
    return State(experience, (kept + weight * trial.foregone) / experience)


RULE = Rule(
    "ewa",
    Parameters,
    (
        Interval(0.0, 100.0, "the first payoffs count in full", "it learns as slowly as it may"),
        Interval(0.0, 1.0, "experience does not pile up", "experience never fades"),
        Interval(0.0, 1.2, "only the last round counts", "the past grows as much as it may"),
        Interval(0.0, 1.0, "what was not chosen counts nothing", "what was not chosen counts in full"),
        Interval(
            0.0, 100.0, "it chooses blindly, whatever it has learned", "it always takes what seems best"
        ),
    ),
    initial_state,
    log_weights,
    update,
    published={
        "turing-tournament": Parameters(10.0, 0.95, 0.99, 0.2, 0.35),
        "mixed-model-a": Parameters(15.0, 0.95, 1.0, 0.6, 0.2),
        "mixed-model-b": Parameters(16.0, 0.94, 1.0, 0.4, 0.4),
        "camerer-ho-1": Parameters(19.63, 0.961, 1.04, 0.0, 0.508),
        "camerer-ho-2": Parameters(18.391, 0.946, 1.005, 0.73, 0.182),
        "camerer-ho-3": Parameters(15.276, 0.935, 0.986, 0.413, 0.646),
        "camerer-ho-4": Parameters(9.937, 0.926, 0.991, 0.547, 0.218),
    },
    needs=Information.ACTIONS,
    symbols=("N0", "rho", "phi", "delta", "lambda"),
    per_payoff=("sensitivity",),
)
