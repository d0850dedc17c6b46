"""How much each process moves prices and profits: indices, which of them are told from noise, and on which days."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from humanlike.core import BadRequest
from humanlike.statistics import FloorTest, Periodicity, Sensitivity, SobolIndices
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, interval_text
from humanlike.worlds.market.factors import mean_over
from humanlike.worlds.market.processes import PROCESSES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FEW_FACTORS = 8  # that have a panel each in the picture by day


class FactorPeriods(NamedTuple):
    """Whether a factor moves a price on the same days in all markets."""

    output: str
    factor: str
    found: Periodicity
    adjusted_p: float  # of the strongest period, for all outputs (Holm); frequencies are corrected within

    def document(self) -> dict[str, Any]:
        """The strongest period, and what was tried."""
        best = self.found.strongest
        return {
            "output": self.output,
            "factor": self.factor,
            "period": float(self.found.period[best]),
            "coherence": float(self.found.coherence[best]),
            "p_value": float(self.found.p_value[best]),
            "adjusted_p": self.adjusted_p,
            "frequencies": len(self.found.period),
        }


@dataclass(frozen=True, eq=False, repr=False)
class SensitivityResult(Result):
    """Total sensitivity indices of every factor, by output."""

    names: tuple[str, ...]  # the agents
    factors: tuple[str, ...]
    outputs: dict[str, Sensitivity | list[SobolIndices]]  # SALib's come one for each agent
    seconds: float
    floors: dict[str, FloorTest] = field(default_factory=dict)  # by output; none without the agents' noise
    periods: tuple[FactorPeriods, ...] = ()  # if asked for
    notes: tuple[str, ...] = ()
    smoothing: int = 7  # days of a mean in the picture by day
    alpha: float = 0.05

    def document(self) -> dict[str, Any]:
        """Indices by output; those of a single output once more at the top."""
        outputs = {
            word: [each._asdict() for each in found] if isinstance(found, list) else found._asdict()
            for word, found in self.outputs.items()
        }
        only = next(iter(outputs.values())) if len(outputs) == 1 else {}
        single = only if isinstance(only, dict) else {}
        return {
            "factors": list(self.factors),
            "outputs": outputs,
            "seconds": self.seconds,
            "against_noise": {word: found._asdict() for word, found in self.floors.items()},
            "periods": [each.document() for each in self.periods],
            **single,
        }

    def headline(self) -> str:
        """What matters most for each output."""
        said = []
        for word in self.outputs:
            total = self.means(word).total
            if not self._varies(word):
                said.append(f"{output_title(word)} does not vary")
                continue
            best = int(np.nanargmax(total))
            said.append(f"{self.factors[best]} matters most for {output_title(word)}: {total[best]:.3f}")
        return "; ".join(said)

    def indices(self, word: str) -> Sensitivity:
        """Indices of one output, each [factors, agents] for profits, [factors, days] for prices (SALib: one column)."""
        found = self.outputs[word]
        if not isinstance(found, list):
            return found
        total, half = (np.array([each[part] for each in found]).T for part in (2, 3))
        return Sensitivity(total, total - half, total + half)

    def means(self, word: str) -> Sensitivity:
        """Indices averaged over agents or over the days of the middle game, each [factors]."""
        return Sensitivity(*(mean_over(part) for part in self.indices(word)))

    def frame(self) -> "pd.DataFrame":
        """A row for each output, factor, and agent or day (0 where SALib's indices are of the mean over days)."""
        import pandas as pd

        rows: list[tuple[Any, ...]] = []
        for word in self.outputs:
            total, lower, upper = self.indices(word)
            for (row, column), value in np.ndenumerate(total):
                place = self.names[column] if word == "scores" else column
                ends = float(lower[row, column]), float(upper[row, column])
                rows.append((word, self.factors[row], place, float(value), *ends))
        return pd.DataFrame(rows, columns=["output", "factor", "place", "total", "lower", "upper"])

    def story(self) -> Iterator[Part]:
        """What matters most, then every factor's index by output."""
        yield self.headline()
        for word, found in self.outputs.items():
            columns = self.names if word == "scores" else ("mean over days",)
            rows: list[list[object]] = []
            for row, name in enumerate(self.factors):
                if word == "scores" or isinstance(found, list):
                    rows.append([name, *map(float, self.indices(word).total[row])])
                else:
                    total, lower, upper = (float(part[row]) for part in self.means(word))
                    rows.append([name, interval_text(total, lower, upper)])
            yield StoryTable(f"Total sensitivity of {output_title(word)}", ["factor", *columns], rows)
        for word, test in self.floors.items():
            yield from self._tell_floor(word, test)
        if self.periods:
            yield self._tell_periods()
        yield from self.notes
        yield f"{self.seconds:,.0f} seconds."

    def above_noise(self, word: str) -> list[str]:
        """Factors that do more to an output than the agents' noise does, all claims together at `alpha`."""
        judged = zip(self.factors, self.floors[word].adjusted_p, strict=True)
        return [factor for factor, p_value in judged if p_value <= self.alpha]

    def _tell_floor(self, word: str, test: FloorTest) -> Iterator[Part]:
        rows = [
            [name, *map(float, (ratio, p_value, adjusted))]
            for name, ratio, p_value, adjusted in zip(self.factors, *test[:3], strict=True)
            if np.isfinite(p_value)
        ]
        if not rows:
            return
        yield StoryTable(
            f"{output_title(word)}: against the agents' noise",
            ["factor", "times the noise", "p", "p of all (Holm)"],
            rows,
        )
        above = self.above_noise(word)
        told = (
            f"{', '.join(above)}: told from the agents' noise."
            if above
            else "No factor is told from the noise."
        )
        if test.least_p * len(rows) > self.alpha:
            told += f" Nor could it be: so few games give no p below {test.least_p:.2g}; play more markets or repeats."
        yield told

    def _tell_periods(self) -> StoryTable:
        rows = [list(each.document().values())[:6] for each in self.periods]
        title = (
            "Peaks on the same days in all markets? The strongest of all periods; p corrected for frequencies"
        )
        return StoryTable(title, ["output", "factor", "days", "coherence", "p", "p of all outputs"], rows)

    def plot(self) -> "Figure":
        """Every factor's index of the first output."""
        return self._dots(next(iter(self.outputs)))

    def plots(self) -> "dict[str, Figure]":
        """Every factor's index by output; day by day too where there are few factors."""
        from humanlike.figures.market import draw_by_day

        drawn = {}
        for word, found in self.outputs.items():
            if not self._varies(word):
                continue
            if not isinstance(found, list) and word != "scores" and len(self.factors) <= FEW_FACTORS:
                drawn[f"sensitivity_by_day_{word}"] = draw_by_day(
                    *found, self.factors, output=output_title(word), smoothing=self.smoothing
                )
            drawn[f"sensitivity_bars_{word}"] = self._dots(word)
        return drawn

    def _varies(self, word: str) -> bool:
        return bool(np.isfinite(self.means(word).total).any())

    def _dots(self, word: str) -> "Figure":
        from humanlike.figures.market import draw_sensitivity

        if not self._varies(word):
            raise BadRequest(f"There is no picture of this: {output_title(word)} does not vary.")

        group = {process.name: process.group for process in PROCESSES}
        groups = [group.get(name, name) for name in self.factors]
        return draw_sensitivity(*self.means(word), self.factors, groups, output=output_title(word))


def output_title(word: str) -> str:
    """An output in a sentence."""
    return "profit" if word == "scores" else f"order price ({word})"
