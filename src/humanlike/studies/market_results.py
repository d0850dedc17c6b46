"""What games in the controlled market say: profits, two variants compared, noise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.naming.grammar import split_words
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.worlds.market.adjustment import Adjustment, Seated, fit_adjustment
from humanlike.worlds.market.analysis import NoiseRow
from humanlike.worlds.market.catalogue import Rules
from humanlike.worlds.market.processes import Seeds, write_seed_file
from humanlike.worlds.market.series import GameSummary, add_losses
from humanlike.worlds.market.studies import Noise
from humanlike.worlds.market.variates import VARIATES

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


RULES = Rules()
WORDS = tuple(VARIATES)  # to adjust by: demand, capacity


def variate_words(variates: str | Sequence[str]) -> tuple[str, ...]:
    """What is adjusted by, as words."""
    return split_words(variates) if isinstance(variates, str) else tuple(variates)


@dataclass(frozen=True, eq=False, repr=False)
class MarketPlayResult(Result):
    """A series of games: profits in millions by seat and game."""

    names: tuple[str, ...]
    seed: int
    varied: frozenset[int]
    games: tuple[GameSummary, ...]
    seeds: tuple[Seeds, ...]
    rules: Rules = RULES
    adjustment: Adjustment | None = None  # stored from other games

    @property
    def scores(self) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Profits in millions, [games, seats]."""
        return np.array([game.scores for game in self.games])

    def write_seeds(self, path: Path | str) -> None:
        """Keep the seeds of the first game, so that it can be played again."""
        write_seed_file(Path(path), self.seeds[0])

    def fit_adjustment(self, variates: str | Sequence[str] = WORDS) -> Adjustment:
        """Coefficients of every seat's agent, fitted on these games."""
        seated = [Seated(name, seat, self.games) for seat, name in enumerate(self.names)]
        return fit_adjustment(seated, self.names, self.seed, self.rules, variate_words(variates))

    def write_adjustment(self, path: Path | str, variates: str | Sequence[str] = WORDS) -> None:
        """Keep coefficients fitted on these games, so that profits of any others can be adjusted."""
        self.fit_adjustment(variates).write(Path(path))

    @property
    def adjusted(self) -> "np.ndarray[Any, np.dtype[np.float64]] | None":
        """Profits in millions by stored coefficients, [games, seats]; None without them."""
        if self.adjustment is None:
            return None
        rows = [self.adjustment.adjusted(name, seat, self.games) for seat, name in enumerate(self.names)]
        return np.column_stack(rows)

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
        if (adjusted := self.adjusted) is not None:
            rows = [row | {"adjusted": adjusted[:, seat].tolist()} for seat, row in enumerate(rows)]
        return {
            "agents": rows,
            "seed": self.seed,
            "varied": sorted(self.varied),
            "seeds": [
                {
                    "market": each.market,
                    "agents": each.agents,
                    **({"seats": dict(each.seats)} if each.seats else {}),
                }
                for each in self.seeds
            ],
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
        table = pd.DataFrame(rows, columns=["game", "seat", "agent", "profit"])
        return table if self.adjusted is None else table.assign(adjusted=self.adjusted.ravel())

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
        if self.adjusted is not None and self.adjustment is not None:
            yield self._tell_adjusted(self.adjusted, self.adjustment)
        yield from (sentence for game in self.games for sentence in game.lost_days)

    def _tell_adjusted(
        self, adjusted: "np.ndarray[Any, np.dtype[np.float64]]", stored: Adjustment
    ) -> StoryTable:
        spread = [part.std(axis=0, ddof=1) if len(part) > 1 else np.full(part.shape[1], np.nan) for part in (
            self.scores, adjusted)]  # fmt: skip
        rows = [
            [seat, name, float(adjusted[:, seat].mean()), float(spread[0][seat]), float(spread[1][seat]),
             stored.fit_of(name, seat).agent]
            for seat, name in enumerate(self.names)
        ]  # fmt: skip
        return StoryTable(
            f"Adjusted for {', '.join(stored.variates)} by coefficients of {stored.agents[0].games} other games",
            ["seat", "agent", "mean adjusted", "sd", "sd adjusted", "coefficients of"],
            rows,
        )

    def plot(self) -> "Figure":
        """Bank balances by day."""
        from humanlike.figures.market import draw_daily_profit

        return draw_daily_profit([game.balances for game in self.games], self.names, data=f"seed {self.seed}")

    def plots(self) -> "dict[str, Figure]":
        """The one picture."""
        return {"daily_profit": self.plot()}


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
