r"""Options any rule can take: occasional lapses, and sticking to what one did.

*Lapse*: with probability :math:`\varepsilon` the choice is made blindly,
:math:`p'_a = (1-\varepsilon) p_a + \varepsilon / n`. *Stickiness*: the weight of the last own action is
multiplied by :math:`e^\kappa` (negative :math:`\kappa` alternates). A wrapped rule is a rule like any other:
it can be simulated, replayed, fitted and entered; names are joined by '+', as in ``cournot+lapse``.

References
----------
Nassar & Frank (2016), Current Opinion in Behavioral Sciences 11, 49-54 (why lapses belong in a fit);
Lau & Glimcher (2005), J. Exp. Analysis of Behavior 84, 555-579 (choice kernels).

"""

from collections import namedtuple
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule, Seat, Trial, look_up
from humanlike.engine.rounds import log_probabilities
from humanlike.players import RULES

STRONGEST = 10.0  # stickiness beyond this is a certainty
SMALLEST = 1e-300  # a probability whose logarithm is still finite


@cache
def with_lapse(rule: Rule) -> Rule:
    """`rule`, but with probability `lapse` an action is chosen blindly."""

    def log_weights(parameters: Any, state: Any) -> jax.Array:
        """Probabilities pulled towards the uniform distribution."""
        chances = jnp.exp(log_probabilities(rule.log_weights(_inner(rule, parameters), state)))
        mixed = (1.0 - parameters.lapse) * chances + parameters.lapse / chances.shape[0]
        return jnp.log(jnp.maximum(mixed, SMALLEST))

    def initial_state(parameters: Any, seat: Seat) -> Any:
        """As the rule itself."""
        return rule.initial_state(_inner(rule, parameters), seat)

    def update(parameters: Any, state: Any, trial: Trial) -> Any:
        """As the rule itself."""
        return rule.update(_inner(rule, parameters), state, trial)

    return _wrapped(rule, "lapse", Interval(0.0, 1.0), 0.05, initial_state, log_weights, update)


class Remembering(NamedTuple):
    """A rule's state and the own last action."""

    inner: Any
    last: jax.Array  # [actions] 1 for the own last action; zeros before the first round


@cache
def with_stickiness(rule: Rule) -> Rule:
    """`rule`, but the last own action weighs exp(`stickiness`) times as much."""

    def initial_state(parameters: Any, seat: Seat) -> Remembering:
        """Nothing done yet."""
        return Remembering(rule.initial_state(_inner(rule, parameters), seat), jnp.zeros(seat.n_actions))

    def log_weights(parameters: Any, state: Remembering) -> jax.Array:
        """The rule's weights, with a bonus for the last action."""
        weights: jax.Array = rule.log_weights(_inner(rule, parameters), state.inner)
        return jnp.add(weights, parameters.stickiness * state.last)

    def update(parameters: Any, state: Remembering, trial: Trial) -> Remembering:
        """As the rule itself, remembering what was done."""
        return Remembering(rule.update(_inner(rule, parameters), state.inner, trial), trial.chosen)

    bounds = Interval(-STRONGEST, STRONGEST)
    return _wrapped(rule, "stickiness", bounds, 0.0, initial_state, log_weights, update)


OPTIONS: dict[str, Callable[[Rule], Rule]] = {"lapse": with_lapse, "stickiness": with_stickiness}


def rule_named(name: str) -> Rule:
    """A rule by name, options joined by '+': 'ewa', 'cournot+lapse', 'ewa+stickiness+lapse'.

    >>> rule_named("cournot+lapse").parameter_names
    ('lapse',)
    """
    base, *options = name.split("+")
    rule: Rule = look_up("rule", base, RULES)
    for option in options:
        wrap: Callable[[Rule], Rule] = look_up("option", option, OPTIONS)
        rule = wrap(rule)
    return rule


def _inner(rule: Rule, parameters: Any) -> Any:
    """The wrapped rule's own parameters: all but the last."""
    return rule.parameters(*parameters[:-1])


def _wrapped(
    rule: Rule,
    option: str,
    bounds: Interval,
    usual: float,
    initial_state: Callable[..., Any],
    log_weights: Callable[..., Any],
    update: Callable[..., Any],
) -> Rule:
    named_tuple: Callable[..., Any] = namedtuple  # the fields are known only now
    parameters = named_tuple(
        f"{rule.name}_with_{option}".replace("-", "_").replace("+", "_"), (*rule.parameter_names, option)
    )
    return Rule(
        f"{rule.name}+{option}",
        parameters,
        (*rule.bounds, bounds),
        initial_state,
        log_weights,
        update,
        published={name: parameters(*values, usual) for name, values in rule.published.items()},
        needs=rule.needs,
        n_actions=rule.n_actions,
        n_players=rule.n_players,
        needs_analysis=rule.needs_analysis,
        symbols=(*(rule.symbols or rule.parameter_names), option),
        per_payoff=rule.per_payoff,
    )
