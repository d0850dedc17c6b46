"""How a block of seats goes through a match by one rule: what changes is carried on, what never does is kept aside.

Many a rule has its payoffs in the state, and one that learned from people has tables of what they do. A leaf of the
state that `update` returns as it got it is found from the traced rule and stays out of what rounds hand on, so that
what is the same for everybody is there once, not once a seat.
"""

from functools import partial
from typing import Any

import jax
import jax.numpy as jnp

from humanlike.core import Rule, Seat
from humanlike.engine.batching import Cells, Whole, batched, example, spread, varies
from humanlike.engine.rounds import observe


class Course:
    """A rule's course for `n_batch` seats; parameters and seat may differ from seat to seat (`Cells`)."""

    def __init__(self, rule: Rule, parameters: Any, seat: Any, n_batch: int) -> None:
        self._rule, self._parameters, self._seat, self._n_batch = rule, parameters, seat, n_batch

        def begin(values: Any, given: Seat) -> Any:
            return jax.tree.map(jnp.asarray, rule.initial_state(values, given))

        leaves, self._structure = jax.tree.flatten(batched(begin, n_batch)(parameters, seat), is_leaf=varies)
        self._changes, rested = self._changing(leaves)
        self._rested = [between for between, ever in zip(rested, self._changes, strict=True) if ever]
        self._aside = [None if changes else leaf for leaf, changes in zip(leaves, self._changes, strict=True)]
        self.start = self._carried(leaves)

    def whole(self, carried: tuple[Any, ...]) -> Any:
        """The state of the rule: what is carried, with what never changes."""
        moving = iter(carried)
        leaves = [
            next(moving) if changes else leaf
            for leaf, changes in zip(self._aside, self._changes, strict=True)
        ]
        return jax.tree.unflatten(self._structure, leaves)

    def after(self, carried: tuple[Any, ...], action: Any, situation: Any) -> tuple[Any, ...]:
        """What is carried on after a round in which `action` met `situation` (both `Cells`)."""
        state = batched(self._step, self._n_batch)(
            self._parameters, self._seat, self.whole(carried), action, situation
        )
        return self._carried(jax.tree.leaves(state, is_leaf=varies))

    def recorded(self, carried: tuple[Any, ...], action: jax.Array, situation: jax.Array) -> tuple[Any, ...]:
        """The same after a recorded round, [seats]: the state stands still where a move is missing (-1).

        A round in which nobody moved lies between matches of people who carry what they learned. Arrays too large to
        be written out are not copied to make them stand still: their rule does it, where `Trial.chosen` is all zeros.
        """
        known, apart = (action >= 0) & (situation >= 0), (action < 0) & (situation < 0)
        own = jnp.where(known, action, jnp.full_like(action, -1))
        after = self.after(carried, Cells((), (own,)), Cells((), (situation,)))
        # what comes between matches reads large arrays as the round left them (the same where nobody moved): to read
        # them as they were, once they are written, they would have to be copied
        now = tuple(new if isinstance(new, Whole) else old for new, old in zip(after, carried, strict=True))
        rest = self._between(now)

        def kept(new: Any, left: Any, old: Any, rested: bool) -> Any:
            if isinstance(new, Whole):
                shown = apart.reshape(-1, *(1 for _ in new.shape))
                return new._replace(array=jnp.where(shown, left.array, new.array)) if rested else new
            return jax.tree.map(partial(_moved, known, apart, rested), new, left, old)

        return tuple(map(kept, after, rest, carried, self._rested))

    def _between(self, carried: tuple[Any, ...]) -> tuple[Any, ...]:
        """What is left of a match when the next one begins."""
        if self._rule.between is None:
            return carried
        rested = batched(self._rule.between, self._n_batch)(self._parameters, self.whole(carried))
        return self._carried(jax.tree.leaves(rested, is_leaf=varies))

    def _step(self, values: Any, given: Seat, old: Any, own: jax.Array, met: jax.Array) -> Any:
        return self._rule.update(values, old, observe(given, own, met))

    def _changing(self, leaves: list[Any]) -> tuple[list[bool], list[bool]]:
        """Whether the rule ever gives each leaf of the state another value, and whether between two matches."""
        one = jax.tree.unflatten(self._structure, [example(leaf) for leaf in leaves])
        number = jax.ShapeDtypeStruct((), jnp.int32)
        values, seat = jax.tree.map(example, (self._parameters, self._seat), is_leaf=varies)
        within = _others(jax.make_jaxpr(self._step)(values, seat, one, number, number), len(leaves), 2)
        if self._rule.between is None:
            return within, [False] * len(leaves)
        between = _others(jax.make_jaxpr(self._rule.between)(values, one), len(leaves), 0)
        return [any(either) for either in zip(within, between, strict=True)], between

    def _carried(self, leaves: list[Any]) -> tuple[Any, ...]:
        """The leaves that change, of the same form in every round: one for each seat, in double precision."""
        return tuple(
            jax.tree.map(lambda array: array.astype(jnp.float64), spread(leaf, self._n_batch))
            for leaf, changes in zip(leaves, self._changes, strict=True)
            if changes
        )


def _moved(known: jax.Array, apart: jax.Array, rested: bool, new: Any, left: Any, old: Any) -> jax.Array:
    """What a number becomes: `new` after a round, `left` between two matches, `old` where a move is missing."""
    return jnp.where(known, new, jnp.where(apart, left, old) if rested else old)


def _others(traced: Any, n_leaves: int, n_after: int) -> list[bool]:
    """Which leaves of a state a traced function returns not as it got them; `n_after` arguments follow the state."""
    given = traced.jaxpr.invars
    before = given[len(given) - n_after - n_leaves : len(given) - n_after]
    return [new is not old for new, old in zip(traced.jaxpr.outvars, before, strict=True)]
