r"""Automata: strategies of repeated games with finitely many states, as small values.

An automaton has states; each prescribes an action (or the chances of the actions), and the last round's cell (own,
other's action) leads to the next state. It begins in state 0. In writing, a state is its action and the next states
after the cells 00, 01, 10, 11, and states are joined by '-': tit-for-tat is ``C0101-D0101``. C is action 0 and D is
action 1 of the game, as its description numbers them; ``?`` is either, evenly.

As a rule it has one parameter, the tremble :math:`\varepsilon`: a prescribed action is missed with this probability,

.. math:: p_a = 1 - \varepsilon \text{ if } a \text{ is prescribed, else } \varepsilon / (n - 1),

which is :math:`1 - 1 / (1 + e^{-1/\gamma})` in the notation of Dal Bó & Fréchette (gamma 0 never errs). States follow
the moves that were made, the own ones too. Where a state states chances there is nothing to miss, and no tremble.

References
----------
Rubinstein (1986), Journal of Economic Theory 39, 83-96; Dal Bó & Fréchette (2011), American Economic Review 101,
411-429.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from math import exp, inf, log
from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import BadRequest, Information, Interval, Rule, Seat, Trial
from humanlike.players.choice import log_chance

LETTERS: dict[str, tuple[float, ...]] = {"C": (1.0, 0.0), "D": (0.0, 1.0), "?": (0.5, 0.5)}
CELLS = 4  # of a game of two actions
MOST_STATES = 10  # that one digit can number
PUBLISHED_GAMMA = 0.362  # Dal Bó & Fréchette (2011), delta 1/2, R 32


@dataclass(frozen=True)
class Automaton:
    """`chances[s]` are those of the actions in state s; `after[s][own][other]` is the state after s and that cell."""

    name: str
    chances: tuple[tuple[float, ...], ...]
    after: tuple[tuple[tuple[int, ...], ...], ...]
    summary: str = ""

    def __post_init__(self) -> None:
        n_states, n_actions = len(self.chances), self.n_actions
        if not n_states or n_states != len(self.after) or n_actions < 2:
            raise BadRequest(
                f"The automaton '{self.name}' needs chances and next states for each of its states."
            )
        for state, (chances, table) in enumerate(zip(self.chances, self.after, strict=True)):
            if len(chances) != n_actions or min(chances) < 0 or abs(sum(chances) - 1) > 1e-9:
                raise BadRequest(
                    f"The automaton '{self.name}': the chances of state {state} are {n_actions} numbers that sum to 1."
                )
            if len(table) != n_actions or any(len(row) != n_actions for row in table):
                raise BadRequest(
                    f"The automaton '{self.name}': state {state} needs a next state for each of {n_actions} x "
                    f"{n_actions} cells (own, other's action)."
                )
            if not all(isinstance(each, int) and 0 <= each < n_states for row in table for each in row):
                raise BadRequest(
                    f"The automaton '{self.name}' has states 0-{n_states - 1}; state {state} leads to another."
                )

    @property
    def n_actions(self) -> int:
        """How many actions the game has for either player."""
        return len(self.chances[0]) if self.chances else 0

    def prescribed(self, state: int) -> int | None:
        """The action of a state, or None where it only states chances."""
        return self.chances[state].index(1.0) if 1.0 in self.chances[state] else None

    @property
    def text(self) -> str:
        """In writing; empty where letters and digits do not suffice.

        >>> automaton("C0101-D0101", "tit-for-tat").text
        'C0101-D0101'
        """
        letters = {chances: letter for letter, chances in LETTERS.items()}
        if len(self.chances) > MOST_STATES or any(chances not in letters for chances in self.chances):
            return ""
        states = zip(self.chances, self.after, strict=True)
        return "-".join(letters[c] + "".join(str(s) for row in table for s in row) for c, table in states)


def automaton(text: str, name: str = "", summary: str = "") -> Automaton:
    """The automaton of two actions that `text` writes down.

    >>> automaton("C0111-D1111", "grim").after[0]
    ((0, 1), (1, 1))
    """
    states = text.split("-")
    for state in states:
        if len(state) != 1 + CELLS or state[0] not in LETTERS or not state[1:].isdecimal():
            raise BadRequest(
                f"'{text}' is no automaton: each state is C, D or ? and four next states, after 00, 01, 10 and 11; "
                "tit-for-tat is C0101-D0101."
            )
    after = tuple(((int(state[1]), int(state[2])), (int(state[3]), int(state[4]))) for state in states)
    return Automaton(
        name or f"automaton:{text}", tuple(LETTERS[state[0]] for state in states), after, summary
    )


def description_of(machine: Automaton) -> str:
    """What it does, how it is written, and what automata are."""
    written = f"\n\nIn writing: {machine.text}." if machine.text else ""
    return f"{machine.summary or machine.name}{written}\n\n{__doc__}"


class Trembling(NamedTuple):
    """What differs from one follower of an automaton to the next."""

    tremble: float  # how often a prescribed action is missed


class InState(NamedTuple):
    """Where the automaton is."""

    state: jax.Array  # [states] 1 for the state, 0 elsewhere


@cache
def rule_of(machine: Automaton) -> Rule:
    """The automaton as a rule: simulated, replayed, entered and fitted like any other."""
    n_states = len(machine.chances)

    def initial_state(parameters: Trembling, seat: Seat) -> InState:
        """State 0."""
        return InState(jnp.eye(n_states)[0])

    def log_weights(parameters: Trembling, state: InState) -> jax.Array:
        """Log-chances, shape [actions]."""
        chances = [
            _add(state.state[s] * _chance(machine, s, a, parameters.tremble) for s in range(n_states))
            for a in range(machine.n_actions)
        ]
        return log_chance(jnp.stack(chances))

    def update(parameters: Trembling, state: InState, trial: Trial) -> InState:
        """The state that the last cell leads to."""
        return InState(jnp.stack([_add(_arrivals(machine, to, state, trial)) for to in range(n_states)]))

    return Rule(
        machine.name,
        Trembling,
        (Interval(0.0, 0.5, "it never errs", "it errs as often as not"),),
        initial_state,
        log_weights,
        update,
        published={"exact": Trembling(0.0), "dal-bo-frechette-2011": Trembling(tremble_of(PUBLISHED_GAMMA))},
        needs=Information.ACTIONS,
        n_actions=machine.n_actions,
        n_players=2,
    )


def _chance(machine: Automaton, state: int, action: int, tremble: float) -> float:
    """The probability of an action in a state."""
    prescribed = machine.prescribed(state)
    if prescribed is None:
        return machine.chances[state][action]
    return 1.0 - tremble if action == prescribed else tremble / (machine.n_actions - 1)


def _arrivals(machine: Automaton, to: int, state: InState, trial: Trial) -> Iterator[jax.Array]:
    """For each way into the state `to`, 1 where it was taken."""
    for start, table in enumerate(machine.after):
        for own, row in enumerate(table):
            for other, end in enumerate(row):
                if end == to:
                    yield state.state[start] * trial.chosen[own] * trial.met[other]


def _add(terms: Iterator[jax.Array]) -> jax.Array:
    return reduce(jnp.add, terms, jnp.zeros(()))


def tremble_of(gamma: float) -> float:
    """The tremble of a published gamma.

    >>> round(tremble_of(0.362), 4), tremble_of(0.0)
    (0.0594, 0.0)
    """
    return 1.0 / (1.0 + exp(1.0 / gamma)) if gamma > 0.0015 else 0.0


def gamma_of(tremble: float) -> float:
    """The published gamma of a tremble; infinite where it errs as often as not.

    >>> round(gamma_of(0.0594), 3), gamma_of(0.0), gamma_of(0.5)
    (0.362, 0.0, inf)
    """
    if tremble >= 0.5:
        return inf
    return 1.0 / log((1.0 - tremble) / tremble) if tremble > 0 else 0.0
