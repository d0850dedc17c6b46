"""`humanlike data`: check a file of play, summarise it, list or fetch public data, convert between formats."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from humanlike.cli.output import console, print_json, print_table

if TYPE_CHECKING:
    from humanlike.core import Game
    from humanlike.datasets import Problem

data = typer.Typer(help="Files of play: check, summarise, convert, find.", no_args_is_help=True)


@data.command()
def check(
    file: str = typer.Argument(..., metavar="FILE", help="A table of play, a folder, or a data set's name."),
    game: str = typer.Option(
        "", help="A game file, or the name of a game, where no games.json lies beside it."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Say what is wrong with a file, where, and what it would do to the analysis."""
    from humanlike.core import BadRecord
    from humanlike.datasets import check_file

    name, problems = check_file(file, game_or_file(game))
    errors = [problem for problem in problems if problem.severity == "error"]
    if as_json:
        print_json({"file": name, "usable": not errors, "problems": [_document(each) for each in problems]})
    else:
        for problem in problems:
            console.print(f"{problem.severity}: {problem.sentence(name)}", markup=False)
        words = (
            "nothing wrong"
            if not problems
            else f"{len(errors)} kinds of error, {len(problems) - len(errors)} of warning"
        )
        console.print(f"{name}: {words}.", markup=False)
    if errors:
        raise BadRecord(f"'{name}' cannot be used: {len(errors)} kind(s) of error.")


def _document(problem: "Problem") -> dict[str, Any]:
    return {
        "severity": problem.severity,
        "line": problem.line,
        "column": problem.column,
        "rule": problem.rule,
        "found": problem.found,
        "count": problem.count,
        "effect": problem.effect,
    }


@data.command()
def summary(
    file: str = typer.Argument(..., metavar="FILE", help="A file of play, a folder, or a data set's name."),
    game: str = typer.Option("", help="The game of plain text play: a game file or a game's name."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Subjects, matches, rounds, payoffs, centre and cells of every game in a file."""
    from dataclasses import asdict

    from humanlike.datasets import read_plays, summarise

    found = [summarise(play) for play in read_plays(file, game_or_file(game))]
    if as_json:
        print_json([asdict(each) for each in found])
        return
    print_table(
        f"{file}: {sum(each.n_choices for each in found):,} choices",
        [
            "game",
            "subjects",
            "matches",
            "rounds",
            "choices",
            "missing",
            "mean payoffs",
            "SD",
            "centre",
            "spread",
        ],
        [
            [
                each.game,
                each.n_subjects,
                each.n_matches,
                each.n_rounds,
                each.n_choices,
                each.n_missing,
                _numbers(each.mean),
                _numbers(each.standard_deviation),
                _numbers(each.centre),
                each.euclidean_deviation,
            ]
            for each in found
        ],
    )


def _numbers(values: Any) -> str:
    words = [f"{value:.3g}" for value in values[:3]]
    return " ".join(words) + (" ..." if len(values) > 3 else "")


@data.command("list")
def list_(as_json: bool = typer.Option(False, "--json", help="Print one JSON document.")) -> None:
    """Public data sets known by name: source, licence, citation."""
    from dataclasses import asdict

    from humanlike.datasets import SOURCES

    if as_json:
        print_json([asdict(source) for source in SOURCES.values()])
        return
    rows = [[each.name, each.what, each.repository, each.licence] for each in SOURCES.values()]
    print_table("Public human data", ["name", "what", "repository", "licence"], rows)


@data.command()
def fetch(
    name: str = typer.Argument(..., help="A data set of `humanlike data list`."),
    to: Path | None = typer.Option(None, help="The folder to keep it in."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Download the publisher's original file of a data set and check it (needs a network)."""
    from humanlike.datasets import fetch as fetch_original

    path = fetch_original(name, to)
    if as_json:
        print_json({"name": name, "file": str(path)})
    else:
        console.print(str(path), markup=False)


@data.command()
def convert(
    source: str = typer.Argument(..., metavar="FROM", help="A file of play, or an export (with --mapping)."),
    target: Path = typer.Argument(..., metavar="TO", help=".csv, .parquet, .txt, .jsonl, or a new folder."),
    mapping: Path | None = typer.Option(None, help="How an oTree or z-Tree export is to be read (.toml)."),
    game: str = typer.Option("", help="A game file or a game's name."),
    as_json: bool = typer.Option(False, "--json", help="Print one JSON document."),
) -> None:
    """Turn exports and tables of play into one another."""
    from humanlike.datasets import read_export, read_plays, write_plays

    plays = (
        read_export(source, mapping, game_or_file(game))
        if mapping
        else read_plays(source, game_or_file(game))
    )
    write_plays(target, plays)
    choices = sum(int((play.actions >= 0).sum()) for play in plays)
    if as_json:
        print_json({"file": str(target), "games": [play.game.name for play in plays], "choices": choices})
    else:
        console.print(f"{target}: {len(plays)} game(s), {choices:,} choices.", markup=False)


def game_or_file(text: str) -> "Game | Path | None":
    """A game of the catalogue, or the game file whose games the data may name."""
    from humanlike.games.files import SUFFIXES
    from humanlike.naming.games import find_game

    if not text:
        return None
    return Path(text) if text.lower().endswith(SUFFIXES) else find_game(text)
