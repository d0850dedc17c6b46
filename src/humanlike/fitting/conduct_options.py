r"""Options of rules that look at conduct alone: habits, and taking turns. For any rule, as in ``ewa+stickiness+habit``.

*Habit*: what was done more often becomes likelier. A trace :math:`h` follows the own choices,
:math:`h_a \leftarrow h_a + \alpha\,(1[a = a_t] - h_a)`, from even, and the weight of an action is multiplied by
:math:`e^{\kappa n (h_a - 1/n)}`, n being the number of actions. *Turn-taking*: the weight of the action that the other
took last is multiplied by :math:`e^\tau`; who alternates with somebody takes over what that one did, while a negative
:math:`\tau` keeps apart. Two players with as many actions each.

References
----------
Lau & Glimcher (2005), J. Exp. Analysis of Behavior 84, 555-579 (choice traces); Bhaskar (2000), GEB 32, 247-262, and
Helbing, Schoenhof, Stark & Holyst (2005), Advances in Complex Systems 8, 87-116 (taking turns).
"""

from dataclasses import replace
from functools import cache
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Rule, Seat, Trial, UnsuitableGame
from humanlike.fitting.wrapping import inner, wrapped

STRONGEST = 10.0


class Tracing(NamedTuple):
    """A rule's state and a trace over actions."""

    inner: Any
    trace: jax.Array  # [actions]


@cache
def with_habit(rule: Rule) -> Rule:
    """`rule`, but what was done often weighs more."""

    def initial_state(parameters: Any, seat: Seat) -> Tracing:
        """No habits yet."""
        even = jnp.full(seat.n_actions, 1.0 / seat.n_actions)
        return Tracing(rule.initial_state(inner(rule, parameters), seat), even)

    def log_weights(parameters: Any, state: Tracing) -> jax.Array:
        """The rule's weights, with a bonus for habits."""
        weights: jax.Array = rule.log_weights(inner(rule, parameters), state.inner)
        n_actions = state.trace.shape[0]
        return jnp.add(weights, parameters.habit * (n_actions * state.trace - 1.0))

    def update(parameters: Any, state: Tracing, trial: Trial) -> Tracing:
        """As the rule itself; the trace follows the choice."""
        trace = state.trace + parameters.habit_rate * (trial.chosen - state.trace)
        return Tracing(rule.update(inner(rule, parameters), state.inner, trial), trace)

    def between(parameters: Any, state: Tracing) -> Tracing:
        """Habits outlast a match."""
        return state._replace(inner=rule.after_a_match(inner(rule, parameters), state.inner))

    more = {
        "habit": (Interval(-STRONGEST, STRONGEST, "it never gets used to anything", "it is all habit"), 0.0),
        "habit_rate": (Interval(0.0, 1.0, "there are no habits", "only the last choice is a habit"), 0.2),
    }
    return wrapped(rule, more, initial_state, log_weights, update, "habit", between)


@cache
def with_turn_taking(rule: Rule) -> Rule:
    """`rule` for two players, but what the other did last weighs exp(`turn_taking`) times as much."""

    def initial_state(parameters: Any, seat: Seat) -> Tracing:
        """The other has done nothing yet."""
        n_actions, n_situations = seat.payoffs.shape
        if n_actions != n_situations:
            raise UnsuitableGame(
                f"{rule.name}+turn-taking is defined where both have as many actions, "
                f"not {n_actions} and {n_situations}."
            )
        return Tracing(rule.initial_state(inner(rule, parameters), seat), jnp.zeros(n_actions))

    def log_weights(parameters: Any, state: Tracing) -> jax.Array:
        """The rule's weights, with a bonus for what the other did."""
        weights: jax.Array = rule.log_weights(inner(rule, parameters), state.inner)
        return jnp.add(weights, parameters.turn_taking * state.trace)

    def update(parameters: Any, state: Tracing, trial: Trial) -> Tracing:
        """As the rule itself, remembering what the other did."""
        return Tracing(rule.update(inner(rule, parameters), state.inner, trial), trial.met)

    def between(parameters: Any, state: Tracing) -> Tracing:
        """Nobody's turn has come yet in another match."""
        left = rule.after_a_match(inner(rule, parameters), state.inner)
        return Tracing(left, jnp.zeros_like(state.trace))

    more = {
        "turn_taking": (
            Interval(-STRONGEST, STRONGEST, "it never does what the other did", "it does what the other did"),
            0.0,
        )
    }
    made = wrapped(rule, more, initial_state, log_weights, update, "turn-taking", between)
    return replace(made, needs=max(rule.needs, Information.ACTIONS), n_players=2)
