"""Following people's conduct in play: where one stands, of which kind one seems to be, what such people do here.

The part that the rules learned by counting have in common; `kinds_of_people` has the equations. A state holds what was
learned as it is (it is never changed, so the engine keeps one copy for everybody) and the few numbers that find the own
tables in it.
"""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
from jax.nn import logsumexp

from humanlike.core import Seat, Trial
from humanlike.players.people.learned import LearnedTables, form_of, nothing_learned
from humanlike.players.people.recent_rounds import Contexts, looks_the_same_around


class Acquaintance(NamedTuple):
    """Where a player stands among people, and what they are known to do."""

    learned: LearnedTables
    is_round: jax.Array  # [] 1 if the game looks the same all around
    part: jax.Array  # [] the part of the people left out
    place: jax.Array  # [] of the seat among those known; one beyond them if it is not
    kinds: jax.Array  # [kinds] log-weight of being of each kind
    digits: tuple[jax.Array, ...]  # [memory] the last rounds, the newest first
    played: jax.Array  # [] rounds of this match

    @property
    def contexts(self) -> Contexts:
        """The contexts told apart, as the shapes of the tables say."""
        n_actions, n_cells = self.learned.chances.shape[-1], self.learned.lifts.shape[-2]
        return Contexts(n_actions, (n_cells - 1) // n_actions, len(self.digits))

    @property
    def recent(self) -> list[jax.Array]:
        """The last rounds as whole numbers, the newest first."""
        return [_whole(digit) for digit in self.digits]


def first_acquaintance(seat: Seat, memory: int) -> Acquaintance:
    """Nothing has happened; the kinds are as frequent as among people in this seat."""
    n_actions, n_situations = seat.payoffs.shape
    contexts = Contexts.fitting(n_actions, n_situations, memory)
    given = (seat.learned or {}).get(form_of(*seat.payoffs.shape))
    learned = LearnedTables(**given) if given else nothing_learned(contexts)
    known: Any = jax.tree.map(jnp.asarray, learned)
    is_round = looks_the_same_around(seat.payoffs, _close)
    number = jnp.zeros(()) if seat.game is None else seat.game
    part = jnp.zeros(()) if seat.part is None else seat.part
    n_known = known.seats.shape[0]
    is_own = known.seats == number
    place = jnp.where(is_own.any(), jnp.argmax(is_own), n_known) if n_known else jnp.zeros(())
    acquaintance = Acquaintance(
        known,
        1.0 * is_round,
        jnp.minimum(part, known.shares.shape[1] - 1.0),
        1.0 * place,
        jnp.zeros(known.shares.shape[3]),
        (jnp.zeros(()),) * contexts.memory,
        jnp.zeros(()),
    )
    return acquaintance._replace(kinds=known.shares[(*_which(acquaintance), _whole(place))])


def of_each_kind(acquaintance: Acquaintance) -> jax.Array:
    """Log-chances by each kind of people, [kinds, actions]."""
    deep = acquaintance.contexts.deep(acquaintance.recent)
    chances: Any = acquaintance.learned.chances
    return jnp.asarray(chances[(*_which(acquaintance), slice(None), _whole(deep))])


@jax.checkpoint  # one operation for the engine: written out action by action it would take long to compile
def of_people(acquaintance: Acquaintance) -> jax.Array:
    """Log-chances of what people would do now, [actions], kinds weighed by what was seen of this one."""
    mixed = logsumexp(acquaintance.kinds[:, None] + of_each_kind(acquaintance), axis=0)
    cell = acquaintance.recent[0] if acquaintance.contexts.memory else 0
    lifts: Any = acquaintance.learned.lifts
    time = jnp.minimum(_whole(acquaintance.played), lifts.shape[3] - 1)
    lifted: jax.Array = mixed + lifts[(*_which(acquaintance), _whole(acquaintance.place), time, _whole(cell))]
    return lifted - logsumexp(lifted)


def after(acquaintance: Acquaintance, trial: Trial) -> Acquaintance:
    """A round later: what was done tells of which kind one is."""
    newest = 1.0 + trial.action * acquaintance.contexts.n_situations + trial.situation
    return acquaintance._replace(
        kinds=_reweighed(acquaintance, trial.chosen),
        digits=(newest, *acquaintance.digits)[: acquaintance.contexts.memory],
        played=acquaintance.played + 1.0,
    )


@jax.checkpoint
def _reweighed(acquaintance: Acquaintance, chosen: jax.Array) -> jax.Array:
    """Log-weights of the kinds by Bayes's rule."""
    likely = acquaintance.kinds + of_each_kind(acquaintance) @ chosen
    return likely - logsumexp(likely)


def between_matches(acquaintance: Acquaintance) -> Acquaintance:
    """Somebody else is met: nothing has happened yet, but one is who one is."""
    return acquaintance._replace(
        digits=tuple(map(jnp.zeros_like, acquaintance.digits)), played=jnp.zeros_like(acquaintance.played)
    )


def _which(acquaintance: Acquaintance) -> tuple[Any, Any]:
    return _whole(acquaintance.is_round), _whole(acquaintance.part)


def _whole(number: Any) -> Any:
    return jnp.asarray(number).astype(jnp.int32)


def _close(first: Any, second: Any) -> Any:
    return jnp.abs(jnp.asarray(first) - second) < 1e-9
