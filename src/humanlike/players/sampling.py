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
    payoffs: jax.Array, chances: jax.Array, size: jax.Array | float, most: int, grand: jax.Array | None = None
) -> jax.Array:
    """How often each action is the best reply to a sample of `size` draws out of at most `most`, shape [actions].

    `payoffs` are on a scale from 0 to 1; `grand` is added to what each action earned on average over the sample.
    """
    counts, orders = samples(payoffs.shape[1], most)
    sizes = counts.sum(axis=1)
    logs = log_chance(chances)
    weights = jnp.exp(orders + sum(counts[:, place] * logs[place] for place in range(len(logs))))
    weights = weights * jnp.maximum(0.0, 1.0 - jnp.abs(size - sizes))
    values = jnp.stack(
        [
            sum(counts[:, place] / sizes * each[place] for place in range(len(each)))
            + (0.0 if grand is None else grand[action])
            for action, each in enumerate(payoffs)
        ]
    )
    best = (values >= largest(values) - CLOSE).astype(weights.dtype)
    return (best / total(best) * weights).sum(axis=1)


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
    below = jnp.floor(weight * STEPS)
    found = [
        answers_to_samples((1.0 - tenths / STEPS) * payoffs, chances, size, most, tenths / STEPS * grand)
        for tenths in (below, below + 1.0)
    ]
    return found[0] + (weight * STEPS - below) * (found[1] - found[0])
