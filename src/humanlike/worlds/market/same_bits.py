r"""Arithmetic with the same bits on every processor, because decisions hang on them.

Libraries of linear algebra add in an order that depends on the processor, and vector instructions round exponentials,
logarithms and powers differently in the last bit; one order more or less, and two games of one seed part company. So
whatever an agent or the world decides by is made of single additions, multiplications and divisions (exact to the last
bit by IEEE 754), of sums in a fixed order, of whole numbers, or of decimal arithmetic, which is whole numbers inside.

.. math:: e^x = 2^{k/64} e^r, \quad k = \mathrm{round}(64 x / \ln 2), \quad |r| \le \ln 2 / 128,

with a table of sixty-four roots and five terms of the series of :math:`e^r`; right to about one unit in the last place.
"""

from decimal import Decimal

import numpy as np
import numpy.typing as npt

from humanlike.worlds.market.catalogue import N_COMPONENTS, N_PRODUCTS, PART_TABLE

Floats = npt.NDArray[np.float64]
ROOTS = 64
_LN2 = Decimal(2).ln()
_PER_STEP = float(ROOTS / _LN2)
_STEP = float(np.float32(float(_LN2 / ROOTS)))  # short, so that its multiples are exact
_STEP_REST = float(_LN2 / ROOTS - Decimal(_STEP))
_PRODUCT_OF_PART = np.repeat(np.arange(N_PRODUCTS), PART_TABLE.shape[1])
_COMPONENT_OF_PART = PART_TABLE.ravel()


def power(base: float, exponent: Decimal) -> float:
    """`base` to any power.

    >>> power(2.0, Decimal("0.5")), power(0.95, Decimal(0))
    (1.4142135623730951, 1.0)
    """
    return float(Decimal(base) ** exponent)


def geometric(first: float, last: float, count: int) -> Floats:
    """`count` numbers from `first` to `last`, each the same multiple of the one before.

    >>> geometric(1.0, 8.0, 4).tolist()
    [1.0, 2.0, 4.0, 8.0]
    """
    ratio = Decimal(last) / Decimal(first)
    steps = [Decimal(place) / (count - 1) for place in range(count)]
    return np.array([*(float(Decimal(first) * ratio**step) for step in steps[:-1]), last])


_ROOTS = np.array([power(2.0, Decimal(place) / ROOTS) for place in range(ROOTS)])


def exponential(x: Floats) -> Floats:
    """The exponential of numbers between -700 and 700.

    >>> bool(np.allclose(exponential(np.array([-30.0, 0.0, 1.0])), [9.357622968840175e-14, 1, np.e], rtol=4e-16))
    True
    """
    steps = np.rint(x * _PER_STEP)
    rest = (x - steps * _STEP) - steps * _STEP_REST
    series = 1 + rest * (1 + rest / 2 * (1 + rest / 3 * (1 + rest / 4 * (1 + rest / 5))))
    whole = steps.astype(np.int64)
    return np.asarray(np.ldexp(series * _ROOTS[whole % ROOTS], whole // ROOTS))


def total(values: Floats) -> float:
    """The sum, from the first to the last."""
    return float(values.cumsum()[-1])


def components_in(units: Floats) -> Floats:
    """Components that so many units of each product are made of, [components].

    >>> components_in(np.eye(16)[0]).tolist()
    [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]
    """
    return np.asarray(
        np.bincount(_COMPONENT_OF_PART, weights=units[_PRODUCT_OF_PART], minlength=N_COMPONENTS),
        dtype=np.float64,
    )


def sum_of_parts(values: Floats) -> Floats:
    """What each product's four components come to, [products], if these are the components' values."""
    return np.asarray(
        np.bincount(_PRODUCT_OF_PART, weights=values[_COMPONENT_OF_PART], minlength=N_PRODUCTS),
        dtype=np.float64,
    )
