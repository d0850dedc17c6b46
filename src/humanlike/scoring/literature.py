r"""The literature's own names and signs: losses and un-normalised scores.

==================  ==========================================================  ================
name                value                                                       orientation
==================  ==========================================================  ================
brier               :math:`\sum_k (r_k - 1[k=i])^2`, 0 to 2 (Brier 1950)        loss
half-brier          half of it; :math:`(r-y)^2` for a binary event              loss
ignorance           :math:`-\log_2 r_i`, bits (Roulston & Smith 2002)           loss
log-loss            :math:`-\log r_i`, nats                                     loss
ranked-probability  :math:`\sum_k (R_k - 1[i \le k])^2` (Epstein 1969)          loss
log-score           :math:`\log r_i`                                            score
quadratic-score     :math:`2r_i - v`                                            score
spherical-score     :math:`r_i/\sqrt v`                                         score
==================  ==========================================================  ================

All are proper: a loss is a constant minus a positive multiple of a reproducing system.

>>> print(brier_loss([0.5, 0.25, 0.25], 0))
0.375
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.scoring.probabilities import (
    Floats,
    check_outcomes,
    check_probabilities,
    log_with_zero,
)
from humanlike.scoring.systems import LOGARITHMIC, QUADRATIC, SPHERICAL


def brier_loss(probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
    """Squared distance from forecast to fact over all alternatives; 0 is perfect, 2 the worst."""
    return 1 - QUADRATIC.unnormalised_score(probabilities, outcome)


def half_brier_loss(probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
    """Half of Brier's original loss; 0 is perfect, 1 the worst."""
    return np.asarray(brier_loss(probabilities, outcome) / 2)


def log_loss(probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
    """Minus the log of the probability of what happened, in nats; 0 is perfect."""
    return -LOGARITHMIC.unnormalised_score(probabilities, outcome)


def ignorance_loss(probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
    """The surprise of what happened, in bits; 0 is perfect."""
    return np.asarray(log_loss(probabilities, outcome) / np.log(2))


def ranked_probability_loss(probabilities: npt.ArrayLike, outcome: npt.ArrayLike) -> Floats:
    """Squared distance between cumulative forecast and fact, for ordered alternatives; 0 is perfect."""
    values = check_probabilities(probabilities)
    index = check_outcomes(outcome, values.shape[-1])
    total: Floats = np.zeros(np.broadcast_shapes(values.shape[:-1], index.shape))
    below: Floats = np.zeros(values.shape[:-1])
    for alternative in range(values.shape[-1]):
        below = below + values[..., alternative]
        total += (below - (index <= alternative)) ** 2
    return total


def binary_brier_loss(probability: npt.ArrayLike, happened: npt.ArrayLike) -> Floats:
    """(r - y)^2 of a yes-or-no event; 0 is perfect, 1 the worst."""
    chance, fact = _binary(probability, happened)
    difference = chance - fact
    return np.asarray(difference * difference)


def binary_log_loss(probability: npt.ArrayLike, happened: npt.ArrayLike) -> Floats:
    """Minus the log of the probability given to what a yes-or-no event did, in nats; 0 is perfect."""
    chance, fact = _binary(probability, happened)
    return -log_with_zero(np.abs(chance + fact - 1.0))


def _binary(probability: npt.ArrayLike, happened: npt.ArrayLike) -> tuple[Floats, Floats]:
    chance = np.asarray(probability, dtype=np.float64)
    fact = np.asarray(happened)
    if chance.size and not (chance.min() >= 0 and chance.max() <= 1):  # NaN fails too
        raise BadRecord(f"Probabilities lie between 0 and 1, not {chance.min():g} to {chance.max():g}.")
    if fact.dtype != np.bool_:
        fact = fact.astype(np.float64, copy=False)
        if not np.all(fact * (fact - 1) == 0):
            raise BadRecord("A yes-or-no event is 1 if it happened and 0 if not.")
    return chance, fact


@dataclass(frozen=True)
class Form:
    """A score under its name in the literature; `function(probabilities[..., n], outcome[...]) -> [...]`."""

    name: str
    function: Callable[[npt.ArrayLike, npt.ArrayLike], Floats]
    orientation: Literal["score", "loss"]  # score: higher is better; loss: lower is better


FORMS: Mapping[str, Form] = {
    form.name: form
    for form in (
        Form("brier", brier_loss, "loss"),
        Form("half-brier", half_brier_loss, "loss"),
        Form("ignorance", ignorance_loss, "loss"),
        Form("log-loss", log_loss, "loss"),
        Form("ranked-probability", ranked_probability_loss, "loss"),
        Form("log-score", LOGARITHMIC.unnormalised_score, "score"),
        Form("quadratic-score", QUADRATIC.unnormalised_score, "score"),
        Form("spherical-score", SPHERICAL.unnormalised_score, "score"),
    )
}
