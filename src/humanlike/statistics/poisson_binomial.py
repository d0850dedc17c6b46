r"""Poisson-binomial distribution: how many of n independent events happen when each has its own chance.

The distribution is the product of the polynomials :math:`(1-p_i) + p_i z`, multiplied pairwise so that
sizes stay balanced: all pairs at once while short, one by one when longer, by FFT when long. Every addition
is of positive numbers, so small probabilities keep their relative accuracy as long as convolution is direct.

Hong (2013), Computational Statistics & Data Analysis 59, 41-51.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]
DIRECT_UP_TO = 4096
TOGETHER = 32  # degree up to which all products are taken at once


def poisson_binomial(probabilities: npt.ArrayLike) -> Floats:
    """P(exactly k of the events happen) for k = 0 ... n, shape [n + 1].

    >>> poisson_binomial([0.5, 0.5]).round(12)
    array([0.25, 0.5 , 0.25])
    """
    chances = np.asarray(probabilities, dtype=np.float64)
    if chances.ndim != 1 or not np.all((chances >= 0) & (chances <= 1)):
        raise BadRecord("A Poisson-binomial distribution needs a list of probabilities between 0 and 1.")
    factors = list(_short_products(chances))
    while len(factors) > 1:
        products = [_product(a, b) for a, b in zip(factors[::2], factors[1::2], strict=False)]
        factors = products + ([factors[-1]] if len(factors) % 2 else [])
    return np.asarray(factors[0][: chances.size + 1])


def _short_products(chances: Floats) -> Floats:
    """Products of neighbouring polynomials up to degree `TOGETHER`; impossible events fill up."""
    events = np.pad(chances, (0, -chances.size % TOGETHER or TOGETHER * (not chances.size)))
    factors = np.stack([1 - events, events], axis=-1)
    while factors.shape[-1] <= TOGETHER:
        first, second = factors[::2], factors[1::2]
        size = factors.shape[-1]
        product = np.zeros((len(first), 2 * size - 1))
        for power in range(size):
            product[:, power : power + size] += first[:, power, None] * second
        factors = product
    return factors


def _product(first: Floats, second: Floats) -> Floats:
    if min(first.size, second.size) <= DIRECT_UP_TO:
        return np.convolve(first, second)
    size = first.size + second.size - 1
    product = np.fft.irfft(np.fft.rfft(first, size) * np.fft.rfft(second, size), size)
    return np.maximum(product, 0.0)
