"""What comes back where people differ: means of the population, and persons one by one."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

from humanlike.fitting.differing import (
    ALONE_EACH,
    SHRUNK,
    WAYS,
    DifferingRecovery,
    Regained,
    regained,
)
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, correlation_text

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

COLUMNS = (
    "mean",
    "bias",
    "SD",
    "mean in interval",
    "correlation",
    "RMSE",
    "person in interval",
    "with interval",
)
MEANING = (
    "Pooled: one set for everybody; by person: each alone, then their mean; shrunk: drawn towards the population "
    "(empirical Bayes). Shares of repetitions whose 95 % interval holds the population's mean, and of persons whose "
    "own interval holds their own value."
)


@dataclass(frozen=True, eq=False, repr=False)
class DifferingResult(Result):
    """How well three ways of fitting give back a population and its persons."""

    found: DifferingRecovery

    def headline(self) -> str:
        """Person by person: how far estimates follow the truth."""
        found = self.found
        told = [
            f"{name} {correlation_text(regained(found, SHRUNK, place).correlation)}"
            for place, name in enumerate(found.rule.parameter_names)
        ]
        return (
            f"{found.rule.name} in {found.game}, people {found.spread:g} probits apart: estimates of persons follow "
            f"the truth with {'; '.join(told)}"
        )

    @property
    def size(self) -> str:
        """What was simulated, in words."""
        found = self.found
        matches = (
            f"{found.n_matches} match{'es' * (found.n_matches > 1)} of {found.size.n_rounds} rounds each"
        )
        return f"{found.size.n_repetitions} plays, {found.batch.truth.shape[1]} persons, {matches}"

    def story(self) -> Iterator[Part]:
        """A table for each parameter, a row for each way of fitting."""
        yield self.headline()
        found = self.found
        for place, name in enumerate(found.rule.parameter_names):
            alike = "" if found.deviation[place] > 0 else "; given on its bound, so everybody's"
            title = (
                f"{name}: {float(found.given[place]):.4g} in the median person, mean {found.mean[place]:.4g} "
                f"(SD {found.deviation[place]:.3g}){alike}"
            )
            yield StoryTable(title, ("fit", *COLUMNS), [[way, *regained(found, way, place)] for way in WAYS])
        yield f"{self.size}. {MEANING}"
        yield self._intervals()

    def _intervals(self) -> str:
        if self.found.n_matches > 1:
            return "By person, intervals are over that person's matches."
        return "By person, intervals are from curvature: one match has no others to vary."

    def document(self) -> dict[str, Any]:
        """Every number by parameter and way of fitting."""
        found = self.found
        return {
            "rule": found.rule.name,
            "game": found.game,
            "repetitions": found.size.n_repetitions,
            "persons": found.batch.truth.shape[1],
            "matches": found.n_matches,
            "rounds": found.size.n_rounds,
            "spread": found.spread,
            "parameters": {
                name: {
                    "given": float(found.given[place]),
                    "population_mean": float(found.mean[place]),
                    "population_deviation": float(found.deviation[place]),
                    **{way.replace(" ", "_"): _plain(regained(found, way, place)) for way in WAYS},
                }
                for place, name in enumerate(found.rule.parameter_names)
            },
        }

    def frame(self) -> "pd.DataFrame":
        """One row for each parameter and way of fitting."""
        import pandas as pd

        rows = [
            {"parameter": name, "fit": way, **_plain(regained(self.found, way, place))}
            for place, name in enumerate(self.found.rule.parameter_names)
            for way in WAYS
        ]
        return pd.DataFrame(rows)

    def plot(self) -> "Figure":
        """Everybody's estimates against their true values, alone and shrunk."""
        from humanlike.figures.regained import draw_regained

        found = self.found
        ways = found.ways()
        names = found.rule.parameter_names
        return draw_regained(
            names,
            found.batch.truth.reshape(-1, len(names)),
            {way: ways[way][1].estimate.reshape(-1, len(names)) for way in (ALONE_EACH, SHRUNK)},
            rule=found.rule.name,
            data=f"{found.game}, {self.size}",
        )


def _plain(found: Regained) -> dict[str, float | None]:
    return {name: value if isfinite(value) else None for name, value in found._asdict().items()}
