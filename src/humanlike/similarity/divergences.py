r"""How far two distributions are apart: three answers, all 0 for equal ones and symmetric.

Symmetrised Kullback-Leibler, the paper's equation (2),

.. math:: d(P, Q) = \sum_i (p_i - q_i) \log\frac{p_i}{q_i},

is infinite where only one of them is zero; probabilities below the `floor` are therefore raised to it and
the distribution is scaled back to 1. The paper does not say what it did; a floor is always printed with the
result. Jensen-Shannon needs none and never exceeds log 2. Energy distance

.. math:: 2\,E|X - Y| - E|X - X'| - E|Y - Y'|

knows that an offer of 4 is nearer to 5 than to 9; where cells have no order it is :math:`\sum_i (p_i-q_i)^2`
(every two cells one apart).

References
----------
Chang, Maheswaran, Levinboim & Rajan (2011), equation (2); Lin (1991), IEEE Transactions on Information Theory 37,
145-151; Szekely & Rizzo (2013), Journal of Statistical Planning and Inference 143, 1249-1272.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters

Floats = npt.NDArray[np.float64]
DEFAULT_FLOOR = 1e-6
DEFAULT_DIVERGENCE = "kullback-leibler"


def kullback_leibler(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    floor: float = DEFAULT_FLOOR,
    positions: Floats | None = None,
) -> Floats:
    """Symmetrised Kullback-Leibler of distributions on the last axis, in nats.

    >>> print(kullback_leibler([0.1, 0.2, 0.7], [0.3, 0.3, 0.4]).round(10))
    0.4281537049
    """
    p, q = floored(first, floor), floored(second, floor)
    return np.asarray(((p - q) * (np.log(p) - np.log(q))).sum(axis=-1))


def floored(distribution: npt.ArrayLike, floor: float) -> Floats:
    """The distribution with no probability below about `floor`, summing to 1."""
    if not 0 < floor < 0.1:
        raise BadParameters(f"The floor of Kullback-Leibler must lie between 0 and 0.1, not {floor!r}.")
    raised = np.maximum(np.asarray(distribution, dtype=np.float64), floor)
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def jensen_shannon(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    floor: float = DEFAULT_FLOOR,
    positions: Floats | None = None,
) -> Floats:
    """Jensen-Shannon divergence of distributions on the last axis, in nats: 0 to log 2."""
    p, q = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return np.maximum(_entropy((p + q) / 2) - (_entropy(p) + _entropy(q)) / 2, 0.0)


def _entropy(distribution: Floats) -> Floats:
    safe = np.where(distribution > 0, distribution, 1.0)
    return np.asarray(-(distribution * np.log(safe)).sum(axis=-1))


def energy(
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    floor: float = DEFAULT_FLOOR,
    positions: Floats | None = None,
) -> Floats:
    """Energy distance of distributions on the last axis; `positions` places the cells on a line.

    >>> print(energy([1.0, 0.0], [0.0, 1.0]), energy([1.0, 0, 0], [0, 0, 1.0], positions=np.arange(3.0)))
    2.0 4.0
    """
    gap = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    if positions is None:
        return np.asarray((gap**2).sum(axis=-1))
    below = np.cumsum(gap, axis=-1)[
        ..., :-1
    ]  # on a line the distance is twice the squared gap of the two CDFs
    return np.asarray(2 * (below**2 * np.diff(positions)).sum(axis=-1))


DIVERGENCES: dict[str, Callable[..., Floats]] = {
    "kullback-leibler": kullback_leibler,
    "jensen-shannon": jensen_shannon,
    "energy": energy,
}
