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

Who fails too often is disqualified under either rule (`failures.py`): it leads nothing, wins nothing and judges nobody.
It stays somebody to be ahead of until it is shown to fail more than the quota allows. If a whole side is disqualified,
nobody is crowned there.

The rule decides who may win, not how surely: both use the sequences of `stopping.py`. At the plan's confidence of 95 %
a detector that knows nothing is called sound in at most 5 % of tournaments, and a sound one that is not the best wins
in at most 5 %.
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pandas as pd

from humanlike.tournament.failures import Conduct, Scored
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
    conduct: Mapping[str, Mapping[str, Conduct]]  # how often who failed, by side and name
    open_rivals: tuple[str, ...] = ()  # emulators as good as the leader if undecided detectors are counted in

    @property
    def sound(self) -> tuple[str, ...]:
        """Detectors that are shown to know something and not disqualified."""
        able = self.able("detectors")
        return tuple(each.detector for each in self.soundness if each.is_sound and each.detector in able)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Detectors that may still come to count."""
        known = (each for each in self.soundness if each.may_be or each.is_sound)
        return tuple(
            each.detector
            for each in known
            if each.detector not in self.sound and not self.conduct["detectors"][each.detector].is_out
        )

    @property
    def nobody(self) -> bool:
        """Whether this rule crowns nobody, because no detector may win."""
        return not (self.sound if self.rule == "sound" else self.able("detectors"))

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

    def able(self, side: str) -> tuple[str, ...]:
        """Entrants that are not disqualified."""
        return tuple(name for name, each in self.conduct[side].items() if not each.disqualified)

    def contenders(self, side: str) -> tuple[str, ...]:
        """Entrants that can win or may still come to: whom a winner must be ahead of."""
        if side == "detectors" and self.rule == "sound":
            return (*self.sound, *self.undecided)
        return tuple(name for name, each in self.conduct[side].items() if not each.is_out)

    def out_since(self, side: str) -> int:
        """The trial at which the last of those left out of a side was; at least 1."""
        return max((each.out_after for each in self.conduct[side].values() if each.is_out), default=1)


def crown(scores: Scored, rule: CrownRule, terms: Terms, *, whole: bool = True) -> Crowning:
    """The verdict of `rule` on scored trials; with intervals if `whole`."""
    known = Crowning(rule, {}, _soundness(scores.answers, terms, whole), (), scores.conduct)
    detectors = _detectors(scores.answers, known, terms, whole)
    if not known.nobody:
        known = known._replace(judges=(detectors.leader,) if rule == "published" else known.sound)
    emulators, tied = _emulators(scores.games, known, terms, whole)
    return known._replace(leaderships={"detectors": detectors, "emulators": emulators}, open_rivals=tied)


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


def _detectors(answers: pd.DataFrame, known: Crowning, terms: Terms, whole: bool) -> Leadership:
    """The best of those who may win; where nobody may, the order claims nothing."""
    scores = detector_scores(answers, terms.bounds)
    if known.nobody:
        able = known.able("detectors") or None
        return lead(scores, terms.confidence, able=able, whole=whole)._replace(established_after=-1)
    able = known.sound if known.rule == "sound" else known.able("detectors")
    found = lead(scores, terms.confidence, able=able, against=known.contenders("detectors"), whole=whole)
    since = known.out_since("detectors")
    if known.rule == "sound":
        (sound,) = (each for each in known.soundness if each.detector == found.leader)
        since = max(since, sound.sound_after)
    return _not_before(found, since)


def _emulators(
    games: pd.DataFrame, known: Crowning, terms: Terms, whole: bool
) -> tuple[Leadership, tuple[str, ...]]:
    """By the mean over the judges, and if some detectors are undecided over these and them as well; who ties then.

    Without judges the order is that of the mean over all detectors, and nothing is claimed.
    """
    able, against = known.able("emulators"), known.contenders("emulators")
    shown = known.judges or known.able("detectors") or tuple(known.conduct["detectors"])
    scores = emulator_scores(games, shown, terms.bounds)
    found = lead(scores, terms.confidence, able=able or None, against=against, whole=whole)
    if not known.judges or not able:
        return found._replace(established_after=-1), ()
    found = _not_before(found, known.out_since("emulators"))
    if known.rule == "published" or not known.undecided or not found.is_established:
        return found, ()
    everybody = emulator_scores(games, (*known.judges, *known.undecided), terms.bounds)
    also = lead(everybody, terms.confidence, able=(found.leader,), against=against, whole=whole)
    if also.is_established:
        return _not_before(found, also.established_after), ()
    return found._replace(established_after=-1), tuple(name for name in also.near if name in against)


def _not_before(found: Leadership, trial: int) -> Leadership:
    """A lead that is established, if it is, at `trial` or later."""
    return (
        found._replace(established_after=max(found.established_after, trial))
        if found.is_established
        else found
    )
