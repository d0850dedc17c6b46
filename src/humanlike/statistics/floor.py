r"""Is a factor distinguishable from the noise? Its share of the variance against that of the noise alone.

Where only factor i is exchanged, half the squared difference of two outputs is an unbiased piece of
:math:`E[V(Y \mid X_{-i})]`, whatever the mean. Pieces of the factor and pieces of the noise (the *floor*) from one held
condition are exchangeable if the factor does no more than the noise does; so labels are shuffled within conditions, and
the one-sided p-value of a larger mean piece is exact. Many factors are corrected by Holm.

A factor that is not told from the floor may still do something: no more than these games can show.

Sodomka, Collins & Gini (2007), "Analyzing Effects of Individual Market Factors": the decision rule, there by eye.
Fisher (1935), The design of experiments; Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams
from humanlike.statistics.missing import known_mean
from humanlike.statistics.multiple import holm

Floats = npt.NDArray[np.float64]
ROUNDING = 1e-12


class FloorTest(NamedTuple):
    """Factors against the floor, each [factors]; NaN at the floor itself."""

    ratio: Floats  # mean piece of the factor over mean piece of the floor
    p_value: Floats
    adjusted_p: Floats  # Holm's, over the factors
    least_p: float  # that so few conditions and repeats can give


def fixing_pieces(varied: npt.ArrayLike) -> Floats:
    """Half squared differences of disjoint pairs of repeats: [conditions, factors, repeats, ...] -> [..., pairs, ...].

    >>> fixing_pieces([[[1.0, 3.0, 10.0, 10.0]]]).tolist()
    [[[2.0, 0.0]]]
    """
    outputs = np.asarray(varied, dtype=np.float64)
    pairs = outputs.shape[2] // 2
    return np.asarray((outputs[:, :, : 2 * pairs : 2] - outputs[:, :, 1 : 2 * pairs : 2]) ** 2 / 2)


def jansen_pieces(outputs: npt.ArrayLike) -> Floats:
    """Half squared differences from the held condition: [conditions, 1 + factors, ...] -> [..., factors, 1, ...]."""
    table = np.asarray(outputs, dtype=np.float64)
    return np.asarray((table[:, 1:, None] - table[:, :1, None]) ** 2 / 2)


def against_floor(
    stream: Streams,
    pieces: npt.ArrayLike,
    floor: int,
    *,
    scale: npt.ArrayLike = 1.0,
    n_permutations: int = 9999,
) -> FloorTest:
    """Test every factor of `pieces` [conditions, factors, pieces, ...outputs] against factor number `floor`.

    Outputs are divided by `scale` [...outputs], their variances over random games, and averaged where known.
    """
    data = np.asarray(pieces, dtype=np.float64)
    if data.ndim < 3 or not 0 <= floor < data.shape[1] or data.shape[2] < 1:
        raise BadRecord(
            f"A test against a floor needs pieces [conditions, factors, pieces, ...]; got {data.shape}."
        )
    scaled = (data / np.asarray(scale, dtype=np.float64)).reshape(*data.shape[:3], -1)
    flat = np.nan_to_num(known_mean(scaled, axis=-1))  # a game without any known output shows no difference
    others = [factor for factor in range(data.shape[1]) if factor != floor]
    found = np.full((3, data.shape[1]), np.nan)
    for factor in others:
        own, base = flat[:, factor], flat[:, floor]
        found[0, factor] = (
            own.mean() / base.mean() if base.mean() > 0 else (np.inf if own.mean() > 0 else np.nan)
        )
        found[1, factor] = _p_value(stream[f"factor {factor}"], own, base, n_permutations)
    found[2, others] = holm(found[1, others])
    arrangements = comb(2 * data.shape[2], data.shape[2]) ** data.shape[0]
    least = max(1 / arrangements, 1 / (n_permutations + 1))
    return FloorTest(found[0], found[1], found[2], least)


def _p_value(stream: Streams, own: Floats, base: Floats, n_permutations: int) -> float:
    """How often shuffled labels within conditions [conditions, pieces] give as large a mean piece."""
    both = np.concatenate([own, base], axis=1)
    half = own.shape[1]
    observed = float(own.sum() - base.sum())
    shuffled = stream.generator().permuted(np.broadcast_to(both, (n_permutations, *both.shape)), axis=2)
    sums = 2 * shuffled[:, :, :half].sum(axis=(1, 2)) - both.sum()
    limit = observed - ROUNDING * max(1.0, float(np.abs(both).sum()))
    return float((1 + np.sum(sums >= limit)) / (n_permutations + 1))
