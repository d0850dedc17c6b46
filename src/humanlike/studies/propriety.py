"""Does honesty pay under this system?"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadRequest
from humanlike.naming.scoring_systems import find_incentive
from humanlike.scoring import Incentive, Propriety, ScoringSystem, check_propriety
from humanlike.studies.result import Result
from humanlike.studies.telling import Part

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

BELIEFS = (0.5, 0.7, 0.9)  # of the picture
N_REPORTS = 501


@dataclass(frozen=True, eq=False, repr=False)
class ProprietyResult(Result):
    """A system (or an exhibit) and the most tempting lie under it."""

    incentive: Incentive
    verdict: Propriety

    def frame(self) -> "pd.DataFrame":
        """The most tempting lie, one row for each alternative."""
        import pandas as pd

        lie = enumerate(zip(self.verdict.belief, self.verdict.report, strict=True), start=1)
        rows = [
            (self.incentive.name, self.verdict.proper, self.verdict.gain, place, believed, reported)
            for place, (believed, reported) in lie
        ]
        return pd.DataFrame(rows, columns=["system", "proper", "gain", "alternative", "belief", "report"])

    def document(self) -> dict[str, Any]:
        """The verdict and the lie."""
        verdict = self.verdict
        return {
            "system": self.incentive.name,
            "proper": verdict.proper,
            "reason": verdict.reason,
            "best_lie": {"belief": list(verdict.belief), "report": list(verdict.report)},
            "gain": verdict.gain,
            "alternatives": verdict.n_alternatives,
            "pairs_checked": verdict.n_checked,
            "alternatives_tried": list(verdict.tried),
            "resolution": verdict.resolution,
        }

    def headline(self) -> str:
        """Proper or not, and what the lie is worth."""
        title, gain, reason = self.incentive.title, self.verdict.gain, self.verdict.reason
        if self.verdict.proper is None:
            return f"{title}: cannot be told whether proper; {reason}"
        if self.verdict.proper:
            cost = f"{-gain:.3g}" if gain < 0 else "less than rounding shows"
            return (
                f"{title}: proper{f', {reason}' if reason else ''}. The cheapest noticeable lie costs {cost}"
            )
        if gain > 0:
            return f"{title}: NOT proper. The best lie gains {gain:.4g}"
        return f"{title}: NOT proper{f', {reason}' if reason else ''}. This lie costs nothing"

    def story(self) -> Iterator[Part]:
        """The verdict, the lie, and where the system is described."""
        yield f"{self.headline()}:"
        yield f"  believing ({_listed(self.verdict.belief)})\n  reporting ({_listed(self.verdict.report)})"
        yield self._how_sure()
        if self.incentive.citation:
            yield self.incentive.citation

    def _how_sure(self) -> str:
        """With how many alternatives lies were looked for, and what a search cannot see."""
        *others, last = map(str, self.verdict.tried)
        tried = f"Tried with {', '.join(others)}{' and ' * bool(others)}{last} alternatives"
        if not self.verdict.proper or "proved" in self.verdict.reason:
            return f"{tried}."
        return f"{tried}: none of the lies tried gains more than {self.verdict.resolution:.1g}."

    def plot(self) -> "Figure":
        """Score curves and the price of a lie, for two alternatives."""
        from humanlike.figures.scoring import draw_incentive

        incentive = self.incentive
        if incentive.n_alternatives not in (None, 2):
            raise BadRequest(
                f"The picture is for two alternatives; {incentive.name} has {incentive.n_alternatives}."
            )
        reports = np.linspace(0.0, 1.0, N_REPORTS)
        pairs = np.stack([reports, 1 - reports], axis=-1)
        curve = None
        if isinstance(incentive, ScoringSystem):
            curve = incentive.score(pairs, np.zeros(N_REPORTS, dtype=int))
        verdict = check_propriety(incentive, 2)
        tempted = () if verdict.proper is not False else (round(max(verdict.belief), 3),)
        worlds = {belief: np.array([belief, 1 - belief]) for belief in (*BELIEFS, *tempted)}
        expected = {belief: incentive.expected(pairs, world) for belief, world in worlds.items()}
        honest = {belief: float(incentive.expected(world, world)) for belief, world in worlds.items()}
        return draw_incentive(incentive.title, reports, curve, expected, honest)


def propriety(system: str | Incentive, *, alternatives: int | None = None) -> ProprietyResult:
    """Search for the best lie under a scoring system; a proper system has none.

    With so many `alternatives`, or with 2, 3 and 4 where the system is defined for them.
    """
    incentive = find_incentive(system)
    return ProprietyResult(incentive, check_propriety(incentive, alternatives))


def _listed(chances: tuple[float, ...]) -> str:
    return ", ".join(f"{chance:.4g}" for chance in chances)
