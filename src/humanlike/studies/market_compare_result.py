"""Agents in the same markets: two of them by every method, or every pair of several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.statistics import ComparisonMethod, needs_by_difference
from humanlike.studies.market_results import WORDS, variate_words
from humanlike.studies.pairs import RivalPairs
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable, correlation_text, interval_text
from humanlike.studies.variants import VariantsResult
from humanlike.worlds.market.adjustment import Seated, fit_adjustment
from humanlike.worlds.market.analysis import PairReport
from humanlike.worlds.market.series import add_losses
from humanlike.worlds.market.studies import MarketSetting
from humanlike.worlds.market.variants import VariantGames

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

SETTING, NOBODY = MarketSetting(), VariantGames((), (), [], 0, 0)


@dataclass(frozen=True, eq=False, repr=False)
class MarketCompareResult(Result):
    """Two agents in the same markets, and the ways that need more games."""

    pairs: RivalPairs
    report: PairReport
    difference: float
    alpha: float
    power: float
    played: VariantGames
    most_pairs: int = 0  # that would have been played; 0 if there was no looking in between
    noise: str = "shared"  # how the agents' own chance was dealt between the games of a pair
    fresh: PairReport | None = None  # the same pairs with noise of their own, if both were asked for
    notes: tuple[str, ...] = ()
    setting: MarketSetting = SETTING

    def write_adjustment(self, path: Path | str, variates: str | Sequence[str] = WORDS) -> None:
        """Keep coefficients of both variants in their seat, to adjust comparisons of other games by."""
        _write_adjustment(self.setting, self.pairs.names, self.played, Path(path), variates)

    @property
    def n_games(self) -> int:
        """Games played in all."""
        return len(self.played.all_games)

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
            "lost_thoughts": add_losses(self.played.all_games),
            "noise": self.noise,
            "fresh": _pair_document(self.fresh) if self.fresh else None,
            "adjusted": self.report.adjusted._asdict() if self.report.adjusted else None,
            "notes": list(self.notes),
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
        if adjusted := self.report.adjusted:
            yield (
                f"Paired and adjusted: {interval_text(adjusted.mean, adjusted.lower, adjusted.upper)}, "
                f"p = {adjusted.p_value:.2g}."
            )
        yield from self._tell_noise()
        yield from self.notes
        if self.report.bias:
            bias = self.report.bias
            yield (
                f"Both in one game: {bias.together:.3f}, {bias.bias:+.3f} [{bias.lower:+.3f}, {bias.upper:+.3f}] "
                f"away from separate games (p = {bias.p_value:.2g})."
            )
        yield from (sentence for game in self.played.all_games for sentence in game.lost_days)

    def _tell_noise(self) -> Iterator[Part]:
        if self.fresh is None:
            if self.noise == "fresh":
                yield "Every game had agents' noise of its own, as where only the market is controlled."
            return
        both = {"shared": self.report.method("paired"), "fresh": self.fresh.method("paired")}
        yield StoryTable(
            "Agents' own noise between the two games of a pair",
            ["noise", "difference", "sd", "sd from", "sd to", f"pairs for {self.difference:g}"],
            [[noise, *method[1:]] for noise, method in both.items()],
        )

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
class MarketVariantsResult(VariantsResult):
    """Several agents in the same markets, every pair of them."""

    played: VariantGames = NOBODY
    setting: MarketSetting = SETTING
    noise: str = "shared"

    def document(self) -> dict[str, Any]:
        """Every pair, and how the games were played."""
        return {
            **super().document(),
            "noise": self.noise,
            "games_played": len(self.played.all_games),
            "lost_thoughts": add_losses(self.played.all_games),
        }

    def write_adjustment(self, path: Path | str, variates: str | Sequence[str] = WORDS) -> None:
        """Keep coefficients of all variants in their seat, to adjust comparisons of other games by."""
        _write_adjustment(self.setting, self.names, self.played, Path(path), variates)


def _write_adjustment(
    setting: MarketSetting,
    names: Sequence[str],
    played: VariantGames,
    path: Path,
    variates: str | Sequence[str],
) -> None:
    seated = [Seated(name, played.seat, games) for name, games in zip(names, played.games, strict=True)]
    fit_adjustment(seated, setting.names, setting.seed, setting.rules, variate_words(variates)).write(path)


def _pair_document(report: PairReport) -> dict[str, Any]:
    return {
        **report.comparison._asdict(),
        "methods": [method._asdict() for method in report.methods],
        "decided_after": report.sequential.decided_after,
    }
