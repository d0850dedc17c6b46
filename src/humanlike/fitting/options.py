r"""Options of rules: lapses and sticking to what one did, for any; initial attractions, for EWA.

*Lapse*: with probability :math:`\varepsilon` the choice is made blindly,
:math:`p'_a = (1-\varepsilon) p_a + \varepsilon / n`. *Stickiness*: the weight of the last own action is
multiplied by :math:`e^\kappa` (negative :math:`\kappa` alternates). *Attractions*: an experience-weighted rule begins
with :math:`A_j(0)` as given, in a game of so many actions (``ewa+attractions-3``), on the scale of the seat's own
payoffs from 0 (the lowest) to 1 (the highest), so that dollars and points are fitted alike; all start halfway unless
set.
In files of their own: *habit* and *turn-taking* (`conduct_options`), answers to patterns (`anticipation`), how strictly
one follows a rule (`certainty`), what is done in round 1 (`first_choices`). A wrapped rule is a rule like any other: it
can be simulated, replayed, fitted and entered; names are joined by '+', as in ``cournot+lapse``.

References
----------
Nassar & Frank (2016), Current Opinion in Behavioral Sciences 11, 49-54 (why lapses belong in a fit);
Lau & Glimcher (2005), J. Exp. Analysis of Behavior 84, 555-579 (choice kernels); Arifovic, McKelvey & Pevnitskaya
(2005), section 3.1 (initial attractions among the inputs of EWA).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import BadRequest, Interval, Rule, Seat, Trial
from humanlike.engine.rounds import log_probabilities
from humanlike.fitting.anticipation import with_anticipation
from humanlike.fitting.certainty import with_certainty
from humanlike.fitting.conduct_options import with_habit, with_turn_taking
from humanlike.fitting.first_choices import with_cognitive_hierarchy, with_level_k
from humanlike.fitting.wrapping import inner, wrapped

STRONGEST = 10.0  # stickiness beyond this is a certainty
SMALLEST = 1e-300  # a probability whose logarithm is still finite


@cache
def with_lapse(rule: Rule) -> Rule:
    """`rule`, but with probability `lapse` an action is chosen blindly."""

    def log_weights(parameters: Any, state: Any) -> jax.Array:
        """Probabilities pulled towards the uniform distribution."""
        chances = jnp.exp(log_probabilities(rule.log_weights(inner(rule, parameters), state)))
        mixed = (1.0 - parameters.lapse) * chances + parameters.lapse / chances.shape[0]
        return jnp.log(jnp.maximum(mixed, SMALLEST))

    def initial_state(parameters: Any, seat: Seat) -> Any:
        """As the rule itself."""
        return rule.initial_state(inner(rule, parameters), seat)

    def update(parameters: Any, state: Any, trial: Trial) -> Any:
        """As the rule itself."""
        return rule.update(inner(rule, parameters), state, trial)

    bounds = Interval(0.0, 1.0, "it never lapses", "it always lapses, and chooses blindly")
    return wrapped(rule, {"lapse": (bounds, 0.05)}, initial_state, log_weights, update)


class Remembering(NamedTuple):
    """A rule's state and the own last action."""

    inner: Any
    last: jax.Array  # [actions] 1 for the own last action; zeros before the first round


@cache
def with_stickiness(rule: Rule) -> Rule:
    """`rule`, but the last own action weighs exp(`stickiness`) times as much."""

    def initial_state(parameters: Any, seat: Seat) -> Remembering:
        """Nothing done yet."""
        return Remembering(rule.initial_state(inner(rule, parameters), seat), jnp.zeros(seat.n_actions))

    def log_weights(parameters: Any, state: Remembering) -> jax.Array:
        """The rule's weights, with a bonus for the last action."""
        weights: jax.Array = rule.log_weights(inner(rule, parameters), state.inner)
        return jnp.add(weights, parameters.stickiness * state.last)

    def update(parameters: Any, state: Remembering, trial: Trial) -> Remembering:
        """As the rule itself, remembering what was done."""
        return Remembering(rule.update(inner(rule, parameters), state.inner, trial), trial.chosen)

    def between(parameters: Any, state: Remembering) -> Remembering:
        """In another match there is no last action."""
        left = rule.after_a_match(inner(rule, parameters), state.inner)
        return Remembering(left, jnp.zeros_like(state.last))

    bounds = Interval(
        -STRONGEST, STRONGEST, "it never repeats itself", "it always repeats itself, whatever was paid"
    )
    return wrapped(rule, {"stickiness": (bounds, 0.0)}, initial_state, log_weights, update, between=between)


@cache
def with_attractions(n_actions: int, rule: Rule) -> Rule:
    """`rule` in games of `n_actions`, its initial attractions being parameters; it must be a kind of EWA."""
    if not _weighs_experience(rule):
        raise BadRequest(
            f"{rule.name} has no initial attractions to set; +attractions-{n_actions} belongs right after ewa."
        )
    names = [f"attraction_{action}" for action in range(1, n_actions + 1)]

    def initial_state(parameters: Any, seat: Seat) -> Any:
        """The rule's, with the attractions given."""
        given = jnp.stack([jnp.asarray(getattr(parameters, name)) for name in names])
        state = rule.initial_state(inner(rule, parameters), seat)
        return state._replace(attractions=seat.lowest + (seat.highest - seat.lowest) * given)

    def log_weights(parameters: Any, state: Any) -> jax.Array:
        """As the rule itself."""
        weights: jax.Array = rule.log_weights(inner(rule, parameters), state)
        return weights

    def update(parameters: Any, state: Any, trial: Trial) -> Any:
        """As the rule itself."""
        return rule.update(inner(rule, parameters), state, trial)

    bounds = Interval(0.0, 1.0, "it expects the least the game pays", "it expects the most the game pays")
    made = wrapped(
        rule,
        dict.fromkeys(names, (bounds, 0.5)),
        initial_state,
        log_weights,
        update,
        f"attractions-{n_actions}",
    )
    symbols = (*(rule.symbols or rule.parameter_names), *(f"A{action}" for action in range(1, n_actions + 1)))
    return replace(made, n_actions=n_actions, symbols=symbols)


def _weighs_experience(rule: Rule) -> bool:
    """Whether the rule carries experience and attractions, as EWA does."""
    if rule.needs_analysis:
        return False
    table, number = jnp.zeros((2, 2)), jnp.zeros(())
    state = jax.eval_shape(rule.initial_state, rule.default, Seat(table, table, number, number, None))
    return {"experience", "attractions"} <= set(getattr(state, "_fields", ()))


@cache
def with_fixed(rule: Rule, set_name: str) -> Rule:
    """`rule` with the parameters of its published set `set_name`: nothing is left to fit.

    >>> from humanlike.players import RULES
    >>> with_fixed(RULES["ewa"], "mixed-model-a").parameter_names
    ()
    """
    return with_values(rule, rule.published[set_name], set_name)


def with_values(rule: Rule, values: Any, label: str) -> Rule:
    """`rule` with these parameter values for everybody, called `rule:label`."""
    return Rule(
        f"{rule.name}:{label}",
        Nothing,
        (),
        lambda _, seat: rule.initial_state(values, seat),
        lambda _, state: rule.log_weights(values, state),
        lambda _, state, trial: rule.update(values, state, trial),
        published={label: Nothing()},
        needs=rule.needs,
        n_actions=rule.n_actions,
        n_players=rule.n_players,
        most_situations=rule.most_situations,
        needs_analysis=rule.needs_analysis,
        between=(lambda _, state: rule.after_a_match(values, state)) if rule.between else None,
        learn=rule.learn,
        learned=rule.learned,
        told=rule.told,
    )


class InUnits(NamedTuple):
    """A rule's state and the range of payoffs it reckons in."""

    inner: Any
    width: jax.Array  # [] the widest range of payoffs this seat knows of


@cache
def in_payoff_units(rule: Rule) -> Rule:
    """`rule`, reckoning in units of the game's range of payoffs: dollars and points become one currency."""

    def initial_state(parameters: Any, seat: Seat) -> InUnits:
        """A seat whose payoffs range over one unit."""
        width = seat.highest - seat.lowest
        if seat.others_payoffs.size:
            width = jnp.maximum(width, seat.others_payoffs.max() - seat.others_payoffs.min())
        width = jnp.where(width > 0, width, 1.0)
        scaled = {
            name: getattr(seat, name) / width for name in ("payoffs", "others_payoffs", "lowest", "highest")
        }
        analysis = seat.analysis
        if analysis is not None:
            analysis = analysis._replace(qre_precision=analysis.qre_precision * width)
        return InUnits(rule.initial_state(parameters, seat._replace(**scaled, analysis=analysis)), width)

    def log_weights(parameters: Any, state: InUnits) -> jax.Array:
        """As the rule itself."""
        weights: jax.Array = rule.log_weights(parameters, state.inner)
        return weights

    def update(parameters: Any, state: InUnits, trial: Trial) -> InUnits:
        """As the rule itself, of payoffs in units."""
        scaled = trial._replace(payoff=trial.payoff / state.width, foregone=trial.foregone / state.width)
        return InUnits(rule.update(parameters, state.inner, scaled), state.width)

    def between(parameters: Any, state: InUnits) -> InUnits:
        """As the rule itself."""
        return InUnits(rule.after_a_match(parameters, state.inner), state.width)

    return replace(
        rule,
        initial_state=initial_state,
        log_weights=log_weights,
        update=update,
        per_payoff=(),
        between=between if rule.between else None,
    )


class Nothing(NamedTuple):
    """The parameters of a rule that has none left."""


MOST_ATTRACTIONS = 6
OPTIONS: dict[str, Callable[[Rule], Rule]] = {
    "lapse": with_lapse,
    "stickiness": with_stickiness,
    "habit": with_habit,
    "turn-taking": with_turn_taking,
    "anticipation": with_anticipation,
    "certainty": with_certainty,
    **{f"attractions-{count}": partial(with_attractions, count) for count in range(2, MOST_ATTRACTIONS + 1)},
    "cognitive-hierarchy": with_cognitive_hierarchy,
    "level-k": with_level_k,
}
