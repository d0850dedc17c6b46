"""Of effect, games, alpha and power, any three give the fourth, for pairs and for independent groups."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.statistics import DESIGNS, PowerPlan, power_of, solve_power
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

POINTS = 60  # of a curve


@dataclass(frozen=True, eq=False, repr=False)
class PowerResult(Result):
    """One plan for each design, all four quantities filled in."""

    plans: tuple[PowerPlan, ...]
    solved_for: str

    def headline(self) -> str:
        """What was left out, for each design."""
        solved = [f"{getattr(plan, self.solved_for):.4g} ({plan.design})" for plan in self.plans]
        return f"Solved for {self.solved_for}: {', '.join(solved)}"

    def document(self) -> dict[str, Any]:
        """What was solved for by design, and what was given."""
        given = {name: value for name, value in self.plans[0]._asdict().items() if name != "design"}
        del given[self.solved_for]
        solved = {str(plan.design): getattr(plan, self.solved_for) for plan in self.plans}
        return {**solved, "solved_for": self.solved_for, **given}

    def frame(self) -> "pd.DataFrame":
        """A row for each design."""
        import pandas as pd

        return pd.DataFrame([plan._asdict() for plan in self.plans])

    def story(self) -> Iterator[Part]:
        """All four quantities by design."""
        yield StoryTable(
            f"Solved for {self.solved_for}", list(PowerPlan._fields), [list(plan) for plan in self.plans]
        )

    def plot(self) -> "Figure":
        """Power against the number of games, what was asked about marked on each curve."""
        from humanlike.figures.power import draw_power

        most = 4 * max(plan.n for plan in self.plans)
        counts = np.unique(np.geomspace(2, max(most, 20), POINTS).astype(np.int64))
        return draw_power(
            counts.astype(np.float64),
            {
                plan.design: np.array(
                    [power_of(plan.design, plan.effect, int(n), plan.alpha) for n in counts]
                )
                for plan in self.plans
            },
            {
                plan.design: (plan.n, power_of(plan.design, plan.effect, plan.n, plan.alpha))
                for plan in self.plans
            },
            effect={plan.design: plan.effect for plan in self.plans},
            alpha={plan.design: plan.alpha for plan in self.plans},
            wanted=None if self.solved_for == "power" else self.plans[0].power,
        )


def power(
    *,
    effect: float | None = None,
    games: int | None = None,
    alpha: float | None = None,
    power: float | None = None,
) -> PowerResult:
    """Leave one quantity out and it is solved for: the mean difference over its standard deviation (`effect`), pairs
    or games in each group (`games`), the chance of a false alarm (`alpha`), the chance to find the effect (`power`).
    """
    given = {"effect": effect, "n": games, "alpha": alpha, "power": power}
    plans = tuple(solve_power(design, effect=effect, n=games, alpha=alpha, power=power) for design in DESIGNS)
    return PowerResult(plans, next(name for name, value in given.items() if value is None))
