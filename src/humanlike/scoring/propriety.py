r"""Does honesty pay? A search for the best lie.

For beliefs *p* and reports *r* all over the simplex (`humanlike.scoring.forecasts_to_try`: on a grid and off it, with
parts down to 1e-15, and very close to each belief) the gain :math:`E(r, p) - E(p, p)` is computed; the best pair is
then improved by mixing in other forecasts at ever finer steps. A system is proper if no lie gains anything
*and* every lie that differs by `NOTICEABLE` or more costs something: Brown insists on a strict maximum, so
a system under which lies are merely free (true-false marking) is not proper either.

The search is numerical. It can overlook a flaw between what it tries, and no gain can be told from 0 below

.. math:: u(r, p) = c\,\epsilon \sum_i p_i (|f_i(r)| + |f_i(p)|), \qquad \epsilon = 2^{-52},

with f as the system computes it, before it is normalised. The verdict has therefore three values. `False`: a lie gains
more than `PROFIT` of the stake and more than u (c = `SURELY`), or is free. `True`: a theorem says so
(`humanlike.scoring.theorem`), or no lie gains more than u (c = `PERHAPS`), every noticeable one costs something, and u
(c = `SURELY`; the `resolution`) is a small share of the stake. `None`: all between, and where a score is not a number.

Brown (1970), RAND RM-6299-ARPA, section 2.1.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, attempt
from humanlike.scoring.forecasts_to_try import (
    GRID_STEPS,
    MANY,
    MOST_ALTERNATIVES,
    beliefs_to_try,
    candidate_forecasts,
    reports_close_to,
    reports_to_try,
)
from humanlike.scoring.probabilities import Floats
from humanlike.scoring.system import Incentive, ScoringSystem
from humanlike.scoring.theorem import by_theorem

Booleans = npt.NDArray[np.bool_]
NOTICEABLE = 0.02  # a lie at least this far from the belief in one alternative must cost something
PROFIT = 1e-10  # a gain below this share of the largest stake may come from how a system is computed
ROUNDING = 1e-14
NO_STAKE = 1e-300  # stands for 0 where every report is paid the same
EPSILON = float(np.finfo(np.float64).eps)
SURELY, PERHAPS = 64, 8  # so many roundings are no accident; so few are daily bread
BLIND = 1e-6  # share of the stake: where rounding hides more, no search clears a system
MOST_STEPS = 60
SEVERITY = (False, None, True)  # the first found for any number of alternatives is the verdict


class Propriety(NamedTuple):
    """The verdict and the most tempting lie found."""

    proper: bool | None  # None: cannot be told
    gain: float  # what the lie gains over honesty; 0 for a free lie, negative if every lie costs; NaN if not a number
    belief: tuple[float, ...]
    report: tuple[float, ...]
    n_alternatives: int
    n_checked: int  # pairs of belief and report tried
    reason: str  # why, where the price of the lie does not say it
    resolution: float  # the largest gain that rounding can hide
    tried: tuple[int, ...]  # numbers of alternatives


class _Lie(NamedTuple):
    gain: float
    belief: Floats
    report: Floats


class _Lies(NamedTuple):
    """What lies gain: beliefs in rows, reports in columns."""

    gains: Floats
    rounding: Floats  # one rounding of each gain
    beliefs: Floats  # [rows, n]
    reports: Floats  # [columns, n], or each belief's own [rows, columns, n]

    def best(self, allowed: Booleans) -> _Lie | None:
        """The one that gains most among those allowed."""
        if not allowed.any():
            return None
        row, column = np.unravel_index(np.argmax(np.where(allowed, self.gains, -np.inf)), allowed.shape)
        report = self.reports[row, column] if self.reports.ndim == 3 else self.reports[column]
        return _Lie(float(self.gains[row, column]), self.beliefs[row], report)


def check_propriety(incentive: Incentive, n_alternatives: int | None = None) -> Propriety:
    """Search for the best lie with `n_alternatives`, or with 2, 3 and 4 where the system is defined for them.

    >>> from humanlike.scoring import EXHIBITS, QUADRATIC
    >>> check_propriety(QUADRATIC).proper, check_propriety(EXHIBITS["linear"]()).proper
    (True, False)
    """
    sizes = [incentive.n_alternatives or size for size in GRID_STEPS]
    if n_alternatives is not None:
        sizes = [n_alternatives]
    if incentive.n_alternatives not in (None, *sizes):
        raise BadRequest(f"{incentive.name} cannot be checked with {n_alternatives} alternatives.")
    if not all(2 <= size <= MOST_ALTERNATIVES for size in sizes):
        raise BadRequest(
            f"{incentive.name} cannot be checked with {max(sizes)} alternatives, only with 2 to {MOST_ALTERNATIVES}."
        )
    tried = tuple(dict.fromkeys(sizes))
    verdicts = [_decide(incentive, size) for size in tried]
    worst = min(verdicts, key=lambda verdict: (SEVERITY.index(verdict.proper), -verdict.gain))
    return worst._replace(resolution=max(verdict.resolution for verdict in verdicts), tried=tried)


def _decide(incentive: Incentive, size: int) -> Propriety:
    """The search, and the theorem where the search does not clear the system."""
    found = _search(incentive, size)
    known = None if found.proper else by_theorem(incentive, candidate_forecasts(size))
    if known is None or (found.proper is False and not known.proper):
        return found
    return found._replace(proper=known.proper, gain=min(found.gain, 0.0), reason=known.reason)


def _search(incentive: Incentive, size: int) -> Propriety:
    beliefs = beliefs_to_try(size)
    lies, stake = _lies(
        incentive, reports_to_try(size, dear=not isinstance(incentive, ScoringSystem)), beliefs
    )
    some = beliefs if size <= MANY else beliefs[:: len(beliefs) // MANY]  # each has many reports of its own
    near = _lies_close_by(incentive, reports_close_to(some), some)
    resolution = SURELY * float(lies.rounding.max())
    proper, lie, reason = _judged(incentive, lies, near, stake, resolution)
    pair = (tuple(lie.belief.tolist()), tuple(lie.report.tolist()))
    n_checked = lies.gains.size + near.gains.size
    return Propriety(proper, lie.gain, *pair, size, n_checked, reason, resolution, (size,))


def _judged(
    incentive: Incentive, lies: _Lies, near: _Lies, stake: float, resolution: float
) -> tuple[bool | None, _Lie, str]:
    """The verdict, the lie it goes by, and why."""
    noticeable = _distance(lies.reports, lies.beliefs) >= NOTICEABLE
    profitable = _profitable(incentive, lies, near, noticeable, stake)
    if profitable is not None:
        return False, profitable, ""
    unknown = np.isnan(lies.gains)
    if unknown.any():
        row, column = np.argwhere(unknown)[0]
        lie = _Lie(float("nan"), lies.beliefs[row], lies.reports[column])
        return None, lie, "what a believer expects of this report is not a number"
    cheapest = lies.best(noticeable)
    assert cheapest is not None  # certainty of one alternative is far from certainty of another
    if resolution > BLIND * stake > BLIND * NO_STAKE:
        return None, cheapest, f"rounding of scores so large hides gains up to {resolution:.1g}"
    if cheapest.gain >= -ROUNDING * stake:
        free = _free_lie(incentive, lies, noticeable, stake)
        if free is not None:
            return False, free, ""
        return None, cheapest, "this lie costs less than rounding shows, if anything"
    for some in (lies, near):
        doubtful = some.best(some.gains > PERHAPS * some.rounding)
        if doubtful is not None:
            return None, doubtful, "this lie gains no more than rounding within the system may make of it"
    return True, cheapest, ""


def _profitable(
    incentive: Incentive, lies: _Lies, near: _Lies, noticeable: Booleans, stake: float
) -> _Lie | None:
    """The best lie that gains beyond doubt; rather one that can be seen than a slightly better invisible one."""
    sure, close = (some.gains > np.maximum(PROFIT * stake, SURELY * some.rounding) for some in (lies, near))
    for some, allowed, least in (
        (lies, sure & noticeable, NOTICEABLE),
        (lies, sure, 0.0),
        (near, close, 0.0),
    ):
        best = some.best(allowed)
        if best is not None:
            return _improve(incentive, best, least)
    return None


def _distance(reports: Floats, beliefs: Floats) -> Floats:
    """The largest difference in one alternative, [beliefs, reports]."""
    largest = np.zeros((len(beliefs), len(reports)))
    for said, believed in zip(reports.T, beliefs.T, strict=True):
        np.maximum(largest, np.abs(said - believed[:, None]), out=largest)
    return largest


def _free_lie(incentive: Incentive, lies: _Lies, noticeable: Booleans, stake: float) -> _Lie | None:
    """A belief and a report that are paid alike, among the pairs whose gains rounding cannot tell from 0.

    Alike whatever happens, or for a contest in expectation. Of a system whose payments differ by less than rounding
    elsewhere, equal ones prove nothing.
    """
    rows, columns = np.nonzero(noticeable & (lies.gains >= -ROUNDING * stake))
    if isinstance(incentive, ScoringSystem):
        honest, lying = (incentive.score_every_outcome(each) for each in (lies.beliefs, lies.reports))
        with np.errstate(invalid="ignore"):  # from one minus infinity to the next is no step
            steps = np.diff(np.sort(lying, axis=0), axis=0)
        alike = (honest[rows] == lying[columns]).all(axis=-1)
    else:
        steps = np.abs(lies.gains[noticeable])
        alike = lies.gains[rows, columns] == 0
    steps = steps[np.isfinite(steps) & (steps > 0)]
    if not alike.any() or (steps.size and steps.min() <= ROUNDING * stake):
        return None
    first = int(np.argmax(alike))
    return _Lie(0.0, lies.beliefs[rows[first]], lies.reports[columns[first]])


def _lies(incentive: Incentive, reports: Floats, beliefs: Floats) -> tuple[_Lies, float]:
    """What every report gains under every belief, and the stake: how far expected pay ranges."""
    if not isinstance(incentive, ScoringSystem):
        honest = _expected(incentive, beliefs, beliefs)[:, None]
        lying = np.stack(
            [_expected(incentive, reports, np.broadcast_to(one, reports.shape)) for one in beliefs]
        )
        rounding = np.abs(lying) + np.abs(honest)
    else:
        scores, sizes = _scores_and_sizes(incentive, reports)
        own, own_sizes = _scores_and_sizes(incentive, beliefs)
        honest = _expected(incentive, beliefs, beliefs, own)[:, None]
        lying = _all_expected(scores, beliefs)
        rounding = _all_expected(sizes, beliefs) + _expected(incentive, beliefs, beliefs, own_sizes)[:, None]
    finite = lying[np.isfinite(lying)]
    with np.errstate(invalid="ignore"):  # an infinite pay for honesty and lie alike is no number
        gains = lying - honest
    stake = max(float(np.ptp(finite)) if finite.size else 0.0, NO_STAKE)
    return _Lies(gains, _one_rounding(rounding), beliefs, reports), stake


def _lies_close_by(incentive: Incentive, close: Floats, beliefs: Floats) -> _Lies:
    """What each belief's own reports [beliefs, close, n] gain; 0 where it is not a number."""
    believed = beliefs[:, None, :]
    if not isinstance(incentive, ScoringSystem):
        honest, lying = (_expected(incentive, said, believed) for said in (believed, close))
        rounding = np.abs(lying) + np.abs(honest)
    else:
        pairs = [_scores_and_sizes(incentive, said) for said in (believed, close)]
        honest, lying = (_expected(incentive, believed, believed, scores) for scores, _ in pairs)
        rounding = np.asarray(sum(_expected(incentive, believed, believed, sizes) for _, sizes in pairs))
    with np.errstate(invalid="ignore"):
        gains = lying - honest
    return _Lies(np.where(np.isnan(gains), 0.0, gains), _one_rounding(rounding), beliefs, close)


def _one_rounding(sizes: Floats) -> Floats:
    return np.asarray(EPSILON * np.where(np.isfinite(sizes), sizes, 0.0))


def _scores_and_sizes(system: ScoringSystem, reports: Floats) -> tuple[Floats, Floats]:
    """Scores in every event, and how large the numbers were that they were computed from."""
    n = reports.shape[-1]
    scores = system.score_every_outcome(reports)
    constants = system.unnormalised_score(np.full((n, n), 1 / n), np.arange(n))
    return scores, np.abs(scores + constants) + np.abs(constants)


def _expected(incentive: Incentive, reports: Floats, beliefs: Floats, scores: Floats | None = None) -> Floats:
    """What believers expect of reports, or of `scores` already known; an impossible event counts 0."""
    if scores is not None:
        return np.asarray((beliefs * np.where(beliefs > 0, scores, 0.0)).sum(axis=-1))
    return attempt(f"'{incentive.name}'", incentive.expected, reports, beliefs)


def _all_expected(scores: Floats, beliefs: Floats) -> Floats:
    """What each believer expects of each report's scores [reports, n], shape [beliefs, reports]."""
    total = beliefs @ np.where(np.isfinite(scores), scores, 0.0).T
    for odd in (np.inf, -np.inf, np.nan):
        there = np.isnan(scores) if odd != odd else scores == odd
        if there.any():
            with np.errstate(invalid="ignore"):  # infinite both ways is no number
                total = np.where(beliefs @ there.T.astype(np.float64) > 0, total + odd, total)
    return np.asarray(total)


def _gain(incentive: Incentive, report: Floats, belief: Floats) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.asarray(_expected(incentive, report, belief) - _expected(incentive, belief, belief))


def _improve(incentive: Incentive, lie: _Lie, least: float) -> _Lie:
    """Climb: move the report or the belief towards every candidate by halving steps, staying `least` apart."""
    best, belief, report = lie
    forecasts = candidate_forecasts(len(belief))
    step = 0.5
    for _ in range(MOST_STEPS):
        towards = step * forecasts
        reports = np.concatenate([(1 - step) * report + towards, np.broadcast_to(report, forecasts.shape)])
        beliefs = np.concatenate([np.broadcast_to(belief, forecasts.shape), (1 - step) * belief + towards])
        gains = _gain(incentive, reports, beliefs)
        apart = np.max(np.abs(reports - beliefs), axis=-1) >= least
        gains = np.where(apart & ~np.isnan(gains), gains, -np.inf)
        top = int(np.argmax(gains))
        if gains[top] > best * (1 + 1e-6):
            best, report, belief = float(gains[top]), reports[top], beliefs[top]
        else:
            step /= 2
    return _Lie(best, belief, report)
