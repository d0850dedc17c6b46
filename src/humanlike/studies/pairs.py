"""Two rivals under the same conditions, pair by pair: the verdict in words and the picture."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from humanlike.core import Streams
from humanlike.statistics import (
    ASSUMED,
    PairedComparison,
    SequentialComparison,
    compare_paired,
    compare_sequentially,
)

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

Floats = npt.NDArray[np.float64]
MISSED_ONCE_IN_TWENTY = float(np.log(20))  # n times the chance of what n pairs miss with chance 1/20


@dataclass(frozen=True, eq=False)
class RivalPairs:
    """Scores [pairs] of two rivals, higher is better, and what they say of the difference."""

    names: tuple[str, str]
    measure: str
    first: Floats
    second: Floats
    comparison: PairedComparison
    sequential: SequentialComparison

    @property
    def verdict(self) -> str:
        """Who is ahead, by how much and how surely."""
        both = self.comparison
        interval = f"[{both.paired_lower:.3g}, {both.paired_upper:.3g}]"
        how = f"{self.measure} differs by {both.difference:.3g} {interval}, p = {both.paired_p:.2g}, {both.n} pairs"
        how += " (Student's t, for one look planned beforehand)"
        if both.paired_lower <= 0 <= both.paired_upper:
            return f"{self.names[0]} and {self.names[1]} are not told apart: {how}"
        ahead, behind = self.names if both.difference > 0 else self.names[::-1]
        return f"{ahead} is ahead of {behind}: {how}"

    @property
    def looks(self) -> str:
        """When one could have stopped, looking after every pair."""
        after = self.sequential.decided_after
        if after > 0:
            return f"decided after {after} pairs"
        return "undecided" if np.isfinite(self.sequential.sequence.upper[-1]) else "too few pairs to decide"

    @property
    def assumption(self) -> str:
        """What looking after every pair rests on; where scores have no bound, what would undo a decision unseen."""
        told = f"Looking after every pair {self.sequential.rests_on}."
        after = self.sequential.decided_after
        if self.sequential.rests_on != ASSUMED or after < 0:
            return told
        seldom = after / MISSED_ONCE_IN_TWENTY
        size = abs(float(self.sequential.sequence.mean[after - 1])) * seldom
        return (
            f"{told} What strikes once in {seldom:.3g} pairs stays unseen in one of twenty such series; a loss of "
            f"{size:.3g} by it would undo the difference."
        )

    @property
    def winner(self) -> str | None:
        """Who was found to be ahead at the first look that decided; None for nobody."""
        return [*self.names, None][self.sequential.winner]

    def frame(self) -> "pd.DataFrame":
        """A row for each pair: both scores and their difference."""
        import pandas as pd

        return pd.DataFrame(
            {
                "pair": np.arange(1, len(self.first) + 1),
                "first": self.first,
                "second": self.second,
                "difference": self.first - self.second,
            }
        )

    def plot(self, data: str = "") -> "Figure":
        """Every difference, their mean, and the running mean with the band that holds at every look."""
        from humanlike.figures.comparison import Running, draw_differences

        sequence = self.sequential.sequence
        return draw_differences(
            self.first - self.second,
            (self.comparison.paired_lower, self.comparison.paired_upper),
            names=self.names,
            measure=self.measure,
            data=data,
            running=Running(sequence.mean, sequence.lower, sequence.upper),
            decided_after=self.sequential.decided_after,
        )


def pair_up(
    stream: Streams,
    names: tuple[str, str],
    measure: str,
    first: npt.ArrayLike,
    second: npt.ArrayLike,
    *,
    alpha: float,
    reach: float | None = None,
    single_scores: npt.ArrayLike | None = None,
) -> RivalPairs:
    """Compare scores of the same conditions: all pairs at once, and looking after every one.

    `reach` is by how much one score can exceed another, None if unknown; `single_scores` what they are means of.
    """
    return RivalPairs(
        names,
        measure,
        np.asarray(first, dtype=np.float64),
        np.asarray(second, dtype=np.float64),
        compare_paired(stream, first, second, alpha=alpha),
        compare_sequentially(first, second, alpha=alpha, reach=reach, single_scores=single_scores),
    )
