"""Did a panel get better from round to round, or only closer together? Accuracy beside disagreement, with intervals."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from humanlike.scoring.panels.accuracy import RoundScores
from humanlike.scoring.probabilities import Floats
from humanlike.statistics import paired_test
from humanlike.studies.named_rows import known_records
from humanlike.studies.standings import questions_text
from humanlike.studies.telling import Part, StoryTable, interval_text

FEWEST = 3  # questions below which nothing says how they vary
WHAT = ("experts", "consensus", "disagreement")


class RoundAccuracy(NamedTuple):
    """Means over the questions asked up to one round, with 95 % intervals over questions; NaN where unknown."""

    round: int
    questions: int
    experts: float  # mean score of everybody's standing answer, higher is better
    experts_lower: float
    experts_upper: float
    consensus: float  # mean score of the pooled forecast
    consensus_lower: float
    consensus_upper: float
    disagreement: float  # mean distance from the consensus, 0 to 1
    disagreement_lower: float
    disagreement_upper: float


class RoundChange(NamedTuple):
    """Last round minus the first in which each question was asked, paired by question (Student's t)."""

    what: str
    questions: int
    change: float
    lower: float
    upper: float
    p_value: float


class PanelAccuracy(NamedTuple):
    """Accuracy by round, and what the rounds changed; no change after one round."""

    system: str
    rounds: tuple[RoundAccuracy, ...]
    changes: tuple[RoundChange, ...]

    def document(self) -> dict[str, Any]:
        """Rounds and changes."""
        return {
            "system": self.system,
            "rounds": known_records(self.rounds),
            "changes": known_records(self.changes),
        }

    def lines(self) -> dict[str, tuple[list[int], Floats, Floats]]:
        """Rounds, scores [rounds] and intervals [rounds, 2] of experts and consensus."""
        table = np.array(self.rounds, dtype=np.float64)
        rounds, places = [row.round for row in self.rounds], {"experts": 2, "consensus": 5}
        return {name: (rounds, table[:, at], table[:, at + 1 : at + 3]) for name, at in places.items()}

    def verdict(self) -> str:
        """What the rounds did to accuracy and to agreement."""
        if not self.changes:
            return f"Accuracy: one round (round {self.rounds[0].round}), so nothing can have changed yet."
        told = "; ".join(map(_told, self.changes))
        asked = questions_text(self.changes[0].questions)
        few = f" (fewer than {FEWEST} test nothing)" if self.changes[0].questions < FEWEST else ""
        return f"From first to last round, over {asked}{few}: {told}."

    def story(self) -> Iterator[Part]:
        """The verdict and the table by round."""
        yield self.verdict()
        columns = ["round", "questions", "experts' mean score", "consensus' score", "disagreement"]
        rows = [
            [
                row.round,
                row.questions,
                interval_text(row.experts, row.experts_lower, row.experts_upper, 4),
                interval_text(row.consensus, row.consensus_lower, row.consensus_upper, 4),
                interval_text(row.disagreement, row.disagreement_lower, row.disagreement_upper, 4),
            ]
            for row in self.rounds
        ]
        yield StoryTable(
            f"Accuracy by round, {self.system} (higher is better), 95 % over questions", columns, rows
        )


def measure_accuracy(scored: RoundScores, system: str) -> PanelAccuracy | None:
    """Means and paired changes; None where no question with alternatives has an outcome."""
    if not scored.questions:
        return None
    series = (scored.experts, scored.consensus, scored.disagreement)
    rounds = tuple(
        RoundAccuracy(number, int(known.sum()), *(x for part in series for x in _interval(part[row][known])))
        for row, number in enumerate(scored.rounds)
        if (known := ~np.isnan(scored.experts[row])).any()
    )
    return PanelAccuracy(system, rounds, tuple(_changes(scored)))


def _changes(scored: RoundScores) -> Iterator[RoundChange]:
    """From the round in which each question was first asked to the last; questions first asked then do not count."""
    first = np.argmax(~np.isnan(scored.experts), axis=0)
    again = np.flatnonzero(first < len(scored.rounds) - 1)
    if not len(again):
        return
    for what, part in zip(WHAT, (scored.founders, scored.consensus, scored.disagreement), strict=True):
        with np.errstate(invalid="ignore"):  # infinite before and after is no change that could be told
            moved = part[-1, again] - part[first[again], again]
        yield RoundChange(what, len(again), *_interval(moved), _chance(moved))


def _interval(values: Floats) -> tuple[float, float, float]:
    """A mean with its 95 % interval over questions; no interval of fewer than three or of infinite scores."""
    mean = float(values.mean())
    if len(values) < FEWEST or not np.isfinite(values).all():
        return mean, float("nan"), float("nan")
    return paired_test(values, np.zeros(len(values)))[:3]


def _chance(moved: Floats) -> float:
    if len(moved) < FEWEST or not np.isfinite(moved).all():
        return float("nan")
    return paired_test(moved, np.zeros(len(moved))).p_value


def _told(change: RoundChange) -> str:
    """What one of the three did, and how surely.

    >>> _told(RoundChange("disagreement", 3, -0.05, -0.06, -0.04, 0.002))
    'disagreement fell (-0.0500 [-0.0600, -0.0400], p 0.002)'
    """
    sure = change.lower > 0 or change.upper < 0
    verb = ("rose" if change.change > 0 else "fell") if sure else "did not surely change"
    name = change.what if change.what == "disagreement" else f"the score of the {change.what}"
    p_value = f", p {change.p_value:.2g}" if change.p_value == change.p_value else ""
    return f"{name} {verb} ({interval_text(change.change, change.lower, change.upper, 4)}{p_value})"
