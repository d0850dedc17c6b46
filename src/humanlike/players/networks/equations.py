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
(2016), NeurIPS 29 (networks over payoff tables); Krause, Kahembwe, Murray & Renals (2018), ICML (following by
gradients).
"""

from math import prod, sqrt
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt
from jax.custom_batching import custom_vmap

from humanlike.core import Streams, Trial

UNITS, CODE = 8, 12
FEATURES, SO_FAR = 12, 5
FEW_ACTIONS = 4  # that are followed one by one
FADING = 0.1  # the least weight of the last round in frequencies


class NetworkWeights(NamedTuple):
    """What is learned; shapes in `SHAPES`."""

    describe: Any  # from features of a cell to its code
    first: Any  # from the mean code of an action to its first state
    after: Any  # T, D and C side by side
    always: Any  # B
    so_far: Any  # V
    own: Any  # R
    mean: Any  # M
    bias: Any
    readout: Any  # w
    rate: Any  # r, before the softplus
    keep: Any  # k, before the logistic function


SHAPES = NetworkWeights(
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


class PayoffCells(NamedTuple):
    """A game as the network sees it; never changes."""

    weights: jax.Array  # [weights]
    payoffs: jax.Array  # [actions, situations], from 0 to 1
    others: jax.Array  # [actions, situations], the other's; zeros where there are several or none is known
    news: jax.Array  # T e, D e and C e, [3, 2 units, actions, situations]
    always: jax.Array  # [2 units, actions]
    first: jax.Array  # [units, actions]


class Moving(NamedTuple):
    """What changes from round to round."""

    hidden: jax.Array  # h, [units, actions]
    habits: jax.Array  # how often I did what, fading, [actions]
    others: jax.Array  # how often what was met, fading, [situations]
    person: jax.Array  # z, [units]
    played: jax.Array  # [] rounds of this match; at none all but z is as at first


def first_weights(stream: Streams) -> npt.NDArray[np.float32]:
    """Weights before training, [weights]: small at random, and nothing read out."""
    drawn = stream.generator()
    parts = [drawn.normal(size=shape) / sqrt(shape[0]) for shape in SHAPES]
    start = NetworkWeights(*parts)._replace(
        bias=np.zeros(SHAPES.bias),
        readout=np.zeros(SHAPES.readout),
        rate=np.full(SHAPES.rate, -2.0),
        keep=np.full(SHAPES.keep, 4.0),
    )
    return np.concatenate([np.ravel(part) for part in start]).astype(np.float32)


def unpacked(flat: jax.Array) -> NetworkWeights:
    """Weights by name from one array [weights]."""
    ends = np.cumsum([prod(shape) for shape in SHAPES])
    parts = zip(ends - [prod(shape) for shape in SHAPES], ends, SHAPES, strict=True)
    return NetworkWeights(*(flat[start:end].reshape(shape) for start, end, shape in parts))


def seen(weights: jax.Array, payoffs: jax.Array, others_payoffs: jax.Array) -> PayoffCells:
    """The game of a seat: own payoffs [actions, situations]; the other's [situations, actions], or empty."""
    own = _scaled(payoffs)
    others = _scaled(others_payoffs).T if others_payoffs.size else jnp.zeros_like(own)
    each = unpacked(weights)
    known = jnp.full_like(own, float(others_payoffs.size > 0))
    code = squash(described(own, others, known) @ each.describe)
    mean = code.mean(axis=1)
    return PayoffCells(
        weights,
        own,
        others,
        jnp.einsum("ask,kn->nas", code, each.after).reshape(3, 2 * UNITS, *own.shape),
        (mean @ each.always + each.bias).T,
        squash(mean @ each.first).T,
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
    return jnp.stack(
        [jnp.broadcast_to(jnp.asarray(each, own.dtype), own.shape) for each in features], axis=-1
    )


def start(table: PayoffCells) -> Moving:
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


def read_out(table: PayoffCells, moving: Moving) -> jax.Array:
    """Weights of actions, [actions]."""
    own = unpacked(table.weights).readout + moving.person
    weights: jax.Array = (own[:, None] * _hidden(table, moving)).sum(axis=0)
    return weights


def moved(table: PayoffCells, moving: Moving, adaptation: Any, trial: Trial, follow: Any) -> Moving:
    """A round later; one in which nothing was done changes nothing. `follow` is `followed`, or its fast twin."""
    each, kind = unpacked(table.weights), table.weights.dtype
    chosen, met = trial.chosen.astype(kind), trial.met.astype(kind)
    hidden, habits, others = follow(table, moving, chosen, met)
    before, known = _hidden(table, moving), chosen.sum() > 0
    surprise = (before * (chosen - jax.nn.softmax(read_out(table, moving)))).sum(axis=1)
    own = jax.nn.sigmoid(each.keep) * moving.person + adaptation * jax.nn.softplus(each.rate) * surprise
    return Moving(
        jnp.where(known, hidden, moving.hidden),
        jnp.where(known, habits, moving.habits),
        jnp.where(known, others, moving.others),
        jnp.where(known, own, moving.person),
        moving.played + known,
    )


def followed(
    table: PayoffCells, moving: Moving, chosen: jax.Array, met: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """States of actions and both frequencies after a round; arrays may have a further, last axis of players."""
    before = _after_counting(table, moving, chosen, met)
    each, (hidden, habits, others) = unpacked(table.weights), before
    own_news = jnp.einsum("nkas,s...->nka...", table.news[:2], met)
    choice_news = jnp.einsum("kas,as...->k...", table.news[2], chosen[:, None] * met[None])
    heard = (
        _wide(table.always, chosen)
        + own_news[0]
        + own_news[1] * chosen
        + (choice_news + jnp.einsum("uk,u...->k...", each.mean, hidden.mean(axis=1)))[:, None]
        + jnp.einsum("fk,fa...->ka...", each.so_far, _so_far(table, habits, others, moving.played))
        + jnp.einsum("uk,ua...->ka...", each.own, hidden)
    )
    return _gated(hidden, heard), habits, others


def followed_along(
    table: PayoffCells, moving: Moving, chosen: jax.Array, met: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The same for many players along the last axis and few actions: one product for each action."""
    before = _after_counting(table, moving, chosen, met)
    each, (hidden, habits, others) = unpacked(table.weights), before
    n_actions, n_situations = table.payoffs.shape
    cells = (chosen[:, None] * met[None]).reshape(n_actions * n_situations, -1)
    so_far = _so_far(table, habits, others, moving.played)
    shared = jnp.concatenate([table.news[2].reshape(2 * UNITS, -1), each.mean.T], axis=1)
    shared_heard = shared @ jnp.concatenate([cells, hidden.mean(axis=1)])
    after = []
    for action in range(n_actions):
        own = jnp.concatenate([*table.news[:2, :, action], each.so_far.T, each.own.T], axis=1)
        cell = chosen[action] * met
        heard = own @ jnp.concatenate([met, cell, so_far[:, action], hidden[:, action]])
        after.append(_gated(hidden[:, action], heard + shared_heard + table.always[:, action, None]))
    return jnp.stack(after, axis=1), habits, others


def _after_counting(
    table: PayoffCells, moving: Moving, chosen: jax.Array, met: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """States of actions before the round, and both frequencies after it."""
    first = start(table)
    hidden, habits, others = (
        jnp.where(moving.played > 0, now, _wide(begin, chosen))
        for now, begin in zip(moving[:3], first[:3], strict=True)
    )
    pace = jnp.maximum(1.0 / (1.0 + moving.played), FADING)
    return hidden, habits + pace * (chosen - habits), others + pace * (met - others)


def _gated(hidden: jax.Array, heard: jax.Array) -> jax.Array:
    """States of actions after what they heard; the first half of it is news, the second opens the gate."""
    gate = 0.5 + 0.5 * squash(heard[UNITS:])
    return hidden + gate * (squash(heard[:UNITS]) - hidden)


def _wide(array: jax.Array, chosen: jax.Array) -> jax.Array:
    """With an axis of players where `chosen` has one."""
    return jnp.reshape(array, array.shape + (1,) * (chosen.ndim - 1))


@custom_vmap
def followed_fast(
    table: PayoffCells, moving: Moving, chosen: jax.Array, met: jax.Array
) -> tuple[jax.Array, jax.Array, jax.Array]:
    """The same, for many players of one game several times as fast; has no slopes."""
    return followed(table, moving, chosen, met)


@followed_fast.def_vmap
def _followed_by_many(
    size: int, batched: Any, table: PayoffCells, moving: Moving, chosen: jax.Array, met: jax.Array
) -> Any:
    """Players lie along the last axis, so that every operation is one on long arrays."""
    own_table, *differing = batched
    everything = (True, True, True)
    if any(jax.tree.leaves(own_table)):
        axes = jax.tree.map(lambda each: 0 if each else None, tuple(batched))
        return jax.vmap(followed, axes)(table, moving, chosen, met), everything

    def along(array: jax.Array, varies: bool) -> jax.Array:
        return (
            jnp.moveaxis(array, 0, -1) if varies else jnp.broadcast_to(array[..., None], (*array.shape, size))
        )

    follow = followed_along if table.payoffs.shape[0] <= FEW_ACTIONS else followed
    results = follow(table, *jax.tree.map(along, (moving, chosen, met), tuple(differing)))
    return tuple(jnp.moveaxis(array, -1, 0) for array in results), everything


def _hidden(table: PayoffCells, moving: Moving) -> jax.Array:
    return jnp.where(moving.played > 0, moving.hidden, table.first)


def _so_far(table: PayoffCells, habits: jax.Array, others: jax.Array, played: jax.Array) -> jax.Array:
    """Of each action: how often it was taken, what it promises me and the other against frequencies; and the time."""
    promised = jnp.tensordot(table.payoffs, others, 1)
    theirs = jnp.tensordot(table.others, others, 1)
    time = jnp.broadcast_to(jnp.log1p(played), habits.shape)
    return jnp.stack([habits, promised, promised.max(axis=0) - promised, theirs, time])


def squash(value: jax.Array) -> jax.Array:
    """From -1 to 1."""
    return value / (1.0 + jnp.abs(value))


def _scaled(payoffs: jax.Array) -> jax.Array:
    """From 0 to 1."""
    if not payoffs.size:
        return payoffs
    width = payoffs.max() - payoffs.min()
    return (payoffs - payoffs.min()) / jnp.where(width > 0, width, 1.0)
