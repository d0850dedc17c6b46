r"""How large a share of a sample comes from the other source, with people and machines known beside it.

Three samples of one score s (say, a log-likelihood ratio): of known people, of known machines, and of participants, of
whom a share :math:`\pi` are machines. For whatever function h of the score,

.. math:: E_X h = (1-\pi)\,E_P h + \pi\,E_M h, \qquad
          \hat\pi = \frac{\bar h_X - \bar h_P}{\bar h_M - \bar h_P},

so nothing is assumed of the three distributions but that participants are such people and such machines. h is the
chance of being a machine by a logistic regression of the known ones on the score, :math:`\log(g/f) = a + b\,s` (a
log-likelihood ratio that exaggerates has b below 1), at odds near the share: it tells apart best there. The interval
holds every :math:`\pi` between 0 and 1 at which
:math:`\bar h_X - (1-\pi)\bar h_P - \pi \bar h_M` is within 1.96 of its standard errors of 0 (Fieller): few known people
make it wide, and where people and machines score alike it is everything.

Nothing here can see that participants are people of another kind than the known ones, or machines of another kind.

References
----------
Forman (2008), Data Mining and Knowledge Discovery 17, 164-206 (adjusted count); Bella, Ferri, Hernandez-Orallo &
Ramirez-Quintana (2010), ICDM, 737-742 (scaled probability average); Fieller (1954), JRSS B 16, 175-185.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import expit, ndtri

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]

FEWEST = 10  # people, machines and participants, each
N_TURNS = 3  # in which the share is found and h made for it
LEAST, MOST = 0.05, 0.95  # odds for which h is made
GRID = np.linspace(0.0, 1.0, 2001)
RIDGE = 1e-3  # keeps the slope finite where one number parts people from machines
EDGE = 1e-9


class Calibration(NamedTuple):
    """Scores as log-likelihood ratios, a + b s."""

    intercept: float
    slope: float
    covariance: Floats  # [2, 2]

    def log_ratio(self, scores: npt.ArrayLike) -> Floats:
        """Machine over human."""
        return np.asarray(self.intercept + self.slope * np.asarray(scores, dtype=np.float64))

    def probability(self, scores: npt.ArrayLike, share: float = 0.5) -> Floats:
        """P(machine), where machines are this share."""
        return np.asarray(expit(self.log_ratio(scores) + log_odds(share)))

    def range_of(
        self, scores: npt.ArrayLike, share: tuple[float, float] = (0.5, 0.5), level: float = 0.95
    ) -> tuple[Floats, Floats]:
        """P(machine) from the lower end of both calibration and share to the upper end of both."""
        values = np.asarray(scores, dtype=np.float64)
        design = np.column_stack([np.ones_like(values), values])
        error = np.sqrt(np.einsum("ij,jk,ik->i", design, self.covariance, design))
        reach, middle = float(ndtri(0.5 + level / 2)) * error, self.log_ratio(values)
        lower, upper = (log_odds(end) for end in share)
        return np.asarray(expit(middle - reach + lower)), np.asarray(expit(middle + reach + upper))


class Contamination(NamedTuple):
    """The share of machines among participants, and how each score is read."""

    share: float
    lower: float
    upper: float
    calibration: Calibration

    def probability(self, scores: npt.ArrayLike) -> Floats:
        """P(machine) at the estimated share."""
        return self.calibration.probability(scores, self.share)


def estimate_share(
    people: npt.ArrayLike,
    machines: npt.ArrayLike,
    participants: npt.ArrayLike,
    *,
    weights: npt.ArrayLike | None = None,
    level: float = 0.95,
) -> Contamination:
    """The share of machines among `participants` with its interval; scores of single persons, larger for machines.

    Machines may have `weights`: some kinds of them may be many and count little.

    >>> shift = np.linspace(-2, 2, 41)
    >>> found = estimate_share(shift, shift + 4, np.concatenate([shift, shift, shift, shift + 4]))
    >>> print(f"{found.share:.2f}")
    0.25
    """
    known, made, asked = (
        _checked(name, scores)
        for name, scores in (("people", people), ("machines", machines), ("participants", participants))
    )
    likely = _even(made) if weights is None else np.asarray(weights, dtype=np.float64) / np.sum(weights)
    calibration = calibrate(known, made, likely)
    share = 0.2
    for _ in range(N_TURNS):
        odds = float(np.clip(share, LEAST, MOST))
        values = tuple(calibration.probability(scores, odds) for scores in (known, made, asked))
        means = [float(values[0].mean()), float(likely @ values[1]), float(values[2].mean())]
        apart = means[1] - means[0]
        share = (means[2] - means[0]) / apart if apart > EDGE else 0.5
    held = _not_rejected(values, likely, float(ndtri(0.5 + level / 2)))
    inside = float(np.clip(share, 0.0, 1.0))
    lower, upper = (float(held.min()), float(held.max())) if held.size else (inside, inside)
    return Contamination(inside, min(lower, inside), max(upper, inside), calibration)


def _not_rejected(values: tuple[Floats, ...], likely: Floats, reach: float) -> Floats:
    """Shares of the grid at which the means of people, machines and participants agree."""
    weights = [_even(values[0]), likely, _even(values[2])]
    (people, machines, asked), (of_people, of_machines, of_asked) = zip(
        *(_mean_and_variance(*each) for each in zip(values, weights, strict=True)), strict=True
    )
    gap = asked - (1 - GRID) * people - GRID * machines
    error = np.sqrt(of_asked + (1 - GRID) ** 2 * of_people + GRID**2 * of_machines)
    return np.asarray(GRID[np.abs(gap) <= reach * error + EDGE])


def _mean_and_variance(values: Floats, weights: Floats) -> tuple[float, float]:
    """A weighted mean, and its sampling variance."""
    mean = float(weights @ values)
    return mean, float(weights**2 @ (values - mean) ** 2) / (1 - float(weights @ weights))


def _even(values: Floats) -> Floats:
    return np.full(len(values), 1 / len(values))


def calibrate(
    people: npt.ArrayLike, machines: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Calibration:
    """Logistic regression of who is a machine on the score (slope never below 0), read at even odds."""
    known, made = _checked("people", people), _checked("machines", machines)
    scores = np.concatenate([known, made])
    targets = np.repeat([0.0, 1.0], [len(known), len(made)])
    own = _even(made) if weights is None else np.asarray(weights, dtype=np.float64) / np.sum(weights)
    counts = (
        np.concatenate([_even(known), own]) * len(scores) / 2
    )  # either kind counts half, however many were asked
    design = np.column_stack([np.ones_like(scores), scores])
    found = np.zeros(2)
    penalty = np.array([EDGE, RIDGE])
    for _ in range(100):
        chance = expit(design @ found)
        bend = (design * (counts * chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
        step = np.linalg.solve(bend, design.T @ (counts * (targets - chance)) - penalty * found)
        found = found + step * min(1.0, 5.0 / max(float(np.abs(step).max()), EDGE))
        if np.abs(step).max() < EDGE:
            break
    residual = design * (counts * (targets - expit(design @ found)))[:, None]
    inverse = np.linalg.inv(bend)
    covariance = inverse @ (residual.T @ residual) @ inverse  # whatever the weights (sandwich)
    if found[1] < 0:  # machines look more human than people: the score says nothing
        return Calibration(0.0, 0.0, np.zeros((2, 2)))
    return Calibration(float(found[0]), float(found[1]), np.asarray(covariance))


def _checked(name: str, scores: npt.ArrayLike) -> Floats:
    values = np.asarray(scores, dtype=np.float64)
    if len(values) < FEWEST or not np.all(np.isfinite(values)):
        raise BadRecord(f"A share needs at least {FEWEST} finite scores of {name}, not {len(values)}.")
    return values


def log_odds(share: float) -> float:
    """Finite also for shares of nothing and of everything."""
    inside = float(np.clip(share, EDGE, 1 - EDGE))
    return float(np.log(inside) - np.log1p(-inside))
