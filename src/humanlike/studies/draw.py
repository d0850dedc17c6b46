"""Games drawn at random after entries are due, from a seed whose hash was published before."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import BadRequest, Game
from humanlike.games import game_digest, read_games, write_games
from humanlike.naming.games import RANDOM, find_games
from humanlike.naming.grammar import split_words
from humanlike.studies.result import Result
from humanlike.studies.telling import Part
from humanlike.tournament.material import commitment

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, repr=False)
class DrawResult(Result):
    """The drawn games, and what to publish beforehand."""

    games: tuple[Game, ...]
    seed: int

    @property
    def commitment(self) -> str:
        """The hash of the seed."""
        return commitment(self.seed)

    def write(self, path: str | Path) -> None:
        """Keep the games in a game file, for the experiment to be run with them; other games are not overwritten."""
        if Path(path).exists() and _digests(read_games(path).values()) != _digests(self.games):
            raise BadRequest(f"'{path}' holds other games; choose another file.")
        write_games(Path(path), self.games)

    def frame(self) -> "pd.DataFrame":
        """One row for each cell and role of each game."""
        import numpy as np
        import pandas as pd

        rows = [
            (game.name, " ".join(map(str, cell)), game.role_name(role), float(table[cell]))
            for game in self.games
            for role, table in enumerate(game.tables)
            for cell in np.ndindex(table.shape)
        ]
        return pd.DataFrame(rows, columns=["game", "cell", "role", "payoff"])

    def document(self) -> dict[str, Any]:
        """Names, payoffs by role, and the commitment."""
        games = [
            {"name": game.name, "payoffs": [table.tolist() for table in game.tables]} for game in self.games
        ]
        return {"games": games, "seed": self.seed, "seed_commitment": self.commitment}

    def story(self) -> Iterator[Part]:
        """How many, and what to publish."""
        yield f"{len(self.games)} games drawn; publish beforehand: {self.commitment}"


def draw(games: str | Sequence[str] = "random:20", *, seed: int = 1) -> DrawResult:
    """The games that `random:N` means in a tournament with this seed."""
    words = split_words(games) if isinstance(games, str) else games
    drawn = find_games([word for word in words if word.startswith(RANDOM)], seed=seed)
    if not drawn:
        raise BadRequest("Games are drawn by random:N, for example --games random:20.")
    return DrawResult(tuple(drawn), seed)


def _digests(games: Iterable[Game]) -> list[tuple[str, bytes]]:
    return [(game.name, game_digest(game)) for game in games]
