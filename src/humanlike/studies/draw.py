"""Games drawn at random after entries are due, from a seed whose hash was published before."""

import re
import secrets
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

SALT_BYTES = 16


@dataclass(frozen=True, eq=False, repr=False)
class DrawResult(Result):
    """The drawn games, and what to publish beforehand."""

    games: tuple[Game, ...]
    seed: int
    salt: str

    @property
    def commitment(self) -> str:
        """The hash of seed and salt, to be published."""
        return commitment(self.seed, self.salt)

    def write(self, path: str | Path) -> None:
        """Keep the games in a game file, for the experiment to be run with them; other games are not overwritten.

        Neither seed nor salt stand in it.
        """
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
        """Names, payoffs by role, the commitment to publish, and what to keep secret until the tournament is over."""
        games = [
            {"name": game.name, "payoffs": [table.tolist() for table in game.tables]} for game in self.games
        ]
        return {
            "games": games,
            "seed": self.seed,
            "salt": self.salt,
            "seed_commitment": self.commitment,
            "keep_secret": ["seed", "salt"],
        }

    def story(self) -> Iterator[Part]:
        """How many, what to publish, and what not."""
        yield f"{len(self.games)} games drawn; publish beforehand: {self.commitment}"
        yield (
            f"Keep secret until it is over, and use in the tournament: --seed {self.seed} --salt {self.salt} "
            "(then: humanlike reveal RUN)."
        )

    def headline(self) -> str:
        """How many; no secret."""
        return f"{len(self.games)} games drawn"


def draw(games: str | Sequence[str] = "random:20", *, seed: int = 1, salt: str = "") -> DrawResult:
    """The games that `random:N` means in a tournament with this seed, and a hash of the seed that tells nothing of it.

    `salt` is 32 hexadecimal digits, by default drawn at random: the one thing here that no seed decides.
    """
    salt = salt or secrets.token_hex(SALT_BYTES)
    check_salt(salt)
    words = split_words(games) if isinstance(games, str) else games
    drawn = find_games([word for word in words if word.startswith(RANDOM)], seed=seed)
    if not drawn:
        raise BadRequest("Games are drawn by random:N, for example --games random:20.")
    return DrawResult(tuple(drawn), seed, salt)


def check_salt(salt: str) -> None:
    """Refuse what is no salt."""
    if not re.fullmatch(f"[0-9a-f]{{{2 * SALT_BYTES}}}", salt):
        raise BadRequest(f"A salt is {2 * SALT_BYTES} hexadecimal digits (0-9, a-f), not '{salt:.60}'.")


def _digests(games: Iterable[Game]) -> list[tuple[str, bytes]]:
    return [(game.name, game_digest(game)) for game in games]
