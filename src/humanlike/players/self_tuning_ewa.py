r"""Self-tuning EWA: experience-weighted attraction whose fading and attention follow from what happens.

.. math::

    \phi(t) &= 1 - \tfrac12 \sum_k \big(h_k(t) - r_k(t)\big)^2, \qquad
    \delta_j(t) = 1\big(\pi_j(t) \ge \pi(t)\big) \\
    N(t) &= \phi(t)\, N(t-1) + 1, \qquad
    A_j(t) = \frac{\phi(t)\, N(t-1)\, A_j(t-1) + w_j(t)\, \pi_j(t)}{N(t)}, \qquad p_j \propto e^{\lambda A_j}

The change detector :math:`\phi` compares how often the others did what in all rounds, :math:`h`, and in the last W
rounds, :math:`r`: the more they differ, the less the past counts. The attention function counts what would have paid at
least as much as what was earned, so :math:`w_j = 1` there and for the action taken, 0 elsewhere. One parameter is left,
:math:`\lambda`; N(0) = 1 and :math:`\kappa = 0` as published (attractions are averages).

W is the smallest number of actions the others use in an equilibrium: 1 if there is a pure one. We take all their
actions where two players have no pure equilibrium, which is exact for two actions and for rock, paper, scissors, and a
round too long where a mixed equilibrium leaves an action out; 1 with more players. Fewer rounds than W are taken as
they are. Initial attractions are the expected payoffs against a uniform opponent as in ``ewa`` (the source: cognitive
hierarchy), or inputs, ``self-tuning-ewa+attractions-2``. Any number of actions and players, real payoffs. The source
fits lambda game by game; the set given is an example: EWA's in the tournament.

References
----------
Ho, Camerer & Chong (2007), J. Economic Theory 133, 177-198.
"""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial
from humanlike.players import ewa
from humanlike.players.choice import total


class Parameters(NamedTuple):
    """The only one."""

    sensitivity: float  # lambda: 0 chooses blindly, large always takes the best


class State(NamedTuple):
    """What is carried from round to round; the window never changes."""

    experience: jax.Array  # N
    attractions: jax.Array  # A, shape [actions]
    rounds: jax.Array  # t
    past: jax.Array  # what the others did, summed, [situations]
    recent: jax.Array  # what they did in the last rounds, latest first, [longest window, situations]
    window: jax.Array  # W


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Attractions as EWA's; nothing seen yet."""
    n_situations = seat.payoffs.shape[1]
    longest = n_situations if seat.others_payoffs.size else 1
    window = jnp.where(has_pure_equilibrium(seat), 1.0, longest) if longest > 1 else jnp.ones(())
    zero, past = jnp.zeros(()), jnp.zeros(n_situations)
    return State(
        jnp.ones(()), seat.payoffs.mean(axis=1), zero, past, jnp.zeros((longest, n_situations)), window
    )


def has_pure_equilibrium(seat: Seat) -> jax.Array:
    """Whether some cell of a two-player game is a best reply of both."""
    own, other = jnp.asarray(seat.payoffs), jnp.asarray(seat.others_payoffs)
    return ((own >= own.max(axis=0)) & (other >= other.max(axis=0)).T).any()


log_weights = ewa.log_weights  # logit choice by attractions


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """What surprises makes the past fade; what would have paid as much is learned from like what was earned."""
    rounds, past = state.rounds + 1.0, state.past + trial.met
    recent = jnp.concatenate([trial.met[None], state.recent[:-1]])
    length = jnp.minimum(state.window, rounds)
    within = (jnp.arange(recent.shape[0]) < length).astype(recent.dtype)
    latest = total(recent * within[:, None]) / length
    kept = 1.0 - 0.5 * total((past / rounds - latest) ** 2)
    experience = kept * state.experience + 1.0
    attended = (trial.foregone >= trial.payoff).astype(recent.dtype)
    attractions = (kept * state.experience * state.attractions + attended * trial.foregone) / experience
    return State(experience, attractions, rounds, past, recent, state.window)


RULE = Rule(
    "self-tuning-ewa",
    Parameters,
    (Interval(0.0, 100.0, "it chooses blindly, whatever it has learned", "it always takes what seems best"),),
    initial_state,
    log_weights,
    update,
    published={"example": Parameters(0.35)},
    needs=Information.GAME,
    symbols=("lambda",),
    per_payoff=("sensitivity",),
)
