r"""Discrimination: how surely does the better forecaster come out ahead?

Two forecasters ascribe :math:`y_1` and :math:`y_2` to *n* events of true probability *p*. With *K* of them happening,
the first leads by :math:`d = K\,[f(y_1)-f(y_2)] + (n-K)\,[f(1-y_1)-f(1-y_2)]`, so the chance that the worse one
leads is a binomial sum (exact), or about :math:`\Phi(-|{\rm mean}/{\rm SD}|)`. Whatever the proper system,

.. math:: \sqrt{\tfrac{n}{p(1-p)}}\,(p-y_1) < \frac{{\rm mean}(d)}{{\rm SD}(d)} < \sqrt{\tfrac{n}{p(1-p)}}\,(p-y_2),
   \qquad y_2 < y_1.

>>> from humanlike.scoring.systems import QUADRATIC
>>> result = tell_apart(QUADRATIC, 0.5, 0.5, 0.6, 100)
>>> round(result.ratio, 10), round(result.worse_leads_normal, 10)
(1.0, 0.1586552539)

Brown (1970), RAND RM-6299-ARPA, section 5.3 and appendix D.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from humanlike.core import BadParameters, BadRequest
from humanlike.scoring.binomial import binomial_chances
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import ScoringSystem

ROUNDING = 1e-12
MOST_QUESTIONS = 200_000  # beyond this the normal approximation says how many are needed
LARGEST = 10**9  # beyond this rounding hides ties


class Discrimination(NamedTuple):
    """What n questions tell about two forecasters; ratio and bounds are of first minus second."""

    better: int  # 1 or 2
    ratio: float  # mean/SD of the difference after n questions
    bounds: tuple[float, float]  # what any proper system could make of the ratio (App. D)
    worse_leads_exact: float
    tie_exact: float
    worse_leads_normal: float
    needed: int | None  # questions after which the better one leads with probability 1 - alpha, from there on


def tell_apart(
    system: ScoringSystem, p: float, y1: float, y2: float, n_questions: int, *, alpha: float = 0.05
) -> Discrimination:
    """How surely `n_questions` tell the forecaster of `y1` from the one of `y2` on events of probability `p`."""
    _check(p, y1, y2, n_questions, alpha)
    yes, no = _differences(system, y1, y2)
    mean = _times(p, yes) + _times(1 - p, no)
    if abs(mean) <= ROUNDING:
        raise BadRequest(
            f"{y1:g} and {y2:g} are equally good forecasts of {p:g} under the {system.name} system: no one is worse."
        )
    sign = 1 if mean > 0 else -1
    ratio = _ratio(p, yes, no)
    behind, tie = lead_probabilities(p, sign * yes, sign * no, [n_questions])
    needed = _needed(p, sign * yes, sign * no, abs(ratio), alpha)
    root = float(np.sqrt(n_questions))
    normal = float(normal_chance(ratio, n_questions))
    low, high = discrimination_bounds(p, y1, y2)
    return Discrimination(
        1 if sign > 0 else 2,
        ratio * root,
        (low * root, high * root),
        float(behind[0]),
        float(tie[0]),
        normal,
        needed,
    )


def misranking(
    system: ScoringSystem,
    p: float,
    y1: float,
    y2: float,
    n_questions: np.ndarray[tuple[int], np.dtype[np.int64]],
) -> tuple[Floats, Floats, Floats]:
    """Exact chances that the worse leads and that both tie, and the normal chance, for each number of questions.

    >>> from humanlike.scoring.systems import QUADRATIC
    >>> [round(float(values[0]), 4) for values in misranking(QUADRATIC, 0.5, 0.5, 0.6, np.array([100]))]
    [0.1356, 0.0485, 0.1587]
    """
    yes, no = _differences(system, y1, y2)
    sign = 1 if _times(p, yes) + _times(1 - p, no) > 0 else -1
    behind, ties = lead_probabilities(p, sign * yes, sign * no, n_questions)
    return behind, ties, normal_chance(_ratio(p, yes, no), n_questions)


def normal_chance(ratio: float, n_questions: npt.ArrayLike) -> Floats:
    """The normal chance that the worse one leads, of mean/SD of one question, for each number of questions."""
    return np.asarray(special.ndtr(-abs(ratio) * np.sqrt(n_questions)))


def discrimination_bounds(p: float, y1: float, y2: float) -> tuple[float, float]:
    """Between what mean/SD lies for one question under any proper system (D.8); of first minus second."""
    spread = np.sqrt(p * (1 - p))
    if spread == 0:
        return (-np.inf, np.inf)
    if y1 > y2:
        return (float((p - y1) / spread), float((p - y2) / spread))
    return (float((y1 - p) / spread), float((y2 - p) / spread))


def lead_probabilities(p: float, yes: float, no: float, n_questions: npt.ArrayLike) -> tuple[Floats, Floats]:
    """P(total difference < 0) and P(it is 0) for each number of questions, exactly.

    With k events happening the total is n `no` + k (`yes` - `no`), monotone in k: it changes sign at one edge, and both
    chances are binomial tails.
    """
    n = np.asarray(n_questions, dtype=np.float64)
    if not (np.isfinite(yes) and np.isfinite(no)):
        return _decided_by_the_extremes(p, yes, no, n)
    slope = yes - no
    if slope == 0:
        return np.full(n.shape, float(yes < 0)), np.full(n.shape, float(yes == 0))
    edge = -n * no / slope
    whole = np.rint(edge)
    tied = np.abs(edge - whole) * abs(slope) <= ROUNDING * n * max(abs(yes), abs(no))
    if slope > 0:
        behind = _at_most(np.where(tied, whole, np.ceil(edge)) - 1, n, p)
    else:
        behind = _more_than(np.where(tied, whole, np.floor(edge)), n, p)
    possible = tied & (whole >= 0) & (whole <= n)
    return behind, np.where(possible, binomial_chances(np.clip(whole, 0, n), n, p), 0.0)


def _at_most(k: Floats, n: Floats, p: float) -> Floats:
    """P(at most k of n happen), also for k below 0 and above n."""
    return np.where(k < 0, 0.0, special.bdtr(np.clip(k, 0.0, n), n.astype(np.int64), p))


def _more_than(k: Floats, n: Floats, p: float) -> Floats:
    """P(more than k of n happen), also for k below 0 and above n."""
    return np.where(k < 0, 1.0, special.bdtrc(np.clip(k, 0.0, n), n.astype(np.int64), p))


def _decided_by_the_extremes(p: float, yes: float, no: float, n: Floats) -> tuple[Floats, Floats]:
    """The same where a score is infinite: what counts is whether none, some or all of the events happen."""
    none, every = (1 - p) ** n, p**n
    some = np.where(n > 1, np.clip(1 - none - every, 0.0, 1.0), 0.0)
    with np.errstate(invalid="ignore"):
        cases = ((none, no), (some, yes + no), (every, yes))
    behind = sum((chance * float(total < 0) for chance, total in cases), np.zeros(n.shape))
    return behind, sum((chance * float(total == 0) for chance, total in cases), np.zeros(n.shape))


def _needed(p: float, yes: float, no: float, ratio: float, alpha: float) -> int | None:
    """The first number of questions from which on the better one leads with probability 1 - alpha."""
    if not np.isfinite(ratio):
        return _scan(p, yes, no, alpha, 500)
    guess = float(special.ndtri(alpha) / ratio) ** 2
    if guess > MOST_QUESTIONS:
        return int(np.ceil(guess))
    return _scan(p, yes, no, alpha, int(2 * guess) + 60)


def _scan(p: float, yes: float, no: float, alpha: float, limit: int) -> int | None:
    """Binomial tails for every n up to `limit`; the better one leads if few (or many) enough happen."""
    n = np.arange(1, limit + 1)
    behind, tie = lead_probabilities(p, yes, no, n)
    failing = np.flatnonzero(1 - behind - tie < 1 - alpha)
    if failing.size == 0:
        return 1
    return int(n[failing[-1]] + 1) if failing[-1] + 1 < limit else None


def _differences(system: ScoringSystem, y1: float, y2: float) -> tuple[float, float]:
    """f(y1) - f(y2) if the event happens, f(1-y1) - f(1-y2) if not."""
    scores = system.score_every_outcome([[y1, 1 - y1], [y2, 1 - y2]])
    yes, no = scores[0] - scores[1]
    return float(yes), float(no)


def _times(chance: float, value: float) -> float:
    return chance * value if chance > 0 else 0.0


def _ratio(p: float, yes: float, no: float) -> float:
    mean = _times(p, yes) + _times(1 - p, no)
    spread = float(np.sqrt(p * (1 - p))) * abs(yes - no)
    return float(mean / spread) if np.isfinite(spread) and spread > 0 else float(np.copysign(np.inf, mean))


def _check(p: float, y1: float, y2: float, n_questions: int, alpha: float) -> None:
    check_question(p, y1, y2)
    if not 1 <= n_questions <= LARGEST:
        raise BadParameters(
            f"n = {n_questions} questions cannot be: it must be at least 1, at most {LARGEST:,}."
        )
    if not 0 < alpha < 1:
        raise BadParameters(f"alpha = {alpha:g} must lie between 0 and 1.")


def check_question(p: float, y1: float, y2: float) -> None:
    """Refuse what is no probability, and two forecasters who say the same."""
    for name, value in (("p", p), ("y1", y1), ("y2", y2)):
        if not 0 <= value <= 1:
            raise BadParameters(f"{name} = {value:g} is no probability; it must lie between 0 and 1.")
    if y1 == y2:
        raise BadRequest(f"Both forecasters say {y1:g}: there is nothing to tell apart.")
