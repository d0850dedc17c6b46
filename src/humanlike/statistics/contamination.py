r"""How large a share of a sample comes from the other source, with people and machines known beside it.

Three samples of one score s (say, a log-likelihood ratio): of people, :math:`f`; of machines, :math:`g`; and of
participants, :math:`(1-\pi) f + \pi g`. Nothing is assumed of f. The ratio is exponential in the score,

.. math:: \log\frac{g(s)}{f(s)} = a + b\,s,

which calibrates it on the way: a log-likelihood ratio that exaggerates has b below 1. a, b, f and :math:`\pi` are
estimated together by empirical likelihood (EM: who is a machine is weighed, then weighted logistic regression), so that
participants help to know what people look like, and few known people make a wide interval. The interval holds all
:math:`\pi` that the likelihood ratio does not reject at 5 % (profile likelihood).

What is estimated is the share of *such* machines, if the people are *such* people: nothing here can see that
participants are people of another kind.

References
----------
Anderson (1979), Biometrika 66, 17-26; Qin (1999), Annals of Statistics 27, 1368-1384 (mixtures by an exponential
tilt, empirical likelihood); Qin & Zhang (1997), Biometrika 84, 609-618.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.optimize import brentq
from scipy.special import expit
from scipy.stats import chi2

from humanlike.core import BadRecord

Floats = npt.NDArray[np.float64]

FEWEST = 10  # people, machines and participants, each
MOST_STEPS, CLOSE = 1000, 1e-5  # of log-likelihood a step: EM comes as close as intervals need
RIDGE = 1e-4  # keeps the slope finite where one number parts people from machines
START = 0.2  # share with which EM begins
PRECISE = 5e-4  # of the ends of an interval
LEAST = 1e-9  # shares are looked for between this and its complement


class Contamination(NamedTuple):
    """The share of machines among participants, and how each score is read."""

    share: float
    lower: float
    upper: float
    intercept: float  # a
    slope: float  # b
    covariance: Floats  # of log odds of the share, intercept and slope, [3, 3]

    def log_ratio(self, scores: npt.ArrayLike) -> Floats:
        """Calibrated log-likelihood ratios, machine over human."""
        return np.asarray(self.intercept + self.slope * np.asarray(scores, dtype=np.float64))

    def probability(self, scores: npt.ArrayLike, share: float | None = None) -> Floats:
        """P(machine) at the estimated share, or at another one."""
        prior = self.share if share is None else share
        return np.asarray(expit(self.log_ratio(scores) + _log_odds(prior)))


class Samples(NamedTuple):
    """Scores of people, of machines, and of those of whom nobody knows."""

    people: Floats
    machines: Floats
    participants: Floats

    @property
    def together(self) -> Floats:
        """All of them, in this order."""
        return np.concatenate(self)

    def weights(self, machine: Floats) -> Floats:
        """How far each is a machine: 0, 1, and what is thought of participants."""
        return np.concatenate([np.zeros(len(self.people)), np.ones(len(self.machines)), machine])


class _Fit(NamedTuple):
    share: float
    intercept: float
    slope: float
    log_likelihood: float


def estimate_share(
    people: npt.ArrayLike, machines: npt.ArrayLike, participants: npt.ArrayLike, *, level: float = 0.95
) -> Contamination:
    """The share of machines among `participants` with its interval; scores of single persons, larger for machines.

    >>> shift = np.linspace(-2, 2, 41)
    >>> found = estimate_share(shift, shift + 4, np.concatenate([shift, shift, shift, shift + 4]))
    >>> print(f"{found.share:.2f}")
    0.25
    """
    samples = Samples(*(np.asarray(each, dtype=np.float64) for each in (people, machines, participants)))
    for name, scores in zip(Samples._fields, samples, strict=True):
        if len(scores) < FEWEST or not np.all(np.isfinite(scores)):
            raise BadRecord(f"A share needs at least {FEWEST} finite scores of {name}, not {len(scores)}.")
    best = _fitted(samples, None)
    limit = best.log_likelihood - chi2.ppf(level, 1) / 2
    lower, upper = (_end(samples, best, limit, side) for side in (0.0, 1.0))
    return Contamination(best.share, lower, upper, best.intercept, best.slope, _covariance(samples, best))


def _end(samples: Samples, best: _Fit, limit: float, side: float) -> float:
    """Where the profile falls to the limit, between the estimate and 0 or 1."""
    if abs(best.share - side) < 1e-6 or _fitted(samples, side, best).log_likelihood > limit:
        return side

    def above(share: float) -> float:
        return _fitted(samples, share, best).log_likelihood - limit

    return float(brentq(above, best.share, side, xtol=PRECISE))


def _fitted(samples: Samples, share: float | None, near: _Fit | None = None) -> _Fit:
    """EM, with the share given or (None) estimated; beginning `near` another fit where there is one."""
    scores, n = samples.together, len(samples.participants)
    now = START if share is None else share
    machine, before, coefficients = np.full(n, now), -np.inf, np.zeros(2)
    if near is not None:
        coefficients = np.array([near.intercept, near.slope])
        machine = expit(near.intercept + near.slope * samples.participants + _log_odds(now))
    for _ in range(MOST_STEPS):
        weights = samples.weights(machine)
        coefficients = weighted_logistic(scores, weights, coefficients)
        expected = float(weights.sum())  # machines, by what is thought so far
        intercept = coefficients[0] - np.log(expected / (len(scores) - expected))
        ratio = intercept + coefficients[1] * scores
        reached = _log_likelihood(samples, ratio, now, expected / len(scores))
        machine = expit(ratio[-n:] + _log_odds(now))
        now = float(machine.mean()) if share is None else share
        if abs(reached - before) < CLOSE:
            break
        before = reached
    return _Fit(now, float(intercept), float(coefficients[1]), reached)


def _log_likelihood(samples: Samples, ratio: Floats, share: float, tilt: float) -> float:
    """The empirical log-likelihood: what each sample's weighing adds, less what makes both densities sum to 1."""
    n_people, n_machines = len(samples.people), len(samples.machines)
    own = ratio[n_people : n_people + n_machines].sum()
    mixed = np.logaddexp(
        np.log1p(-min(share, 1 - LEAST)), np.log(max(share, LEAST)) + ratio[n_people + n_machines :]
    )
    return float(own + mixed.sum() - np.logaddexp(np.log1p(-tilt), np.log(tilt) + ratio).sum())


def weighted_logistic(scores: Floats, targets: Floats, start: Floats) -> Floats:
    """Intercept and slope (never below 0) of a logistic regression on targets between 0 and 1, by Newton's method."""
    design = np.column_stack([np.ones_like(scores), scores])
    penalty = np.array([0.0, RIDGE])
    found = start.copy()
    for _ in range(100):
        chance = expit(design @ found)
        slope = design.T @ (targets - chance) - penalty * found
        curve = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(penalty + 1e-10)
        step = np.linalg.solve(curve, slope)
        found = found + step * min(1.0, 5.0 / max(float(np.abs(step).max()), 1e-12))
        if np.abs(step).max() < 1e-7:
            break
    if found[1] < 0:  # machines would look more human than people: the score says nothing
        mean = float(np.clip(targets.mean(), LEAST, 1 - LEAST))
        return np.array([_log_odds(mean), 0.0])
    return found


def _covariance(samples: Samples, best: _Fit) -> Floats:
    """Of log odds of the share, intercept and slope: the inverse of what the conditional likelihood bends by.

    Each score's source (people, machines, participants) given the score has the chances n_h, n_m w and
    n (1 - share + share w) over their sum, w = exp(a + b s), whose curvature is that of the empirical likelihood.
    """
    scores, sizes = samples.together, [len(each) for each in samples]
    source = np.repeat(np.arange(3), sizes)
    share = float(np.clip(best.share, 0.5 / sizes[2], 1 - 0.5 / sizes[2]))
    design = np.zeros((len(scores), 3, 3))  # derivatives of the log-weight of each source
    ratio = best.intercept + best.slope * scores
    posterior = expit(ratio + _log_odds(share))
    tilt = np.column_stack([np.zeros_like(scores), np.ones_like(scores), scores])
    design[:, 1] = tilt
    design[:, 2] = posterior[:, None] * tilt
    design[:, 2, 0] = posterior - share
    logs = np.column_stack(
        [np.zeros_like(scores), ratio, np.logaddexp(np.log1p(-share), np.log(share) + ratio)]
    ) + np.log(sizes)
    chances = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    mean = (chances[:, :, None] * design).sum(axis=1)
    score = design[np.arange(len(scores)), source] - mean
    return np.asarray(np.linalg.pinv(score.T @ score))


def _log_odds(share: float) -> float:
    inside = float(np.clip(share, LEAST, 1 - LEAST))
    return float(np.log(inside) - np.log1p(-inside))
