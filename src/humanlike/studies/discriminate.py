"""How many questions until the better of two forecasters leads?"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from humanlike.naming.scoring_systems import find_system, name_of_system
from humanlike.scoring import Discrimination, ScoringSystem, misranking, tell_apart
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MOST_POINTS = 400  # of the curve: every number of questions up to here
LEAST_QUESTIONS = 20  # shown, however few are needed


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
        return {
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
        )


def discriminate(
    p: float,
    y1: float,
    y2: float,
    *,
    system: str | ScoringSystem = "quadratic",
    n: int = 100,
    alpha: float = 0.05,
) -> DiscriminationResult:
    """The chance that the worse of two forecasters leads after n questions, and how many are needed.

    `p` is the true probability of every event, `y1` and `y2` are what the two say, `alpha` is the accepted chance that
    the better one does not lead.
    """
    chosen = find_system(system)
    found = tell_apart(chosen, p, y1, y2, n, alpha=alpha)
    return DiscriminationResult(name_of_system(system, chosen), chosen, p, y1, y2, n, alpha, found)
