r"""What a rule does in round 1, before it has anything to learn from: options of any rule.

*Cognitive hierarchy* (``cournot+cognitive-hierarchy``): a player of level 0 chooses blindly; one of level :math:`k`
takes the others to be of the levels below, in proportion to their Poisson shares, and answers them,

.. math::

    p^k_j \propto \exp\Big(\lambda \sum_m \pi_{jm} \frac{\sum_{h<k} f(h)\, P^h_m}{\sum_{h<k} f(h)}\Big), \qquad
    p_j = \sum_k f(k)\, p^k_j, \qquad f(k) = \frac{e^{-\tau} \tau^k}{k!}.

*Quantal level-k* (``ewa+level-k``): a share of level 0 chooses blindly, level 1 answers level 0, level 2 answers level
1, each with logit errors. The shares are :math:`s_0`, :math:`(1-s_0)\, s_1` and :math:`(1-s_0)(1-s_1)`.

From round 2 on the choice is the rule's own; it has learned from round 1 as ever. :math:`\lambda` multiplies payoffs on
a scale from 0 to 1; the hierarchy's source answers without errors, to which :math:`\lambda` at its upper end comes
close. Ours ends at level 12, which takes the rest. Both need the other's payoffs and two players; any actions. Usual
values: :math:`\tau = 1.5` as in the source, the others examples.

References
----------
Camerer, Ho & Chong (2004), Quarterly J. Economics 119, 861-898; Stahl & Wilson (1995), GEB 10, 218-254;
Costa-Gomes, Crawford & Iriberri (2009), J. European Economic Association 7, 365-376.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import lgamma
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.nn import softmax

from humanlike.core import BadRequest, Information, Interval, Rule, Seat, Trial
from humanlike.fitting.wrapping import inner, wrapped
from humanlike.players.choice import from_0_to_1, log_chance

DEEPEST = 12
PRECISION = Interval(
    0.0, 100.0, "its first choice is blind", "its first choice follows its belief without error"
)


class Opening(NamedTuple):
    """A rule's state, and what is done before it has learned."""

    inner: Any
    begun: jax.Array  # 0 before round 1, then 1
    first: jax.Array  # log-probabilities of the first choice, [actions]


Levels = tuple[jax.Array, jax.Array, jax.Array]  # how many levels so far, what they do here, what there
FirstChoice = Callable[
    [Any, jax.Array, jax.Array], jax.Array
]  # parameters and both players' payoffs -> [actions]


@cache
def with_cognitive_hierarchy(rule: Rule) -> Rule:
    """`rule`, but in round 1 a player of Poisson-distributed depth of thought."""
    more = {
        "thinking": (Interval(0.0, 10.0, "nobody thinks", "everybody thinks deeply"), 1.5),
        "first_precision": (PRECISION, 10.0),
    }
    return _opened(rule, "cognitive-hierarchy", more, ("tau", "lambda_1"), cognitive_hierarchy)


@cache
def with_level_k(rule: Rule) -> Rule:
    """`rule`, but in round 1 a player of level 0, 1 or 2."""
    more = {
        "level_0": (Interval(0.0, 1.0, "nobody is of level 0", "everybody is of level 0"), 0.2),
        "level_1": (Interval(0.0, 1.0, "who thinks is of level 2", "who thinks is of level 1"), 0.6),
        "first_precision": (PRECISION, 10.0),
    }
    return _opened(rule, "level-k", more, ("s0", "s1", "lambda_1"), level_k)


@jax.checkpoint
def cognitive_hierarchy(parameters: Any, payoffs: jax.Array, others_payoffs: jax.Array) -> jax.Array:
    """Choice probabilities of the average player, [actions]; payoffs from 0 to 1, own action first in each table."""
    precision, shares = parameters.first_precision, poisson(parameters.thinking)

    def next_level(lower: Levels, share: jax.Array) -> tuple[Levels, None]:
        """How many there are up to a level, and what they do, as often as they are."""
        below, mine, theirs = lower
        reply = softmax(precision * payoffs @ theirs / below)
        answer = softmax(precision * others_payoffs @ mine / below)
        return (below + share, mine + share * reply, theirs + share * answer), None

    blind = shares[0], shares[0] * _even(payoffs), shares[0] * _even(others_payoffs)
    (_, everybody, _), _ = jax.lax.scan(next_level, blind, shares[1:])
    return everybody


def poisson(mean: jax.Array | float) -> jax.Array:
    """Shares of levels 0 to the deepest, which takes all beyond it."""
    levels = np.arange(DEEPEST)
    orders = np.array([lgamma(level + 1.0) for level in levels])
    shares = jnp.exp(-mean - orders) * jnp.stack([jnp.asarray(mean) ** int(level) for level in levels])
    return jnp.append(shares, jnp.maximum(1.0 - shares.sum(), 0.0))


@jax.checkpoint
def level_k(parameters: Any, payoffs: jax.Array, others_payoffs: jax.Array) -> jax.Array:
    """Choice probabilities of the average player, [actions]; payoffs from 0 to 1, own action first in each table."""
    precision = parameters.first_precision
    one = softmax(precision * payoffs @ _even(others_payoffs))
    two = softmax(precision * payoffs @ softmax(precision * others_payoffs @ _even(payoffs)))
    thinking = two + parameters.level_1 * (one - two)
    return jnp.add(thinking, parameters.level_0 * (_even(payoffs) - thinking))


def _even(payoffs: jax.Array) -> jax.Array:
    """All actions alike."""
    return jnp.full(payoffs.shape[0], 1.0 / payoffs.shape[0])


def _opened(
    rule: Rule,
    option: str,
    more: dict[str, tuple[Interval, float]],
    symbols: tuple[str, ...],
    first: FirstChoice,
) -> Rule:
    """`rule` with a first choice of this kind."""
    if "first_precision" in rule.parameter_names:
        raise BadRequest(f"{rule.name} has a first choice already; +{option} would be another.")

    def initial_state(parameters: Any, seat: Seat) -> Opening:
        """The rule's, and what it will do first."""
        chances = first(parameters, from_0_to_1(seat.payoffs), from_0_to_1(seat.others_payoffs))
        begun = jnp.zeros(())
        return Opening(rule.initial_state(inner(rule, parameters), seat), begun, log_chance(chances))

    def log_weights(parameters: Any, state: Opening) -> jax.Array:
        """The first choice first, then the rule's."""
        later = rule.log_weights(inner(rule, parameters), state.inner)
        return jnp.where(state.begun > 0, later, state.first)

    def update(parameters: Any, state: Opening, trial: Trial) -> Opening:
        """As the rule itself."""
        return Opening(rule.update(inner(rule, parameters), state.inner, trial), jnp.ones(()), state.first)

    def between(parameters: Any, state: Opening) -> Opening:
        """As the rule itself: what comes first comes once."""
        return state._replace(inner=rule.after_a_match(inner(rule, parameters), state.inner))

    made = wrapped(rule, more, initial_state, log_weights, update, option, between)
    names = (*(rule.symbols or rule.parameter_names), *symbols)
    return replace(made, needs=Information.GAME, n_players=2, symbols=names)
