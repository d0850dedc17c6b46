r"""How the network learns: by Adam on the likelihood of people's choices, for as long as strangers gain by it.

Four networks are trained side by side from the same start: one on everybody, and one without each part of the people
(`core.parts`). Now and then the three foretell the part they never saw; all four are kept as they were when these
strangers were foretold best (early stopping by cross-validation). The first is the player's; the others are shown while
parameters are fitted, so that nobody is foretold by a network that learned from them. If the best came last, training
was cut short; if guessing was never beaten, nothing was learned: `told_of` says so.

References
----------
Kingma & Ba (2015), ICLR (Adam); Prechelt (1998), in Neural Networks: Tricks of the Trade, 55-69 (when to stop).
"""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import ceil, cos, log, pi
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.core import Play, Streams, Trial, double_precision, parts_of
from humanlike.core.parts import N_PARTS
from humanlike.players.networks.equations import first_weights, followed, moved, read_out, seen, start

Floats = npt.NDArray[np.float32]
STREAM = Streams(20_016)["learned-player"]
AT_ONCE = 4_096  # rounds of a mini-batch
MOST_STEPS, EVERY, PATIENCE = 1_500, 50, 6  # PATIENCE: looks at strangers without gain
FASTEST, SLOWEST = 0.02, 0.002  # learning rates, along half a cosine
GAIN = 1e-3  # nats per choice: what still counts as falling


class Network(NamedTuple):
    """What was learned, and how it went; the first weights are everybody's, the others lack one part each."""

    weights: npt.NDArray[np.float64]  # [parts + 1, weights]
    losses: npt.NDArray[np.float64]  # nats per choice of strangers, at every look
    guessing: npt.NDArray[np.float64]  # [] nats per choice of blind guessing


class Rows(NamedTuple):
    """Seats of one form and of similar lengths."""

    payoffs: Floats  # [rows, actions, situations]
    others: Floats  # [rows, situations, actions], or [rows, 0, 0]
    actions: npt.NDArray[np.int32]  # [rows, rounds]
    situations: npt.NDArray[np.int32]  # [rows, rounds]
    part: npt.NDArray[np.int32]  # [rows]

    @property
    def n_choices(self) -> int:
        """How many choices are recorded."""
        return int((self.actions >= 0).sum())

    @property
    def n_at_once(self) -> int:
        """How many rows make a mini-batch."""
        return max(4, ceil(AT_ONCE / int(self.actions.shape[1])))

    def of(self, places: npt.NDArray[Any]) -> "Rows":
        """Some of them; places beyond them are rows without a move."""
        there = places < len(self.part)
        taken: Rows = jax.tree.map(lambda array: array[np.where(there, places, 0)], self)
        return taken._replace(actions=np.where(there[:, None], taken.actions, np.int32(-1)))


def train(plays: Sequence[Play], n_steps: int = MOST_STEPS) -> Network:
    """The network that the studied rows of `plays` teach."""
    groups = list(grouped(plays))
    choices = np.array([each.n_choices for each in groups], dtype=np.float64)
    guessing = sum(n * log(each.payoffs.shape[1]) for n, each in zip(choices, groups, strict=True))
    begin = np.tile(first_weights(STREAM["weights"]), (N_PARTS + 1, 1))
    guess = np.array(guessing / max(choices.sum(), 1.0))
    if not groups or not all(each.part.all() for each in groups):
        return Network(np.zeros(begin.shape), np.empty(0), guess)
    with double_precision():
        best, losses = _descend(groups, choices, begin, n_steps)
    return Network(best.astype(np.float64), losses, guess)


def told_of(network: Network) -> tuple[str, ...]:
    """What to mind of a training, in sentences; none if all went well."""
    losses, guessing = network.losses, float(network.guessing)
    if not len(losses):
        return ("Too few people to learn from: the network chooses blindly.",)
    if losses.min() >= guessing:
        return (
            f"The network learned nothing: strangers were foretold by {losses.min():.4f} nats per choice at best, "
            f"and guessing needs {guessing:.4f}.",
        )
    if is_cut_short(network):
        return (
            "The network has not converged: strangers were still foretold better when training ended "
            f"({losses[-1]:.4f} nats per choice).",
        )
    return ()


def is_cut_short(network: Network) -> bool:
    """Whether training ended while strangers were still foretold better and better."""
    losses = network.losses
    return len(losses) > 1 and bool(losses[-1] <= losses[:-1].min() - GAIN)


def grouped(plays: Sequence[Play]) -> Iterator[Rows]:
    """Studied rows in which somebody moved, those of one form and of lengths within a factor of four together."""
    found: dict[tuple[int, ...], list[Rows]] = {}
    for play, part in zip(plays, parts_of(plays), strict=True):
        for role in sorted(set(play.roles[play.studied].tolist())):
            last = np.where(play.actions >= 0, 1 + np.arange(play.n_rounds), 0).max(axis=1)
            own = play.game.tables[role]
            other = play.game.tables[1 - role] if play.game.n_players == 2 else np.empty((0, 0))
            size = np.ceil(np.log2(np.maximum(last, 4)) / 2).astype(int)
            for length in sorted(set(size.tolist())):
                here = play.studied & (play.roles == role) & (last > 0) & (size == length)
                if here.any():
                    rows = _rows(play, here, last, part, own, other)
                    found.setdefault((*own.shape, *other.shape, length), []).append(rows)
    for alike in found.values():
        longest = max(each.actions.shape[1] for each in alike)
        yield jax.tree.map(
            lambda *arrays: np.concatenate(arrays), *(_widened(each, longest) for each in alike)
        )


def _rows(play: Play, here: Any, last: Any, part: Any, own: Any, other: Any) -> Rows:
    longest, n_rows = int(last[here].max()), int(here.sum())
    return Rows(
        np.tile(own.astype(np.float32), (n_rows, 1, 1)),
        np.tile(other.astype(np.float32), (n_rows, 1, 1)),
        play.actions[here, :longest].astype(np.int32),
        play.situations[here, :longest].astype(np.int32),
        part[here].astype(np.int32),
    )


def _widened(rows: Rows, longest: int) -> Rows:
    more = ((0, 0), (0, longest - rows.actions.shape[1]))
    return rows._replace(
        actions=np.pad(rows.actions, more, constant_values=-1),
        situations=np.pad(rows.situations, more, constant_values=-1),
    )


def _descend(
    groups: list[Rows], choices: npt.NDArray[np.float64], begin: Floats, n_steps: int
) -> tuple[Floats, npt.NDArray[np.float64]]:
    """Weights when strangers were foretold best, and how well they were at every look."""
    drawn = STREAM["rows"].generator()
    at: Any = (jnp.asarray(begin), jnp.zeros(begin.shape, jnp.float32), jnp.zeros(begin.shape, jnp.float32))
    best, losses = begin, [_of_strangers(groups, at[0])]
    for step in range(1, n_steps + 1):
        rows = groups[int(drawn.choice(len(groups), p=choices / choices.sum()))]
        batch = rows.of(drawn.integers(len(rows.part), size=rows.n_at_once))
        pace = SLOWEST + (FASTEST - SLOWEST) * (1.0 + cos(pi * step / n_steps)) / 2.0
        at = _step()(at, np.float32(pace), np.float32(step), batch)
        if step % EVERY and step < n_steps:
            continue
        losses.append(_of_strangers(groups, at[0]))
        if losses[-1] <= min(losses):
            best = np.asarray(at[0])
        elif len(losses) - 1 - int(np.argmin(losses)) >= PATIENCE:
            break
    return best, np.array(losses)


def _of_strangers(groups: list[Rows], weights: jax.Array) -> float:
    """Nats per choice where each is foretold by the network that never saw their part."""
    total, count = 0.0, 0
    for rows in groups:
        for first in range(0, len(rows.part), rows.n_at_once):
            batch = rows.of(np.arange(first, first + rows.n_at_once))
            nats = np.asarray(_nats_of_all()(weights, batch))
            total += float(nats[batch.part, np.arange(len(batch.part))].sum())
        count += rows.n_choices
    return total / max(count, 1)


def nats_of_row(weights: jax.Array, payoffs: Any, others: Any, actions: Any, situations: Any) -> jax.Array:
    """Nats of one seat's choices, [], as the replay counts them."""
    table = seen(weights, payoffs, others)

    def one_round(moving: Any, row: tuple[jax.Array, jax.Array]) -> tuple[Any, jax.Array]:
        action, situation = row
        logs = jax.nn.log_softmax(read_out(table, moving))
        apart = (action < 0) & (situation < 0)
        chosen = (jnp.arange(payoffs.shape[0]) == action).astype(weights.dtype)
        met = (jnp.arange(payoffs.shape[1]) == situation).astype(weights.dtype)
        seen_both = Trial(action, chosen * (situation >= 0), action, action, situation, met, chosen)
        after = moved(table, moving, 1.0, seen_both, followed)
        after = after._replace(played=jnp.where(apart, 0.0, after.played))
        return after, -(chosen * logs).sum()

    _, nats = jax.lax.scan(one_round, start(table), (actions, situations))
    return nats.sum()


@cache
def _nats_of_all() -> Any:
    """Nats of rows by every network, [networks, rows]."""
    return jax.jit(lambda weights, rows: jax.vmap(_nats_of_rows, (0, None))(weights, rows))


def _nats_of_rows(weights: jax.Array, rows: Rows) -> jax.Array:
    nats: jax.Array = jax.vmap(partial(nats_of_row, weights))(*rows[:4])
    return nats


@cache
def _step() -> Any:
    """One step of Adam for every network, each on rows of the parts it may see."""

    def loss(weights: jax.Array, left_out: jax.Array, rows: Rows) -> jax.Array:
        kept = (rows.part != left_out) * 1.0
        made = ((rows.actions >= 0) * kept[:, None]).sum()
        mean: jax.Array = (_nats_of_rows(weights, rows) * kept.astype(weights.dtype)).sum() / jnp.maximum(
            made, 1.0
        ).astype(weights.dtype)
        return mean

    def step(at: Any, pace: jax.Array, count: jax.Array, rows: Rows) -> Any:
        weights, mean, square = at
        slope = jax.vmap(jax.grad(loss), (0, 0, None))(weights, jnp.arange(N_PARTS + 1), rows)
        length = jnp.sqrt((slope**2).sum(axis=1, keepdims=True))
        slope = slope / jnp.maximum(1.0, length)
        mean = 0.9 * mean + 0.1 * slope
        square = 0.99 * square + 0.01 * slope**2
        moment, scale = mean / (1.0 - 0.9**count), square / (1.0 - 0.99**count)
        return weights - pace * moment / (jnp.sqrt(scale) + 1e-8), mean, square

    return jax.jit(step)
