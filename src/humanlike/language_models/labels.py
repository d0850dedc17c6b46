"""What actions are called in a match, and in which order they are named.

Language models prefer letters (early ones, their own favourites) and what is named first, so both are drawn anew for
every match from its stream: what a model likes about a letter is then spread over the actions. Letters that mean
something in such games (A to E, I, U, Y and the like) are not used.
"""

from collections.abc import Sequence
from typing import NamedTuple

from humanlike.core import BadRequest, Game, Streams, UnsuitableGame

LETTERS = "FGHJKLMNPQRSTVWXZ"
LONGEST = 40


class Labelling(NamedTuple):
    """For each role the label of every action, and the order in which its actions are named."""

    names: tuple[tuple[str, ...], ...]
    orders: tuple[tuple[int, ...], ...]

    def in_order(self, role: int) -> tuple[str, ...]:
        """The labels of a role as they are named."""
        return tuple(self.names[role][action] for action in self.orders[role])


def check_labels(labels: Sequence[str]) -> tuple[str, ...]:
    """Labels a model can be asked for: different, not empty, on one line."""
    words = tuple(labels)
    if len({word.casefold() for word in words}) < len(words):
        raise ValueError("labels must differ, also when written small")
    if any(not word.strip() or word != word.strip() or not word.isprintable() for word in words):
        raise ValueError("a label is a word on one line")
    if any(len(word) > LONGEST for word in words):
        raise ValueError(f"a label has at most {LONGEST} letters")
    return words


def draw_labelling(stream: Streams, game: Game, labels: str | tuple[str, ...]) -> Labelling:
    """The labels of one match: drawn letters, the game's own (`game`), or given ones in drawn places."""
    generator = stream["labels"].generator()
    most = max(game.n_actions)
    orders = tuple(tuple(generator.permutation(count).tolist()) for count in game.n_actions)
    if labels == "game":
        return Labelling(_own_labels(game), orders)
    given = tuple(LETTERS) if isinstance(labels, str) else labels
    if most > len(given):
        raise UnsuitableGame(
            f"'{game.name}' has {most} actions and there are {len(given)} labels for them; "
            'labels = "game" takes the game\'s own.'
        )
    chosen = [given[place] for place in generator.permutation(len(given))[:most]]
    return Labelling(tuple(tuple(chosen[:count]) for count in game.n_actions), orders)


def _own_labels(game: Game) -> tuple[tuple[str, ...], ...]:
    try:
        return tuple(check_labels(labels) for labels in game.labels)
    except ValueError as error:
        raise BadRequest(f"The labels of '{game.name}' cannot be asked for: {error}.") from error
