"""What games in the controlled market say: profits, two variants compared, noise, sensitivities."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import BadRequest
from humanlike.statistics import Sensitivity, SobolIndices
from humanlike.studies.pairs import RivalPairs
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, correlation_text, interval_text
from humanlike.worlds.market.analysis import (
    ComparisonMethod,
    NoiseRow,
    PairReport,
    mean_over,
    needs_by_difference,
)
from humanlike.worlds.market.processes import PROCESSES, Seeds, write_seed_file
from humanlike.worlds.market.series import GameSummary, add_losses
from humanlike.worlds.market.studies import Noise, PairedGames

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

FEW_FACTORS = 8  # that have a panel each in the picture by day


@dataclass(frozen=True, eq=False, repr=False)
class MarketPlayResult(Result):
    """A series of games: profits in millions by seat and game."""

    names: tuple[str, ...]
    seed: int
    varied: frozenset[int]
    games: tuple[GameSummary, ...]
    seeds: tuple[Seeds, ...]

    @property
    def scores(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Profits in millions, [games, seats]."""
        return np.array([game.scores for game in self.games])

    def write_seeds(self, path: Path | str) -> None:
        """Keep the seeds of the first game, so that it can be played again."""
        write_seed_file(Path(path), self.seeds[0])

    def headline(self) -> str:
        """Who earned most."""
        means = self.scores.mean(axis=0)
        best = int(means.argmax())
        return f"{self.names[best]} earns most: {means[best]:.3f} millions, {len(self.games)} game(s), seed {self.seed}"

    def document(self) -> dict[str, Any]:
        """Scores by seat, the seeds of every game, refused actions."""
        rows = [
            {"seat": seat, "agent": name, "scores": self.scores[:, seat].tolist()}
            for seat, name in enumerate(self.names)
        ]
        return {
            "agents": rows,
            "seed": self.seed,
            "varied": sorted(self.varied),
            "seeds": [{"market": each.market, "agents": each.agents} for each in self.seeds],
            "refused_actions": [game.n_refusals for game in self.games],
            "lost_days": [game.lost_days for game in self.games],
            "lost_thoughts": [game.lost_thoughts for game in self.games],
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each game and seat."""
        import pandas as pd

        rows = [
            (game, seat, name, float(self.scores[game, seat]))
            for game in range(len(self.games))
            for seat, name in enumerate(self.names)
        ]
        return pd.DataFrame(rows, columns=["game", "seat", "agent", "profit"])

    def story(self) -> Iterator[Part]:
        """Mean, spread and range of every seat's profit."""
        yield self.headline()
        scores = self.scores
        spread = scores.std(axis=0, ddof=1) if len(scores) > 1 else np.full(scores.shape[1], np.nan)
        columns = [scores.mean(axis=0), spread, scores.min(axis=0), scores.max(axis=0)]
        rows = [
            [seat, name, *(float(column[seat]) for column in columns)] for seat, name in enumerate(self.names)
        ]
        yield StoryTable(
            f"Profit in millions, {len(scores)} game(s)",
            ["seat", "agent", "mean", "sd", "lowest", "highest"],
            rows,
        )
        yield from (sentence for game in self.games for sentence in game.lost_days)

    def plot(self) -> "Figure":
        """Bank balances by day."""
        from humanlike.figures.market import draw_daily_profit

        return draw_daily_profit([game.balances for game in self.games], self.names, data=f"seed {self.seed}")

    def plots(self) -> "dict[str, Figure]":
        """The one picture."""
        return {"daily_profit": self.plot()}


@dataclass(frozen=True, eq=False, repr=False)
class MarketCompareResult(Result):
    """Two agents in the same markets, and the ways that need more games."""

    pairs: RivalPairs
    report: PairReport
    difference: float
    alpha: float
    power: float
    played: PairedGames
    most_pairs: int = 0  # that would have been played; 0 if there was no looking in between

    @property
    def n_games(self) -> int:
        """Games played in all."""
        return len(self.played.games)

    def headline(self) -> str:
        """Who earns more; by the sequence, if playing stopped when it decided."""
        if not self.most_pairs:
            return self.pairs.verdict
        sequence, (first, second) = self.report.sequential.sequence, self.pairs.names
        mean, lower, upper = (float(part[-1]) for part in (sequence.mean, sequence.lower, sequence.upper))
        how = f"profit in millions differs by {mean:.3g} [{lower:.3g}, {upper:.3g}] at every look"
        if self.pairs.winner is None:
            return f"{first} and {second} are not told apart after all {self.most_pairs} pairs: {how}"
        behind = second if self.pairs.winner == first else first
        stopped = f"stopped after {len(self.played.first)} of {self.most_pairs} pairs"
        return f"{self.pairs.winner} is ahead of {behind}: {how}, {stopped}"

    def document(self) -> dict[str, Any]:
        """The paired comparison, every method, the sequential verdict, the bias of playing together."""
        first, second = self.pairs.names
        return {
            "first": first,
            "second": second,
            **self.report.comparison._asdict(),
            "methods": [method._asdict() for method in self.report.methods],
            "decided_after": self.report.sequential.decided_after,
            "winner": self.pairs.winner,
            "rests_on": self.pairs.assumption,
            "games_played": self.n_games,
            "most_pairs": self.most_pairs or None,
            "together": self.report.bias._asdict() if self.report.bias else None,
            "lost_thoughts": add_losses(self.played.games),
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each market: both profits and their difference."""
        return self.pairs.frame().rename(columns={"pair": "market"})

    def story(self) -> Iterator[Part]:
        """The verdict, what it rests on, the methods, and what looking early or playing together would have said."""
        yield self.headline()
        yield self.pairs.assumption
        both, (first, second) = self.report.comparison, self.pairs.names
        yield StoryTable(
            f"{first} minus {second}, {both.n} markets, millions",
            ["method", "difference", "sd", "sd from", "sd to", f"games each for {self.difference:g}"],
            [list(method) for method in self.report.methods],
        )
        if self.most_pairs:
            why = (
                "looked to the end without a decision"
                if self.pairs.winner is None
                else "stopped when it was decided"
            )
            yield (
                f"{self.n_games} games were played. Intervals and p-values below are those of a fixed number of "
                f"pairs; having {why}, go by the first line."
            )
        yield (
            f"Paired: {interval_text(both.difference, both.paired_lower, both.paired_upper)}, "
            f"p = {both.paired_p:.2g} (Wilcoxon {both.wilcoxon_p:.2g}, permutation {both.permutation_p:.2g}); "
            f"{correlation_text(both.correlation)}."
        )
        yield f"Looking after every pair: {self.pairs.looks}."
        if self.report.bias:
            bias = self.report.bias
            yield (
                f"Both in one game: {bias.together:.3f}, {bias.bias:+.3f} [{bias.lower:+.3f}, {bias.upper:+.3f}] "
                f"away from separate games (p = {bias.p_value:.2g})."
            )
        yield from (sentence for game in self.played.games for sentence in game.lost_days)

    def plot(self) -> "Figure":
        """The paired differences."""
        return self.pairs.plot()

    def plots(self) -> "dict[str, Figure]":
        """The paired differences, the spread each method sees, and the games it needs."""
        from humanlike.figures.market import draw_games_needed

        needs = needs_by_difference(self.report.methods, alpha=self.alpha, power=self.power)
        return {
            "differences": self.plot(),
            "methods": self._draw_methods(self.report.methods),
            "games_needed": draw_games_needed(*needs, alpha=self.alpha, power=self.power),
        }

    def _draw_methods(self, methods: tuple[ComparisonMethod, ...]) -> "Figure":
        from humanlike.figures.market import draw_methods

        sd, lower, upper = np.array([(each.sd, each.sd_lower, each.sd_upper) for each in methods]).T
        return draw_methods(
            [method.name for method in methods],
            sd,
            lower,
            upper,
            [method.needed for method in methods],
            data=f"to detect {self.difference:g} millions, {' against '.join(self.pairs.names)}",
        )


@dataclass(frozen=True, eq=False, repr=False)
class NoiseResult(Result):
    """How much profit varies in random markets, and when only the agents' own chance does."""

    names: tuple[str, ...]
    played: Noise
    rows: tuple[NoiseRow, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """Markets held, and games in each of them."""
        return len(self.played.controlled), len(self.played.controlled[0])

    def headline(self) -> str:
        """What holding the market leaves."""
        ratios = [row.ratio for row in self.rows if row.ratio == row.ratio]
        if not ratios:
            return "No agent's profit varies"
        return f"With the market held, {min(ratios):.0%} to {max(ratios):.0%} of an agent's standard deviation is left"

    def document(self) -> dict[str, Any]:
        """The paper's Table 1."""
        markets, repeats = self.shape
        return {
            "rows": [row._asdict() for row in self.rows],
            "markets": markets,
            "repeats": repeats,
            "lost_thoughts": add_losses(self.played.games),
        }

    def frame(self) -> "pd.DataFrame":
        """A row for each agent."""
        import pandas as pd

        return pd.DataFrame([row._asdict() for row in self.rows])

    def story(self) -> Iterator[Part]:
        """Spread in random and in held markets, by agent."""
        yield self.headline()
        markets, repeats = self.shape
        yield StoryTable(
            f"Profit in millions: random markets and {markets} markets repeated {repeats} times",
            [
                "agent", "mean", "sd random", "sd from", "sd to", "sd controlled", "ratio", "ratio from", "ratio to",
            ],
            [list(row) for row in self.rows],
        )  # fmt: skip
        for who, count in add_losses(self.played.games).items():
            yield f"{who} loses {count:,} day(s) in {len(self.played.games)} games; `market play` says why."

    def plot(self) -> "Figure":
        """Bank balances by day in the first held market."""
        return self._daily("controlled", self.played.controlled[0])

    def plots(self) -> "dict[str, Figure]":
        """Bank balances by day, in a held market and in random ones."""
        return {"daily_controlled": self.plot(), "daily_random": self._daily("random", self.played.random)}

    def _daily(self, which: str, games: list[GameSummary]) -> "Figure":
        from humanlike.figures.market import draw_daily_profit

        return draw_daily_profit([game.balances for game in games], self.names, data=f"{which} markets")


@dataclass(frozen=True, eq=False, repr=False)
class SensitivityResult(Result):
    """Total sensitivity indices of every factor, by output."""

    names: tuple[str, ...]  # the agents
    factors: tuple[str, ...]
    outputs: dict[str, Sensitivity | list[SobolIndices]]  # SALib's come one for each agent
    seconds: float

    def document(self) -> dict[str, Any]:
        """Indices by output; those of a single output once more at the top."""
        outputs = {
            word: [each._asdict() for each in found] if isinstance(found, list) else found._asdict()
            for word, found in self.outputs.items()
        }
        only = next(iter(outputs.values())) if len(outputs) == 1 else {}
        single = only if isinstance(only, dict) else {}
        return {"factors": list(self.factors), "outputs": outputs, "seconds": self.seconds, **single}

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
        yield f"{self.seconds:,.0f} seconds."

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
                    *found, self.factors, output=output_title(word)
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
