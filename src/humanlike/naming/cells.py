"""Cells and histories: `UL`, `UL:1,DL:2`, `A1 A0 B1`."""

from collections.abc import Sequence
from typing import Any

from humanlike.core import BadRequest, Game, whole_number
from humanlike.engine import check_size

MOST_CELLS = 100_000


def profile_of(game: Game, word: str) -> tuple[int, ...]:
    """A cell by its label, such as UL (or up-left where labels are words)."""
    cells = 1
    for count in game.n_actions:
        cells *= count
    if cells > MOST_CELLS:
        raise BadRequest(f"'{game.name}' has too many cells to be named one by one.")
    names = {game.label_of(profile): profile for profile in game.profiles()}
    if word not in names:
        example = ", ".join(list(names)[:4])
        raise BadRequest(f"'{word}' is no cell of '{game.name}'; its cells are called {example} and so on.")
    return names[word]


def first_round(game: Game, text: str) -> list[tuple[int, ...]]:
    """Round-1 cells, one per pair: `UL,DL,DR`, or with counts `UL:1,DL:2,DR:5`."""
    profiles = []
    for word in text.replace(" ", "").split(","):
        cell, colon, count = word.partition(":")
        pairs = whole_number(count) if colon else 1
        if not pairs:
            raise BadRequest(f"'{word}' should be a cell and how many pairs start there, for example UL:3.")
        check_size(pairs * game.n_players, 1)
        profiles += [profile_of(game, cell)] * pairs
    return profiles


def own_payoff_history(
    table: Any, labels: Sequence[str], words: Sequence[str]
) -> tuple[list[int], list[int]]:
    """`A1 A0 B1`: actions and situations that pay what was said, in a payoff table [actions, situations]."""
    actions, situations = [], []
    for word in words:
        known = [label for label in labels if word.startswith(label)]
        if not known:
            raise BadRequest(
                f"'{word}' should begin with an action ({', '.join(labels)}), for example {labels[0]}1."
            )
        label = max(known, key=len)
        try:
            payoff = float(word[len(label) :])
        except ValueError:
            raise BadRequest(f"'{word}' should be an action and its payoff, for example {label}1.") from None
        action = list(labels).index(label)
        fitting = [place for place, value in enumerate(table[action]) if abs(value - payoff) < 1e-9]
        if not fitting:
            paid = ", ".join(f"{value:g}" for value in sorted(set(table[action])))
            raise BadRequest(f"'{word}': action {label} pays {paid}, never {payoff:g}.")
        actions.append(action)
        situations.append(fitting[0])
    return actions, situations
