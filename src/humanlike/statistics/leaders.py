r"""Who leads, and is it sure? Looked at after every trial, question or pair.

With *k* entrants the leader is *established* once it has been found above every rival, each comparison at
:math:`\alpha/(k-1)`, two-sided. If *j* is not strictly the best, some rival is at least as good, and establishing *j*
errs on that one pair, with chance at most :math:`\alpha/(2(k-1))`; over all *j* that is
:math:`\alpha k/(2(k-1)) \le \alpha`: a false winner in at most :math:`\alpha` of races, however often one looks. What
has once been ruled out stays so: ends valid at all looks at once may be intersected.

What this rests on is told with the result:

- scores whose difference has a known *reach*: the sequence for bounded scores, exact for any distribution;
- no reach known: the t-mixture, which assumes that no disaster is rarer than the scores could show;
- trials of many single scores: both must agree, the t-mixture on trials' means (whatever the dependence inside a trial)
  and the bounded sequence on single scores (whatever their distribution, if they are independent given the past). The
  claim holds if either does; the interval is the smallest that holds both.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRecord
from humanlike.statistics.bounded_sequence import bounded_sequence, log_evidence
from humanlike.statistics.confidence_sequence import ConfidenceSequence, confidence_sequence
from humanlike.statistics.multiple import holm

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]
BOUNDED = "is exact at every look, as differences are bounded"
ASSUMED = (
    "assumes that no disaster is rarer than these scores can show: differences have no known bound, and one that "
    "strikes seldom and heavily can still overturn it"
)
BOTH = (
    "holds if trials' means are well-behaved, and also if they are not but single scores, which are bounded, are "
    "independent of each other: a decision needs the evidence of both"
)


@dataclass(frozen=True, eq=False)
class Lead:
    """Who leads after the last look, since when that is established, and what it rests on."""

    leader: int
    rivals: tuple[int, ...]
    established_after: int  # how many looks it took; -1 if not established
    rests_on: str
    trials: Floats  # leader minus each rival, [rivals, looks]
    singles: Floats | None  # [rivals, looks, scores], if single scores decide too
    reach: Floats | None  # [rivals, 2] the lowest and highest possible difference
    level: float  # of each comparison

    @cached_property
    def differences(self) -> ConfidenceSequence:
        """Leader minus each rival, shape [rivals, looks]; made when asked for, as its ends take a search."""
        assumed = None
        if self.reach is None or self.singles is not None:
            assumed = confidence_sequence(self.trials, alpha=self.level)
        if self.reach is None:
            assert assumed is not None
            return assumed
        scores = self.trials[..., None] if self.singles is None else self.singles
        found = [
            bounded_sequence(row, *ends, alpha=self.level, several=True)
            for row, ends in zip(scores, self.reach.tolist(), strict=True)
        ]
        exact = ConfidenceSequence(*(np.stack(parts) for parts in zip(*found, strict=True)))
        return exact if assumed is None else _hull(assumed, exact)


def find_leader(
    scores: npt.ArrayLike,
    *,
    alpha: float = 0.05,
    reach: npt.ArrayLike | None = None,
    single_scores: npt.ArrayLike | None = None,
) -> Lead:
    """Who has the highest mean of `scores` [entrants, looks], and after how many looks that was established.

    `reach` is the most by which one score can exceed another: for scores between *a* and *b* it is b - a; a table
    [k, k] where it depends on whose score exceeds whose. `single_scores` [entrants, looks, scores], NaN where there is
    none, are what the scores of a look are the mean of; then `reach` is theirs.

    >>> scores = [[0.9, 0.8] * 20, [0.3, 0.5] * 20]
    >>> lead = find_leader(scores, reach=1.0)
    >>> lead.leader, lead.established_after, lead.rests_on
    (0, 12, 'is exact at every look, as differences are bounded')
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim != 2 or values.shape[0] < 2:
        raise BadRecord(
            f"A lead needs scores [entrants, looks] of at least two entrants, not shape {values.shape}."
        )
    leader = int(np.argmax(values.mean(axis=-1)))
    rivals = tuple(rival for rival in range(len(values)) if rival != leader)
    trials, level = values[leader] - values[list(rivals)], alpha / len(rivals)
    singles, ends = _singles(single_scores, values, leader, rivals), _ends(reach, leader, rivals, len(values))
    if singles is not None and ends is None:
        raise BadRecord("Single scores decide only where their reach is known: give reach as well.")
    ahead = np.ones(trials.shape, dtype=np.bool_)
    if ends is None or singles is not None:
        ahead &= confidence_sequence(trials, alpha=level).lower > 0
        ahead = np.logical_or.accumulate(ahead, axis=-1)
    if ends is not None:
        scored = trials[..., None] if singles is None else singles
        ahead &= _found_above(scored, ends[:, 0], level)
    everybody = ahead.all(axis=0)
    after = int(np.argmax(everybody)) + 1 if everybody.any() else -1
    rests_on = ASSUMED if ends is None else BOUNDED if singles is None else BOTH
    return Lead(leader, rivals, after, rests_on, trials, singles, ends, level)


def surely_ahead(scores: npt.ArrayLike, reach: npt.ArrayLike, *, alpha: float = 0.05) -> Booleans:
    """Which entrants of `scores` [k, n] are surely ahead of which, whenever one looks, over all pairs at once: [k, k].

    NaN where an entrant has no score: two are compared on what both have. `reach` as in `find_leader`; it may be
    infinite, and who can lose infinitely to somebody is never surely ahead of them. The evidence at
    this look is an inverse p-value whenever one looks, and does not hang on the order of scores: what was so in easy
    questions that came first need not be so in all. Holm's correction is over all ordered pairs.

    >>> surely_ahead([[0.9, 0.8] * 20, [0.3, 0.5] * 20, [0.8, 0.9] * 20], 1.0).tolist()
    [[False, True, False], [False, False, False], [False, True, False]]
    """
    table = np.asarray(scores, dtype=np.float64)
    k = len(table)
    losses = possible_losses(reach, k)
    usable = np.isfinite(losses) & (losses > 0) & ~np.eye(k, dtype=np.bool_)
    usable &= _promising(table, losses, usable, alpha)
    p_values = np.ones((k, k))
    with np.errstate(invalid="ignore"):  # infinite against infinite is no number
        for row, others in enumerate(usable):
            if others.any():
                leads = (table[row] - table[others]) / losses[row, others][:, None]
                p_values[row, others] = _smallest_p(leads)
    off = ~np.eye(k, dtype=np.bool_)
    ahead = np.zeros((k, k), dtype=np.bool_)
    if k > 1:
        ahead[off] = holm(p_values[off]) <= alpha
    return ahead


def possible_losses(reach: npt.ArrayLike, k: int) -> Floats:
    """By how much a can lose to b on a unit, [a, b], from by how much one can exceed the other.

    Who cannot lose, but win, is said to lose a billionth of what can be won, so that bets have a stake; 0 for two who
    never differ.
    """
    table = np.maximum(np.broadcast_to(np.asarray(reach, dtype=np.float64), (k, k)), 0.0)
    both = np.where(np.isfinite(table), table, 0.0)
    return np.asarray(np.maximum(table.T, 1e-9 * np.maximum(both, both.T)))


def _promising(table: Floats, losses: Floats, usable: Booleans, alpha: float) -> Booleans:
    """Which leads [a, b] can be sure at all, at the last look.

    n scores of one mean speak loudest if they are all equal (Jensen). Of N comparisons at most R are then sure, and by
    Holm none of them without evidence of log((N - R)/alpha), which leaves fewer: repeated until it leaves all.
    """
    met, values = (~np.isnan(table)).astype(np.float64), np.where(np.isfinite(table), table, 0.0)
    common = met @ met.T
    lead = values @ met.T - met @ values.T
    with np.errstate(divide="ignore", invalid="ignore"):
        loudest = common * np.log1p(np.maximum(lead / common / losses, 0.0))
    infinite: Booleans = np.asarray(np.isinf(table).any(axis=1))
    loudest = np.where(usable, np.where(infinite | infinite[:, None], np.inf, np.nan_to_num(loudest)), 0.0)
    n_pairs, left, before = usable.size - len(usable), usable, -1
    while left.any() and int(left.sum()) != before:
        before = int(left.sum())
        left = loudest >= np.log(max(n_pairs - before, 1) / alpha)
    return np.asarray(left & usable)


def _smallest_p(leads: Floats) -> Floats:
    """Of leads [rivals, n] not below -1, NaN where there is none: the p-value at the last look, [rivals].

    An infinite lead is proof: the rival lost infinitely to what had a chance.
    """
    evidence = log_evidence(np.where(np.isinf(leads), np.nan, leads)[..., None], -1.0, several=True)
    p_values = np.exp(-np.maximum(evidence[..., -1], 0.0))
    return np.where(
        (leads == -np.inf).any(axis=-1), 1.0, np.where((leads == np.inf).any(axis=-1), 0.0, p_values)
    )


def _found_above(differences: Floats, lowest: Floats, level: float) -> Booleans:
    """Whether each rival [rivals, looks, scores] has been found below the leader at a look or before."""
    threshold = np.log(2 / level)
    found = np.zeros(differences.shape[:2], dtype=np.bool_)
    for row, (values, lower) in enumerate(zip(differences, lowest.tolist(), strict=True)):
        if np.isfinite(lower):
            found[row] = np.maximum.accumulate(log_evidence(values, lower, several=True)) >= threshold
    return found


def _singles(
    given: npt.ArrayLike | None, values: Floats, leader: int, rivals: tuple[int, ...]
) -> Floats | None:
    if given is None:
        return None
    singles = np.asarray(given, dtype=np.float64)
    if singles.ndim != 3 or singles.shape[:2] != values.shape:
        raise BadRecord(
            f"Single scores must be [entrants, looks, scores] for scores {values.shape}, not {singles.shape}."
        )
    return np.asarray(singles[leader] - singles[list(rivals)])


def _ends(reach: npt.ArrayLike | None, leader: int, rivals: tuple[int, ...], k: int) -> Floats | None:
    """The lowest and highest possible lead over each rival, [rivals, 2]."""
    if reach is None:
        return None
    losses, others = possible_losses(reach, k), list(rivals)
    return np.stack([-losses[leader, others], losses[others, leader]], axis=-1)


def _hull(first: ConfidenceSequence, second: ConfidenceSequence) -> ConfidenceSequence:
    """At every look the smallest interval that holds both, what either has ruled out for good left out first."""
    lower = [np.maximum.accumulate(each.lower, axis=-1) for each in (first, second)]
    upper = [np.minimum.accumulate(each.upper, axis=-1) for each in (first, second)]
    return ConfidenceSequence(first.mean, np.minimum(*lower), np.maximum(*upper))
