"""`humanlike play`: let players play a game and look at the result."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.games import find_game
from humanlike.cli.output import console, print_json, print_table
from humanlike.cli.words import assignments, first_round

if TYPE_CHECKING:
    from humanlike.core import Game, Play


def play(
    game: str = typer.Argument(..., help="A game, or a game file."),
    player: str = typer.Argument(..., help="A rule, rule:set, or a mixed emulator."),
    player2: str | None = typer.Argument(None, help="The column's rule, if different."),
    pairs: int | None = typer.Option(None, help="How many pairs (or groups) play. [default: 8]"),
    rounds: int = typer.Option(50, help="How many rounds."),
    trials: int = typer.Option(1, help="How many independent repetitions."),
    seed: int = typer.Option(1, help="Same seed, same play."),
    first: str | None = typer.Option(None, help="Cells of round 1, one per pair: UL,DL,... or UL:1,DL:2."),
    set_: list[str] = typer.Option([], "--set", help="name=value, a parameter of PLAYER; repeat for more."),
    out: Path | None = typer.Option(
        None, help="Write the play: .csv or .parquet (long table), .txt (plain)."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Play a game; print means, deviations, cells, centre and spread."""
    from humanlike.core import BadRequest
    from humanlike.datasets import write_plays

    chosen = find_game(game)
    start = first_round(chosen, first) if first else None
    n_pairs = pairs if pairs is not None else len(start) if start else 8
    if min(n_pairs, rounds, trials) < 1:
        raise BadRequest(f"Pairs, rounds and trials count from 1 up, not {n_pairs}, {rounds}, {trials}.")
    if start and len(start) != n_pairs:
        raise BadRequest(f"--first names {len(start)} pairs, but {n_pairs} play.")
    names = [player, player2] if player2 else [player]
    plays = _play(chosen, names, assignments(set_), n_pairs, rounds, trials, seed, start)
    if out is not None:
        write_plays(out, plays)
    document = describe(chosen, names, plays, seed)
    if as_json:
        print_json(document)
    else:
        _show(document)


def _play(
    game: "Game",
    names: list[str],
    changes: dict[str, float],
    n_pairs: int,
    rounds: int,
    trials: int,
    seed: int,
    start: list[tuple[int, ...]] | None,
) -> list["Play"]:
    """One play per trial; every trial has a stream of its own."""
    from dataclasses import replace

    from humanlike.core import Streams
    from humanlike.emulators import seat_players
    from humanlike.engine import simulate

    plays = []
    for trial in range(trials):
        stream = Streams(seed)[f"trial {trial + 1}"][f"game {game.name}"]["entrant " + " ".join(names)]
        population = seat_players(stream, game, names, n_pairs, changes)
        result = simulate(stream["choice"], game, population, n_rounds=rounds, first=start)
        plays.append(replace(result, provenance={"dataset": f"{' vs '.join(names)} trial {trial + 1}"}))
    return plays


def describe(game: "Game", names: list[str], plays: list["Play"], seed: int) -> dict[str, Any]:
    """Everything `--json` prints; with several trials, over the pairs of all of them."""
    from humanlike.core import Play
    from humanlike.datasets import summarise

    summary = summarise(Play.join(plays))
    roles = [game.role_name(role) for role in summary.roles]

    def by_role(values: Any) -> dict[str, float]:
        return dict(zip(roles, (float(value) for value in values), strict=True))

    return {
        "game": game.name,
        "players": names,
        "seed": seed,
        "pairs": summary.n_matches // len(plays),
        "rounds": summary.n_rounds,
        "trials": len(plays),
        "mean": by_role(summary.mean),
        "sd": by_role(summary.standard_deviation),
        "total": summary.total,
        "cells": summary.cells,
        "centre": by_role(summary.centre),
        "euclidean_sd": summary.euclidean_deviation,
    }


def _show(document: dict[str, Any]) -> None:
    title = f"{' against '.join(document['players'])} in {document['game']}"
    size = "{pairs} pairs x {rounds} rounds x {trials} trials, seed {seed}".format(**document)
    console.print(f"{title}: {size}", markup=False)
    rows = [
        [
            role,
            f"{document['mean'][role]:.4f}",
            f"{document['sd'][role]:.4f}",
            f"{document['centre'][role]:.4f}",
        ]
        for role in document["mean"]
    ]
    print_table("Payoffs of pairs", ["role", "mean", "SD", "centre"], rows)
    console.print(
        f"Total {document['total']:.4f}; Euclidean SD about the centre {document['euclidean_sd']:.4f}"
    )
    if document["cells"]:
        shares = [[cell, f"{share:.4f}"] for cell, share in document["cells"].items()]
        print_table("Cells", ["cell", "share"], shares)
