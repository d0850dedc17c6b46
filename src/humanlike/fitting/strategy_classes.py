r"""Strategy frequency estimation: which strategy of the repeated game everybody follows, as latent classes.

A person p follows one strategy k, with probability :math:`\pi_k`, in all matches of a group, and misses what it
prescribes with the tremble :math:`\varepsilon_k` (one for all, or each its own),

.. math:: \ell = \sum_p \log \sum_k \pi_k\, (1-\varepsilon_k)^{\text{hits}_{pk}}
          \Big(\frac{\varepsilon_k}{n-1}\Big)^{\text{misses}_{pk}}, \qquad
          1-\varepsilon = \frac{1}{1 + e^{-1/\gamma}} .

Both steps of EM are fractions, so many starts, resamples and held shares are climbed side by side. A share's interval
holds all values that a likelihood ratio does not reject (profile; exact where the estimate is 0); trembles' are over
independent units. With a bootstrap both are percentiles over redrawn units.

References
----------
Dal Bó & Fréchette (2011), American Economic Review 101, 411-429; Fudenberg, Rand & Dreber (2012), American Economic
Review 102, 720-749; Bland (2020), Journal of the Economic Science Association 6, 192-202 (persons who differ).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest, Streams, look_up
from humanlike.fitting.fits import t_quantile
from humanlike.fitting.maximum_likelihood import STREAM
from humanlike.fitting.mixture import (
    Ascent,
    HeldShare,
    climb,
    first_responsibilities,
    spread_of,
    total_of,
)
from humanlike.fitting.resampled import bootstrap_interval, unit_counts
from humanlike.fitting.strategy_counts import StrategyCounts

Floats = npt.NDArray[np.float64]
Trembles = Literal["shared", "own"]
TREMBLES: dict[str, Trembles] = {"shared": "shared", "own": "own"}
SMALLEST, LARGEST = 1e-10, 0.5  # of a tremble: never and as often as not
BEGINNING = (0.01, 0.3)  # trembles a search begins with
GAIN, ROUGHLY = 1e-9, 1e-6  # nats a round of EM must gain, in the end and while starts are compared
MOST_ROUNDS = 10_000
EMPTY = 0.5  # persons a class must hold to be one
NOBODY = 7.377758908227871  # -2 log .025: twice the logarithm of a chance of 2.5 %
AGREE = 1e-4  # nats: starts this close came to one optimum
STEPS, SHARP = 30, 1e-3  # halvings of the way to the end of an interval, and how well it is then known


class _Strategies:
    """Strategies as `Classes`: everything about a person is counted, and persons with equal counts are one unit."""

    def __init__(self, counts: StrategyCounts, trembles: Trembles) -> None:
        table, self.unit = np.unique(
            np.concatenate([counts.hits, counts.misses, counts.stated], axis=1), axis=0, return_inverse=True
        )
        self.unit = self.unit.reshape(-1)  # of each person
        self.hits, self.misses, self.stated = np.split(table, 3, axis=1)
        self.times = np.bincount(self.unit).astype(np.float64)  # persons of each unit
        self.n_units, self.n_classes = self.hits.shape
        self.n_persons = len(self.unit)
        self.shared, self.others = trembles == "shared", counts.n_actions - 1

    def fit(self, responsibilities: Floats, points: Floats | None) -> Floats:
        """Trembles [..., classes]: the share of misses among prescribed choices."""
        missed = np.einsum("...uk,uk->...k", responsibilities, self.misses)
        prescribed = missed + np.einsum("...uk,uk->...k", responsibilities, self.hits)
        if self.shared:
            missed = np.broadcast_to(missed.sum(axis=-1, keepdims=True), missed.shape)
            prescribed = np.broadcast_to(prescribed.sum(axis=-1, keepdims=True), prescribed.shape)
        share = missed / np.maximum(prescribed, 1e-300)
        return np.asarray(np.clip(share, SMALLEST, LARGEST))

    def log_likelihoods(self, points: Floats) -> Floats:
        """Of every person under every strategy, [..., persons, classes]."""
        right, wrong = np.log1p(-points)[..., None, :], np.log(points / self.others)[..., None, :]
        return np.asarray(self.hits * right + self.misses * wrong + self.stated)

    def scores(self, point: Floats) -> Floats:
        """Slopes of each person's log-likelihood in shares and trembles, [persons, shares and trembles]."""
        shares, own = np.maximum(point[: self.n_classes], 1e-12), point[self.n_classes :]
        trembles = np.broadcast_to(own, (self.n_classes,))
        joint = self.log_likelihoods(trembles) + np.log(shares)
        member = np.exp(joint - total_of(joint)[:, None])
        slopes = member * (self.misses / trembles - self.hits / (1.0 - trembles))
        slopes = slopes.sum(axis=1, keepdims=True) if self.shared else slopes
        return np.concatenate([member / shares, slopes], axis=1)[self.unit]

    def climb(self, first: Floats, gain: float, most_rounds: int, held: HeldShare | None = None) -> Ascent:
        """EM with every person counted once."""
        times = np.broadcast_to(self.times, first.shape[:-1])
        return climb(self, first, gain=gain, most_rounds=most_rounds, weights=times, held=held)


@dataclass(frozen=True, eq=False)
class StrategyFit:
    """Which strategies one group of persons follows."""

    counts: StrategyCounts
    trembles_are: Trembles
    shares: Floats  # [classes]
    share_errors: Floats  # [classes]; NaN where unknown
    share_intervals: Floats  # [classes, 2]
    trembles: Floats  # [classes]; NaN where a class holds nobody or prescribes nothing
    tremble_errors: Floats
    tremble_intervals: Floats  # [classes, 2]
    responsibilities: Floats  # [persons, classes]
    log_likelihood: float
    converged: bool
    n_starts: int
    n_agreeing: int
    n_independent: int
    n_resamples: int

    @property
    def n_choices(self) -> int:
        """How many choices were made."""
        return int(self.counts.n_choices.sum())

    @property
    def n_parameters(self) -> int:
        """Free shares and trembles."""
        prescribing = int(_prescribing(self.counts).sum())
        return len(self.shares) - 1 + (min(prescribing, 1) if self.trembles_are == "shared" else prescribing)

    @property
    def empty(self) -> npt.NDArray[np.bool_]:
        """Classes that hold less than half a person."""
        return np.asarray(self.shares * len(self.counts.persons) < EMPTY)


def fit_strategies(
    counts: StrategyCounts,
    *,
    trembles: str = "shared",
    n_starts: int = 10,
    n_resamples: int = 0,
    stream: Streams = STREAM,
) -> StrategyFit:
    """Shares, trembles and who is which in one group."""
    which = look_up("kind of trembles", trembles, TREMBLES)
    if n_starts < 1:
        raise BadRequest(f"A search begins at least once, not {n_starts} times.")
    classes = _Strategies(counts, which)
    own = stream["strategies"][counts.group]
    shape = (n_starts, classes.n_units, classes.n_classes)
    found = classes.climb(_begun(own, classes, shape), ROUGHLY, MOST_ROUNDS)
    agreeing = int((found.log_likelihood.max() - found.log_likelihood < AGREE).sum())
    first = found.responsibilities[int(np.argmax(found.log_likelihood))]
    best = classes.climb(first, GAIN, MOST_ROUNDS)
    if n_resamples:
        certainty = _redrawn(own, classes, counts, best, n_resamples)
    else:
        certainty = _curved(classes, counts, best)
    empty = (best.shares * classes.n_persons < EMPTY) & (which == "own")
    unknown = empty | ~_prescribing(counts)
    errors, intervals = certainty.tremble_errors, certainty.tremble_intervals
    return StrategyFit(
        counts,
        which,
        best.shares,
        certainty.share_errors,
        certainty.share_intervals,
        np.where(unknown, np.nan, best.points),
        np.where(unknown, np.nan, errors),
        np.where(unknown[:, None], np.nan, intervals),
        best.responsibilities[classes.unit],
        float(best.log_likelihood),
        best.converged and found.converged,
        n_starts,
        agreeing,
        len(np.unique(counts.owner)),
        n_resamples,
    )


def _begun(stream: Streams, classes: _Strategies, shape: tuple[int, ...]) -> Floats:
    """Responsibilities [starts, persons, classes] of random shares and trembles; equal shares first.

    Random responsibilities would begin where nobody follows anything, which is a point of rest.
    """
    shares = first_responsibilities(stream, (shape[0], 1, shape[2]))
    shares[0] = 1.0 / shape[2]
    trembles = np.exp(
        stream["trembles"]
        .generator()
        .uniform(np.log(BEGINNING[0]), np.log(BEGINNING[1]), (shape[0], shape[2]))
    )
    joint = classes.log_likelihoods(trembles) + np.log(np.maximum(shares, 1e-6))
    return np.asarray(np.exp(joint - total_of(joint)[..., None]))


@dataclass(frozen=True, eq=False)
class _Certainty:
    share_errors: Floats
    share_intervals: Floats
    tremble_errors: Floats
    tremble_intervals: Floats


def _prescribing(counts: StrategyCounts) -> npt.NDArray[np.bool_]:
    """Classes that prescribed an action at least once."""
    return np.asarray((counts.hits + counts.misses).sum(axis=0) > 0)


def _curved(classes: _Strategies, counts: StrategyCounts, best: Ascent) -> _Certainty:
    """Standard errors from curvature, over independent units; profile intervals of shares."""
    held = best.shares * classes.n_persons >= EMPTY
    known = held & _prescribing(counts) & (best.points > 2e-6) & (best.points < LARGEST - 2e-6)
    own = best.points[:1] if classes.shared else best.points
    free = np.concatenate([held, known[held][:1] if classes.shared else known])
    point = np.concatenate([best.shares, own])
    spread = spread_of(classes.scores, point, classes.n_classes, free, counts.owner)
    errors = np.broadcast_to(spread.standard_errors[classes.n_classes :], (classes.n_classes,))
    reach = t_quantile(0.95, spread.n_units) * errors if spread.n_units > 1 else errors
    ends = np.clip(np.stack([best.points - reach, best.points + reach], axis=1), 0.0, LARGEST)
    return _Certainty(spread.standard_errors[: classes.n_classes], _profiled(classes, best), errors, ends)


def _profiled(classes: _Strategies, best: Ascent) -> Floats:
    """The ends of every share's interval, [classes, 2], by halving; all ends side by side."""
    n_classes = classes.n_classes
    if n_classes == 1 or classes.n_persons == 1:
        return np.full((n_classes, 2), np.nan)
    place = np.tile(np.arange(n_classes), 2)
    inner = np.tile(best.shares, 2)  # accepted
    outer = np.repeat([0.0, 1.0], n_classes)  # rejected, or the end of the scale
    member = np.tile(best.responsibilities, (2 * n_classes, 1, 1))
    ratio = _rejected(classes, np.where(np.arange(2 * n_classes) < n_classes, 1.0 - inner, inner))
    for step in range(STEPS):
        trial = outer if step == 0 else (inner + outer) / 2
        held = HeldShare(place, trial)
        found = classes.climb(_revived(member), 1e-5, 2_000, held)
        accepted = 2.0 * (best.log_likelihood - found.log_likelihood) <= ratio
        inner = np.where(accepted, trial, inner)
        outer = np.where(accepted, outer, trial)
        if np.abs(inner - outer).max() < SHARP:
            break
    return np.asarray(inner.reshape(2, n_classes).T)


def _rejected(classes: _Strategies, room: Floats) -> Floats:
    """The likelihood ratio that rejects an end of an interval, where the estimate has so much `room` behind it.

    Nobody in n persons has the chance (1 - s)^n, so that where an estimate is 0 (or 1) the exact end of a binomial's is
    known; a ratio's usual value would give too little there.
    """
    usual = t_quantile(0.95, classes.n_persons) ** 2
    return np.where(room * classes.n_persons < EMPTY, NOBODY, usual)


def _revived(responsibilities: Floats) -> Floats:
    """Responsibilities from which every class can come back."""
    return np.asarray(0.99 * responsibilities + 0.01 / responsibilities.shape[-1])


def _redrawn(
    stream: Streams, classes: _Strategies, counts: StrategyCounts, best: Ascent, n_resamples: int
) -> _Certainty:
    """Standard errors and percentiles over redrawn independent units."""
    drawn = unit_counts(
        stream["bootstrap"], counts.owner, np.zeros(len(counts.owner), dtype=np.int64), n_resamples
    )
    start = np.tile(_revived(best.responsibilities), (n_resamples, 1, 1))
    weights = drawn[:, counts.owner] @ (classes.unit[:, None] == np.arange(classes.n_units))
    found = climb(classes, start, gain=1e-4, most_rounds=2_000, weights=weights)
    n_units = len(np.unique(counts.owner))
    share_errors, *share_ends = bootstrap_interval(found.shares, n_units)
    errors, *ends = bootstrap_interval(np.asarray(found.points), n_units)
    return _Certainty(share_errors, np.stack(share_ends, axis=1), errors, np.stack(ends, axis=1))


def bic_of(fits: Sequence[StrategyFit]) -> float:
    """Schwarz's criterion of several groups together."""
    n_choices = sum(each.n_choices for each in fits)
    return float(np.log(n_choices)) * sum(each.n_parameters for each in fits) - 2.0 * log_likelihood_of(fits)


def aic_of(fits: Sequence[StrategyFit]) -> float:
    """Akaike's criterion of several groups together."""
    return 2.0 * sum(each.n_parameters for each in fits) - 2.0 * log_likelihood_of(fits)


def log_likelihood_of(fits: Sequence[StrategyFit]) -> float:
    """Of several groups together."""
    return float(sum(each.log_likelihood for each in fits))
