r"""A small recurrent network that plays: how it sees a game, what it carries from round to round, what it would do.

Every action a has a state :math:`h_a` of `UNITS` numbers, and all actions share their weights. Cells (a, s) of the
payoff tables are described by numbers that do not depend on the order of actions (`described`), and by a layer over
these, :math:`e_{as}`. After a round in which c met s,

.. math::

    x_a = T e_{as} + C e_{cs} + 1_{a=c} D e_{as} + B \bar e_a + V y_a + R h_a + M \bar h, \qquad
    h_a \leftarrow h_a + g_a (n_a - h_a),

where bars are means over s or a, :math:`y_a` what has happened so far (`_so_far`), and the two halves of
:math:`x_a` give the news n and the gate g. So relabelling own actions, or what others do, relabels choices. An action's
weight is :math:`(w + z) \cdot h_a`: w is everybody's, and z is this person's, which follows what they do as the
gradient of their log-likelihood has it,

.. math:: z \leftarrow k z + \alpha\, r (h_c - \sum_a p_a h_a).

x / (1 + |x|) stands for the hyperbolic tangent, because it costs a tenth.

References
----------
Cho et al. (2014), EMNLP, 1724-1734 (gates); Zaheer et al. (2017), NeurIPS 30 (sets); Hartford, Wright & Leyton-Brown
(2016), NeurIPS 29 (networks over payoff tables); Krause, Kahembwe, Murray & Renals (2018), ICML (following by gradients).
"""

from math import prod, sqrt
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import Streams, Trial

UNITS, CODE = 8, 12
FEATURES, SO_FAR = 12, 5
FADING = 0.1  # the least weight of the last round in frequencies


class Weights(NamedTuple):
    """What is learned; shapes in `SHAPES`."""

    describe: Any  # from features of a cell to its code
    first: Any  # from the mean code of an action to its first state
    after: Any  # T, C and D side by side
    always: Any  # B
    so_far: Any  # V
    own: Any  # R
    mean: Any  # M
    bias: Any
    readout: Any  # w
    rate: Any  # r, before the softplus
    keep: Any  # k, before the logistic function


SHAPES = Weights(
    (FEATURES, CODE),
    (CODE, UNITS),
    (CODE, 6 * UNITS),
    (CODE, 2 * UNITS),
    (SO_FAR, 2 * UNITS),
    (UNITS, 2 * UNITS),
    (UNITS, 2 * UNITS),
    (2 * UNITS,),
    (UNITS,),
    (UNITS,),
    (UNITS,),
)
N_WEIGHTS = sum(map(prod, SHAPES))


class Table(NamedTuple):
    """A game as the network sees it; never changes."""

    weights: jax.Array  # [weights]
    payoffs: jax.Array  # [actions, situations], from 0 to 1
    others: jax.Array  # [actions, situations], the other's; zeros where there are several or none is known
    news: jax.Array  # [situations, actions, 6 units]: T e, C e and D e
    always: jax.Array  # [actions, 2 units]
    first: jax.Array  # [actions, units]


class Moving(NamedTuple):
    """What changes from round to round."""

    hidden: jax.Array  # h, [actions, units]
    habits: jax.Array  # how often I did what, fading, [actions]
    others: jax.Array  # how often what was met, fading, [situations]
    person: jax.Array  # z, [units]
    played: jax.Array  # [] rounds of this match; at none all but z is as at first


def first_weights(stream: Streams) -> npt.NDArray[np.float32]:
    """Weights before training, [weights]: small at random, and nothing read out."""
    drawn = stream.generator()
    parts = [drawn.normal(size=shape) / sqrt(shape[0]) for shape in SHAPES]
    start = Weights(*parts)._replace(
        bias=np.zeros(SHAPES.bias),
        readout=np.zeros(SHAPES.readout),
        rate=np.full(SHAPES.rate, -2.0),
        keep=np.full(SHAPES.keep, 4.0),
    )
    return np.concatenate([np.ravel(part) for part in start]).astype(np.float32)


def unpacked(flat: jax.Array) -> Weights:
    """Weights by name from one array [weights]."""
    ends = np.cumsum([prod(shape) for shape in SHAPES])
    parts = zip(ends - [prod(shape) for shape in SHAPES], ends, SHAPES, strict=True)
    return Weights(*(flat[start:end].reshape(shape) for start, end, shape in parts))


def seen(weights: jax.Array, payoffs: jax.Array, others_payoffs: jax.Array) -> Table:
    """The game of a seat: own payoffs [actions, situations]; the other's [situations, actions], or empty."""
    own = _scaled(payoffs)
    others = _scaled(others_payoffs).T if others_payoffs.size else jnp.zeros_like(own)
    each = unpacked(weights)
    known = jnp.full_like(own, float(others_payoffs.size > 0))
    code = squash(described(own, others, known) @ each.describe)
    mean = code.mean(axis=1)
    return Table(
        weights,
        own,
        others,
        jnp.moveaxis(code @ each.after, 0, 1),
        mean @ each.always + each.bias,
        squash(mean @ each.first),
    )


def described(own: jax.Array, others: jax.Array, known: jax.Array) -> jax.Array:
    """What a cell is like whatever it is called, [actions, situations, features]."""
    features = (
        own,
        own.max(axis=0) - own,
        own.mean(axis=1, keepdims=True),
        own.min(axis=1, keepdims=True),
        own.max(axis=1, keepdims=True),
        others,
        known * (others.max(axis=1, keepdims=True) - others),
        others.mean(axis=0),
        others.min(axis=0),
        others.max(axis=0),
        known,
        1.0,
    )
    return jnp.stack([jnp.broadcast_to(jnp.asarray(each, own.dtype), own.shape) for each in features], axis=-1)


def start(table: Table) -> Moving:
    """Before the first round."""
    n_actions, n_situations = table.payoffs.shape
    kind = table.weights.dtype
    return Moving(
        table.first,
        jnp.full(n_actions, 1.0 / n_actions, kind),
        jnp.full(n_situations, 1.0 / n_situations, kind),
        jnp.zeros(UNITS, kind),
        jnp.zeros((), kind),
    )


@jax.checkpoint  # one operation for the engine: written out it would be a thousand
def read_out(table: Table, moving: Moving) -> jax.Array:
    """Weights of actions, [actions]."""
    weights: jax.Array = _hidden(table, moving) @ (unpacked(table.weights).readout + moving.person)
    return weights


@jax.checkpoint
def moved(table: Table, moving: Moving, adaptation: Any, trial: Trial) -> Moving:
    """A round later; one in which nothing was done changes nothing."""
    each, chosen, met = unpacked(table.weights), trial.chosen, trial.met
    kind = table.weights.dtype
    chosen, met = chosen.astype(kind), met.astype(kind)
    fresh = start(table)
    old = jax.tree.map(lambda now, first: jnp.where(moving.played > 0, now, first), moving, fresh)
    old = old._replace(person=moving.person)
    pace = jnp.maximum(1.0 / (1.0 + moving.played), FADING)
    habits = old.habits + pace * (chosen - old.habits)
    others = old.others + pace * (met - old.others)
    news = jnp.tensordot(met, table.news, 1)
    of_action, of_choice, of_own = news[:, : 2 * UNITS], news[:, 2 * UNITS : 4 * UNITS], news[:, 4 * UNITS :]
    heard = (
        table.always
        + of_action
        + chosen @ of_choice
        + chosen[:, None] * of_own
        + _so_far(table, habits, others, moving.played) @ each.so_far
        + old.hidden @ each.own
        + old.hidden.mean(axis=0) @ each.mean
    )
    gate = 0.5 + 0.5 * squash(heard[:, UNITS:])
    hidden = old.hidden + gate * (squash(heard[:, :UNITS]) - old.hidden)
    chances = jax.nn.softmax(old.hidden @ (each.readout + moving.person))
    surprise = (chosen - chances) @ old.hidden
    person = jax.nn.sigmoid(each.keep) * moving.person + adaptation * jax.nn.softplus(each.rate) * surprise
    new = Moving(hidden, habits, others, person, moving.played + 1.0)
    known = chosen.sum() > 0
    return jax.tree.map(lambda after, before: jnp.where(known, after, before), new, moving)


def _hidden(table: Table, moving: Moving) -> jax.Array:
    return jnp.where(moving.played > 0, moving.hidden, table.first)


def _so_far(table: Table, habits: jax.Array, others: jax.Array, played: jax.Array) -> jax.Array:
    """Of each action: how often it was taken, what it promises me and the other against frequencies; and the time."""
    promised = table.payoffs @ others
    time = jnp.broadcast_to(jnp.log1p(played), habits.shape)
    features = habits, promised, promised.max() - promised, table.others @ others, time
    return jnp.stack(features, axis=-1)


def squash(value: jax.Array) -> jax.Array:
    """From -1 to 1."""
    return value / (1.0 + jnp.abs(value))


def _scaled(payoffs: jax.Array) -> jax.Array:
    """From 0 to 1."""
    if not payoffs.size:
        return payoffs
    width = payoffs.max() - payoffs.min()
    return (payoffs - payoffs.min()) / jnp.where(width > 0, width, 1.0)
