r"""Whom to flag so that at most a chosen share of those flagged is innocent.

*With people known to be people* (conformal): the p-value of a participant is the rank of the score among theirs,

.. math:: p_i = \frac{1 + \#\{v : s_v \ge s_i\}}{1 + n_v},

valid whatever the score is, if participants who are people are exchangeable with the known ones; Benjamini and
Hochberg's procedure then keeps the expected share of innocents among the flagged at most q (Bates et al. 2023).

*By the mixture* (local false discovery rates): those with the smallest chances of being people are flagged as long as
their mean chance is at most q (Sun & Cai 2007). More powerful, and only as good as the mixture.

References
----------
Bates, Candes, Lei, Romano & Sesia (2023), Annals of Statistics 51, 149-178; Benjamini & Hochberg (1995), JRSS B 57,
289-300; Sun & Cai (2007), JASA 102, 901-912.
"""

import numpy as np
import numpy.typing as npt

from humanlike.core import BadParameters

Floats = npt.NDArray[np.float64]


def conformal_p_values(known: npt.ArrayLike, scores: npt.ArrayLike) -> Floats:
    """For each participant, [participants], by the scores of people `known` to be people.

    >>> conformal_p_values([0.0, 1.0, 2.0], [5.0, 1.0, -1.0]).tolist()
    [0.25, 0.75, 1.0]
    """
    people = np.sort(np.asarray(known, dtype=np.float64))
    above = len(people) - np.searchsorted(people, np.asarray(scores, dtype=np.float64), side="left")
    return np.asarray((1 + above) / (1 + len(people)))


def benjamini_hochberg(p_values: npt.ArrayLike, rate: float) -> npt.NDArray[np.bool_]:
    """Who is flagged at this false discovery rate.

    >>> benjamini_hochberg([0.01, 0.5, 0.02, 0.9], 0.1).tolist()
    [True, False, True, False]
    """
    check_rate(rate)
    values = np.asarray(p_values, dtype=np.float64)
    order = np.argsort(values, kind="stable")
    passed = np.flatnonzero(values[order] <= rate * np.arange(1, len(values) + 1) / max(len(values), 1))
    flagged = np.zeros(len(values), dtype=np.bool_)
    flagged[order[: passed[-1] + 1 if len(passed) else 0]] = True
    return flagged


def flags_by_local_rates(innocent: npt.ArrayLike, rate: float) -> npt.NDArray[np.bool_]:
    """Who is flagged, given each one's chance of being a person.

    >>> flags_by_local_rates([0.01, 0.5, 0.15, 0.9], 0.1).tolist()
    [True, False, True, False]
    """
    check_rate(rate)
    chances = np.asarray(innocent, dtype=np.float64)
    order = np.argsort(chances, kind="stable")
    mean = np.cumsum(chances[order]) / np.arange(1, len(chances) + 1)
    flagged = np.zeros(len(chances), dtype=np.bool_)
    flagged[order[: int(np.count_nonzero(mean <= rate))]] = True
    return flagged


def check_rate(rate: float) -> None:
    """Refuse what is no rate."""
    if not 0 < rate < 1:
        raise BadParameters(f"A false discovery rate lies between 0 and 1, such as .1, not {rate:g}.")
