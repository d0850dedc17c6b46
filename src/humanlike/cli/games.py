"""`humanlike games`: the catalogue, or all that theory says about one game."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.markup import escape

from humanlike.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from humanlike.core import Game

MOST_CELLS = 12  # listed on the screen; --json has them all


def games(
    game: str | None = typer.Argument(
        None, metavar="[ID]", help="A game, a game file, or FILE#NAME; none: list all."
    ),
    precision: float | None = typer.Option(None, help="Also show the logit equilibrium at this precision."),
    out: Path | None = typer.Option(None, help="Write the game to this file (.json, .nfg, .txt)."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """List the games, or show one: payoffs, equilibria, Pareto set, maximin, coordination."""
    from humanlike.core import BadRequest
    from humanlike.games import write_game

    if game is None:
        if precision is not None or out is not None:
            raise BadRequest("--precision and --out need a game: humanlike games ID.")
        _list(as_json)
        return
    chosen = find_game(game)
    document = describe(chosen, precision)
    if out is not None:
        write_game(out, chosen)
    if as_json:
        print_json(document)
    else:
        _show(chosen, document)


def find_game(text: str) -> "Game":
    """A game of the catalogue, or one from a file."""
    from humanlike.core import look_up
    from humanlike.games import GAMES, read_game
    from humanlike.games.files import SUFFIXES

    path, _, name = text.partition("#")
    if text not in GAMES and path.lower().endswith(SUFFIXES):
        return read_game(path, name or None)
    return look_up("game", text, GAMES)


def describe(game: "Game", precision: float | None = None) -> dict[str, Any]:
    """Everything `--json` prints about one game."""
    from humanlike.games import coordination_cells, logit_equilibrium, maximin, pareto_cells, payoff_polygon

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


def _where_possible(question: Any, game: "Game") -> Any:
    """The answer, or None where the game is too large for an exhaustive one."""
    from humanlike.core import UnsuitableGame

    try:
        return question(game)
    except UnsuitableGame:
        return None


def _payoffs(game: "Game") -> dict[str, Any]:
    if game.n_players == 2:
        row, column = game.matrices
        return {"row": row.tolist(), "column": column.tolist()}
    return {"situations": game.situation_kind, "tables": [table.tolist() for table in game.tables]}


def _cell(game: "Game", profile: tuple[int, ...]) -> dict[str, Any]:
    return {
        "cell": game.label_of(profile),
        "profile": list(profile),
        "payoffs": list(game.payoffs_of(profile)),
    }


def _equilibria(game: "Game") -> list[dict[str, Any]] | None:
    """All of a two-player game; the pure ones elsewhere; None where there are too many to list."""
    from humanlike.games import equilibria, pure_equilibria

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


def _list(as_json: bool) -> None:
    from humanlike.games import GAMES

    rows = [
        {
            "name": game.name,
            "title": game.title,
            "players": game.n_players,
            "actions": list(game.n_actions),
            "citation": game.citation,
        }
        for game in GAMES.values()
    ]
    if as_json:
        print_json(rows)
        return
    columns = ("name", "title", "players", "actions")
    body = [(row["name"], row["title"], row["players"], _size(row["actions"])) for row in rows]
    print_table("Games", columns, body)


def _size(counts: Any) -> str:
    """2 x 3, or 21 each."""
    return " x ".join(map(str, counts)) if len(counts) == 2 else f"{counts[0]} each"


def _show(game: "Game", document: dict[str, Any]) -> None:
    """One game on one screen."""
    title, name = escape(game.title or game.name), escape(game.name)
    console.print(f"[bold]{title}[/bold] ({name}), {game.n_players} players")
    if game.note:
        console.print(game.note, markup=False)
    if game.n_players == 2:
        _show_matrix(game)
    _show_equilibria(game, document["equilibria"])
    _show_cells("Pareto set", document["pareto"], "too many cells to compare")
    secured = {each["player"]: _security(each) for each in document["maximin"]}
    for who, sentence in _merged(secured).items():
        console.print(f"Maximin, {who}: {sentence}", markup=False)
    _show_cells("Coordination between", document["coordination"]["cells"], "")
    if "qre" in document:
        _show_logit(document["qre"])
    if game.citation:
        console.print(f"Source: {game.citation}", markup=False)


def _show_matrix(game: "Game") -> None:
    rows, columns = ([escape(label) for label in labels] for labels in game.labels)
    body = [
        [
            label,
            *(", ".join(f"{payoff:g}" for payoff in game.payoffs_of((i, j))) for j in range(len(columns))),
        ]
        for i, label in enumerate(rows)
    ]
    print_table("", ("", *columns), body)


def _show_equilibria(game: "Game", found: list[dict[str, Any]] | None) -> None:
    if found is None:
        console.print("Equilibria: too many to list")
        return
    if game.n_players > 2:
        _show_cells("Pure equilibria", found, "")
        return
    body = [
        [
            "(" + ", ".join(each["exact"]["row"]) + ")",
            "(" + ", ".join(each["exact"]["column"]) + ")",
            ", ".join(each["exact"]["payoffs"]),
            f"extreme point of continuum {each['component'] + 1}" if each["continuum"] else "",
        ]
        for each in found
    ]
    print_table("Nash equilibria", ("row", "column", "payoffs", ""), body)


def _show_cells(title: str, cells: list[dict[str, Any]] | None, otherwise: str) -> None:
    if not cells:
        console.print(f"{title}: {otherwise if cells is None else 'none'}", markup=False)
        return
    words = [f"{each['cell']} {_payoffs_in_words(each['payoffs'])}" for each in cells]
    rest = f" and {len(words) - MOST_CELLS} more" if len(words) > MOST_CELLS else ""
    console.print(f"{title}: {', '.join(words[:MOST_CELLS])}{rest}", markup=False)


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


def _show_logit(found: dict[str, Any]) -> None:
    choices = {
        role: ", ".join(f"{chance:.4f}" for chance in choice)
        for role, choice in found.items()
        if role != "precision"
    }
    for role, chances in _merged(choices).items():
        console.print(f"Logit equilibrium at {found['precision']:g}, {role}: {chances}", markup=False)
