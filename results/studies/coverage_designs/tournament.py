"""Tournaments whose truth is known: equals, rare disasters, detectors that know nothing, a lead like the published.

Scores are truncated logarithms, so between `FLOOR` and 0, in trials looked at one by one as a run does; the rules are
the tournament's own. `by_means_alone` is the rule of version 0.1: trials' means, and no guard against what was not seen
yet.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.statistics import BURN_IN
from humanlike.tournament.paired_scores import PairedScores, paired_scores
from humanlike.tournament.plan import Plan
from humanlike.tournament.scores import chance, score_bounds
from humanlike.tournament.stopping import above_zero, lead
from results.studies.coverage_designs.outcome import Outcome

Floats = npt.NDArray[np.float64]
Design = Callable[[Streams], Floats]  # -> single scores [entrants, trials, datasets]
FLOOR, TOP = score_bounds(Plan())
HALF = chance(Plan())
CONFIDENCE, TRIALS, DATASETS, ENTRANTS = 0.95, 60, 160, 6
PEOPLE = 24  # of the 160: three experiments in eight games
LEAD, KNOWLEDGE = 0.152, 0.155  # of coordination in `humanlike run`: over the next detector, and over a coin
CELLS, NOISE = 0.85, 0.29  # standard deviations of that lead between cells and within a cell
WORTH = "a lead as large as the published one is established"


def rare_disasters(
    stream: Streams, repetitions: int, *, once_in: int, by_means_alone: bool = False
) -> Outcome:
    """Two detectors with one mean; one is sure and wrong once in so many datasets: is either established?"""
    false = _winners(stream, repetitions, lambda draw: _with_disasters(draw, once_in), by_means_alone)
    return Outcome(
        sum(after > 0 for after in false), repetitions, *_power(stream, repetitions, by_means_alone)
    )


def well_behaved_equals(stream: Streams, repetitions: int, *, by_means_alone: bool = False) -> Outcome:
    """Six detectors that are equally good on average and differ from dataset to dataset: is one established?"""
    false = _winners(stream, repetitions, lambda draw: _published_scores(draw, 0.0), by_means_alone)
    return Outcome(
        sum(after > 0 for after in false), repetitions, *_power(stream, repetitions, by_means_alone)
    )


def ignorant_detectors(
    stream: Streams, repetitions: int, *, once_in: int = 0, by_means_alone: bool = False
) -> Outcome:
    """Six detectors with the balanced score of a coin: is one called sound? Power: one as good as coordination.

    With `once_in` they are sure and wrong so seldom, and a little better than a coin otherwise.
    """
    false = [_called_sound(stream[f"{one}"], 0.0, once_in, by_means_alone) for one in range(repetitions)]
    tried = range(max(repetitions // 10, 1))
    found = [_called_sound(stream["power"][f"{one}"], KNOWLEDGE, 0, by_means_alone) for one in tried]
    share = float(np.mean([after > 0 for after in found]))
    return Outcome(
        sum(after > 0 for after in false),
        repetitions,
        share,
        "a detector as good as the published winner is called sound",
    )


def trials_needed(
    stream: Streams, repetitions: int, *, share: float = 1.0, by_means_alone: bool = False
) -> tuple[float, float]:
    """In what share of tournaments a lead (a `share` of the published one) is established, and the mean trials."""
    ends = _winners(stream, repetitions, lambda draw: _published_scores(draw, share * LEAD), by_means_alone)
    found = np.array(ends)
    return float((found > 0).mean()), float(found[found > 0].mean()) if (found > 0).any() else float("nan")


def _power(stream: Streams, repetitions: int, by_means_alone: bool) -> tuple[float, str]:
    share, mean = trials_needed(stream["power"], max(repetitions // 10, 1), by_means_alone=by_means_alone)
    return share, f"{WORTH} (after {mean:.1f} trials)"


def _winners(stream: Streams, repetitions: int, design: Design, by_means_alone: bool) -> list[int]:
    """The trial at which each tournament ended with an established winner; -1 if it did not."""
    bounds = (-np.inf, TOP) if by_means_alone else (FLOOR, TOP)
    return [_ends(_paired(design(stream[f"{one}"]), bounds)) for one in range(repetitions)]


def _ends(scores: PairedScores) -> int:
    """The first look at which a leader is established; nothing can be before the burn-in is over."""
    for looks in range(BURN_IN, TRIALS + 1):
        if lead(_until(scores, looks), CONFIDENCE, whole=False).is_established:
            return looks
    return -1


def _called_sound(stream: Streams, knowledge: float, once_in: int, by_means_alone: bool) -> int:
    """The first look at which any of six detectors is called sound, if the first has so much `knowledge`."""
    kinds = np.array([PEOPLE, DATASETS - PEOPLE])
    weights = np.repeat(DATASETS / (2 * kinds), kinds)
    scores = HALF + knowledge * _only_first() + _usual(stream, 0.3, 0.15)
    if once_in:
        scores = _struck(stream["disasters"], scores, once_in)
    low, high = (float(weights.max()) * (bound - HALF) for bound in (FLOOR, TOP))
    excess = _paired(weights * (scores - HALF), (-np.inf if by_means_alone else low, high))
    for looks in range(BURN_IN, TRIALS + 1):
        found = above_zero(_until(excess, looks), (1 - CONFIDENCE) / ENTRANTS, whole=False)
        if any(each.after > 0 for each in found.values()):
            return looks
    return -1


def _published_scores(stream: Streams, advantage: float) -> Floats:
    """Single scores of six detectors that differ between and within cells as in the published tournament."""
    width = np.sqrt(3 / 2)  # a difference of two uniform numbers up to this has a standard deviation of 1
    return FLOOR / 2 + advantage * _only_first() + _usual(stream, width * CELLS, width * NOISE)


def _only_first() -> Floats:
    return np.asarray(np.arange(ENTRANTS)[:, None, None] == 0, dtype=np.float64)


def _usual(stream: Streams, between: float, within: float) -> Floats:
    """Effects of cells, the same in every trial, and noise, both uniform and so wide on either side; mean 0 by kind."""
    generator = stream["scores"].generator()
    cells = generator.uniform(-1, 1, size=(ENTRANTS, 1, DATASETS))
    for kind in (np.s_[..., :PEOPLE], np.s_[..., PEOPLE:]):
        cells[kind] -= cells[kind].mean(axis=-1, keepdims=True)
    return np.asarray(between * cells + within * generator.uniform(-1, 1, size=(ENTRANTS, TRIALS, DATASETS)))


def _with_disasters(stream: Streams, once_in: int) -> Floats:
    """A detector that says .9 or so, and one that is a little better but for disasters; few datasets a trial."""
    generator = stream["scores"].generator()
    shape = (2, TRIALS, max(once_in // (5 * BURN_IN), 1))
    scores: Floats = np.log(0.9) + 0.01 * generator.uniform(-1, 1, size=shape)
    scores[1] = _struck(stream["disasters"], scores[1], once_in)
    return scores


def _struck(stream: Streams, scores: Floats, once_in: int) -> Floats:
    """The scores, higher by what a score of `FLOOR` once in so many takes away: the mean stays."""
    gain = (float(scores.mean()) - FLOOR) / (once_in - 1)
    struck = stream.generator().random(scores.shape) < 1 / once_in
    return np.asarray(np.where(struck, FLOOR, scores + gain))


def _paired(singles: Floats, bounds: tuple[float, float]) -> PairedScores:
    names = tuple(f"entrant {number}" for number in range(len(singles)))
    return paired_scores(names, singles, bounds)


def _until(scores: PairedScores, looks: int) -> PairedScores:
    return scores._replace(trials=scores.trials[:, :looks], singles=scores.singles[:, :looks])
