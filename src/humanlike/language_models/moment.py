"""A moment: what one player knows when a choice is due. Ways of asking put it into words, and know nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from humanlike.core import MISSING, Game, UnsuitableGame
from humanlike.language_models.labels import Labelling

MOST_CELLS = 64  # that a prompt spells out


class Prospect(NamedTuple):
    """One combination of choices and what it pays, in labels and numbers as they are read."""

    own: str
    others: tuple[str, ...]
    own_payoff: str
    others_payoffs: tuple[str, ...]


class PastRound(NamedTuple):
    """What happened in a round, counted from 1."""

    number: int
    cell: Prospect


@dataclass(frozen=True)
class Moment:
    """A role of a game in a round, with the profiles of the rounds before (MISSING where nobody moved)."""

    game: Game
    role: int
    labelling: Labelling
    history: tuple[tuple[int, ...], ...] = ()
    window: int = 0  # rounds remembered; 0: all
    rounds: int | None = None  # as announced
    expected: str = ""  # the label this player expects of the other

    @property
    def round(self) -> int:
        """The round to be played, from 1."""
        return len(self.history) + 1

    @property
    def own_labels(self) -> tuple[str, ...]:
        """The player's choices as they are named."""
        return self.labelling.in_order(self.role)

    @property
    def n_others(self) -> int:
        """How many others there are."""
        return self.game.n_players - 1

    def cells(self) -> Iterator[Prospect]:
        """Every combination of choices, in the drawn order."""
        others = self.game.others(self.role)
        for own in self.labelling.orders[self.role]:
            for theirs in product(*(self.labelling.orders[other] for other in others)):
                profile = dict(zip(others, theirs, strict=True)) | {self.role: own}
                yield self._cell(tuple(profile[player] for player in range(self.game.n_players)))

    def past(self) -> list[PastRound]:
        """The remembered rounds in which everybody moved, oldest first."""
        first = max(0, len(self.history) - self.window) if self.window else 0
        return [
            PastRound(number + 1, self._cell(profile))
            for number, profile in enumerate(self.history)
            if number >= first and min(profile) > MISSING
        ]

    def _cell(self, profile: tuple[int, ...]) -> Prospect:
        others = self.game.others(self.role)
        payoffs = [f"{payoff:g}" for payoff in self.game.payoffs_of(profile)]
        names = self.labelling.names
        return Prospect(
            names[self.role][profile[self.role]],
            tuple(names[other][profile[other]] for other in others),
            payoffs[self.role],
            tuple(payoffs[other] for other in others),
        )


def check_describable(game: Game) -> None:
    """Refuse games whose payoffs a prompt cannot spell out."""
    cells = 1
    for count in game.n_actions:
        cells *= count
    if cells > MOST_CELLS:
        raise UnsuitableGame(
            f"'{game.name}' has {cells} combinations of choices; a language model is told at most {MOST_CELLS}."
        )
