r"""Learned player: a small recurrent network, trained on pooled human play, that follows each person while they play.

The network (`networks.equations`) shares its weights over actions, so it plays any game of any number of actions and
players, whatever they are called; it sees own payoffs and, with one other player, theirs. It is trained on other
people's play by the likelihood of every choice given what came before (`networks.training`). Two parameters are left to
be fitted: `sharpness` multiplies the weights of actions, and `adaptation` says how fast the readout becomes this
person's own; at 0 everybody is foretold alike. Before it has learned it chooses blindly.

References
----------
Dezfouli, Griffiths, Ramos, Dayan & Balleine (2019), PLoS Comp. Biology 15, e1006903 (recurrent networks as models of
people); Ji-An, Benna & Mattar (2025), Nature 644, 993-1001 (tiny ones); Krause et al. (2018), ICML (following by
gradients).
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from humanlike.core import Information, Interval, Play, Rule, Seat, Trial
from humanlike.players.networks.equations import (
    N_WEIGHTS,
    Moving,
    PayoffCells,
    followed_fast,
    moved,
    read_out,
    seen,
    start,
)


class Parameters(NamedTuple):
    """What is fitted on top of the network."""

    sharpness: float  # of the choice, as trained at 1
    adaptation: float  # of the readout to this person, as trained at 1


class State(NamedTuple):
    """The game as the network sees it, and what is carried from round to round."""

    table: PayoffCells
    moving: Moving


def initial_state(parameters: Parameters, seat: Seat) -> State:
    """Nothing of this person is known; each is shown what was learned without their part of the people."""
    if seat.learned is None:
        weights = jnp.zeros(N_WEIGHTS)
    else:
        part = 0 if seat.part is None else jnp.asarray(seat.part).astype(jnp.int32)
        weights = jnp.asarray(seat.learned["weights"], dtype=jnp.float64)[part]
    table = seen(weights, seat.payoffs, seat.others_payoffs)
    return State(table, start(table))


def log_weights(parameters: Parameters, state: State) -> jax.Array:
    """What the network reads out, sharpened, shape [actions]."""
    return parameters.sharpness * read_out(state.table, state.moving)


def update(parameters: Parameters, state: State, trial: Trial) -> State:
    """What happened is taken in, by the network and by what is this person's own."""
    now = moved(state.table, state.moving, parameters.adaptation, trial, followed_fast)
    return State(state.table, now)


def between(parameters: Parameters, state: State) -> State:
    """The match is forgotten; who somebody is stays."""
    return state._replace(moving=state.moving._replace(played=jnp.zeros_like(state.moving.played)))


def learn(plays: Sequence[Play]) -> Any:
    """Weights of the network, trained on the studied rows of `plays`."""
    from humanlike.players.networks.training import train  # playing does without

    return train(plays)._asdict()


def told(learned: Any) -> tuple[str, ...]:
    """What to mind of the training."""
    from humanlike.players.networks.training import Network, told_of

    return told_of(Network(**learned))


RULE = Rule(
    "learned-player",
    Parameters,
    (
        Interval(0.0, 5.0, "it chooses blindly", "it does what it foretells almost surely"),
        Interval(0.0, 5.0, "everybody is foretold alike", "the last choices tell who somebody is"),
    ),
    initial_state,
    log_weights,
    update,
    published={"as-trained": Parameters(1.0, 1.0)},
    needs=Information.GAME,
    between=between,
    learn=learn,
    told=told,
)
