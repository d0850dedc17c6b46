"""What happened in Social Ultimatum Games, what was learned from them, and which agents play like people."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from humanlike.core import OfferTable
from humanlike.similarity import distributions, metric_named
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable
from humanlike.worlds.social_ultimatum import (
    Learned,
    LeftOut,
    learned_document,
    summarise_seats,
    tell_left_out,
    write_learned,
    write_traces,
)
from humanlike.worlds.social_ultimatum.traces import rows_from_tables

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from humanlike.figures.social import Panels

LONGEST_CHAIN = 8  # links, in the picture of a play


@dataclass(frozen=True, eq=False, repr=False)
class SocialPlayResult(Result):
    """Tables that were played, and who sat where."""

    table: OfferTable
    agents: tuple[str, ...]
    unasked: bool = False  # nobody was named, nothing was learned or given

    def write(self, path: Path | str) -> None:
        """Keep the traces: .csv or .parquet."""
        write_traces([self.table], Path(path))

    def headline(self) -> str:
        """How much was played, and by whom."""
        who = ", ".join(dict.fromkeys(self.agents))
        return f"{self.table.n_games} game(s) of {self.table.n_rounds} rounds, {self.table.n_players} players: {who}"

    def document(self) -> dict[str, Any]:
        """Earnings, offers and refusals by seat."""
        seats = [
            {"agent": agent, **seat._asdict()}
            for agent, seat in zip(self.agents, summarise_seats(self.table), strict=True)
        ]
        return {
            "games": self.table.n_games,
            "rounds": self.table.n_rounds,
            "players": self.table.n_players,
            "seats": seats,
        }

    def frame(self) -> "pd.DataFrame":
        """The traces: a row for each offer."""
        return rows_from_tables([self.table])

    def story(self) -> Iterator[Part]:
        """What every seat earned and offered."""
        seats = zip(self.agents, summarise_seats(self.table), strict=True)
        yield StoryTable(
            self.headline(),
            ("seat", "agent", "earned a game", "mean offer", "own offers refused"),
            [(seat.seat, agent, *seat[1:]) for agent, seat in seats],
        )
        if self.unasked:
            yield (
                "Nobody was named: a synthetic population plays ('attached', no human data), which needs nothing "
                "learned. Agents of the paper: --agents adaptive,dba,dbra,game-theoretic with --learned FILE."
            )

    def plot(self) -> "Figure":
        """Offers, rejections, recipients and reciprocity of the whole table."""
        from humanlike.figures.social import draw_panels

        name = ", ".join(dict.fromkeys(self.agents))
        chains = min(LONGEST_CHAIN, self.table.n_rounds - 1)
        return draw_panels("", {name: panels_of([self.table], chains)}, data=self.headline())


@dataclass(frozen=True, eq=False, repr=False)
class SocialLearnResult(Result):
    """Distributions by counting, and three numbers for every player of every game."""

    learned: Learned
    left_out: tuple[LeftOut, ...] = ()

    def write(self, path: Path | str) -> None:
        """Keep what was learned, as JSON."""
        write_learned(Path(path), self.learned, self.left_out)

    def document(self) -> dict[str, Any]:
        """Everything, by group size, and what was left out of the traces."""
        return learned_document(self.learned, self.left_out)

    def players(self) -> "pd.DataFrame":
        """A row for each player of each game: fairness, reactivity, exploration."""
        import pandas as pd

        rows = [
            (size, game, player, *(float(array[game, player]) for array in own))
            for size, own in sorted(self.learned.adaptive.items())
            for game, player in np.ndindex(own.fairness.shape)
        ]
        return pd.DataFrame(
            rows, columns=["n_players", "game", "player", "fairness", "reactivity", "exploration"]
        )

    def story(self) -> Iterator[Part]:
        """Offers and rejections, then recipients and players by group size."""
        shared = next(iter(self.learned.distributions.values()))
        amounts = range(0, self.learned.endowment + 1, self.learned.step)
        rows = list(zip(amounts, shared.offers.tolist(), shared.rejection.tolist(), strict=True))
        yield StoryTable("Offers and rejections", ("offer", "share of offers", "share refused"), rows)
        for size, each in sorted(self.learned.distributions.items()):
            own = self.learned.adaptive[size]
            ranks = ", ".join(f"{share:.3f}" for share in each.recipients)
            yield f"{size} players: recipients by rank {ranks}; returned next round {each.reciprocation:.3f}"
            means = ", ".join(f"{name} {array.mean():.3f}" for name, array in own._asdict().items())
            yield f"{size} players: {own.fairness.size} player-games; mean {means}"
        yield from tell_left_out(self.left_out)


def panels_of(body: Sequence[OfferTable], chains: int) -> "Panels":
    """The four panels of a body of play."""
    from humanlike.figures.social import Panels, enough

    offers, rejections, recipients, returns = (
        distributions(body, metric_named(name))[0] for name in ("d_O", "d_B", "d_R", f"d_Y{chains}")
    )
    return Panels(
        np.array([float(cell) for cell in offers.cells]),
        offers.probabilities[0],
        enough(rejections.probabilities[:, 1], rejections.cases),
        recipients.probabilities[0],
        enough(returns.probabilities[:, 1], returns.cases),
    )
