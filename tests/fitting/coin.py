"""A rule of one parameter whose every estimate can be worked out by hand: B with the same chance in every round."""

from typing import NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Interval, Rule


class Parameters(NamedTuple):
    """What differs from one coin to the next."""

    chance: float


class State(NamedTuple):
    """What is carried from round to round."""

    chance: jax.Array  # of B, which nothing changes


RULE = Rule(
    "coin",
    Parameters,
    (Interval(0.0, 1.0, "always A", "always B"),),
    lambda parameters, seat: State(jnp.asarray(parameters.chance)),
    lambda parameters, state: jnp.log(jnp.maximum(jnp.stack([1.0 - state.chance, state.chance]), 1e-12)),
    lambda parameters, state, trial: state,
    published={"fair": Parameters(0.5)},
    n_actions=2,
)
