r"""A model confidence set: the entrants among whom the best is, with chance 1 - alpha.

As long as "all in the set are equally good" is rejected, the one that lags most leaves. With estimates
:math:`\hat\theta_i` (higher is better), their mean :math:`\bar\theta` over the set and bootstrapped deviations,

.. math:: t_i = \frac{\bar\theta - \hat\theta_i}{s_i}, \qquad T = \max_i t_i,

where :math:`s_i` is the bootstrap's standard error of the numerator, and T is held against the same maximum over the
centred resamples. An entrant's p-value is the largest met on the way to its leaving, so the set at any level is those
with a p-value above it. The best is in the set with chance 1 - alpha as units grow; where all entrants are equally good
all of them are. With few units resamples are spread as a t distribution with one degree of freedom less than units.

Hansen, Lunde & Nason (2011), The Model Confidence Set, Econometrica 79, 453-497 (the statistic T_max).
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, Streams

Floats = npt.NDArray[np.float64]
ROUNDING = 1e-12


class ModelConfidenceSet(NamedTuple):
    """One entry for each entrant, in the order given."""

    inside: npt.NDArray[np.bool_]  # may be the best
    p_value: Floats


def model_confidence_set(
    stream: Streams,
    estimates: npt.ArrayLike,
    resamples: npt.ArrayLike,
    *,
    n_units: int | None = None,
    alpha: float = 0.05,
) -> ModelConfidenceSet:
    """Who may be the best by `estimates` [k], highest is best, given bootstrap `resamples` [k, draws] of them.

    With `n_units`, the number of independent units redrawn, resamples are corrected for few units.

    >>> draws = Streams(1)["doc"].generator().standard_normal((3, 2000))
    >>> model_confidence_set(Streams(1), [0.0, 0.1, -9.0], np.array([[0.0], [0.1], [-9.0]]) + draws).inside
    array([ True,  True, False])
    """
    values, drawn = np.asarray(estimates, dtype=np.float64), np.asarray(resamples, dtype=np.float64)
    if values.ndim != 1 or drawn.ndim != 2 or len(drawn) != values.size or values.size < 1:
        raise BadRecord(
            f"A confidence set needs estimates [k] and resamples [k, draws]; got {values.shape}, {drawn.shape}."
        )
    if not (np.isfinite(values).all() and np.isfinite(drawn).all()):
        raise BadRecord("A confidence set needs finite estimates and resamples; leave out who has none.")
    deviations, heavy = drawn - values[:, None], np.ones(drawn.shape[-1])
    if n_units is not None:
        freedom = max(n_units - 1, 1)
        deviations = deviations * np.sqrt((freedom + 1) / freedom)
        heavy = np.sqrt(stream.generator().chisquare(freedom, drawn.shape[-1]) / freedom)
    left, so_far, p_value = list(range(values.size)), 0.0, np.ones(values.size)
    while len(left) > 1:
        lagging, share = _test(values[left], deviations[left], heavy)
        so_far = max(so_far, share)
        p_value[left.pop(lagging)] = so_far
    return ModelConfidenceSet(p_value > alpha, p_value)


def _test(values: Floats, deviations: Floats, heavy: Floats) -> tuple[int, float]:
    """Who lags most behind the mean of the set, and how often chance alone gives such a lag."""
    lag = values.mean() - values
    redrawn = deviations.mean(axis=0) - deviations
    spread = np.sqrt((redrawn**2).mean(axis=-1))
    certain = spread <= ROUNDING * np.abs(values).max(initial=0.0)
    safe = np.where(certain, 1.0, spread)
    beyond = np.where(lag > ROUNDING * np.abs(values).max(initial=0.0), np.inf, 0.0)
    ratio = np.where(certain, beyond, lag / safe)
    chance = np.where(certain[:, None], 0.0, redrawn / safe[:, None] / heavy)
    lagging = int(np.argmax(ratio))
    return lagging, float(np.mean(chance.max(axis=0) >= ratio[lagging]))
