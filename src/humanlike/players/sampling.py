r"""Best replies to a small sample of what the others did, in expectation over all samples: exact, and differentiable.

From situations with chances :math:`q` come :math:`n` independent draws, with :math:`k_s` of them situation s;

.. math:: p_j = \sum_k \frac{n!}{\prod_s k_s!} \prod_s q_s^{k_s}\, b_j(k)

where :math:`b(k)` spreads itself evenly over the best replies to the sample. For two situations it is a binomial sum. A
size between two whole numbers mixes the two. Every sample is a row; written action by action, a row costs no memory.
"""

from functools import cache
from itertools import combinations
from math import lgamma

import jax
import jax.numpy as jnp
import numpy as np
import numpy.typing as npt

from humanlike.players.choice import largest, log_chance, total

STEPS = 10.0  # weights between which answers are interpolated
CLOSE = 1e-9  # payoffs on a scale from 0 to 1 that differ by less are a tie


@cache
def samples(n_situations: int, most: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Every sample of 1 to `most` draws, [samples, situations], and the log-number of orders it can come in.

    >>> samples(2, 2)[0].tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 2.0], [1.0, 1.0], [2.0, 0.0]]
    """
    rows = []
    for size in range(1, most + 1):
        for bars in combinations(range(size + n_situations - 1), n_situations - 1):  # stars and bars
            rows.append(np.diff([-1, *bars, size + n_situations - 1]) - 1)
    counts = np.array(rows, dtype=np.float64)
    orders = [lgamma(row.sum() + 1) - sum(lgamma(count + 1) for count in row) for row in counts]
    return counts, np.array(orders)


def answers_to_samples(
    payoffs: jax.Array, chances: jax.Array, size: jax.Array | float, most: int
) -> jax.Array:
    """How often each action is the best reply to a sample of `size` draws out of at most `most`, shape [actions].

    `payoffs`, [actions, situations], are on a scale from 0 to 1; the situations have these `chances`.
    """
    return (best_replies(sample_means(payoffs, most)) * sample_chances(chances, size, most)).sum(axis=1)


def weighted_answers(
    payoffs: jax.Array,
    chances: jax.Array,
    size: jax.Array | float,
    most: int,
    grand: jax.Array,
    weight: jax.Array | float,
) -> jax.Array:
    """The same where the sample counts 1 - `weight` and the `grand` mean of each action `weight`, shape [actions].

    Which action is best changes by jumps with the weight, which no gradient sees: tenths are exact, others mix two.
    """
    means, below = sample_means(payoffs, most), jnp.floor(weight * STEPS)
    lower, upper = (
        best_replies(means + tenths / STEPS * (grand[:, None] - means)) for tenths in (below, below + 1.0)
    )
    best = lower + (weight * STEPS - below) * (upper - lower)
    return (best * sample_chances(chances, size, most)).sum(axis=1)


def sample_means(payoffs: jax.Array, most: int) -> jax.Array:
    """What each action would have earned on average in every sample, [actions, samples]."""
    counts, _ = samples(payoffs.shape[1], most)
    shares = counts / counts.sum(axis=1, keepdims=True)
    return sum((payoffs[:, place, None] * share for place, share in enumerate(shares.T)), jnp.zeros(()))


def best_replies(values: jax.Array) -> jax.Array:
    """1 for the best action of every column, shared where several are, [actions, samples]."""
    best = (values >= largest(values) - CLOSE).astype(values.dtype)
    return best / total(best)


def sample_chances(chances: jax.Array, size: jax.Array | float, most: int) -> jax.Array:
    """How likely each sample is, [samples]; a size between two whole numbers is one or the other."""
    counts, orders = samples(len(chances), most)
    logs = sum((log * count for log, count in zip(log_chance(chances), counts.T, strict=True)), jnp.zeros(()))
    return jnp.exp(orders + logs) * jnp.maximum(0.0, 1.0 - jnp.abs(size - counts.sum(axis=1)))
