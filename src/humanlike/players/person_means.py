r"""Person means: what this person did so far, whatever happened, backed off to how often people in general do it.

.. math:: p_a = \frac{n(a) + s\,P(a)}{\sum_b n(b) + s}, \qquad n(b) \leftarrow f\,n(b) + 1[b = a_t]

n counts the own choices, fading by f with each; P is people's table without memory, learned from others' play by
counting (`kinds_of_people` with one kind), and s the number of choices that it is worth. A benchmark: who answers to
what others do must beat it. It is `patterns` without memory. Any number of actions; nothing but own choices is looked
at. Before it has learned of people it begins blindly and learns of this person alone. The parameter set is an example.

References
----------
Erev & Roth (1998), AER 88, 848-881 (chances by individual averages as a benchmark); Lau & Glimcher (2005), J. Exp.
Analysis of Behavior 84, 555-579 (habits).
"""

from typing import NamedTuple

import jax

from humanlike.core import Information, Rule, Seat, Trial
from humanlike.players.people import personal_patterns
from humanlike.players.people.about_the_learned import teller
from humanlike.players.people.foretelling import learner
from humanlike.players.people.personal_patterns import BOUNDS, EXAMPLE, State, begin

MEMORY = 0


class Parameters(NamedTuple):
    """What differs from one player to the next."""

    strength: float  # s: choices that people in general are worth
    fading: float  # f: what is left of the counts when one more is counted


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing of this person is known yet."""
    return begin(seat, MEMORY)


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """How often each action was taken, by this person and by people, shape [actions]."""
    logs: jax.Array = personal_patterns.log_weights(_without_memory(parameters), state)
    return logs


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """One choice more; a round without one leaves the counts alone."""
    return personal_patterns.update(_without_memory(parameters), state, trial)


def between(parameters: Parameters, state: State) -> State:
    """Habits outlast a match."""
    return personal_patterns.between(_without_memory(parameters), state)


def _without_memory(parameters: Parameters) -> personal_patterns.Parameters:
    """The same among the parameters of patterns, of which the others do not matter here."""
    return EXAMPLE._replace(habit_strength=parameters.strength, habit_fading=parameters.fading)


RULE = Rule(
    "person-means",
    Parameters,
    BOUNDS[:2],
    initial_state,
    log_weights,
    update,
    published={"example": Parameters(EXAMPLE.habit_strength, EXAMPLE.habit_fading)},
    needs=Information.OWN_PAYOFF,
    between=between,
    learn=learner(MEMORY, most_kinds=1),
    told=teller(MEMORY, most_kinds=1),
)
