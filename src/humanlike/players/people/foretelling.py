"""Rules that foretell a person by what other people do: made here, one for each memory and number of kinds."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax

from humanlike.core import Information, Play, Rule, Seat, Trial
from humanlike.players.people.about_the_learned import teller
from humanlike.players.people.following import (
    Acquaintance,
    after,
    between_matches,
    first_acquaintance,
    of_people,
)


class Parameters(NamedTuple):
    """Nothing is left to fit: everything is learned by counting."""


def log_weights(parameters: Parameters, state: Acquaintance) -> jax.Array:
    """What people would do now, shape [actions]."""
    logs: jax.Array = of_people(state)
    return logs


def update(parameters: Parameters, state: Acquaintance, trial: Trial) -> Acquaintance:
    """A round more to go by."""
    return after(state, trial)


def between(parameters: Parameters, state: Acquaintance) -> Acquaintance:
    """Who somebody is outlasts a match."""
    return between_matches(state)


def learner(memory: int, most_kinds: int) -> Callable[[Sequence[Play]], Any]:
    """What a rule of such a memory learns from plays."""

    def learn(plays: Sequence[Play]) -> Any:
        from humanlike.players.people.learned_people import (
            learn_people,  # loads SciPy, which playing does without
        )

        return learn_people(plays, memory, most_kinds)

    return learn


def foretelling_people(name: str, memory: int, most_kinds: int) -> Rule:
    """The rule that looks back at so many rounds and tells at most so many kinds of people apart."""

    def initial_state(parameters: Parameters, seat: Seat) -> Acquaintance:
        """As frequent as among people."""
        return first_acquaintance(seat, memory)

    return Rule(
        name,
        Parameters,
        (),
        initial_state,
        log_weights,
        update,
        published={"as-learned": Parameters()},
        needs=Information.ACTIONS,
        between=between,
        learn=learner(memory, most_kinds),
        told=teller(memory, most_kinds),
    )
