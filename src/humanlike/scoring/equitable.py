r"""Equitable scores for any number of states: no skill scores 0 whatever is always said, perfect foresight 1.

A score of point predictions is *equitable* (Gandin & Murphy 1992) if constant and random predictions all have the
same expectation, 0, and perfect ones 1. With the base rates :math:`p` of two states that leaves one score, Peirce's
(the Kuipers score): with the odds :math:`a = (1 - p_1)/p_1` its reward matrix is

.. math:: \begin{pmatrix} a & -1 \\ -1 & 1/a \end{pmatrix}.

For more states a *cut* puts every state on one of two sides. The mean of the matrices of several cuts is symmetric
and equitable again. Gerrity (1992) cuts ordered states between neighbours, at 1, 2, ..., K-1: near misses cost less
than far ones. Where states have no order (actions, cells of a game) each can be cut off from all others instead, so
that no renaming of states changes the score; with two states both are Peirce's.

A cut is undefined if one of its sides never happened: such cuts are left out and counted. The rewards of the others
remain equitable.

>>> equitable_matrix([0.5, 0.3, 0.2], ordered_cuts(3))
array([[ 0.625, -0.375, -1.   ],
       [-0.375,  0.625,  0.   ],
       [-1.   ,  0.   ,  2.5  ]])

References
----------
Gandin & Murphy (1992), Monthly Weather Review 120, 361-370. Gerrity (1992), Monthly Weather Review 120, 2709-2712.
Peirce (1884), Science 4, 453-454.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]
Cuts = npt.NDArray[np.bool_]  # [cuts, states]: which states lie on the first side


class EquitableScore(NamedTuple):
    """The score of each table, and how many of its cuts are undefined."""

    score: Floats  # [...]; NaN where one state only was ever observed
    n_undefined: npt.NDArray[np.int64]  # [...]


def ordered_cuts(n_states: int) -> Cuts:
    """Gerrity's: between neighbours, [states - 1, states]."""
    return np.tril(np.ones((n_states - 1, n_states), dtype=np.bool_))


def cuts_of_each(n_states: int) -> Cuts:
    """Each state against all others, [states, states]."""
    return np.eye(n_states, dtype=np.bool_)


def equitable_matrix(base_rates: npt.ArrayLike, cuts: Cuts) -> Floats:
    """What each pair of observed and predicted state is worth, [states, states]; symmetric."""
    rates = np.asarray(base_rates, dtype=np.float64)
    if (
        rates.ndim != 1
        or len(rates) != cuts.shape[1]
        or not (rates >= 0).all()
        or abs(rates.sum() - 1) > 1e-9
    ):
        raise BadRecord(
            f"Base rates of {cuts.shape[1]} states are chances that sum to 1, not {rates.tolist()}."
        )
    first, second = cuts @ rates, ~cuts @ rates  # not 1 - first: rounding would make something of nothing
    defined = (first > 0) & (second > 0)
    if not defined.any():
        raise BadRecord("One state only was ever observed: no reward is equitable there.")
    odds = second[defined] / first[defined]
    inside = cuts[defined].astype(np.float64)
    outside = 1 - inside
    both = np.einsum("cm,cn->cmn", inside, inside)
    neither = np.einsum("cm,cn->cmn", outside, outside)
    worth = odds[:, None, None] * both + neither / odds[:, None, None] - (1 - both - neither)
    return np.asarray(worth.mean(axis=0))


def equitable_score(tables: npt.ArrayLike, cuts: Cuts) -> EquitableScore:
    """The score of tables [..., observed, predicted] of counts, whose base rates are those of what was observed.

    The same as the table's shares times `equitable_matrix`: the mean of the Peirce scores of the cuts that are defined.
    """
    counts = np.asarray(tables, dtype=np.float64)
    inside = cuts.astype(np.float64)
    observed = counts.sum(axis=-1)
    happened, others = observed @ inside.T, observed @ (1 - inside).T  # [..., cuts]
    said = counts.sum(axis=-2) @ inside.T
    both = np.einsum("cm,...mn,cn->...c", inside, counts, inside)
    defined = (happened > 0) & (others > 0)
    hits = both / np.where(defined, happened, 1.0)
    false_alarms = (said - both) / np.where(defined, others, 1.0)
    peirce = np.where(defined, hits - false_alarms, 0.0).sum(axis=-1)
    n_defined = defined.sum(axis=-1)
    score = np.where(n_defined > 0, peirce / np.maximum(n_defined, 1), np.nan)
    return EquitableScore(score, np.asarray(len(cuts) - n_defined))
