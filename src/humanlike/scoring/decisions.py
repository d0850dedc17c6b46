r"""Forecasts turned into decisions: the action of highest expected payoff, and what it is worth.

With payoffs :math:`u_{ai}` of action *a* if alternative *i* happens, who believes *r* chooses

.. math:: a(r) = \arg\max_a \sum_i r_i\, u_{ai},

and gets :math:`u_{a(r),i}`. Read as a score of *r* this is proper, though not strictly: reports that lead to the same
action earn the same. What forecasts are worth lies between *climatology*, the one action that is best when only the
frequencies of what happened are known, and *perfect information*, the best action each time:

.. math:: V = \frac{\bar u_{\rm forecast} - \bar u_{\rm climatology}}{\bar u_{\rm perfect} - \bar u_{\rm climatology}},

1 for perfect forecasts, 0 for what helps no more than the frequencies, below 0 for what misleads.

Brown (1970), RAND RM-6299-ARPA, section 1(c); Richardson (2000), Quarterly Journal of the Royal Meteorological
Society 126, 649-667.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest
from humanlike.scoring.probabilities import Floats, check_probabilities

TIED = 1e-12  # of the largest payoff: expected payoffs closer than this are equal


@dataclass(frozen=True, eq=False)
class PayoffTable:
    """What each action pays in each event."""

    actions: tuple[str, ...]
    alternatives: tuple[str, ...]
    payoffs: Floats  # [actions, alternatives]


class Region(NamedTuple):
    """Between which probabilities of the first of two alternatives an action is best."""

    action: str
    lower: float
    upper: float


def best_actions(payoffs: Floats, probabilities: npt.ArrayLike) -> tuple[npt.NDArray[np.intp], Floats]:
    """The action of highest expected payoff for each forecast [..., n] and that payoff; ties go to the first listed.

    >>> best_actions(np.array([[-1.0, -1.0], [-4.0, 0.0]]), [[0.5, 0.5], [0.2, 0.8], [0.25, 0.75]])
    (array([0, 1, 0]), array([-1. , -0.8, -1. ]))
    """
    expected = check_probabilities(probabilities) @ payoffs.T
    best = expected.max(axis=-1)
    near = expected >= best[..., None] - TIED * np.abs(payoffs).max(initial=0.0)
    return np.argmax(near, axis=-1), np.asarray(best)


def action_regions(table: PayoffTable) -> tuple[Region, ...]:
    """Which action is best where, by the probability of the first of two alternatives, from 0 to 1.

    >>> umbrella = PayoffTable(("take", "leave"), ("rain", "dry"), np.array([[-1.0, -1.0], [-4.0, 0.0]]))
    >>> action_regions(umbrella)
    (Region(action='leave', lower=0.0, upper=0.25), Region(action='take', lower=0.25, upper=1.0))
    """
    if len(table.alternatives) != 2:
        raise BadRequest(f"Actions have regions between two alternatives, not {len(table.alternatives)}.")
    at_one, at_zero = table.payoffs.T
    slope, apart = at_one - at_zero, at_zero[:, None] - at_zero
    with np.errstate(divide="ignore", invalid="ignore"):
        meetings = -apart / (slope[:, None] - slope)
    edges = np.unique(np.concatenate([[0.0, 1.0], meetings[(meetings > 0) & (meetings < 1)]]))
    middle = (edges[1:] + edges[:-1]) / 2
    chosen, _ = best_actions(table.payoffs, np.stack([middle, 1 - middle], axis=-1))
    starts = np.flatnonzero(np.diff(chosen, prepend=-1))
    ends = np.append(starts[1:], len(chosen))
    return tuple(
        Region(table.actions[chosen[start]], float(edges[start]), float(edges[end]))
        for start, end in zip(starts, ends, strict=True)
    )


def relative_value(forecast: Floats, climatology: Floats, perfect: Floats) -> Floats:
    """V of worths [...]; NaN where frequencies alone already give what perfect information gives.

    >>> relative_value(np.array([0.5, 1.0]), np.array([0.0, 1.0]), np.array([2.0, 1.0]))
    array([0.25,  nan])
    """
    room = perfect - climatology
    possible = room > TIED * np.maximum(np.abs(perfect), np.abs(climatology))
    return np.asarray(
        np.divide(forecast - climatology, room, out=np.full(np.shape(room), np.nan), where=possible)
    )


def climatology_worth(paid: Floats, group: npt.NDArray[np.int64], counts: Floats) -> Floats:
    """What the best single action of each group of questions pays in sum, for each way of counting questions.

    `paid` [questions, actions] is what each action would have paid (NaN: no such action), questions of one `group`
    share their payoffs, `counts` [ways, questions] says how often each question counts.
    """
    total = np.zeros(len(counts))
    for number in np.unique(group):
        own = group == number
        total += (counts[:, own] @ paid[own][:, ~np.isnan(paid[own]).any(axis=0)]).max(axis=1)
    return total
