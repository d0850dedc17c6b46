r"""How far predictions lie from observed choices: MSD, MAD, POI and the Kuipers score.

With observations :math:`Y` and predictions :math:`P` of the same shape [..., categories], N cells in all,

.. math::
   \mathrm{MSD} = \sqrt{\tfrac1N \sum (Y-P)^2}, \qquad
   \mathrm{MAD} = \tfrac1N \sum |Y-P|, \qquad
   \mathrm{POI} = \text{mean over forecasts of } 1 - \sum_a \hat Y_a \hat P_a,

where a hat puts all mass on the most probable category and shares it equally in a tie. For 0/1
predictions of two actions MSD^2 = MAD = POI; for four outcomes MSD^2 = MAD = POI/2. The Kuipers score
of one player is the share of B-rounds predicted as B less the share of A-rounds predicted as B.
All four are losses except the Kuipers score (0: no skill, 1: perfect). Forecasts with a missing
observation (NaN, or -1 among actions) are left out.

>>> observed = one_hot([1, 1], 2)
>>> print(mean_squared_deviation(observed, [[1, 0], [0, 1]]).round(6))
0.707107

Predictive success of learning rules: paper 000, section 3 (MSD after Brier 1950 and Selten 1998; POI
after Erev & Roth 1998; Kuipers score after Peirce 1884).
"""

from functools import reduce
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord, UnsuitableGame

Floats = npt.NDArray[np.float64]
FEW = 8  # categories that are gone through one by one: reducing so short an axis is slow
TIE = 1e-12  # probabilities closer than this are a tie, whatever rounding did to them


def one_hot(categories: npt.ArrayLike, n_categories: int) -> Floats:
    """Observed categories [...] as unit vectors [..., categories]; a missing one (-1) becomes NaN."""
    index = np.asarray(categories, dtype=np.int64)
    if index.size and (index.min() < -1 or index.max() >= n_categories):
        raise BadRecord(
            f"Categories lie between 0 and {n_categories - 1} (-1: missing), not {index.min()} to {index.max()}."
        )
    vectors = (index[..., None] == np.arange(n_categories)).astype(np.float64)
    vectors[index < 0] = np.nan
    return np.asarray(vectors)


def outcome_probabilities(action_probabilities: npt.ArrayLike) -> Floats:
    """Chances of every group outcome of independent members: [..., members, A] -> [..., A^members].

    Outcomes are numbered with the first member's action slowest.
    """
    members = np.moveaxis(np.asarray(action_probabilities, dtype=np.float64), -2, 0)
    joint = members[0]
    for member in members[1:]:
        joint = (joint[..., :, None] * member[..., None, :]).reshape(*joint.shape[:-1], -1)
    return np.asarray(joint)


def outcome_categories(actions: npt.ArrayLike, n_actions: int) -> npt.NDArray[np.int64]:
    """The number of each group outcome: [..., members] -> [...]; -1 where a member's move is missing."""
    moves = np.asarray(actions, dtype=np.int64)
    place = n_actions ** np.arange(moves.shape[-1])[::-1]
    return np.where(np.any(moves < 0, axis=-1), -1, (moves * place).sum(axis=-1))


def point_predictions(probabilities: npt.ArrayLike) -> Floats:
    """All mass on the most probable category, shared equally among ties.

    >>> point_predictions([[0.6, 0.4], [0.5, 0.5]])
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    values = np.asarray(probabilities, dtype=np.float64)
    if not 0 < values.shape[-1] <= FEW:
        top = values >= values.max(axis=-1, keepdims=True) - TIE
        shared = top / np.maximum(top.sum(axis=-1, keepdims=True), 1)
    else:
        each = [values[..., category] for category in range(values.shape[-1])]
        limit = reduce(np.maximum, each) - TIE
        tops = [(value >= limit).astype(np.float64) for value in each]
        count = np.maximum(reduce(np.add, tops), 1)
        shared = np.stack([top / count for top in tops], axis=-1)
    return np.where(np.isnan(values), np.nan, shared)


def mean_squared_deviation(
    observed: npt.ArrayLike, predicted: npt.ArrayLike, n_batch_axes: int = 0
) -> Floats:
    """MSD, root included; 0 is perfect. One number for each of the leading `n_batch_axes` axes."""
    y, p = _pair(observed, predicted)
    return np.asarray(np.sqrt(_mean((y - p) ** 2, n_batch_axes)))


def mean_absolute_deviation(
    observed: npt.ArrayLike, predicted: npt.ArrayLike, n_batch_axes: int = 0
) -> Floats:
    """MAD; 0 is perfect. One number for each of the leading `n_batch_axes` axes."""
    y, p = _pair(observed, predicted)
    return _mean(np.abs(y - p), n_batch_axes)


def proportion_of_inaccuracy(
    observed: npt.ArrayLike, predicted: npt.ArrayLike, n_batch_axes: int = 0
) -> Floats:
    """POI: how often the most probable category did not happen, ties shared; 0 is perfect, 1 the worst."""
    y, p = _pair(observed, predicted)
    hits = (point_predictions(y) * point_predictions(p)).sum(axis=-1)
    return _mean(1 - hits, n_batch_axes)


class KuipersScore(NamedTuple):
    """The mean over players for whom it is defined, and how many there are for whom it is not."""

    score: float  # NaN if it is defined for nobody
    by_player: Floats  # [players]; NaN where a player used one action only
    n_undefined: int


def kuipers_score(observed: npt.ArrayLike, predicted: npt.ArrayLike, tie_action: int = 1) -> KuipersScore:
    """KS of two actions, over the rounds of each player: arrays [players, rounds, 2]; 1 is perfect.

    It is undefined for a player who used one action only: such players are counted, never scored 0.
    A tied prediction counts as `tie_action`.
    """
    y, p = (point_predictions(values) for values in _pair(observed, predicted))
    if y.shape[-1] != 2:
        raise UnsuitableGame(
            f"The Kuipers score is defined for two actions, not for {y.shape[-1]} categories."
        )
    if y.ndim != 3:
        raise BadRecord(f"The Kuipers score needs arrays [players, rounds, 2], not {y.shape}.")
    says_b = np.where(p[..., 1] == 0.5, float(tie_action), p[..., 1])
    did_b = np.where(y[..., 1] == 0.5, float(tie_action), y[..., 1])
    known = ~np.isnan(did_b) & ~np.isnan(says_b)
    hits, n_b = _share(says_b, known & (did_b == 1))
    false_alarms, n_a = _share(says_b, known & (did_b == 0))
    by_player = np.where((n_a > 0) & (n_b > 0), hits - false_alarms, np.nan)
    defined = by_player[~np.isnan(by_player)]
    mean = float(defined.mean()) if defined.size else float("nan")
    return KuipersScore(mean, by_player, int(by_player.size - defined.size))


def _share(values: Floats, where: npt.NDArray[np.bool_]) -> tuple[Floats, npt.NDArray[np.int64]]:
    """The mean of `values` over the last axis `where` it holds (0 if nowhere), and how often it does."""
    count = np.count_nonzero(where, axis=-1)
    return np.where(where, values, 0.0).sum(axis=-1) / np.maximum(count, 1), np.asarray(count)


def _pair(observed: npt.ArrayLike, predicted: npt.ArrayLike) -> tuple[Floats, Floats]:
    y, p = np.asarray(observed, dtype=np.float64), np.asarray(predicted, dtype=np.float64)
    if y.ndim == 0 or p.ndim == 0 or y.shape[-1] != p.shape[-1]:
        raise BadRecord(
            f"Observations {y.shape} and predictions {p.shape} need the same categories on the last axis."
        )
    try:
        y, p = np.broadcast_arrays(y, p)
    except ValueError:
        raise BadRecord(f"Observations {y.shape} and predictions {p.shape} do not fit together.") from None
    return y, p


def _mean(values: Floats, n_batch_axes: int) -> Floats:
    """The mean over all but the leading axes, NaN left out; NaN where nothing is left."""
    flat = values.reshape(*values.shape[:n_batch_axes], -1)
    known = ~np.isnan(flat)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(np.where(known, flat, 0.0).sum(axis=-1) / known.sum(axis=-1))
