"""How many questions until the better of two forecasters leads, and under which system fewest?"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from humanlike.core import BadRequest
from humanlike.naming.scoring_systems import find_system, name_of_system
from humanlike.scoring import (
    SYSTEMS,
    BestDiscriminator,
    Discrimination,
    ScoringSystem,
    best_discriminator,
    mean_ratio,
    misranking,
    normal_chance,
    tell_apart,
)
from humanlike.studies.named_rows import known_records
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST_POINTS = 400  # of the curve: every number of questions up to here
LEAST_QUESTIONS = 20  # shown, however few are needed
APPROACH = (1.0, 0.1, 0.01, 0.001)  # how close members of the sequence come to the best system


class SystemRow(NamedTuple):
    """How well one system tells the two apart; NaN and None where it calls them equally good."""

    system: str
    better: int | None  # 1 or 2
    mean_ratio: (
        float  # cost-loss ratio that decides: the higher forecast leads if a larger share of events happens
    )
    ratio: float  # mean/SD of first minus second, of one question
    needed: int | None


@dataclass(frozen=True, eq=False, repr=False)
class DiscriminationResult(Result):
    """What n questions of probability p tell about the forecasts y1 and y2."""

    name: str  # of the system
    system: ScoringSystem
    p: float
    y1: float
    y2: float
    n: int
    alpha: float
    found: Discrimination
    best: BestDiscriminator | None = None  # where the best system was asked for: what it comes close to
    rivals: tuple[SystemRow, ...] = ()  # then also other systems, and the sequence that approaches the best

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """Numbers of questions that show the way to the number needed, or well past the number asked about."""
        longest = max(self.n, 2 * (self.found.needed or self.n), LEAST_QUESTIONS)
        counts = np.unique(np.linspace(1, longest, MOST_POINTS).round().astype(np.int64))
        return np.union1d(counts, [self.n])

    def frame(self) -> "pd.DataFrame":
        """One row for each number of questions: the chances that the worse one leads and that both tie."""
        import pandas as pd

        leads, ties, normal = misranking(self.system, self.p, self.y1, self.y2, self.counts)
        return pd.DataFrame(
            {
                "questions": self.counts,
                "worse_leads_exact": leads,
                "tie_exact": ties,
                "worse_leads_normal": normal,
            }
        )

    def document(self) -> dict[str, Any]:
        """Chances after n questions, ratio and bounds, and how many questions are needed."""
        found, root = self.found, self.n**0.5
        document: dict[str, Any] = {
            "better": found.better,
            "worse_leads_exact": found.worse_leads_exact,
            "tie_exact": found.tie_exact,
            "worse_leads_normal": found.worse_leads_normal,
            "ratio": found.ratio,
            "bounds": list(found.bounds),
            "per_root_question": {
                "ratio": found.ratio / root,
                "bounds": [bound / root for bound in found.bounds],
            },
            "needed": found.needed,
        }
        if self.best is None:
            return document
        return document | {
            "best": {
                "system": self.best.system.name,
                "limit_of_mean_ratio": self.best.limit,
                "reachable_by_symmetric_systems": list(self.best.reachable),
            },
            "systems": known_records(self.rivals),
        }

    def headline(self) -> str:
        """How many questions are needed."""
        says = (self.y1, self.y2)[self.found.better - 1]
        sure = f"leads with {1 - self.alpha:.3g}"
        if self.found.needed is None:
            return f"No number of questions that can be counted makes sure that who says {says:g} {sure}."
        return f"After {self.found.needed} questions the better one, who says {says:g}, {sure}."

    def story(self) -> Iterator[Part]:
        """How many are needed, then everything about n questions."""
        found = self.found
        yield self.headline()
        needed = "more than can be counted" if found.needed is None else found.needed
        rows: list[list[object]] = [
            ["better forecaster", f"{found.better} (says {(self.y1, self.y2)[found.better - 1]:g})"],
            ["chance that the worse leads, exact", f"{found.worse_leads_exact:.6g}"],
            ["chance of a tie, exact", f"{found.tie_exact:.6g}"],
            ["chance that the worse leads, normal", f"{found.worse_leads_normal:.6g}"],
            ["mean/SD of first minus second", f"{found.ratio:.6g}"],
            ["bounds for any proper system", f"{found.bounds[0]:.6g} to {found.bounds[1]:.6g}"],
            [f"questions until the better leads with {1 - self.alpha:.3g}", needed],
        ]
        title = f"{self.name} system, {self.n} questions of probability {self.p:g}"
        yield StoryTable(title, ["", "value"], rows)
        if self.best is not None:
            yield from self._best_story(self.best)

    def _best_story(self, best: BestDiscriminator) -> Iterator[Part]:
        """What the best system comes close to, and how far others stay behind."""
        low, high = best.reachable
        yield (
            f"Best: all weight on decisions with a cost-loss ratio beside {best.limit:g}. Symmetric systems reach a "
            f"mean/SD of one question from {low:.6g} to {high:.6g}, the ends excluded unless they are one; the system "
            "above is strictly proper and can be named wherever a system is."
        )
        columns = ["system", "better", "decides at", "mean/SD of one question", "questions needed"]
        rows = [
            [row.system, row.better, f"{row.mean_ratio:.6f}", f"{row.ratio:.6f}", row.needed]
            for row in self.rivals
        ]
        yield StoryTable("Other systems, and the sequence that approaches the best", columns, rows)

    def plot(self) -> "Figure":
        """The chance that the better one does not lead, after each number of questions."""
        from humanlike.figures.discrimination import draw_discrimination

        return draw_discrimination(
            self.counts,
            *misranking(self.system, self.p, self.y1, self.y2, self.counts),
            alpha=self.alpha,
            needed=self.found.needed,
            asked=self.n,
            system=self.name,
            data=f"forecasts {self.y1:g} and {self.y2:g} of events of probability {self.p:g}",
            others=self._others(),
        )

    def _others(self) -> dict[str, npt.NDArray[np.float64]]:
        """The normal chances under the shipped systems, where the best one is drawn."""
        shipped = {
            row.system: row.ratio for row in self.rivals if row.system in SYSTEMS and np.isfinite(row.ratio)
        }
        same = {name: value for name, value in shipped.items() if value * self.found.ratio > 0}
        return {name: normal_chance(value, self.counts) for name, value in same.items()}


def discriminate(
    p: float,
    y1: float,
    y2: float,
    *,
    system: str | ScoringSystem = "quadratic",
    best: bool = False,
    closeness: float = 0.01,
    n: int = 100,
    alpha: float = 0.05,
) -> DiscriminationResult:
    """The chance that the worse of two forecasters leads after n questions, and how many are needed.

    `p` is the true probability of every event, `y1` and `y2` are what the two say, `alpha` is the accepted chance that
    the better one does not lead. `best` looks for the system that tells these two apart best, `closeness` says how
    close it comes (no strictly proper one gets there), and `system` is then among those it is compared with.
    """
    chosen = find_system(system)
    name = name_of_system(system, chosen)
    if not best:
        found = tell_apart(chosen, p, y1, y2, n, alpha=alpha)
        return DiscriminationResult(name, chosen, p, y1, y2, n, alpha, found)
    nearly = best_discriminator(p, y1, y2, closeness)
    others = {**SYSTEMS, name: chosen}
    others |= {own.name: own for own in (best_discriminator(p, y1, y2, each).system for each in APPROACH)}
    others[nearly.system.name] = nearly.system
    rows = tuple(_row(word, one, p, y1, y2, alpha) for word, one in others.items())
    found = tell_apart(nearly.system, p, y1, y2, n, alpha=alpha)
    return DiscriminationResult(nearly.system.name, nearly.system, p, y1, y2, n, alpha, found, nearly, rows)


def _row(name: str, system: ScoringSystem, p: float, y1: float, y2: float, alpha: float) -> SystemRow:
    """One system's power to tell the two apart."""
    try:
        ratio = mean_ratio(system, y1, y2)
        found = tell_apart(system, p, y1, y2, 1, alpha=alpha)
    except BadRequest:  # equally good under this system, or infinitely different
        return SystemRow(name, None, float("nan"), float("nan"), None)
    return SystemRow(name, found.better, ratio, found.ratio, found.needed)
