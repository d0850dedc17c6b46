"""What theory says about a game: payoffs, equilibria, Pareto set, maximin, coordination; or the list of games."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from humanlike.core import BadRequest, Game, UnsuitableGame
from humanlike.games import (
    GAMES,
    coordination_cells,
    equilibria,
    logit_equilibrium,
    maximin,
    pareto_cells,
    payoff_polygon,
    pure_equilibria,
    write_game,
)
from humanlike.naming.games import find_game
from humanlike.studies.result import Result
from humanlike.studies.telling import Part, StoryTable

if TYPE_CHECKING:
    import pandas as pd

MOST_CELLS = 12  # told in a story; the document has them all


@dataclass(frozen=True, eq=False, repr=False)
class DescribedGame(Result):
    """One game and what theory says of it."""

    game: Game
    theory: dict[str, Any]

    def headline(self) -> str:
        """Title, name and size."""
        return f"{self.game.title or self.game.name} ({self.game.name}), {self.game.n_players} players"

    def document(self) -> dict[str, Any]:
        """Everything that was computed."""
        return self.theory

    def frame(self) -> "pd.DataFrame":
        """The cells with their payoffs, one a row; for games of more than two players too."""
        import pandas as pd

        profiles = self.game.profiles()
        roles = [self.game.role_name(player) for player in range(self.game.n_players)]
        rows = [(self.game.label_of(each), *self.game.payoffs_of(each)) for each in profiles]
        return pd.DataFrame(rows, columns=["cell", *roles])

    def write(self, path: Path | str) -> None:
        """Keep the game: .json, .nfg or .txt."""
        write_game(Path(path), self.game)

    def story(self) -> Iterator[Part]:
        """One game on one screen."""
        game, found = self.game, self.theory
        yield self.headline()
        if game.note:
            yield game.note
        if game.n_players == 2:
            yield _matrix(game)
        yield _equilibria_part(game, found["equilibria"])
        yield _cells_sentence("Pareto set", found["pareto"], "too many cells to compare")
        secured = {each["player"]: _security(each) for each in found["maximin"]}
        for who, sentence in _merged(secured).items():
            yield f"Maximin, {who}: {sentence}"
        yield _cells_sentence("Coordination between", found["coordination"]["cells"], "")
        if "qre" in found:
            yield from _logit_sentences(found["qre"])
        if game.citation:
            yield f"Source: {game.citation}"


@dataclass(frozen=True, eq=False, repr=False)
class GameList(Result):
    """All games of the catalogue."""

    games: tuple[Game, ...]

    def document(self) -> list[dict[str, Any]]:
        """Name, title, size and source of each."""
        return [
            {
                "name": game.name,
                "title": game.title,
                "players": game.n_players,
                "actions": list(game.n_actions),
                "citation": game.citation,
            }
            for game in self.games
        ]

    def story(self) -> Iterator[Part]:
        """One line each."""
        rows = [(game.name, game.title, game.n_players, _size(game.n_actions)) for game in self.games]
        yield StoryTable("Games", ("name", "title", "players", "actions"), rows)


def describe_game(
    game: str | Path | Game | None = None, *, precision: float | None = None
) -> DescribedGame | GameList:
    """One game, by word, file or object, with its logit equilibrium at `precision`; without one, all that ship."""
    if game is None:
        if precision is not None:
            raise BadRequest("--precision and --out need a game: humanlike games ID.")
        return GameList(tuple(GAMES.values()))
    found = find_game(game)
    return DescribedGame(found, theory_of(found, precision))


def theory_of(game: Game, precision: float | None = None) -> dict[str, Any]:
    """Payoffs, equilibria, Pareto set, maximin, coordination and, at a `precision`, the logit equilibrium."""
    cells = _where_possible(coordination_cells, game)
    pareto = _where_possible(pareto_cells, game)
    document: dict[str, Any] = {
        "name": game.name,
        "title": game.title,
        "players": game.n_players,
        "actions": [list(labels) for labels in game.labels],
        "payoffs": _payoffs(game),
        "citation": game.citation,
        "note": game.note,
        "equilibria": _equilibria(game),
        "pareto": None if pareto is None else [_cell(game, profile) for profile in pareto],
        "polygon": payoff_polygon(game).tolist() if game.n_players == 2 else None,
        "maximin": [
            {
                "player": game.role_name(player),
                "action": game.labels[player][found.action],
                "pure_value": found.pure_value,
                "strategy": list(found.strategy),
                "mixed_value": found.mixed_value,
            }
            for player, found in enumerate(maximin(game))
        ],
        "coordination": {
            "is_coordination_game": bool(cells),
            "cells": [_cell(game, profile) for profile in cells or ()],
        },
    }
    if precision is not None:
        choices = logit_equilibrium(game, precision)
        document["qre"] = {
            "precision": precision,
            **{game.role_name(player): choice.tolist() for player, choice in enumerate(choices)},
        }
    return document


def _where_possible(question: Any, game: Game) -> Any:
    """The answer, or None where the game is too large for an exhaustive one."""
    try:
        return question(game)
    except UnsuitableGame:
        return None


def _payoffs(game: Game) -> dict[str, Any]:
    if game.n_players == 2:
        row, column = game.matrices
        return {"row": row.tolist(), "column": column.tolist()}
    return {"situations": game.situation_kind, "tables": [table.tolist() for table in game.tables]}


def _cell(game: Game, profile: tuple[int, ...]) -> dict[str, Any]:
    return {
        "cell": game.label_of(profile),
        "profile": list(profile),
        "payoffs": list(game.payoffs_of(profile)),
    }


def _equilibria(game: Game) -> list[dict[str, Any]] | None:
    """All of a two-player game; the pure ones elsewhere; None where there are too many to list."""
    if game.n_players > 2:
        found = _where_possible(pure_equilibria, game)
        if found is None:
            return None
        return [{**_cell(game, each.profile), "multiplicity": each.multiplicity} for each in found]
    extreme = _where_possible(equilibria, game)
    if extreme is None:
        return None
    return [
        {
            "row": [float(chance) for chance in each.row],
            "column": [float(chance) for chance in each.column],
            "payoffs": [float(payoff) for payoff in each.payoffs],
            "continuum": each.continuum,
            "component": each.component,
            "exact": {
                "row": [str(chance) for chance in each.row],
                "column": [str(chance) for chance in each.column],
                "payoffs": [str(payoff) for payoff in each.payoffs],
            },
        }
        for each in extreme
    ]


def _size(counts: tuple[int, ...]) -> str:
    """2 x 3, or 21 each."""
    return " x ".join(map(str, counts)) if len(counts) == 2 else f"{counts[0]} each"


def _matrix(game: Game) -> StoryTable:
    rows, columns = game.labels
    body = [
        [
            label,
            *(", ".join(f"{payoff:g}" for payoff in game.payoffs_of((i, j))) for j in range(len(columns))),
        ]
        for i, label in enumerate(rows)
    ]
    return StoryTable("", ("", *columns), body)


def _equilibria_part(game: Game, found: list[dict[str, Any]] | None) -> Part:
    if found is None:
        return "Equilibria: too many to list"
    if game.n_players > 2:
        return _cells_sentence("Pure equilibria", found, "")
    body = [
        [
            "(" + ", ".join(each["exact"]["row"]) + ")",
            "(" + ", ".join(each["exact"]["column"]) + ")",
            ", ".join(each["exact"]["payoffs"]),
            f"extreme point of continuum {each['component'] + 1}" if each["continuum"] else "",
        ]
        for each in found
    ]
    return StoryTable("Nash equilibria", ("row", "column", "payoffs", ""), body)


def _cells_sentence(title: str, cells: list[dict[str, Any]] | None, otherwise: str) -> str:
    if not cells:
        return f"{title}: {otherwise if cells is None else 'none'}"
    words = [f"{each['cell']} {_payoffs_in_words(each['payoffs'])}" for each in cells]
    rest = f" and {len(words) - MOST_CELLS} more" if len(words) > MOST_CELLS else ""
    return f"{title}: {', '.join(words[:MOST_CELLS])}{rest}"


def _payoffs_in_words(payoffs: list[float]) -> str:
    """(5, 3), or (0.7 each) where larger groups earn alike."""
    if len(payoffs) > 2 and len(set(payoffs)) == 1:
        return f"({payoffs[0]:g} each)"
    return f"({', '.join(f'{payoff:g}' for payoff in payoffs)})"


def _security(found: dict[str, Any]) -> str:
    mixture = ", ".join(f"{chance:.3g}" for chance in found["strategy"])
    return (
        f"{found['action']} secures {found['pure_value']:.4g}; ({mixture}) secures {found['mixed_value']:.4g}"
    )


def _merged(sentences: dict[str, str]) -> dict[str, str]:
    """One sentence for everybody if it is the same for all of a larger group."""
    if len(sentences) > 2 and len(set(sentences.values())) == 1:
        return {"each player": next(iter(sentences.values()))}
    return sentences


def _logit_sentences(found: dict[str, Any]) -> Iterator[str]:
    choices = {
        role: ", ".join(f"{chance:.4f}" for chance in choice)
        for role, choice in found.items()
        if role != "precision"
    }
    for role, chances in _merged(choices).items():
        yield f"Logit equilibrium at {found['precision']:g}, {role}: {chances}"
