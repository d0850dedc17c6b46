r"""The uniforms of the thirty-seven processes: every process is a block of one shape, whatever the others do.

The world is a function of these blocks. A process that took more numbers from its stream when another one ran high
would not be held by holding its seed; so a block has room for the largest day there can be (`MOST_A_DAY` requests of
a segment), and what a day does not need is thrown away. The j-th request of a day finds its own uniforms wherever
other days' or other segments' numbers of requests went. A number of requests is one uniform read through the inverse
of the Poisson distribution (`poisson_counts`); a tie is one uniform that belongs to the request, so that not even the
agents can move anybody's chance.
"""

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import SEGMENTS, Rules
from humanlike.worlds.market.processes import PROCESSES, Seeds

Floats = npt.NDArray[np.float64]
MOST_A_DAY = 200  # requests of a segment; at the highest mean, 120, a day with more comes once in 10^11
DETAILS = 4  # quantity, due date, reserve price, penalty


def block_shape(process: str, days: int) -> tuple[int, ...]:
    """The shape of a process's block of uniforms.

    >>> block_shape("level high", 220), block_shape("start capacity imd", 220), block_shape("bank rate", 220)
    ((220, 2), (2,), ())
    """
    shapes: dict[str, tuple[int, ...]] = {
        "bank": (),
        "storage": (),
        "start capacity": (2,),  # a supplier's two lines
        "capacity": (days,),
        "start demand": (len(SEGMENTS),),
        "level": (days, 2),  # the trend's step, the number of requests
        "product": (days, MOST_A_DAY),
        "details": (days, MOST_A_DAY, DETAILS),
        "ties": (len(SEGMENTS), days, MOST_A_DAY),
    }
    words = process.split()
    return shapes.get(" ".join(words[:2])) or shapes[words[0]]


def draw_chance(seeds: Seeds, rules: Rules, processes: Iterable[str] | None = None) -> dict[str, Floats]:
    """Every process's block, by name; or only those of some `processes`."""
    names = [process.name for process in PROCESSES] if processes is None else processes
    return {
        name: np.asarray(seeds.stream(name).generator().random(block_shape(name, rules.days)))
        for name in names
    }


def poisson_counts(mean: Floats, uniform: Floats) -> npt.NDArray[np.int64]:
    r"""Poisson numbers from one uniform each: the least n with :math:`U < F_\lambda(n)`, below `MOST_A_DAY`.

    With :math:`t_k = \lambda^k / k!` that is the number of k with :math:`t_0 + \dots + t_k \le U \sum_j t_j`, so no
    exponential is needed, and terms are added in order: the same numbers on every processor.

    >>> poisson_counts(np.array([1.0, 1.0, 100.0]), np.array([0.36, 0.37, 0.5])).tolist()
    [0, 1, 100]
    """
    terms = np.empty((*mean.shape, MOST_A_DAY))
    terms[..., 0] = 1.0
    terms[..., 1:] = mean[..., None] / np.arange(1, MOST_A_DAY)
    sums = terms.cumprod(axis=-1).cumsum(axis=-1)
    return np.asarray((sums <= uniform[..., None] * sums[..., -1:]).sum(axis=-1))
