r"""Certainty: some people follow a rule to the letter, others loosely, and one finds out who while they play.

An option of any rule (``patterns+certainty``). The rule's choice probabilities :math:`p` may be meant more or less
strictly, :math:`p_k(a) \propto p(a)^{\gamma_k}` with :math:`\gamma_k = 2^{x_k}` on a grid of x from -1.5 to 1.5. How
far each :math:`\gamma_k` is believed begins as a bell around 1, :math:`\pi_k \propto e^{-x_k^2 / 2\sigma^2}`, and
follows what this person does, fading:

.. math:: p'(a) = \sum_k w_k\, p_k(a), \qquad
          \log w_k \leftarrow \varphi \log w_k + (1 - \varphi) \log \pi_k + \log p_k(a_t) + \text{const}.

It outlasts a match: one is who one is.

References
----------
Vovk (1990), COLT (weighing forecasters by what they foretold); Herbster & Warmuth (1998), Machine Learning 32, 151-178
(old merits fade); McKelvey, Palfrey & Weber (2000), JEBO 42, 523-548 (precision differs from person to person).
"""

from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.nn import logsumexp

from humanlike.core import Interval, Rule, Seat, Trial
from humanlike.engine.rounds import log_probabilities
from humanlike.fitting.wrapping import inner, wrapped

GRID = np.linspace(-1.5, 1.5, 7)  # x, logarithms to the base 2
LEAST_SPREAD = 0.05  # below, everybody follows the rule as it stands


class Followed(NamedTuple):
    """A rule's state, and how strictly this person seems to follow it."""

    inner: Any
    belief: jax.Array  # [grid] log w


@cache
def with_certainty(rule: Rule) -> Rule:
    """`rule`, followed as strictly as this person has followed it so far."""

    def initial_state(parameters: Any, seat: Seat) -> Followed:
        """Nothing is known of this person."""
        return Followed(rule.initial_state(inner(rule, parameters), seat), _at_first(parameters))

    def followed(parameters: Any, state: Followed) -> jax.Array:
        """Log-probabilities for every strictness, [grid, actions]."""
        weights = rule.log_weights(inner(rule, parameters), state.inner)
        logs: jax.Array = _of_every_strictness(log_probabilities(weights))
        return logs

    def log_weights(parameters: Any, state: Followed) -> jax.Array:
        """The mean over how strictly the rule may be followed."""
        mixed: jax.Array = _mixed(state.belief, followed(parameters, state))
        return mixed

    def update(parameters: Any, state: Followed, trial: Trial) -> Followed:
        """As the rule itself; what was done tells how strictly it is followed."""
        likely = followed(parameters, state) @ trial.chosen
        kept = parameters.certainty_memory * state.belief
        belief = kept + (1.0 - parameters.certainty_memory) * _at_first(parameters) + likely
        return Followed(rule.update(inner(rule, parameters), state.inner, trial), belief - logsumexp(belief))

    def between(parameters: Any, state: Followed) -> Followed:
        """One is who one is."""
        return state._replace(inner=rule.after_a_match(inner(rule, parameters), state.inner))

    more = {
        "certainty_spread": (
            Interval(
                LEAST_SPREAD, 3.0, "everybody follows the rule as it stands", "anything is expected at first"
            ),
            1.0,
        ),
        "certainty_memory": (
            Interval(0.0, 1.0, "only the last choice tells", "what was told is never forgotten"),
            0.95,
        ),
    }
    return wrapped(rule, more, initial_state, log_weights, update, "certainty", between)


def _at_first(parameters: Any) -> jax.Array:
    bell = -0.5 * (GRID / parameters.certainty_spread) ** 2
    return jnp.asarray(bell - logsumexp(bell))


@jax.checkpoint  # one operation for the engine: written out action by action it would take long to compile
def _of_every_strictness(logs: jax.Array) -> jax.Array:
    stricter = jnp.asarray(2.0**GRID)[:, None] * logs
    return jnp.asarray(stricter - logsumexp(stricter, axis=1, keepdims=True))


@jax.checkpoint
def _mixed(belief: jax.Array, followed: jax.Array) -> jax.Array:
    return jnp.asarray(logsumexp(belief[:, None] + followed, axis=0))
