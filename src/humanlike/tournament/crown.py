"""Who is crowned: as the paper did, or only who is shown to know something.

`published`: the detector with the highest score wins, and the emulator with the lowest score against it. With 3 human
and 17 machine datasets such a winner may know less than a coin.

`sound`: a detector is *sound* once its balanced score (people and machines weighed alike) is shown to be above the
score of one half, by intervals that hold for all detectors at once and at every look; the best sound detector by the
plan's score is crowned. It must be separated from every detector that is sound or may still turn out to be (not
shown to be no better than one half); others are no rivals, however high they score. Emulators are ranked by the mean
over *all* sound detectors. Their winner must also lead if those that may still turn out sound are counted in: who is
sound is found from the same trials, and a verdict should not hang on when one looked. If no detector is sound, nobody
is crowned. Failing the best constant in hindsight does not disqualify: the constant knows the share of people, which
detectors are not told.

The rule decides who may win, not how surely: both use the sequences of `stopping.py`. At the plan's confidence of 95 %
a detector that knows nothing is called sound in at most 5 % of tournaments, and a sound one that is not the best wins
in at most 5 %.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.tournament.paired_scores import (
    Bounds,
    balanced_scores,
    detector_scores,
    emulator_scores,
)
from humanlike.tournament.plan import CrownRule
from humanlike.tournament.stopping import Leadership, above_zero, lead

Floats = npt.NDArray[np.float64]
ROUNDING = 1e-12  # a balanced score that differs from that of one half by less is one half


class Terms(NamedTuple):
    """What scores mean in a tournament."""

    confidence: float
    chance: float  # the score of one half
    bounds: Bounds  # of a single score; infinite where there is none

    @property
    def are_bounded(self) -> bool:
        """Whether disasters nobody has seen yet are guarded against."""
        return self.bounds[0] > float("-inf") and self.bounds[1] < float("inf")


class Soundness(NamedTuple):
    """Whether a detector is shown to know something; the interval holds for all detectors at once and at any look."""

    detector: str
    balanced: float
    lower: float
    upper: float
    sound_after: int  # trials; -1: not shown
    may_be: bool  # neither shown to know something nor to be below the score of one half

    @property
    def is_sound(self) -> bool:
        """Balanced score above the score of one half, with its interval."""
        return self.sound_after > 0


class Crowning(NamedTuple):
    """Who leads each side by one rule, and whether that is established."""

    rule: CrownRule
    leaderships: Mapping[str, Leadership]
    soundness: tuple[Soundness, ...]
    judges: tuple[str, ...]  # detectors whose mean ranks the emulators

    @property
    def sound(self) -> tuple[str, ...]:
        """Detectors that are shown to know something."""
        return tuple(each.detector for each in self.soundness if each.is_sound)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Detectors that may still turn out to."""
        return tuple(each.detector for each in self.soundness if each.may_be)

    @property
    def nobody(self) -> bool:
        """Whether this rule crowns nobody, because no detector is shown to know anything."""
        return self.rule == "sound" and not self.sound

    @property
    def scheme(self) -> str:
        """What emulators are ranked by; where no detector is sound nothing is claimed of that order."""
        if self.rule == "published":
            return "winning detector"
        return "sound detectors" if self.sound else "unweighted mean"

    @property
    def is_settled(self) -> bool:
        """Whether both sides have an established winner."""
        return all(each.is_established for each in self.leaderships.values())


def crown(table: pd.DataFrame, rule: CrownRule, terms: Terms, *, whole: bool = True) -> Crowning:
    """The verdict of `rule` on a scored table; with intervals if `whole`."""
    known = Crowning(rule, {}, _soundness(table, terms, whole), ())
    detectors = _detectors(table, known, terms, whole)
    judges = (detectors.leader,) if rule == "published" else known.sound
    emulators = _emulators(table, known, judges, terms, whole)
    return known._replace(leaderships={"detectors": detectors, "emulators": emulators}, judges=judges)


def _soundness(table: pd.DataFrame, terms: Terms, whole: bool) -> tuple[Soundness, ...]:
    scores = balanced_scores(table, terms.bounds, terms.chance)
    level = (1 - terms.confidence) / max(len(scores.names), 1)
    found = above_zero(scores, level, whole=whole)
    rows = []
    for name, trials in zip(scores.names, scores.trials, strict=True):
        excess = float(trials.mean()) if trials.size else float("nan")
        after, low, high, is_below = found[name]
        ends = (terms.chance + low, terms.chance + high)
        may_be = after < 0 and not is_below and _says_something(trials)
        rows.append(Soundness(name, terms.chance + excess, *ends, after, may_be))
    return tuple(rows)


def _says_something(trials: Floats) -> bool:
    """Whether a detector ever scored other than one half; who always says one half is known to know nothing."""
    return bool((np.abs(trials) > ROUNDING).any())


def _detectors(table: pd.DataFrame, known: Crowning, terms: Terms, whole: bool) -> Leadership:
    scores = detector_scores(table, terms.bounds)
    if known.rule == "published":
        return lead(scores, terms.confidence, whole=whole)
    if known.nobody:
        return lead(scores, terms.confidence, whole=whole)._replace(established_after=-1)
    means = dict(zip(scores.names, scores.trials.mean(axis=1).tolist(), strict=True))
    best = max(known.sound, key=means.__getitem__)
    found = lead(scores, terms.confidence, leader=best, against=(*known.sound, *known.undecided), whole=whole)
    (since,) = (each.sound_after for each in known.soundness if each.detector == best)
    after = max(found.established_after, since) if found.is_established else -1
    return found._replace(established_after=after)


def _emulators(
    table: pd.DataFrame, known: Crowning, judges: tuple[str, ...], terms: Terms, whole: bool
) -> Leadership:
    """By the mean over `judges`, and if some detectors are undecided over these and them as well.

    Without judges the order is that of the mean over all detectors, and nothing is claimed.
    """
    shown = judges or tuple(each.detector for each in known.soundness)
    found = lead(emulator_scores(table, shown, terms.bounds), terms.confidence, whole=whole)
    if not judges:
        return found._replace(established_after=-1)
    if known.rule == "published" or not known.undecided or not found.is_established:
        return found
    everybody = emulator_scores(table, (*judges, *known.undecided), terms.bounds)
    also = lead(everybody, terms.confidence, leader=found.leader, whole=False).established_after
    return found._replace(established_after=max(found.established_after, also) if also > 0 else -1)
